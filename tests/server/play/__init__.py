"""Rounds in the house: commands, the clock, dealers."""
