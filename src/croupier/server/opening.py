"""A running house: store, people, cage, floor and dealers, put together from a folder."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from croupier.digest import software_digest
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server import house_log, logs, restored, wallet_opening
from croupier.server.configured import Configured
from croupier.server.dealing.dealer import AutomaticDealer, TableClock
from croupier.server.dealing.faults import Faults
from croupier.server.dealing.line_refusals import LineRefusals
from croupier.server.dealing.line_terms import lines_of
from croupier.server.floor import attendance
from croupier.server.floor.floor import Floor
from croupier.server.house_folder import content, locked, opened_keys, places_in, private
from croupier.server.journal import leftovers, open_store
from croupier.server.journal.acts import Acts, HouseOpened, last_restore
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.meta import DEMONSTRATION, KEY, YES
from croupier.server.journal.place import JOURNAL, refuse_two
from croupier.server.limits import Crowd, Limits
from croupier.server.measuring import Measuring
from croupier.server.money.cage import Cage
from croupier.server.nodes import joining
from croupier.server.nodes.halves import Halves
from croupier.server.nodes.node_queue import NodeQueue
from croupier.server.noticing import Noticing
from croupier.server.past.disputes import Disputes
from croupier.server.people.passwords import FULL
from croupier.server.people.services import Services
from croupier.server.pictures import Pictures, cameras_in, shown
from croupier.server.play import furnishing
from croupier.server.play.clock import Clock, newest
from croupier.server.play.house import House
from croupier.server.play.queue import is_own
from croupier.server.play.refusals import Refusals
from croupier.server.self_checks import SelfChecks
from croupier.server.shoes.sealed import SealedShoes, ShoeKey
from croupier.server.tallying import keep_sums
from croupier.server.watching import Watching
from croupier.server.webhook import webhook_of
from croupier.server.witnessing import Witnessing
from croupier.table.state import Step
from croupier.version import __version__
from croupier.wire.house_file import Address, controls
from croupier.wire.house_terms import HouseTerms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from argon2 import Parameters

    from croupier.server.dealing.line_terms import Lines
    from croupier.server.journal.sqlite import SqliteStore
    from croupier.server.journal.store import Entry, Store
    from croupier.server.nodes.node import Node
    from croupier.server.nodes.terms import NodeTerms
    from croupier.server.play.queue import CommandQueue
    from croupier.server.play.requests import Request
    from croupier.table.commands import Who
    from croupier.wire.house import HousePlan

PLAY_CREDITS = 200_000
"""Cents that a guest of the demonstration house is given."""
WRITE_EVERY = 1.0
"""Seconds between looks at what was gathered for the journal."""
LOOK_EVERY = 0.05
"""Seconds, while rounds are brought to their end."""


def told_if_ended(task: asyncio.Task[None]) -> None:
    """Whatever goes on while the house is open ends by being cancelled, or by a fault of ours."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        logs.bug("what goes on by itself has ended", fault)


