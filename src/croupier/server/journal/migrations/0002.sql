-- Snapshots are kept along a stream, so that an old round is told without all that came before it.
DROP TABLE snapshots;
CREATE TABLE snapshots (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

-- What moved an account, newest first.
CREATE INDEX postings_of_accounts ON postings (account, position);
