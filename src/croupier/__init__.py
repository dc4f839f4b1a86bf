"""Casino tables run exactly by their approved rules."""
