"""Situations as text: read, played, written."""
