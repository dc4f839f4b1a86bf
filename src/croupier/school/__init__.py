"""Dealer school: drills from random rounds, rulebooks and scenario files, marked by the engine.

No money, no players: nothing of it enters a house's journal.
"""
