"""The life of a round at a table, pure: what happened comes in as facts, what follows goes out."""
