-- Which entries the house wrote itself, authenticated with a secret of its signing key.
ALTER TABLE entries ADD COLUMN mac BLOB;
