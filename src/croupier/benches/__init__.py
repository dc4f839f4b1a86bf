"""What the program does in how much time on this machine; `python -m bench…` measures more."""
