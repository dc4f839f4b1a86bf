"""Papers for those who approve and inspect: what a new document changes, how each clause is met."""
