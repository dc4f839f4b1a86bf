"""What is read from files and requests."""
