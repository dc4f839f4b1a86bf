"""What pages tell of games and clauses."""
