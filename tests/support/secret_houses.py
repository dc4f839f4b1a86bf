"""Houses that differ in hidden cards alone, driven alike, and what tells them apart."""

from __future__ import annotations

import shutil
from contextlib import AsyncExitStack
from itertools import product, takewhile
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.server.floor.protocol import Watch
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.events import RoundSettled
from croupier.table.interruption import what_is_established
from croupier.table.sight import STRANGER
from croupier.table.state import Step
from croupier.wire.house import plan_house
from tests.support.line_keys import with_key
from tests.support.rigged_cards import an_order, substituted, varied
from tests.support.same_traffic import differences
from tests.support.secret_probes import Guesses, Probe, commands, requests
from tests.support.secret_rounds import (
    MODES,
    PEOPLE,
    PLAYERS,
    Played,
    a_script,
    file_of,
    name_of,
)
from tests.support.staffed_people import has_account, signed_in
from tests.support.watched_house import BEGAN, WatchedHouse, by_hand, opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from croupier.table.state import Table
    from croupier.wire.house import HousePlan
    from tests.support.rigged_cards import Order
    from tests.support.secret_rounds import Script

PURSE = 10_000_000
TRIES = 60
MOST = 14
"""Requests over HTTP that are about one table, and commands, of each viewer."""
MORE_TABLES = 2
NAMES = {game.name: game for game in GAMES}
EVERYONE = frozenset({"", *PEOPLE} - {"d1"})
"""But who types the cards: he may know them."""
VIEWERS = {
    "all": EVERYONE,
    "all but p1": EVERYONE - {"p1"},
    "all but p2": EVERYONE - {"p2"},
    "players": frozenset({"", *PLAYERS} - {"p2"}),
    "some": frozenset({"", "p2", "d2", "m1"}),
}
"""Who is to see no difference: cards that one player alone has seen may differ for the others."""
LOG = "the log"


class Founded(NamedTuple):
    """A house with its people and tables, to be copied."""

    folder: Path
    plan: HousePlan
    tokens: dict[str, str]


def founded(folder: Path, games: Iterable[str] = tuple(NAMES)) -> Founded:
    plan = plan_house(file_of(games).encode())
    for table in plan.tables.values():
        if table.shoe_secret is not None:
            with_key(folder, table.shoe_secret)
    clock = WatchedHouse(folder, plan, {}).clock
    house = opened(folder, plan, clock)
    tokens = {}
    for name, role in PEOPLE.items():
        has_account(house.people, name, role)
        tokens[name] = signed_in(house.people, name, BEGAN)
        if name in PLAYERS:
            house.cage.buy_in(name, PURSE, "f1", BEGAN)
    house.close()
    return Founded(folder, plan, tokens)


def who(name: str) -> Who:
    return Who(name, PEOPLE[name]) if name else STRANGER


class Trial(NamedTuple):
    """What is compared: from which seed, for whom, and whether the houses close in between."""

    seed: int
    viewers: str
    restart: bool

    def __str__(self) -> str:
        return f"{self.seed} {self.viewers!r}{' restarted' if self.restart else ''}"


def some_scripts(plan: HousePlan, rng: Random) -> list[Script]:
    """A round of each game at one of its tables, and at a few tables more."""
    games = dict.fromkeys(table.setup.game for table in plan.tables.values())
    chosen = [(name, rng.choice(list(MODES))) for name in games]
    others = [one for one in product(games, MODES) if one not in chosen]
    found = []
    for name, mode in (*chosen, *rng.sample(others, MORE_TABLES)):
        decks = plan.tables[name_of(name, mode)].setup.decks
        found.append(a_script(NAMES[name], mode, an_order(decks, rng), rng))
    last = {plan.tables[one.table].setup.game: one.table for one in found}
    for one in found:
        if one.table not in last.values():
            one.steps = going_on(one)
    return found


def going_on(script: Script) -> tuple[tuple[str, ...], ...]:
    """Nobody bets at a table while his stake at another of that game stands still."""
    return tuple(takewhile(lambda step: step[0] not in {"interrupt", "report"}, script.steps))


