-- The journal in PostgreSQL. A change of this file changes the format number: `format.py` says how.
-- Texts compare by their bytes.
CREATE TABLE journal_format (number INTEGER PRIMARY KEY);

-- One row: whoever adds to the journal holds it, so that positions have no gap and appear in order.
CREATE TABLE log (one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one), size BIGINT NOT NULL);
INSERT INTO log (size) VALUES (0);

-- Entries and postings are only ever added.
CREATE TABLE entries (
    position BIGINT PRIMARY KEY,
    stream TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    nonce BYTEA NOT NULL,
    mac BYTEA,
    UNIQUE (stream, version)
);
CREATE TABLE postings (
    position BIGINT NOT NULL,
    line INTEGER NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    cents BIGINT NOT NULL,
    PRIMARY KEY (position, line)
);
CREATE INDEX postings_of_accounts ON postings (account, position, cents);

-- Bodies that begin with {"event":"betting-opened" and with {"event":"table-configured".
CREATE INDEX entries_that_open ON entries (stream, version)
    WHERE substr(body, 1, 25) = '\x7B226576656E74223A2262657474696E672D6F70656E656422'::bytea;
CREATE INDEX entries_that_configure ON entries (stream, version)
    WHERE substr(body, 1, 27) = '\x7B226576656E74223A227461626C652D636F6E6669677572656422'::bytea;

-- What the postings come to; a player's is never below nothing.
CREATE TABLE accounts (
    account TEXT COLLATE "C" PRIMARY KEY,
    cents BIGINT NOT NULL,
    CHECK (cents >= 0 OR account NOT LIKE 'player:%')
) WITH (fillfactor = 70);
CREATE TABLE heads (
    stream TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL,
    hash BYTEA NOT NULL
) WITH (fillfactor = 70);

-- Ids come from outside, and a text holds no zero byte here.
CREATE TABLE requests (request BYTEA PRIMARY KEY, answer BYTEA NOT NULL, digest BYTEA);

CREATE TABLE beside (
    position BIGINT NOT NULL,
    field TEXT COLLATE "C" NOT NULL,
    salt BYTEA,
    value BYTEA,
    PRIMARY KEY (position, field)
);
CREATE TABLE snapshots (
    stream TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE TABLE nodes (
    level INTEGER NOT NULL,
    place BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (level, place)
);
CREATE TABLE checkpoints (
    size BIGINT PRIMARY KEY,
    root BYTEA NOT NULL,
    note TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- Which node holds which table, and which nodes there are: the state of the moment, not part of the record.
-- `load` is how many requests the table gets, as its node measures it. A table that a person has moved
-- remains at its node until `stays`.
CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    node TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    token BIGINT NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    wanted TEXT COLLATE "C" NOT NULL,
    load BIGINT NOT NULL DEFAULT 0,
    stays TIMESTAMPTZ
) WITH (fillfactor = 70);
CREATE TABLE members (
    node TEXT COLLATE "C" PRIMARY KEY,
    run TEXT COLLATE "C" NOT NULL,
    address TEXT NOT NULL,
    version TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    leaving BOOLEAN NOT NULL,
    position BIGINT NOT NULL
) WITH (fillfactor = 70);

-- Wrong passwords of the last minutes, which all nodes count together. The table is not in the write-ahead
-- log, and holds only digests under the house's key: no names and no addresses.
CREATE UNLOGGED TABLE tries (
    account BYTEA NOT NULL,
    address BYTEA NOT NULL,
    wrong INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, address)
);
CREATE INDEX tries_by_time ON tries (at);

CREATE TABLE meta (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries FOR EACH ROW
    EXECUTE FUNCTION refuse('an entry is never edited');
CREATE TRIGGER entries_remain BEFORE DELETE ON entries FOR EACH ROW
    EXECUTE FUNCTION refuse('an entry is never removed');
CREATE TRIGGER entries_all_remain BEFORE TRUNCATE ON entries
    EXECUTE FUNCTION refuse('an entry is never removed');
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings FOR EACH ROW
    EXECUTE FUNCTION refuse('a posting is never edited');
CREATE TRIGGER postings_remain BEFORE DELETE ON postings FOR EACH ROW
    EXECUTE FUNCTION refuse('a posting is never removed');
CREATE TRIGGER postings_all_remain BEFORE TRUNCATE ON postings
    EXECUTE FUNCTION refuse('a posting is never removed');

CREATE FUNCTION is_no_growth(new_size BIGINT) RETURNS boolean LANGUAGE sql
    SET search_path FROM CURRENT AS $$
    SELECT COALESCE(new_size <= MAX(size), FALSE) FROM checkpoints
$$;
CREATE TRIGGER checkpoints_grow BEFORE INSERT ON checkpoints FOR EACH ROW
    WHEN (is_no_growth(NEW.size))
    EXECUTE FUNCTION refuse('a checkpoint covers more than the last');

-- A field of an event; a body that was tampered with may be no JSON.
CREATE FUNCTION field_of(body BYTEA, field TEXT) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN convert_from(body, 'UTF8')::json ->> field;
EXCEPTION WHEN others THEN
    RETURN NULL;
END $$;
