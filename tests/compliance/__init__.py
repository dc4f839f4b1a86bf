"""Amendments and conformity as papers."""