class OpenHouse(Configured):
    deadline: float | None = None
    """For rounds in play, once the house is told to stop."""

    def __init__(  # noqa: PLR0913 - each is one choice of whoever opens it
        self,
        folder: Path,
        *,
        plan: HousePlan | None = None,
        pace: float = 1.0,
        secure: bool = False,
        patience: float = 0,
        profile: Parameters = FULL,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        clock: Callable[[int], Clock] = Clock,
        nodes: NodeTerms | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = locked(folder)
        self.plan, self.folder, self.nodes = plan, folder, nodes
        self.node: Node | None = None
        """Once the house is in motion, where it has several."""
        self.secure, self.pace, self.patience = secure, pace, patience
        self.crowd = Crowd(limits)
        self.clocks: list[TableClock] = []
        self.lines: Lines = {}
        self.stores: list[Store] = []
        """Connections to the journal that are this house's to close."""
        try:
            leftovers.clear(folder)
            self.store = self.journal(folder)
            self.stores.append(self.store)
            self.key_places = places_in(folder, plan)
            self.ring = opened_keys(self.store, self.key_places, folder)
            self.keys = self.ring.signing
            self.key_files = {path: content(path) for path in self.key_places}
            self.clock = clock(newest(self.store))
            self.read(folder, profile)
        except BaseException:
            self.close()
            raise
        self.started = self.clock()

    def read(self, folder: Path, profile: Parameters) -> None:
        """What the journal comes to; all that is there is signed."""
        if self.store.sharing is not None:
            self.store.sharing.looked = self.store.tree_size()
        self.acts, self.restored = Acts(self.store), last_restore(self.store)
        self.play = House(self.store, self.keys, folder / CHECKPOINT)
        self.sign_what_is_there()
        self.people = self.people_who_come(profile)
        self.services = Services(self.store)
        self.shoes = SealedShoes(self.another_store(), ShoeKey(self.ring.shoes))
        self.cage = Cage(self.store, self.play.balances, self.play.own_play)
        self.play.own_play.terms = self.terms
        self.play.rounds.terms = self.round_terms
        self.disputes = Disputes(self.store, self.play)
        self.open_rooms(folder)

    def journal(self, folder: Path) -> SqliteStore | Any:  # noqa: ANN401 - or what nodes share
        if self.nodes is not None:
            refuse_two(folder)
            return joining.shared_store(self.nodes)
        return open_store(private(folder / JOURNAL))

    def another_store(self) -> Store:
        made: Store = self.store.another()
        self.stores.append(made)
        return made

    def new_queue(self, folder: Path) -> CommandQueue:
        wallet = self.plan.file.wallet if self.plan else None
        if self.nodes is None:
            return wallet_opening.queue_for(self.play, self.clock, wallet, folder)
        if wallet is not None:
            raise BadInput("a house on several nodes keeps its players' money itself", "wallet")
        return joining.queue_of(self.play, self.clock, cast("Any", self.store), self.nodes)

    def open_rooms(self, folder: Path) -> None:
        """Where commands are carried out, watched, countersigned and told of."""
        wallet = self.plan.file.wallet if self.plan else None
        self.queue = self.new_queue(folder)
        self.cage.kept_elsewhere = wallet is not None
        self.measuring = Measuring(self.queue)
        self.people.figures = self.queue.figures
        self.floor = Floor(self.queue, self.plan.terms if self.plan else HouseTerms())
        wallet_opening.attend(self.queue, self.floor)
        self.cameras = cameras_in(self.plan)
        self.floor.pictures = shown(self.cameras)
        self.pictures = Pictures(self.cameras, self.clock)
        self.floor.standing = lambda token: self.people.standing(token, self.clock())
        self.log = house_log.HouseLog(self.queue)
        self.witnessing = Witnessing(self.queue, self.plan.file.witness if self.plan else ())
        self.webhook = webhook_of(self.queue, self.folder, self.plan)
        self.noticing = Noticing(self.queue, self.acts, self.clock)
        self.checks = SelfChecks(self.noticing, folder, self.plan, self.ring.chain)
        self.faults = Faults(self.clock, self.noticing.record)
        self.faults.is_away = self.journal_is_away
        self.queue.out_of_order, self.queue.failed = self.faults.tables, self.command_failed
        self.refusals = Refusals(self.acts, self.queue)
        self.line_refusals = LineRefusals(self.acts)
        self.people.notice = self.acts.record
        self.watching = Watching(self.queue, self.floor.terms, self.watched)
        self.halves: Halves | None = None
        if isinstance(self.queue, NodeQueue):
            joining.hear_of_others(self, self.queue)
            self.halves = Halves(self.queue, self.people, self.store.secret)

    async def learn_half(self, proposal: int) -> None:
        """Of the one-time code of a proposal that was made at another node."""
        if self.halves is not None and proposal in self.people.register.proposed:
            await self.halves.learn(proposal)

    def follow_also(self, kind: str, follow: Callable[[Entry], None]) -> None:
        """What else follows from an entry of this kind of stream that another node wrote."""
        if isinstance(self.queue, NodeQueue):
            self.queue.following.also[kind] = follow

    def people_who_come(self, profile: Parameters) -> house_log.LoggedPeople:
        asks_for = self.asked.second_factor
        return house_log.LoggedPeople(self.another_store(), profile=profile, second_factor=asks_for)

    def sign_what_is_there(self) -> None:
        """Also what a crash has left unsigned."""
        self.store.set_meta(KEY, self.keys.public)
        self.play.checkpoint(self.clock())

    def furnish(self) -> list[str]:
        """As the file says; what the journal has otherwise, a line for each table."""
        assert self.plan is not None
        said = furnishing.furnish(self.play, self.plan, self.clock())
        self.lines = lines_of(self.queue, self.folder, self.plan, self.line_refusals)
        return said

    def listening(self) -> dict[str, Address]:
        """Where each table listens for its shoe."""
        return {name: Address(*one.getsockname()[:2]) for name, (_, one) in self.lines.items()}

    @asynccontextmanager
    async def in_motion(self) -> AsyncIterator[None]:
        """Rounds that were in play are resolved, then dealers deal."""
        self.play.catch_up()  # so that nothing of other nodes comes before it
        self.noticing.opened(self.opened(), len(self.play.tables))
        if self.nodes is None:
            self.resolve()
        async with joining.line_of(self.queue), self.queue:
            servers = [await table.line.serve_at(one) for table, one in self.lines.values()]
            self.clocks = [self.dealer_at(name) for name in self.play.tables]
            tasks = [asyncio.create_task(one) for one in self.runs()]
            for task in tasks:
                task.add_done_callback(told_if_ended)
            try:
                yield
            finally:
                await self.wind_down()
                if self.node is not None:
                    await self.node.close()
                for server in servers:
                    server.close()
                for table, _ in self.lines.values():
                    table.line.close()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self.checks.failures.write()
                await self.refusals.write()
                await self.queue.on_disk(lambda: self.people.write_down(self.clock(), all_=True))
                for gathered in (self.services, self.line_refusals):
                    await self.queue.on_disk(partial(gathered.write_down, self.clock(), all_=True))
        self.play.checkpoint(self.clock())
        logs.tell("house closed", left_in_play=self.left_in_play())
        self.close()

    def runs(self) -> list[Coroutine[None, None, None]]:
        """All that goes on by itself while the house is open."""
        rooms = (self.refusals, self.noticing, self.checks.clock)
        own = [*(one.run() for one in rooms), attendance.attend(self.floor), self.write_down()]
        if isinstance(self.queue, NodeQueue):
            self.node = joining.node_of(self, self.queue)
            return [*own, self.node.run(), self.queue.run_following()]
        return [*own, *(one.run() for one in self.clocks), *self.duties()]

    def duties(self) -> list[Coroutine[None, None, None]]:
        """What a house does once, however many nodes it has."""
        rooms = (self.witnessing, self.webhook, self.watching)
        return [*(one.run() for one in rooms), *self.checks.runs(), keep_sums(self.store)]

    def dealer_at(self, table: str) -> TableClock:
        dealer = AutomaticDealer(self.floor, table, self.shoes, self.pace)
        dealer.faults = self.faults
        return dealer

    def resolve(self) -> None:
        """Rounds that were in play; and, after a restore, what others may know of the cards."""
        tables = {name: live.table for name, live in self.play.tables.items()}
        rounds = {name: table.round.number for name, table in tables.items()}
        lost = restored.lost_rounds(self.store, tables.values(), self.restored)
        house_log.recovered(rounds, self.play.recover(self.clock(), lost))
        if self.restored is not None:
            away = self.shoes.put_away(self.restored.entries, self.clock())
            logs.warn("restored", says=restored.says(self.restored), shoes_put_away=away)

    def opened(self) -> HouseOpened:
        """With what software, configuration and key, for the journal."""
        said = self.store.meta().get(DEMONSTRATION)
        return HouseOpened(
            at=self.clock(),
            version=__version__,
            program=software_digest(),
            configuration=self.plan.digest if self.plan else None,
            key=self.keys.public,
            demonstration=None if said is None else said == YES,
            controls=controls(self.asked, self.watched) | self.round_terms.in_words,
            accepted=self.noticing.verdict.accepted,
            differs=self.noticing.verdict.differs,
            node=self.nodes.node if self.nodes else None,
        )

    async def journal_is_away(self) -> bool:
        await self.queue.on_disk(self.queue.probe)
        return self.queue.paused is not None

    def command_failed(self, request: Request, fault: Exception) -> None:
        """By a fault of the program; what the house's own dealer cannot do its clock tells."""
        asked = str(type(request.command).__struct_config__.tag)
        self.checks.failures.note(fault, asked, by=request.who.name, table=request.table)
        if not is_own(request.who):
            self.checks.failures.begin(self.faults.failed(request.table, fault))

    def close(self) -> None:
        """Also where it could not be opened whole."""
        for _, listening in self.lines.values():
            listening.close()
        for store in self.stores:
            store.close()
        os.close(self.lock)

    async def wind_down(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """Rounds in play are brought to their end, for as long as there is time."""
        if self.deadline is None:
            self.deadline = time.monotonic() + self.patience
        for one in self.clocks:
            one.closing = True
        over = self.deadline
        if self.node is not None:
            await self.node.leave(lambda: time.monotonic() >= over or hurry())
            over = 0
        while time.monotonic() < over and not hurry():
            if all(one.is_done for one in self.clocks):
                break
            await asyncio.sleep(LOOK_EVERY)
        self.deadline = 0.0

    def left_in_play(self) -> list[str]:
        """For the next opening to resolve, by each document's own clause."""
        return [
            f"{name}: round {live.table.round.number}, {live.table.step}"
            for name, live in self.play.tables.items()
            if live.table.step is not Step.CONCLUDED and self.is_ours(name)
        ]

    def is_ours(self, table: str) -> bool:
        return self.node is None or table in self.node.unfinished

    async def hear_of(self, token: str | None) -> None:
        """Of a session that was opened at another node a moment ago."""
        if token and not self.people.knows(token):
            await self.queue.look_soon()

    def who(self, token: str | None) -> Who | Refused:
        """Nothing is written here, where everybody waits: `write_down` does that."""
        return self.people.use(token or "", self.clock())

    async def write_down(self) -> None:
        """Now and then, what was gathered: sessions that were used, and failures to sign in."""
        while True:
            await asyncio.sleep(WRITE_EVERY)
            try:
                await self.write_gathered()
            except Exception as fault:  # noqa: BLE001 - what comes next is written all the same
                logs.bug("writing down what was gathered", fault)

    async def write_gathered(self) -> None:
        if self.people.is_due(self.clock()):
            await self.queue.on_disk(lambda: self.people.write_down(self.clock()))
        for gathered in (self.services, self.line_refusals):
            if gathered.is_due(self.clock()):
                await self.queue.on_disk(partial(gathered.write_down, self.clock()))

    async def seat_guest(self) -> tuple[Who, str] | Refused:
        """A guest with play credits; or why there is none."""
        now = self.clock()
        made = await self.queue.on_disk(lambda: self.people.guest(now))
        if isinstance(made, Refused):
            return made
        who, token = made
        paid = await self.queue.on_disk(
            lambda: self.cage.buy_in(who.name, PLAY_CREDITS, "house", now)
        )
        return paid if isinstance(paid, Refused) else (who, token)
