"""Chance itself, tested: shuffles for play, and the simulator's generator."""
