"""Tables run by programs: an automatic dealer, players who bet, and soaks that try to break it."""
