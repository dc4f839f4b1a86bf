"""The words in which a game is written, and what settles a round of any of them."""
