"""What carries a clause out, broken on purpose."""
