"""Follows the journal of a rehearsed house and says what must never be: a part of its own.

It folds every entry itself, when it is written, and holds all that nodes say against that.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal.sharing import FENCED, Sharing
from croupier.server.journal.store import PLAYERS, is_as_written
from croupier.server.money.jackpots import new_meter
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.commands import Look
from croupier.table.state import Step
from tests.simulation.rehearsal.acknowledged import Acknowledged
from tests.simulation.rehearsal.faulty_sqlite import FaultySqlite, leases
from tests.simulation.soak import Broken, Floor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Entry
    from croupier.table.commands import Setup
    from croupier.table.events import AnyEvent
    from croupier.table.meter import Jackpot
    from croupier.table.state import Table
    from tests.simulation.rehearsal.rooms import Rooms
    from tests.simulation.rehearsal.weather import Calm

NOBODYS = Look("", 0)
"""Where the command behind an event is not known."""


class Event(msgspec.Struct, frozen=True):
    event: str


kind_decoder = msgspec.json.Decoder(Event)
INTERRUPTED = happened.tag_of(happened.RoundInterrupted)
UNREPEATABLE = {"shoe", "cage", "acts"}
"""Streams with something that was drawn by the machine."""


class Folded(Floor):
    """Tables as the journal has them, each checked after every event by what the soak checks."""

    def feed(self, table: Table, event: AnyEvent) -> None:
        """A shared meter has a stream of its own, which is folded instead."""


class Observer:
    def __init__(self, calm: Calm, setups: dict[str, Setup]) -> None:
        self.store = FaultySqlite(calm.sky.path, Sharing("observer", "observer"), calm)
        self.folded = Folded(tuple(setups.values()), 0)
        self.versions: dict[str, list[Table]] = {
            name: [table] for name, table in self.folded.tables.items()
        }
        """Each table as it was at each version."""
        self.meters: dict[str, Jackpot] = {}
        self.balances = Counter[str]()
        self.position, self.signed = 0, 0
        self.tokens: dict[str, tuple[int, str]] = {}
        self.writers: dict[str, str] = {}
        """Which run of a node wrote last to each table."""
        self.acknowledged = Acknowledged(self.store)
        self.found: list[str] = []
        self.trace = sha256()
        self.lines: list[str] | None = None
        self.time: Callable[[], float] = lambda: 0.0

    def find(self, what: str) -> None:
        self.found.append(f"{self.time():.3f}: {what}")

    def tell(self, *what: object) -> None:
        line = f"{self.time():.6f} {' '.join(map(str, what))}"
        self.trace.update(line.encode() + b"\n")
        if self.lines is not None:
            self.lines.append(line)

    def committed(self, rooms: Rooms) -> None:
        """Whoever has just written had the right to, and everything still holds."""
        held = {name: (node, run, until) for name, node, run, _, until in leases(self.store)}
        now = self.store.now()
        known = rooms.sharing.looked + len(rooms.sharing.mine)
        for entry in self.store.everything(self.position):
            if known < entry.position - 1:
                self.find(f"{rooms.name} wrote {entry.place}, and did not know all before it")
            known += 1
            kind, _, name = entry.stream.partition(":")
            if kind == FENCED and entry.version > 1:
                node, run, until = held.get(name, ("", "", 0))
                if (node, run) != (rooms.name, rooms.sharing.run) or until <= now:
                    self.find(f"{rooms.name} wrote {entry.place}, which {node or 'nobody'} holds")
                self.goes_on(name, entry, rooms)
            self.take(entry, rooms.name)

    def goes_on(self, name: str, entry: Entry, rooms: Rooms) -> None:
        """A round with bets that was another's is interrupted before anything else."""
        before, self.writers[name] = self.writers.get(name), rooms.sharing.run
        table = self.folded.tables[name]
        in_play = table.step is not Step.CONCLUDED and table.round.wagers
        if before in {None, rooms.sharing.run} or not in_play or table.interrupted:
            return
        if kind_decoder.decode(entry.body).event != INTERRUPTED:
            self.find(f"{entry.place}: {rooms.name} goes on with a round that was {before}'s")

    def take(self, entry: Entry, by: str = "") -> None:
        kind, _, name = entry.stream.partition(":")
        if entry.position != self.position + 1:
            self.find(f"{entry.place} comes after position {self.position}")
        self.position = entry.position
        said = kind_decoder.decode(entry.body).event
        digest = "" if kind in UNREPEATABLE else sha256(entry.body).hexdigest()[:12]
        self.tell(by, entry.position, entry.stream, entry.version, said, digest, *entry.postings)
        if not is_as_written(entry):
            self.find(f"{entry.place} is not as it was written")
        self.move(entry)
        try:
            if kind == FENCED:
                self.at_table(name, entry)
            elif kind == "meter":
                self.at_meter(name, entry)
        except Broken as broken:
            self.find(str(broken))

    def move(self, entry: Entry) -> None:
        for account, cents in entry.postings:
            self.balances[account] += cents
            if cents < 0 and account.startswith(PLAYERS) and self.balances[account] < 0:
                self.find(f"{account} is below nothing after {entry.place}")
        if sum(cents for _, cents in entry.postings):
            self.find(f"{entry.place}: its postings do not come to nothing")

    def at_table(self, name: str, entry: Entry) -> None:
        if entry.version != len(self.versions[name]):
            self.find(f"{entry.place} comes out of its order")
        self.folded.record(name, happened.decoder.decode(entry.body), NOBODYS)
        self.versions[name].append(self.folded.tables[name])

    def at_meter(self, game: str, entry: Entry) -> None:
        if game not in self.meters:
            tables = self.folded.tables.values()
            setup = next(one.setup for one in tables if one.setup.game == game)
            first = new_meter(setup)
            assert first is not None
            self.meters[game] = first.jackpot
        event, before = jackpots.decoder.decode(entry.body), self.meters[game].meter.cents
        now = self.meters[game] = jackpots.evolve(self.meters[game], event)
        may_fall = jackpots.MajorPaid | jackpots.ContributionTakenBack | jackpots.MeterCorrected
        if now.meter.cents < before and not isinstance(event, may_fall):
            self.find(f"the meter fell by {event}")

    # What is looked at now and then

    def look(self) -> None:
        """At leases, checkpoints, meters and balances."""
        for name, node, run, token, _until in leases(self.store):
            before, by = self.tokens.get(name, (0, ""))
            if token < before or (token == before and by != f"{node} {run}"):
                self.find(f"{name} went from {by} to {node} {run} with token {token}")
            self.tokens[name] = token, f"{node} {run}"
        last = self.store.last_checkpoint()
        if last is not None and last.size < self.signed:
            self.find(f"a checkpoint of {last.size} comes after one of {self.signed}")
        self.signed = last.size if last else 0
        for what in self.wrong_money():
            self.find(what)

    def wrong_money(self) -> Iterator[str]:
        kept = {name: cents for name, cents in self.store.balances().items() if cents}
        if kept != {name: cents for name, cents in self.balances.items() if cents}:
            yield "balances are not what was posted"
        for game, jackpot in self.meters.items():
            if (
                self.balances[f"meter:{game}"]
                != int(jackpot.meter.cents) - jackpot.terms.seed_cents
            ):
                yield f"the meter of {game} shows what its account has not"

    def look_at(self, rooms: Rooms) -> None:
        """Whatever a node knows is what was written, up to where it has followed."""
        for name, live in rooms.play.tables.items():
            known, compared = self.versions[name], rooms.compared.get(name)
            if live.version >= len(known):
                self.find(f"{rooms.name} has {name} at {live.version}, which nobody wrote")
            elif compared is None or compared[0] is not live.table or compared[1] != live.version:
                if live.table != known[live.version]:
                    self.find(f"{rooms.name} has another {name} at {live.version} than was written")
                rooms.compared[name] = live.table, live.version
        if self.is_level(rooms):
            for what in self.behind(rooms):
                self.find(f"{rooms.name} has followed everything, but {what}")

    def is_level(self, rooms: Rooms) -> bool:
        busy = rooms.queue.write_lock.locked() or rooms.sharing.turn is not None
        known = rooms.sharing.looked + len(rooms.sharing.mine)
        return not busy and known >= self.position

    def behind(self, rooms: Rooms) -> Iterator[str]:
        has = {name: cents for name, cents in rooms.play.balances.items() if cents}
        wrong = {
            name: (cents, has.get(name, 0))
            for name, cents in self.balances.items()
            if has.get(name, 0) != cents
        }
        if wrong:
            yield f"balances differ: {wrong}"
        for name, live in rooms.play.tables.items():
            if live.version != len(self.versions[name]) - 1:
                yield f"{name} is at {live.version} of {len(self.versions[name]) - 1}"
        for game, meter in rooms.play.meters.items():
            if game in self.meters and meter.jackpot != self.meters[game]:
                yield f"the meter of {game} differs"
