"""What sockets tell and are asked."""
