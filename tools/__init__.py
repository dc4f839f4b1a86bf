"""Scripts that write what is generated."""
