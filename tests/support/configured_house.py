"""Houses opened from a configuration file, in this process, with a clock that tests turn."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from croupier.games import GAMES
from croupier.money import format_amount
from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.play.clock import Clock
from croupier.wire.house import plan_house, setup_of
from tests.support.waiting import wait_until, wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.http.schooling import School
    from croupier.table.commands import Setup


def limits_of(setup: Setup, *bets: str) -> str:
    return "\n".join(
        f'limits.{bet} = ["{format_amount(least)}", "{format_amount(most)}"]'
        for bet, (least, most) in setup.limits.items()
        if bet in bets
    )


def table_of(game: Game) -> str:
    """As the default house has it, with nothing to bet on but the main bet and the jackpot."""
    setup = setup_of(game.name)
    size = f"decks = {setup.decks}" if setup.boxes is None else f"boxes = {setup.boxes}"
    lines = [size, limits_of(setup, game.bets[0].name)]
    if setup.jackpot is not None:
        bet, seed, contribution = setup.jackpot
        lines += [
            f'jackpot.bet = "{format_amount(bet)}"',
            f'jackpot.seed = "{format_amount(seed)}"',
            f'jackpot.contribution = "{contribution}"',
        ]
    return "\n".join(lines)


TABLES = {game.name: table_of(game) for game in GAMES}
SIDE_BETS = {
    game.name: limits_of(setup_of(game.name), *(bet.name for bet in game.bets[1:]))
    for game in GAMES
}


def written(*games: str, more: str = "", betting_seconds: int = 60, serve: str = "") -> str:
    """A file with a table of each game, named as the game is."""
    tables = "\n".join(f"[tables.{game}]\n{TABLES[game]}\n{more}" for game in games)
    return (
        f'currency = "SGD"\nchip = "1.00"\nbetting_seconds = {betting_seconds}\n'
        f"least_betting_seconds = 1\ndemonstration = true\n[serve]\n{serve}\n{tables}\n"
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
    begun, wall = time.monotonic_ns(), time.time_ns()

    def made(not_before: int) -> Clock:
        return Clock(
            not_before,
            lambda: wall + times * (time.monotonic_ns() - begun),
            lambda: times * time.monotonic_ns(),
        )

    return made


@contextmanager
def on_the_web(house: OpenHouse, trainees: School | None = None) -> Iterator[str]:
    """A real server in a thread of its own; its address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = application(house, trainees=trainees)
    server = uvicorn.Server(served(app, log_config=None))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


until, reached = wait_until, wait_until_async
