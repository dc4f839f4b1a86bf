"""The operations, a file for each subject."""
