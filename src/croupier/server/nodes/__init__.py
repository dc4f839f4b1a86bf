"""Several nodes that are one house: what they say to each other."""
