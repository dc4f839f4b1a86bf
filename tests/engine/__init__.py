"""Money, limits, jackpots and rulings, away from any table."""
