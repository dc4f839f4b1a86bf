-- The journal: entries and postings are only ever added.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (stream, version)
) STRICT;

CREATE TABLE postings (
    position INTEGER NOT NULL REFERENCES entries (position),
    line INTEGER NOT NULL,
    account TEXT NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (position, line)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never edited'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'a posting is never edited'); END;
CREATE TRIGGER postings_remain BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'a posting is never removed'); END;

-- What the postings come to, so that no balance has to be summed up; a player's is never below nothing.
CREATE TABLE accounts (
    account TEXT PRIMARY KEY,
    cents INTEGER NOT NULL,
    CHECK (cents >= 0 OR account NOT LIKE 'player:%')
) STRICT, WITHOUT ROWID;

CREATE TABLE heads (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE requests (request TEXT PRIMARY KEY, answer BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE seals (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    signature BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
