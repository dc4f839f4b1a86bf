"""Rehearsals of a house on several nodes."""
