"""The state of all tables and jackpots, and how a batch of commands changes it."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.journal.log import Log
from croupier.server.journal.store import (
    Answered,
    Conflict,
    New,
    NotHeld,
    Part,
    Short,
    Unavailable,
    Write,
    Written,
)
from croupier.server.journal.stream import ON_ANOTHER_NODE, Codec, Fold, Stream, first_of
from croupier.server.money import jackpots as shared
from croupier.server.money import ledger
from croupier.server.money.jackpots import LiveMeter
from croupier.server.money.ledger import Balances
from croupier.server.own_play.keeping import OwnPlay
from croupier.server.play.lost_rounds import end_lost
from croupier.server.play.requests import (
    Carried,
    Request,
    answered_before,
    firsts,
    not_enough,
    to_repeat,
)
from croupier.server.play.round_rules import RoundRules
from croupier.server.play.tentative import (
    DraftBalances,
    Drafts,
    DraftTables,
    Tentative,
    sum_of,
    unwritten,
)
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table import saved
from croupier.table.commands import CLOCK, AnyCommand, Setup
from croupier.table.decide import decide
from croupier.table.events import AnyEvent
from croupier.table.evolve import evolve, new_table
from croupier.table.feeding import follows
from croupier.table.metered import decide_metered
from croupier.table.state import CONCLUDED, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Generator, Sequence
    from pathlib import Path

    from croupier.server.journal.keys import Keys
    from croupier.server.journal.store import Outcome, Store
    from croupier.server.play.requests import Reply

TABLE_PAUSES = Sentence("table-pauses", "the table pauses, nothing is lost: {reason}")


TABLE = Codec(saved.Saved, saved.save, saved.load, alone=False)
TABLES = Fold("table", happened.decoder, evolve, TABLE)


class LiveTable(Stream[AnyEvent, Table]):
    """A table as its stream has left it."""

    def __init__(self, store: Store, name: str) -> None:
        configured = first_of(store, TABLES, name, happened.TableConfigured)
        super().__init__(store, TABLES, new_table(name, configured.setup), of=name)

    @property
    def table(self) -> Table:
        return self.state


class Happened(msgspec.Struct, frozen=True, gc=False):
    """Durable, and now to be shown to those who watch."""

    table: str
    before: Table
    events: tuple[AnyEvent, ...]
    after: tuple[Table, ...]
    """The table as each event left it."""
    version: int
    elsewhere: bool = False
    """Carried out by another node, and followed here."""


class House:
    def __init__(self, store: Store, keys: Keys, checkpoint: Path | None = None) -> None:
        self.store = store
        self.log = Log(store, keys, checkpoint)
        self.balances_at, found = ledger.steady_balances(store)
        self.balances = Balances(found)
        self.tables: dict[str, LiveTable] = {}
        self.meters = shared.Meters(store)
        self.own_play = OwnPlay(store)
        self.senseless: list[jackpots.ContributionRefused] = []
        """Contributions that no bets explain, and that nobody was told of yet."""
        self.paused: str | None = None
        self.catch_up: Callable[[], None] = lambda: None
        """Before commands are decided anew: what other nodes have written is followed."""
        self.short: Callable[[Short], Refused] = not_enough
        """What is said of a balance that does not cover a stake."""
        self.happened: list[Happened] = []
        """What was carried out and not yet published."""
        self.rounds = RoundRules(self.balances)
        self.to_keep: dict[str, int] = {}
        """Tables whose round has ended, and when; what has to be signed."""
        for stream in store.versions():
            kind, _, name = stream.partition(":")
            if kind == TABLES.kind:
                self.tables[name] = LiveTable(store, name)
        for live in self.tables.values():
            self.meters.add(live.table.setup)
            self.rounds.stakes.follow(live.table)

    def add_table(self, name: str, setup: Setup, by: str, at: int) -> None:
        """A table that the house did not have; its configuration is its first event."""
        if name in self.tables:
            raise BadInput("is there already", "tables", name)
        if why := shared.other_terms(setup, self.meters.now()):
            raise BadInput(why, "tables", name, "jackpot")
        table = new_table(name, setup)
        event = happened.TableConfigured(by=by, at=at, setup=setup, version=table.game.version)
        new = New(at, msgspec.json.encode(event))
        [outcome] = self.store.append([Write((Part(TABLES.name(name), 0, (new,)),))])
        if not isinstance(outcome, Written):
            raise BadInput(f"could not be written: {outcome}", "tables", name)
        self.tables[name] = LiveTable(self.store, name)
        self.meters.add(setup)
        self.checkpoint(at)

    def set_up(self, name: str, setup: Setup, by: str, at: int) -> None:
        """What the house itself writes down of a table that it has."""
        live = self.tables[name]
        event = happened.TableConfigured(by=by, at=at, setup=setup, version=live.table.game.version)
        new = New(at, msgspec.json.encode(event))
        [outcome] = self.store.append([Write((Part(TABLES.name(name), live.version, (new,)),))])
        if not isinstance(outcome, Written):
            raise BadInput(f"could not be written: {outcome}", "tables", name)
        live.follow(evolve(live.table, event), live.version + 1)

    def submit(self, requests: Sequence[Request]) -> list[Reply]:
        """Commands in order, in one commit, here and now."""
        steps = self.steps(requests)
        try:
            writes = next(steps)
            while True:
                writes = steps.send(self.store.append(writes))
        except StopIteration as done:
            replies: list[Reply] = done.value
        self.happened.clear()  # nobody watches: the caller has the replies
        self.keep()
        return replies

    def steps(
        self, requests: Sequence[Request], answered: dict[str, Answered] | None = None
    ) -> Generator[list[Write], list[Outcome], list[Reply]]:
        """Yields what is to be written and takes the outcomes; the caller does the writing.

        A command that finds its ground changed is decided anew. Those that were carried out before
        may have been looked up already.
        """
        replies: dict[int, Reply] = {}
        left = list(enumerate(requests))
        while left:
            now, twice = firsts(left)
            drafts = self.drafts()
            decided = self.decide_all([request for _, request in now], answered, drafts)
            writes = [one.write for one in decided if one.write is not None]
            outcomes = (yield writes) if writes else []
            again = []
            said = self.settled(decided, outcomes, drafts.balances.moved)
            for placed, reply in zip(now, said, strict=True):
                if reply is None:
                    again.append(placed)
                else:
                    replies[placed[0]] = reply
            shared = self.store.sharing is not None  # there others may have written first
            assert shared or len(again) < len(now), "no command of a batch could be carried out"
            left, answered = sorted([*again, *twice], key=itemgetter(0)), None
            if left:
                self.catch_up()
        return [replies[place] for place in range(len(requests))]

    def decide_all(
        self,
        requests: Sequence[Request],
        answered: dict[str, Answered] | None = None,
        drafts: Drafts | None = None,
    ) -> list[Tentative]:
        """Each on the ground that those before it would leave."""
        drafts = drafts or self.drafts()
        if answered is None:
            answered = self.store.answers_to([one.id for one in requests if one.id is not None])
        decided = []
        for request in requests:
            before = answered.get(request.id or "")
            if before is not None:
                said = answered_before(before, request)
                decided.append(unwritten(request, said, drafts.tables[request.table]))
                continue
            one = self.decided(request, drafts)
            if one.write is not None and (short := drafts.take(one, one.write)):
                no = self.not_written(short, request)
                one = unwritten(request, no, drafts.tables[request.table])
            decided.append(one)
        return decided

    def drafts(self) -> Drafts:
        return Drafts(
            DraftTables(self.tables),
            self.meters.now(),
            DraftBalances(self.balances),
            self.own_play.draft(),
            self.rounds.stakes.draft(),
        )

    def decided(self, request: Request, drafts: Drafts) -> Tentative:
        if request.table not in self.tables:
            raise BadInput(f"there is no table {request.table[:40]!r}")
        ground, now = drafts.tables[request.table], drafts.tables.now
        table, command, who, at = ground[0], request.command, request.who, request.at
        known = shared.known_of(command, table, now, drafts.meters, self.store)
        answer = (
            decide(table, command, who, at)
            if known is None
            else decide_metered(table, command, who, at, known)
        )
        if not isinstance(answer, list):
            return unwritten(request, answer, ground)
        if no := (
            drafts.own.refuses(table, answer, now, who.name, at)
            or self.rounds.refuses(table, answer, drafts.stakes, at)
        ):
            return unwritten(request, no, ground)
        return self.to_write(request, answer, drafts)

    def to_write(self, request: Request, events: list[AnyEvent], drafts: Drafts) -> Tentative:
        """The events as entries with their postings, and what follows for the meter."""
        tables, meters, balances, own, _ = drafts
        table, version = tables[request.table]
        name, entries, fed, of_meter, after = meter_of(table), [], [], [], []
        meter = shared.meter_or_new(table.setup, meters.get(name))
        for event in events:
            money = ledger.for_table(table, event, name, balances, self.rounds.aside)
            entries.append(New(event.at, msgspec.json.encode(event), money))
            if meter is not None:
                for one in follows(table, event, meter.jackpot):
                    money = ledger.for_meter(one, name, table.name, balances)
                    fed.append(New(one.at, msgspec.json.encode(one), money))
                    of_meter.append(one)
                    meter = LiveMeter(jackpots.evolve(meter.jackpot, one), meter.version + 1)
            table = evolve(table, event)
            after.append(table)
        parts = [Part(self.tables[request.table].name, version, tuple(entries))]
        if fed and meter is not None:
            parts.append(Part(shared.METERS.name(name), meter.version - len(fed), tuple(fed)))
        if noted := own.noted(table, [*events, *of_meter] if of_meter else events):
            parts.append(own.part(noted))
        reply = Carried.of(version + len(entries), tuple(events))
        return Tentative(
            request=request,
            write=to_repeat(request, tuple(parts), reply) if entries else None,
            reply=reply,
            table=table,
            version=reply.version,
            meter=meter if fed else None,
            after=tuple(after),
            of_meter=tuple(of_meter),
            noted=noted,
        )

    def settled(
        self, decided: Sequence[Tentative], outcomes: Sequence[Outcome], moved: dict[str, int]
    ) -> list[Reply | None]:
        """The replies, once it is known what became of the writes; None: decide again.

        What all of them together move is known, if all are written.
        """
        left, written = iter(outcomes), []
        replies: list[Reply | None] = []
        for one in decided:
            outcome = None if one.write is None else next(left)
            if outcome is None:
                replies.append(one.reply)
            elif isinstance(outcome, Written):
                replies.append(one.reply)
                written.append(one)
            elif isinstance(outcome, Conflict):
                replies.append(None)
            else:
                replies.append(self.not_written(outcome, one.request))
        if written:
            self.paused = None
            total = moved if len(written) == len(outcomes) else sum_of(written)
            self.balances.move(total.items())
            self.take_over(written)
        return replies

    def not_written(
        self, outcome: Answered | Short | Unavailable | NotHeld, request: Request
    ) -> Reply:
        if isinstance(outcome, Answered):
            return answered_before(outcome, request)
        if isinstance(outcome, Short):
            return self.short(outcome)
        if isinstance(outcome, NotHeld):
            return declined(Policy.ON_ANOTHER_NODE, ON_ANOTHER_NODE(table=outcome.table))
        self.paused = outcome.reason
        says = TABLE_PAUSES(reason=outcome.reason)
        return declined(Policy.PAUSED, says)

    def take_over(self, written: Sequence[Tentative]) -> None:
        """What is durable is the state from which the next command is decided."""
        happened, tables = self.happened, self.tables
        for one in written:
            name, table, reply = one.request.table, one.table, one.reply
            live = tables[name]
            assert isinstance(reply, Carried)
            happened.append(Happened(name, live.state, reply.events, one.after, one.version))
            live.follow(table, one.version)
            if one.meter is not None:
                self.meters.add(table.setup)
                self.meters[meter_of(table)].follow(one.meter.jackpot, one.meter.version)
                self.senseless += shared.senseless(one.of_meter)
            if one.noted:
                self.own_play.take_over(one.noted)
            if table.step is CONCLUDED:
                self.to_keep[name] = one.request.at
        for name in {one.request.table for one in written}:
            self.rounds.stakes.follow(tables[name].table)

    def keep(self) -> None:
        """At a round's end a checkpoint is signed; now and then a snapshot is saved."""
        if self.to_keep:
            if not self.checkpoint(max(self.to_keep.values())):
                return  # the rounds themselves are durable: the checkpoint waits
            ended, self.to_keep = self.to_keep, {}
            for name in ended:
                self.tables[name].keep()
        for meter in self.meters.values():
            meter.keep()
        self.own_play.keep()

    def checkpoint(self, at: int) -> bool:
        """Whether all that is written is signed; a house that cannot sign pauses."""
        failed = self.log.checkpoint(at)
        if failed is not None:
            self.paused = failed.reason
        return failed is None

    def probe(self) -> None:
        """Whether a house that pauses can write again."""
        failed = self.store.probe()
        self.paused = failed.reason if failed else None

    def recover(self, at: int, in_doubt: Container[str] = ()) -> dict[str, list[Reply]]:
        """After a start: every round that was in play is resolved by its document's own clause.

        One that a backup has brought back is void.
        """
        told: dict[str, list[Reply]] = {}
        for name, live in self.tables.items():
            if live.table.step is CONCLUDED:
                continue
            if name in in_doubt:
                told[name] = [end_lost(self, name, at)]
                continue
            resume: list[AnyCommand] = [asks.Interrupt(), asks.Resume()]
            commands = resume[1:] if live.table.interrupted else resume
            told[name] = [
                self.submit([Request(name, CLOCK, command, at)])[0] for command in commands
            ]
        return told


def meter_of(table: Table) -> str:
    """The jackpot that a table shares with the others of its game."""
    return table.setup.game
