"""Measurements: ratios and figures that the documentation states."""
