-- A random nonce in the hash of every new entry, disclosed with the entry only.
ALTER TABLE entries ADD COLUMN nonce BLOB;

-- Values of private fields, of which entries hold salted digests; both are empty once erased.
CREATE TABLE beside (
    position INTEGER NOT NULL REFERENCES entries (position),
    field TEXT NOT NULL,
    salt BLOB,
    value BLOB,
    PRIMARY KEY (position, field)
) STRICT, WITHOUT ROWID;
