"""A witness: a small program of its own that remembers what a house's log has said."""
