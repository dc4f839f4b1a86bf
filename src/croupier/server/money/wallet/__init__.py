"""Players' money in another system: what is asked of it, and what the journal keeps of that."""
