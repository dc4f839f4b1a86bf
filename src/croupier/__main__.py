"""`python -m croupier` is the program `croupier`."""

from croupier.cli.start import main

main()
