"""A house on several nodes, rehearsed in one process: time, order and trouble come from a seed."""
