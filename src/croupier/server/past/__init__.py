"""What happened: rounds replayed, recalled, disputed."""
