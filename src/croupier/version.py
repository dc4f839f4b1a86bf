"""The version of the software."""

__version__ = "0.1.0"
RELEASED_MS = 1_794_700_800_000
"""15 November 2026: a clock that shows an earlier day is wrong."""
