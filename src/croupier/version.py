"""The version of the software."""

__version__ = "0.1.0"
