"""The version of the software."""

__version__ = "1.1.0.dev0"
RELEASED_MS = 1_794_960_000_000
"""18 November 2026: a clock that shows an earlier day is wrong."""
