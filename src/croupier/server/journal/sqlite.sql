-- The journal in SQLite. A change of this file changes the format number: `format.py` says how.

-- Entries are only ever added. The nonce is random, and is disclosed with the entry only. The MAC, made
-- with a secret of the signing key, marks the entries that the house wrote itself.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    nonce BLOB NOT NULL,
    mac BLOB,
    UNIQUE (stream, version)
) STRICT;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never edited'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;

-- Where rounds begin and how tables were set up, found without reading what lies between:
-- bodies that begin with {"event":"betting-opened" and with {"event":"table-configured".
CREATE INDEX entries_that_open ON entries (stream, version)
    WHERE substr(body, 1, 25) = X'7B226576656E74223A2262657474696E672D6F70656E656422';
CREATE INDEX entries_that_configure ON entries (stream, version)
    WHERE substr(body, 1, 27) = X'7B226576656E74223A227461626C652D636F6E6669677572656422';

-- Values of private fields, of which entries hold salted digests. Salt and value are NULL once erased.
CREATE TABLE beside (
    position INTEGER NOT NULL REFERENCES entries (position),
    field TEXT NOT NULL,
    salt BLOB,
    value BLOB,
    PRIMARY KEY (position, field)
) STRICT, WITHOUT ROWID;

-- Postings are only ever added. The index serves balances, which are checked against the postings at every start.
CREATE TABLE postings (
    position INTEGER NOT NULL REFERENCES entries (position),
    line INTEGER NOT NULL,
    account TEXT NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (position, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_of_accounts ON postings (account, position, cents);
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'a posting is never edited'); END;
CREATE TRIGGER postings_remain BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'a posting is never removed'); END;

-- The sum of each account's postings. A player's balance is never below zero.
CREATE TABLE accounts (
    account TEXT PRIMARY KEY,
    cents INTEGER NOT NULL,
    CHECK (cents >= 0 OR account NOT LIKE 'player:%')
) STRICT, WITHOUT ROWID;

CREATE TABLE heads (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- The digest tells a repeated request from another request under the same id.
CREATE TABLE requests (request TEXT PRIMARY KEY, answer BLOB NOT NULL, digest BLOB) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

-- The tree over all entries: roots of whole tiles, and its signed checkpoints, which only grow.
CREATE TABLE nodes (
    level INTEGER NOT NULL,
    place INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (size INTEGER PRIMARY KEY, root BLOB NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TRIGGER checkpoints_grow BEFORE INSERT ON checkpoints
    WHEN NEW.size <= (SELECT MAX(size) FROM checkpoints)
    BEGIN SELECT RAISE(ABORT, 'a checkpoint covers more than the last'); END;

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
