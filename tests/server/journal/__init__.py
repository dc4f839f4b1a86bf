"""What is kept on disk, and what survives there."""
