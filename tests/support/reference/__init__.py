"""A second opinion on every settlement, written from the documents alone."""
