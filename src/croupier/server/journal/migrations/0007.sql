-- Where rounds begin and how tables were set up, found without reading what lies between:
-- bodies that begin with {"event":"betting-opened" and with {"event":"table-configured".
CREATE INDEX entries_that_open ON entries (stream, version)
    WHERE substr(body, 1, 25) = X'7B226576656E74223A2262657474696E672D6F70656E656422';
CREATE INDEX entries_that_configure ON entries (stream, version)
    WHERE substr(body, 1, 27) = X'7B226576656E74223A227461626C652D636F6E6669677572656422';
