"""The socket: its messages, its connections, and who watches which table."""
