"""Players over time: many evenings at a table, each staked by a system."""
