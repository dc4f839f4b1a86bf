"""What a house keeps for good: streams of events, postings, snapshots, checkpoints."""
