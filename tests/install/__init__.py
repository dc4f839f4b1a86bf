"""What installs, and what is said where something is not installed."""
