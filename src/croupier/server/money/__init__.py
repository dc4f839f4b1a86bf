"""Money: ledger, cage, shared jackpots, report."""
