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

-- Balances are held against the postings at every start: read along the index alone.
DROP INDEX postings_of_accounts;
CREATE INDEX postings_of_accounts ON postings (account, position, cents);
