"""Rounds as columns."""
