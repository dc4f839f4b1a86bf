"""What the program does in how much time on this machine; `make bench` measures more."""
