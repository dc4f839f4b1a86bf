"""Simulated play and failures: soak, insider and rehearsal prove the program and do not ship."""
