"""Registers, citations and new texts of the documents."""
