"""What holds of a house on several nodes after any trouble: of its journal, and of what it told."""

from __future__ import annotations

import asyncio
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec
from websockets.asyncio.client import connect

from croupier.table import events as happened
from croupier.table.events import decoder as event_decoder
from croupier.table.evolve import evolve, new_table
from croupier.table.secrecy import concerns
from tests.support.house_invariants import TABLE, unkept, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.store import Store
    from croupier.table.state import Table
    from tests.support.node_processes import Processes
    from tests.support.node_terminals import Crowd, Frame, Player

ENDS = (happened.RoundSettled, happened.RoundVoided, happened.RoundConcluded)
FROM_EXPECTED = 20.0


def check(floor: Processes, crowd: Crowd, asked_until: int | None = None) -> None:
    """While the house goes on, or when everybody has left; or of the crowd as it was then."""
    found, known = [*told_wrong(crowd.players)], crowd.asked
    refused = {name: why for one in crowd.players for name, why in [*one.refused.items()]}
    frames = [one for player in crowd.players for one in player.frames]
    with floor.moment() as store:
        asked = {name: one._replace(version=None) for name, one in crowd.asked.items()}
        found += wrong(store, store.meta()["key"])
        found += unkept(store, asked | known, asked_until)
        kept = store.answers_to(list(refused))
        found += [f"{one} is carried out, and was refused: {refused[one]}" for one in kept]
        for table in floor.tables:
            found += ended_otherwise(store, table)
            found += missing(store, table, [one for one in frames if one.table == table])
    found += [one for node in floor.nodes.values() for one in node.complaints()]
    assert not found, (len(found), found[:5])


def verify(floor: Processes) -> None:
    """By the program itself, against the last checkpoint of each node."""
    kept = [str(node.folder / "checkpoint") for node in floor.nodes.values()]
    notes = [word for one in kept for word in ("--checkpoint", one)]
    assert "is whole" in floor.ask("audit", "verify", floor.address(), *notes)


def told_wrong(players: Sequence[Player]) -> Iterator[str]:
    for one in players:
        yield from one.wrong
        if one.went_back:
            yield f"{one.name} was shown an older table {one.went_back} times"


def ended_otherwise(store: Store, table: str) -> Iterator[str]:
    """Each round ends once, and every wager with it."""
    is_open = False
    for entry in store.read(f"{TABLE}{table}"):
        event = event_decoder.decode(entry.body)
        if isinstance(event, happened.BettingOpened):
            if is_open:
                yield f"{table} entry {entry.version}: a round opens while another is open"
            is_open = True
        elif isinstance(event, ENDS):
            if not is_open:
                yield f"{table} entry {entry.version}: a round ends twice"
            is_open = False


def missing(store: Store, name: str, frames: Sequence[Frame]) -> Iterator[str]:
    """Frames that have not as many events as were to be seen from one version to the other."""
    table: Table | None = None
    public = []
    for entry in store.read(f"{TABLE}{name}"):
        event = event_decoder.decode(entry.body)
        if table is None:
            assert isinstance(event, happened.TableConfigured)
            table = new_table(name, event.setup)
        table = evolve(table, event)
        public.append(concerns(event, table) is None)
    upto = [0, *accumulate(public)]
    for one in frames:
        there = upto[one.version] - upto[one.since]
        if one.events > there or (one.events < there and not one.is_first):
            yield f"{one}: {there} events are there"


def told_of(floor: Processes, kind: str, *tables: str) -> int:
    """How often an event of this kind has happened at these tables, or at any."""
    with floor.moment() as store:
        return sum(
            f'"{kind}"'.encode() in entry.body
            for one in tables or floor.tables
            for entry in store.read(f"{TABLE}{one}")
        )


def all_agree(floor: Processes) -> None:
    """Every node shows each table as the journal has it, once nobody bets any more."""
    floor.motion.run(agreed(floor), FROM_EXPECTED + 5)


async def agreed(floor: Processes) -> None:
    async with asyncio.timeout(FROM_EXPECTED):
        while True:
            shown = [await views_at(floor, url) for url in floor.urls]
            if all(one == shown[0] for one in shown):
                return
            await asyncio.sleep(0.2)


async def views_at(floor: Processes, url: str) -> dict[str, object]:
    found: dict[str, object] = {}
    async with connect(f"{url.replace('http', 'ws', 1)}/ws", max_size=None) as line:
        for table in floor.tables:
            await line.send(msgspec.json.encode({"type": "watch", "table": table}).decode())
        while len(found) < len(floor.tables):
            told = msgspec.json.decode(await line.recv())
            if told["type"] == "seen":
                found[told["table"]] = told["version"], told["view"]
    return found
