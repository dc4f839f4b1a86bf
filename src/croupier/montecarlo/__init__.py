"""Rounds by the billion: dealt from a counter, counted by what a bet can see, paid afterwards."""
