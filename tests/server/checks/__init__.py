"""What a house checks of itself: journal, program, clock, backups, its own faults."""
