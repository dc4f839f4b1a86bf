"""A house on several machines: which node holds which table, and how they follow each other."""
