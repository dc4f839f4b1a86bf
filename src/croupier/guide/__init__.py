"""What pages show of games and clauses, read off the games; pure, below the server."""
