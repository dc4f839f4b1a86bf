"""The architecture's picture is the import contracts, and its paths are walked as they are told."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
import tomllib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

import croupier
from croupier.engine import settlement
from croupier.engine.irregularities import Role
from croupier.server.floor.protocol import Ask, Watch
from croupier.server.floor.sockets import Terminal
from croupier.server.opening import OpenHouse
from croupier.server.past.played import played_round
from croupier.server.past.recall import last_rounds
from croupier.server.past.replay import replay
from croupier.server.people.passwords import LIGHT
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of
from tests.support.configured_house import reached
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from croupier.server.floor.frames import Direct
    from croupier.table.commands import AnyCommand

SOURCE = Path(croupier.__file__).parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`([a-z_/]+\.py):([A-Za-z_.]+)`")
PLAYER, DEALER = Who("p1", Role.PLAYER), Who("d1", Role.DEALER)


def picture() -> tuple[list[set[str]], list[set[str]]]:
    """The layers of the program, and those of the server, which stand two spaces in."""
    drawn = PAGE.split("```")[1].splitlines()
    below = drawn[next(n for n, line in enumerate(drawn) if line.startswith("---")) + 1 :]
    layers: dict[bool, list[set[str]]] = {False: [], True: []}
    for line in below:
        names = re.split(r"\s{2,}", line.strip())[0]
        layers[line.startswith(" ")].append(set(names.split(" · ")))
    return layers[False], layers[True]


def contract(name: str) -> list[set[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [found] = [one["layers"] for one in contracts if one["name"] == name]
    return [{one.removeprefix("croupier.") for one in layer.split(" | ")} for layer in found]


def test_the_picture_is_what_the_imports_are_held_to() -> None:
    assert picture() == (contract("imports go down"), contract("rooms of the server"))


def test_every_module_has_its_place_in_the_picture() -> None:
    for layers, folder in zip(picture(), (SOURCE, SOURCE / "server"), strict=True):
        modules = {one.stem for one in folder.glob("*.py")} - {"__init__"}
        rooms = {one.parent.name for one in folder.glob("*/__init__.py")}
        assert set().union(*layers) == modules | rooms


def path(heading: str) -> list[tuple[str, str]]:
    """The functions that it names in order, without types and constants."""
    text = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [(file, name) for file, name in NAMED.findall(text) if name.split(".")[-1].islower()]


@contextmanager
def calls(named: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Those of the named that are called meanwhile, in any thread, by their first call."""
    wanted, found = {(str(SOURCE / file), name): (file, name) for file, name in named}, []

    def called(frame: FrameType, event: str, _arg: object) -> None:
        one = wanted.get((frame.f_code.co_filename, frame.f_code.co_qualname))
        if event == "call" and one is not None and one not in found:
            found.append(one)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


class Line:
    """A connection that takes whatever it is sent."""

    def write(self, _data: bytes) -> int:
        return 0


async def carried_out(house: OpenHouse, *commands: AnyCommand) -> None:
    for one in commands:
        reply = await house.queue.ask(Request("t1", DEALER, one, house.clock()))
        assert isinstance(reply, Carried), reply


def opened(folder: Path) -> OpenHouse:
    house = OpenHouse(folder, profile=LIGHT)
    house.play.add_table("t1", setup_of("royal-three-pictures"), "house", 0)
    house.cage.buy_in("p1", 100_000, "house", 0)
    return house


def test_the_path_of_a_wager(tmp_path: Path) -> None:
    house, told = opened(tmp_path), path("The path of a wager")
    house.floor.standing = lambda _: PLAYER
    wager = Ask("r1", "t1", asks.Place("p1", "main", 2500, 1))

    async def bet(walked: list[tuple[str, str]]) -> None:
        async with house.queue:
            terminal = Terminal(house.floor, lambda _: PLAYER, None, cast("Direct", Line()))
            terminal.hear(msgspec.json.encode(Watch("t1")))
            await carried_out(house, asks.OpenBetting())
            await reached(lambda: told[-1] in walked)  # of the opening
            walked.clear()
            terminal.hear(msgspec.json.encode(wager))
            await reached(lambda: told[-1] in walked)

    with calls(told) as walked:
        asyncio.run(bet(walked))
    assert walked == told


def test_the_path_of_a_settled_line(tmp_path: Path) -> None:
    house, told = opened(tmp_path), path("The path of a settled line")
    settlement.KNOWN.clear()  # of other tests, which would spare it a part of the way
    deals = [asks.Deal(card) for card in ("6c", "5h", "Qd", "Js", "Th", "Td")]
    shown = (asks.ReturnHand(1), asks.ExposeDealer())
    wager = asks.Place("p1", "main", 2500, 1)

    async def settle(walked: list[tuple[str, str]]) -> None:
        async with house.queue:
            await carried_out(house, asks.OpenBetting(), wager, asks.CloseBetting())
            await carried_out(house, *deals, *shown)
            walked.clear()
            await carried_out(house, asks.Settle())
            await reached(lambda: any(name == "Log.checkpoint" for _, name in walked))
            replay(played_round(house.store, "t1", 1), DEALER)
            [recalled] = last_rounds(house.store, "p1")
            assert recalled.results[0].clauses == ("3.16", "3.22", "4.1")

    with calls(told) as walked:
        asyncio.run(settle(walked))
    assert walked == told
