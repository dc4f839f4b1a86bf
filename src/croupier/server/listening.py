"""Listening sockets, bound before the house opens, so that a taken port fails early."""

from __future__ import annotations

import socket

from croupier.problems import BadInput


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen at {host}:{port}: {error.strerror}") from None
    return listening
