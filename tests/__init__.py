"""Evidence: situations, answers and the clauses behind them."""
