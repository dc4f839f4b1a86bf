"""Random and hostile play."""
