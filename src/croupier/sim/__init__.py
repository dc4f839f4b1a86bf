"""Tables run by programs: an automatic dealer, simulated players and staff."""
