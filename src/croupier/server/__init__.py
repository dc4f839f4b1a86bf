"""The house: the only part that touches disk, clock, chance and network."""
