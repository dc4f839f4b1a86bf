"""Jackpots and reports."""
