"""Chance itself."""
