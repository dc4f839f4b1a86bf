"""Rounds as columns, settled together: what a game says once of each kind of round is looked up."""
