"""Several nodes that are one house."""
