"""Rounds that are over: told again, recalled, disputed."""
