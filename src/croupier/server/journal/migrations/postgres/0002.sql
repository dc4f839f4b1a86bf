-- How much each table is asked, as its holder measures it, and until when it stays where a person
-- has put it.
ALTER TABLE leases ADD COLUMN load BIGINT NOT NULL DEFAULT 0;
ALTER TABLE leases ADD COLUMN stays TIMESTAMPTZ;

-- Wrong passwords of the last minutes, for all nodes to count together: of the moment, in no log of
-- writes, and by digests under the house's key, so that neither names nor addresses stand here.
CREATE UNLOGGED TABLE tries (
    account BYTEA NOT NULL,
    address BYTEA NOT NULL,
    wrong INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, address)
);
CREATE INDEX tries_by_time ON tries (at);
