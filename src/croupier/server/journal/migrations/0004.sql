-- What each request was, so that its id answers for nothing else; those of before are answered as they were.
ALTER TABLE requests ADD COLUMN digest BLOB;
