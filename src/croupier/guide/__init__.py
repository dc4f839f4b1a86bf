"""What pages tell of games and clauses, read off the games; pure, below the server."""
