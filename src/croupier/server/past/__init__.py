"""Past rounds read back from the journal: replay, recall, disputes."""
