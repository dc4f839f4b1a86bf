"""`python -m croupier` is the program `croupier`."""

from croupier.cli.main import main

main()
