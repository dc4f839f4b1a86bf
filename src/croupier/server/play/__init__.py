"""Tables in play: commands are queued, decided, written, and then change the state."""
