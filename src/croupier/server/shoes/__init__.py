"""Shoes: sealed and shuffled ones with their proof, and electronic ones on a line."""
