-- Files that hold the events of old entries: hash and postings stay, the body is then empty.
CREATE TABLE archives (
    name TEXT PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- An entry loses its body to a file that covers it, and never anything else.
DROP TRIGGER entries_stay;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    WHEN NOT (
        NEW.body = X'' AND NEW.position = OLD.position AND NEW.stream = OLD.stream
        AND NEW.version = OLD.version AND NEW.at = OLD.at AND NEW.previous = OLD.previous
        AND NEW.hash = OLD.hash AND NEW.nonce IS OLD.nonce AND NEW.mac IS OLD.mac
        AND EXISTS (SELECT 1 FROM archives WHERE OLD.position BETWEEN first AND last)
    )
    BEGIN SELECT RAISE(ABORT, 'an entry is never edited'); END;
