"""Sockets: who watches which table, and what each is sent."""
