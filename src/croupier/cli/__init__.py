"""The command line: thin, every verb calls the library."""
