"""Each game against its document."""
