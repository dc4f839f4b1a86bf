"""Houses opened from a configuration file, in this process, with a clock that tests turn."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from croupier.server.app import application
from croupier.server.floor.frames import served
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.play.clock import Clock
from croupier.wire.house import plan_house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TABLES = {
    "three-pictures": 'boxes = 7\nlimits.initial = ["25.00", "5000.00"]',
    "lucky-three-pictures": 'boxes = 7\nlimits.initial = ["25.00", "5000.00"]',
    "royal-three-pictures": 'boxes = 8\nlimits.main = ["25.00", "5000.00"]',
    "three-card-poker": (
        'boxes = 7\nlimits.ante = ["25.00", "5000.00"]\njackpot.bet = "5.00"\n'
        'jackpot.seed = "20000.00"\njackpot.contribution = "1/5"'
    ),
    "baccarat": 'decks = 8\nlimits.player = ["25.00", "5000.00"]',
}


def written(*games: str, more: str = "", betting_seconds: int = 60, serve: str = "") -> str:
    """A file with a table of each game, named as the game is."""
    tables = "\n".join(f"[tables.{game}]\n{TABLES[game]}\n{more}" for game in games)
    return (
        f'currency = "SGD"\nchip = "1.00"\nbetting_seconds = {betting_seconds}\n'
        f"demonstration = true\n[serve]\n{serve}\n{tables}\n"
    )


def opened(
    folder: Path, text: str, *, patience: float = 0, clock: Callable[[int], Clock] = Clock
) -> OpenHouse:
    plan = plan_house(text.encode())
    house = OpenHouse(folder, plan=plan, pace=0, patience=patience, profile=LIGHT, clock=clock)
    house.furnish()
    return house


def hurried(times: int) -> Callable[[int], Clock]:
    """A clock by which time passes so many times as fast."""

    def made(not_before: int) -> Clock:
        return Clock(not_before, monotonic=lambda: times * time.monotonic_ns())

    return made


@contextmanager
def on_the_web(house: OpenHouse) -> Iterator[str]:
    """A real server in a thread of its own; its address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(served(application(house), log_config=None))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


async def reached(what: Callable[[], object]) -> None:
    while not what():  # noqa: ASYNC110 - it looks from outside, as a person does
        await asyncio.sleep(0.01)


def until(reached: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)
