"""A house: tables and jackpots as their journals have left them, and the way in for commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import snapshots
from croupier.server.journal.store import (
    PLAYERS,
    Answered,
    Conflict,
    New,
    Part,
    Short,
    Unavailable,
    Write,
    Written,
)
from croupier.server.money import jackpots as shared
from croupier.server.money import ledger
from croupier.server.money.jackpots import LiveMeter
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table import saved
from croupier.table.commands import CLOCK, AnyCommand, Refused, Setup, Who
from croupier.table.decide import decide
from croupier.table.events import AnyEvent
from croupier.table.evolve import evolve, new_table
from croupier.table.meter import AnyMeterEvent
from croupier.table.state import Step, Table

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from croupier.server.journal.checkpoints import Keys
    from croupier.server.journal.store import Outcome, Store

SNAPSHOT_EVERY = snapshots.EVERY
"""Events of a table after which its state is put away, at the end of a round."""
event_decoder = msgspec.json.Decoder(AnyEvent)
meter_decoder = msgspec.json.Decoder(AnyMeterEvent)


class Request(msgspec.Struct, frozen=True, gc=False):
    table: str
    who: Who
    command: AnyCommand
    at: int
    id: str | None = None


class Carried(msgspec.Struct, frozen=True, tag="carried", gc=False):
    """Durable: the events of the command, and the table's version after them.

    To a request that was carried out before, the version alone.
    """

    version: int
    events: tuple[AnyEvent, ...]


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """Refused by the rules, or by the player's balance."""

    why: str
    clauses: tuple[str, ...]
    says: str


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The store cannot be written to: nothing happened, nothing is lost."""

    says: str


Reply = Carried | Declined | Paused
reply_decoder: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class Live(msgspec.Struct):
    """A table, and how long its stream is."""

    table: Table
    version: int
    snapshot_at: int = 0


class Happened(msgspec.Struct, frozen=True, gc=False):
    """Durable, and now to be told."""

    table: str
    before: Table
    events: tuple[AnyEvent, ...]
    after: tuple[Table, ...]
    """The table as each event left it."""
    version: int


class Tentative(msgspec.Struct, gc=False):
    """A command decided, to be written; the table and meter that it would leave."""

    request: Request
    write: Write | None
    reply: Reply
    table: Table
    version: int
    meter: LiveMeter | None = None
    after: tuple[Table, ...] = ()


class House:
    def __init__(self, store: Store, keys: Keys) -> None:
        self.store, self.keys = store, keys
        self.balances = store.balances()
        self.tables: dict[str, Live] = {}
        self.meters: dict[str, LiveMeter] = {}
        self.paused: str | None = None
        self.happened: list[Happened] = []
        """What was carried out since somebody last looked."""
        self.touched: set[str] = set()
        """Accounts moved since somebody last looked."""
        self.to_keep: dict[str, int] = {}
        """Tables whose round has ended, and when."""
        self.meters_kept: dict[str, int] = {}
        """At which version the state of each meter was last kept."""
        for stream in store.versions():
            kind, _, name = stream.partition(":")
            if kind == "table":
                self.tables[name] = self.rebuilt(name)
        for live in self.tables.values():
            name, first = meter_of(live.table), shared.new_meter(live.table.setup)
            if first is not None and name not in self.meters:
                self.meters[name] = self.rebuilt_meter(name, first)

    def rebuilt(self, name: str) -> Live:
        stream = f"table:{name}"
        kept = snapshots.trusted(self.store, stream, saved.Saved)
        version, table = (kept.version, saved.load(kept.state)) if kept else (0, None)
        for entry in self.store.read(stream, version):
            event = event_decoder.decode(entry.body)
            if table is None:
                assert isinstance(event, happened.TableConfigured)
                table = new_table(name, event.setup)
            table, version = evolve(table, event), entry.version
        assert table is not None
        return Live(table, version, kept.version if kept else 0)

    def rebuilt_meter(self, name: str, meter: LiveMeter) -> LiveMeter:
        stream = f"meter:{name}"
        if kept := snapshots.trusted(self.store, stream, saved.SavedJackpot):
            meter = LiveMeter(saved.load_jackpot(kept.state), kept.version)
            self.meters_kept[name] = kept.version
        for entry in self.store.read(stream, meter.version):
            event = meter_decoder.decode(entry.body)
            meter = LiveMeter(jackpots.evolve(meter.jackpot, event), entry.version)
        return meter

    def add_table(self, name: str, setup: Setup, by: str, at: int) -> None:
        """A table that the house did not have; its configuration is its first event."""
        if name in self.tables:
            raise BadInput("is there already", "tables", name)
        if why := shared.other_terms(setup, self.meters):
            raise BadInput(why, "tables", name, "jackpot")
        table = new_table(name, setup)
        event = happened.TableConfigured(by=by, at=at, setup=setup, version=table.game.version)
        new = New(at, msgspec.json.encode(event))
        [outcome] = self.store.append([Write((Part(f"table:{name}", 0, (new,)),))])
        if not isinstance(outcome, Written):
            raise BadInput(f"could not be written: {outcome}", "tables", name)
        self.tables[name] = Live(evolve(table, event), 1)
        if (first := shared.new_meter(setup)) is not None:
            self.meters.setdefault(meter_of(table), first)

    def submit(self, requests: Sequence[Request]) -> list[Reply]:
        """Commands in order, in one commit, here and now."""
        steps = self.steps(requests)
        try:
            writes = next(steps)
            while True:
                writes = steps.send(self.store.append(writes))
        except StopIteration as done:
            replies: list[Reply] = done.value
        self.happened.clear()  # nobody is told: the caller has the replies
        self.keep()
        return replies

    def steps(
        self, requests: Sequence[Request]
    ) -> Generator[list[Write], list[Outcome], list[Reply]]:
        """What is to be written, given back what became of it; whoever drives it has the disk.

        A command that finds its ground changed is decided anew.
        """
        replies: dict[int, Reply] = {}
        left = list(enumerate(requests))
        while left:
            decided = self.decide_all([request for _, request in left])
            writes = [one.write for one in decided if one.write is not None]
            outcomes = iter((yield writes) if writes else [])
            again = []
            for (place, request), one in zip(left, decided, strict=True):
                outcome = next(outcomes) if one.write is not None else None
                reply = self.settled(one, outcome)
                if reply is None:
                    again.append((place, request))
                else:
                    replies[place] = reply
            assert len(again) < len(left), "no command of a batch could be carried out"
            left = again
        return [replies[place] for place in range(len(requests))]

    def decide_all(self, requests: Sequence[Request]) -> list[Tentative]:
        """Each on the ground that those before it would leave."""
        tables = {name: (live.table, live.version) for name, live in self.tables.items()}
        meters = dict(self.meters)
        balances = dict(self.balances)
        answered = self.store.answers_to([one.id for one in requests if one.id is not None])
        decided = []
        for request in requests:
            before = answered.get(request.id or "")
            if before is not None:
                said = reply_decoder.decode(before)
                decided.append(Tentative(request, None, said, *tables[request.table]))
                continue
            one = self.decided(request, tables, meters, balances)
            if one.write is not None:
                moved = one.write.moved
                if short := short_of(moved, balances):
                    one = Tentative(request, None, self.not_written(short), *tables[request.table])
                else:
                    tables[request.table] = (one.table, one.version)
                    if one.meter is not None:
                        meters[meter_of(one.table)] = one.meter
                    for account, cents in moved.items():
                        balances[account] = balances.get(account, 0) + cents
            decided.append(one)
        return decided

    def decided(
        self,
        request: Request,
        tables: dict[str, tuple[Table, int]],
        meters: dict[str, LiveMeter],
        balances: dict[str, int],
    ) -> Tentative:
        if request.table not in tables:
            raise BadInput(f"there is no table {request.table[:40]!r}")
        table, version = tables[request.table]
        if isinstance(request.command, shared.METERED):
            asked = request.command, request.who, request.at
            now = (one for one, _ in tables.values())
            answer = shared.decided(asked, table, now, meters, self.store)
        else:
            answer = decide(table, request.command, request.who, request.at)
        if isinstance(answer, Refused):
            reply = Declined(answer.why, answer.clauses, answer.says)
            return Tentative(request, None, reply, table, version, None)
        return self.to_write(request, answer, (table, version), meters, balances)

    def to_write(
        self,
        request: Request,
        events: list[AnyEvent],
        ground: tuple[Table, int],
        meters: dict[str, LiveMeter],
        balances: dict[str, int],
    ) -> Tentative:
        """The events as entries with their postings, and what follows for the meter."""
        table, version = ground
        name, entries, fed, after = meter_of(table), [], [], []
        meter = meters.get(name) or shared.new_meter(table.setup)
        for event in events:
            money = ledger.for_table(table, event, name, balances)
            entries.append(New(event.at, msgspec.json.encode(event), money))
            if meter is not None:
                for one in jackpots.follows(table, event, meter.jackpot):
                    seed = meter.jackpot.meter.seed_cents
                    money = ledger.for_meter(one, seed, name, table.name)
                    fed.append(New(one.at, msgspec.json.encode(one), money))
                    meter = LiveMeter(jackpots.evolve(meter.jackpot, one), meter.version + 1)
            table = evolve(table, event)
            after.append(table)
        parts = [Part(f"table:{table.name}", version, tuple(entries))]
        if fed and meter is not None:
            parts.append(Part(f"meter:{name}", meter.version - len(fed), tuple(fed)))
        reply = Carried(version + len(entries), tuple(events))
        again = b"" if request.id is None else msgspec.json.encode(Carried(reply.version, ()))
        write = Write(tuple(parts), request.id, again) if entries else None
        now = version + len(entries)
        return Tentative(request, write, reply, table, now, meter if fed else None, tuple(after))

    def settled(self, one: Tentative, outcome: Outcome | None) -> Reply | None:
        """The reply, once it is known what became of the write; None: decide again."""
        if outcome is None:
            return one.reply
        if isinstance(outcome, Written):
            self.paused = None
            self.take_over(one)
            return one.reply
        if isinstance(outcome, Conflict):
            return None
        return self.not_written(outcome)

    def not_written(self, outcome: Answered | Short | Unavailable) -> Reply:
        if isinstance(outcome, Answered):
            return reply_decoder.decode(outcome.answer)
        if isinstance(outcome, Short):
            name = outcome.account.removeprefix(ledger.player_account(""))
            return Declined("not-enough", (), f"{name} has {outcome.has_cents / 100:.2f}")
        self.paused = outcome.reason
        return Paused(f"the table pauses, nothing is lost: {outcome.reason}")

    def take_over(self, one: Tentative) -> None:
        """What is durable is the state from which the next command is decided."""
        assert one.write is not None
        live, reply = self.tables[one.request.table], one.reply
        assert isinstance(reply, Carried)
        self.happened.append(
            Happened(one.request.table, live.table, reply.events, one.after, one.version)
        )
        live.table, live.version = one.table, one.version
        if one.meter is not None:
            self.meters[meter_of(one.table)] = one.meter
        self.moved(one.write.moved.items())
        if live.table.step is Step.CONCLUDED:
            self.to_keep[one.request.table] = one.request.at

    def moved(self, postings: Iterable[tuple[str, int]]) -> None:
        for account, cents in postings:
            self.balances[account] = self.balances.get(account, 0) + cents
            self.touched.add(account)

    def keep(self) -> None:
        """At a round's end the head of the journal is signed, and now and then the state kept."""
        while self.to_keep:
            name, at = next(iter(self.to_keep.items()))
            live, stream = self.tables[name], f"table:{name}"
            failed = self.store.save_seal(self.keys.seal(self.store, stream, at))
            if failed is not None:  # the round itself is durable: its seal waits
                self.paused = failed.reason
                return
            del self.to_keep[name]
            if live.version - live.snapshot_at >= SNAPSHOT_EVERY:
                state = saved.save(live.table)
                if snapshots.keep(
                    self.store, stream, live.version, saved.Saved, state, alone=False
                ):
                    live.snapshot_at = live.version
        self.keep_meters()

    def keep_meters(self) -> None:
        for name, live in self.meters.items():
            if live.version - self.meters_kept.get(name, 0) >= SNAPSHOT_EVERY:
                stream, state = f"meter:{name}", saved.save_jackpot(live.jackpot)
                if snapshots.keep(self.store, stream, live.version, saved.SavedJackpot, state):
                    self.meters_kept[name] = live.version

    def probe(self) -> None:
        """Whether a house that pauses can write again."""
        failed = self.store.probe()
        self.paused = failed.reason if failed else None

    def recover(self, at: int) -> dict[str, list[Reply]]:
        """After a start: every round that was in play is resolved by its document's own clause."""
        told = {}
        for name, live in self.tables.items():
            if live.table.step is Step.CONCLUDED:
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


def short_of(moved: dict[str, int], balances: dict[str, int]) -> Short | None:
    """The account of a player that does not hold what would be taken from it."""
    for account, cents in moved.items():
        if cents < 0 and account.startswith(PLAYERS) and balances.get(account, 0) + cents < 0:
            return Short(account, balances.get(account, 0))
    return None
