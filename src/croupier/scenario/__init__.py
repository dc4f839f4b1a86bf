"""Situations at live tables, written as text: who does what, what follows, by which clause.

The language is documented in docs/scenarios.md.
"""