class Houses:
    """The first, the same again, and the one with other cards."""

    def __init__(
        self, made: Founded, folder: Path, trial: Trial, scripts: list[Script] | None = None
    ) -> None:
        self.made, self.folder, self.trial = made, folder, trial
        self.rng = Random(f"{trial}")
        self.viewers = sorted(VIEWERS[trial.viewers])
        self.scripts = scripts or some_scripts(made.plan, self.rng)
        self.open = AsyncExitStack()
        self.houses: list[WatchedHouse] = []
        self.orders: list[Order] = []
        self.found: list[str] = []

    async def play(self) -> None:
        first, played = await self.run("first", [one.order for one in self.scripts])
        self.orders = [self.otherwise(first, one) for one in played]
        await self.run("again", [one.order for one in self.scripts])
        await self.run("other", self.orders)

    async def run(self, name: str, orders: Sequence[Order]) -> tuple[WatchedHouse, list[Played]]:
        shutil.copytree(self.made.folder, self.folder / name)
        house = WatchedHouse(self.folder / name, self.made.plan, self.made.tokens)
        await self.open.enter_async_context(house)
        self.houses.append(house)
        for viewer in house.heard:
            await house.connect(viewer)
        played = []
        for script, order in zip(self.scripts, orders, strict=True):
            played.append(Played(house, script, order))
            await played[-1].play()
        if self.trial.restart:
            for one in played:
                one.before.append(one.table)
            await house.restarted()
        await house.signs()
        return house, played

    def otherwise(self, house: WatchedHouse, played: Played) -> Order:
        """Another order of what stays hidden, in which the rules show the same to everybody."""
        table, order = played.ended or house.table(played.name), played.order
        everyone = [who(name) for name in self.viewers]
        for _ in range(TRIES):
            other = varied(order, table, everyone, self.rng)
            if all(shows_the_same(one, order, other) for one in played.before):
                return other
        return order

    # What each can find out at the moment at which the rounds stopped

    async def sweep(self, most: int) -> None:
        """So many requests of each viewer, over HTTP and at tables; and all that came before."""
        for viewer in self.viewers:
            role = PEOPLE.get(viewer)
            guess = {one.table: self.guesses(one.table) for one in self.scripts}
            probes = requests(role, self.scripts, guess)
            tried = [
                Probe("", "", None, command, table)
                for table, one in guess.items()
                for command in (commands(viewer, one) if viewer else ())
            ]
            for probe in self.sampled(probes, most) + self.sampled(tried, most):
                await self.probe(viewer, probe)
            for house in self.houses:
                for script in self.scripts[::4]:
                    house.sockets[viewer].say(Watch(script.table, 0))
                await house.settled()

    def guesses(self, table: str) -> Guesses:
        first, _, other = (house.table(table) for house in self.houses)
        return Guesses(first, other, self.rng)

    def sampled(self, probes: list[Probe], most: int) -> list[Probe]:
        """What asks the whole house, and some of what asks about a table."""
        whole = [one for one in probes if not one.table]
        others = [one for one in probes if one.table]
        return whole + self.rng.sample(others, min(most, len(others)))

    async def probe(self, viewer: str, probe: Probe) -> None:
        if probe.command is not None and self.is_not_asked(viewer, probe):
            return
        for house in self.houses:
            if probe.command is None:
                await house.http(viewer, probe.method, probe.path, probe.body)
            else:
                await house.ask(viewer, probe.table, probe.command)

    def is_not_asked(self, viewer: str, probe: Probe) -> bool:
        """What would be carried out may show what it likes.

        Where one house would carry out what another refuses, that is what tells them apart; but
        the second person's ruling on cards that another has named holds them against the record.
        """
        assert probe.command is not None
        if isinstance(probe.command, asks.Rule | asks.Approve) and self.names_cards(probe.table):
            return True
        request = Request(probe.table, who(viewer), probe.command, self.houses[0].now + 10)
        answers = [house.house.play.decide_all([request])[0].reply for house in self.houses]
        carried = {isinstance(one, Carried) for one in answers}
        if len(carried) > 1:
            self.found.append(f"{viewer}: {probe.command} at {probe.table} is not answered alike")
        return True in carried

    def names_cards(self, table: str) -> bool:
        waiting = self.houses[0].table(table).awaiting
        ruled = waiting and (waiting.proposal.ruling if waiting.proposal else waiting.ruling)
        report = ruled.report if ruled else None
        return report is not None and bool(report.cards or report.lies or report.drawn)

    def leaks(self) -> list[str]:
        """By viewer, what tells the houses apart."""
        found = list(self.found)
        for viewer in self.viewers:
            heard = [house.heard[viewer] for house in self.houses]
            found += [f"{viewer or 'nobody'}: {told}" for told in differences(*heard)]
        logged = [house.log.heard for house in self.houses]
        return found + [f"{LOG}: {told}" for told in differences(*logged)]


def shows_the_same(table: Table, order: Order, other: Order) -> bool:
    """Whether what the rules show next, by a settlement or after a failure, is the same."""
    if table.game.drawn_by_tableau:
        return True
    there = substituted(table, order, other)
    if bool(what_is_established(table)) != bool(what_is_established(there)):
        return False
    return table.step is not Step.EXPOSED or settlement(table) == settlement(there)


def settlement(table: Table) -> object:
    terms = table.setup.jackpot
    answer = decide(table, asks.Settle(terms[1] if terms else None), who("d2"), 1 << 62)
    if isinstance(answer, Refused):
        return answer
    return [one.lines for one in answer if isinstance(one, RoundSettled)]


async def compare(
    made: Founded, folder: Path, trial: Trial, scripts: list[Script] | None = None, most: int = MOST
) -> list[str]:
    """What tells somebody two houses apart that differ in what he may not see; and the rounds."""
    houses = Houses(made, folder, trial, scripts)
    with by_hand():
        async with houses.open:
            await houses.play()
            await houses.sweep(most)
            found = houses.leaks()
    return [*found, *map(str, houses.scripts)] if found else []
