"""One dealer who lies at will among honest others, and what the dealer could change."""
