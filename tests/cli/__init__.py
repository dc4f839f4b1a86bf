"""The program's verbs."""
