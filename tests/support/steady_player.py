"""A guest who bets on every round of baccarat, so that the house deals it: it deals to nobody."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
from websockets.exceptions import ConnectionClosed

from tests.support.server_process import BACCARAT, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def steady_player(url: str) -> Iterator[None]:
    answered = httpx.post(f"{url}/api/guest")
    cookie = f"croupier={answered.cookies['croupier']}"
    terminal, ends = Terminal(url, cookie, answered.json()["name"]), threading.Event()
    thread = threading.Thread(target=plays, args=(terminal, ends), daemon=True)
    thread.start()
    yield
    ends.set()
    thread.join(60)
    assert not thread.is_alive()


def plays(terminal: Terminal, ends: threading.Event) -> None:
    with terminal:
        terminal.watch(BACCARAT)
        while not ends.is_set():
            try:
                terminal.wait_for_step(BACCARAT, "betting")
                terminal.place()
                terminal.wait_for_step(BACCARAT, "concluded")
            except (ConnectionClosed, TimeoutError):
                return
