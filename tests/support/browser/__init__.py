"""Hands and eyes at the pages."""
