"""Listening sockets, bound before the house opens, so that a taken port fails early."""

from __future__ import annotations

import socket

from croupier.problems import BadInput, own_words

ENOUGH = 1 << 18


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen at {host}:{port}: {own_words(error)}") from None
    return listening


def most_open() -> int:
    """Files and connections that this process may hold, once it has asked for all it can have."""
    import resource  # noqa: PLC0415 - Linux and macOS have it

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    if now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(now, wanted)
