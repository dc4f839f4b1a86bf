"""Exact mathematics, derived from the very games that settle wagers; no rule is stated here."""
