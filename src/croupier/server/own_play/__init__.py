"""A player's own play: time and money, limits, reminders, breaks, exclusions, bars."""
