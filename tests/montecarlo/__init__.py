"""Rounds by the billion."""
