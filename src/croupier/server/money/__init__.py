"""Where money lies and how it moves: ledger, cage, jackpots, report."""
