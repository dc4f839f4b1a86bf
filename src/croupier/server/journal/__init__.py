"""The journal on disk: streams of events, postings, snapshots, checkpoints."""
