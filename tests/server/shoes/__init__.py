"""Sealed shoes, shuffles and electronic shoes."""
