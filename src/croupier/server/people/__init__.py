"""Accounts, passwords and sessions."""
