"""Who watches which table, and what each is sent: the newest view, never a hidden card.

A table as all may see it is encoded and framed once for everybody who watches; a person's own part
goes to that person when it has changed. `ticks` says when.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.engine.irregularities import Role
from croupier.server.floor.backlog import Backlog
from croupier.server.floor.display import Display
from croupier.server.floor.frames import frame
from croupier.server.floor.lobby import Lobby, listed
from croupier.server.floor.protocol import (
    Corrected,
    NextShoe,
    Notice,
    Purse,
    Results,
    Seen,
    TableInfo,
    Welcome,
    encode,
)
from croupier.server.floor.staffed import has_dealer
from croupier.server.floor.ticks import Ticks
from croupier.server.floor.watcher import send_all
from croupier.server.money import ledger
from croupier.table.authority import PERSON
from croupier.table.clocks import look_until, seconds_given, seconds_to_look, until
from croupier.table.commands import Who
from croupier.table.corrected import told_to
from croupier.table.events import SettlementCorrected
from croupier.table.evolve import jackpot_of
from croupier.table.past import pasts
from croupier.table.roads import drawn
from croupier.table.secrecy import concerns, seen
from croupier.table.sight import STRANGER
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.refusals import Refused
    from croupier.server.floor.protocol import Picture
    from croupier.server.floor.watcher import Watcher
    from croupier.server.play.house import Happened
    from croupier.server.play.queue import CommandQueue
    from croupier.table.events import AnyEvent
    from croupier.table.past import Ended
    from croupier.table.showing import Showing
    from croupier.table.state import Table
    from croupier.wire.house_terms import HouseTerms

RECENT = 400
"""Events of a table buffered for clients that reconnect."""


class Recent(NamedTuple):
    version: int
    event: AnyEvent
    """As everybody whom it concerns may see it."""
    concerns: str | None


class Sealed(NamedTuple):
    """A table's shoe in use and the one to come, as everybody may know them."""

    shoe: str | None = None
    commitment: str | None = None
    coming: NextShoe | None = None
    seeds: int | None = None


NO_SHOE = Sealed()


class Floor:
    def __init__(self, queue: CommandQueue, terms: HouseTerms) -> None:
        self.queue, self.terms = queue, terms
        self.watchers: set[Watcher] = set()
        self.watching: dict[str, set[Watcher]] = {}
        self.of: dict[str, set[Watcher]] = {}
        """The connections of each person."""
        self.newcomers: dict[str, dict[Watcher, int | None]] = {}
        """Not sent the table yet, and the entry that each has seen."""
        self.changed: dict[str, set[str] | None] = {}
        """Tables, with the players whose own part may have changed; None: anybody's."""
        self.sent: dict[str, int] = {}
        """The version of each table that those who watch it have."""
        self.recent: dict[str, deque[Recent]] = {}
        self.results: dict[str, tuple[tuple[Ended, ...], bytes]] = {}
        """The last rounds of each table that those who watch it have, and their frame."""
        self.lobby = Lobby(self)
        self.meters: dict[str, tuple[int, bool]] = {}
        """What each jackpot displays, and whether it is frozen, as those who watch have it."""
        self.moved: set[str] = set()
        """Those whose money has moved before this tick."""
        self.sealed: dict[str, Sealed] = {}
        self.opens: dict[str, int] = {}
        """When the next round of each table with an automatic dealer opens."""
        self.held: frozenset[str] = frozenset()
        """Tables that a dispute holds, as those who watch have it."""
        self.backlog = Backlog()
        self.standing: Callable[[str], Who | Refused] | None = None
        """Whose session a token is of at this moment, where the house keeps sessions."""
        self.pictures: dict[str, Picture] = {}
        """Of real tables, as pages may show them."""
        self.staffed_elsewhere: dict[str, frozenset[str]] = {}
        """Tables with a dealer at them, by the other nodes' word."""
        self.tell_nodes: Callable[[], None] = lambda: None
        self.notice, self.ticks = Notice(None), Ticks(self)
        queue.listeners.append(self.heard)
        queue.after_writing.append(self.stir)

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        watcher.say(Welcome(watcher.who, self.queue.clock(), tuple(self.tables()), self.terms))
        if self.notice != Notice(None):
            watcher.say(self.notice)
        if watcher.who is not None:
            self.of.setdefault(watcher.who.name, set()).add(watcher)
            self.show_purse(watcher)

    def is_in(self, watcher: Watcher) -> bool:
        """Whether what is personal may be sent: the session is open, and this person's."""
        return self.standing is None or self.standing(watcher.token) == watcher.who

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.backlog.forget(watcher)
        self.lobby.leave(watcher)
        for table in (*watcher.watching, *self.newcomers):
            watcher.unwatch(table)
        self.lobby.stir()
        if watcher.who is not None:
            left = self.of.get(watcher.who.name, set())
            left.discard(watcher)
            if not left:
                self.of.pop(watcher.who.name, None)

    def heard(self, happened: Happened) -> None:
        name, first = happened.table, happened.version - len(happened.events) + 1
        kept = self.recent.setdefault(name, deque(maxlen=RECENT))
        changed = self.changed.setdefault(name, set())
        self.sent.setdefault(name, first - 1)
        steps = zip(happened.events, happened.after, strict=True)
        for number, (event, table) in enumerate(steps, first):
            one = concerns(event, table)
            told = seen(event, table, STRANGER if one is None else Who(one, Role.PLAYER))
            assert told is not None
            kept.append(Recent(number, told, one))
            if one is None:
                changed = None
            elif changed is not None:
                changed.add(one)
        self.changed[name] = changed
        self.tell_corrected(happened)
        self.stir()

    def tell_corrected(self, happened: Happened) -> None:
        """To its players, at whatever table they are now, and to players who watch."""
        left = happened.after[-1]
        for event in happened.events:
            if not (players := told_to(event, left)):
                continue
            number = event.round if isinstance(event, SettlementCorrected) else left.round.number
            told = {one for player in players for one in self.of.get(player, ())}
            for watcher in told | self.watching.get(happened.table, set()):
                if watcher.who and watcher.who.role is Role.PLAYER and self.is_in(watcher):
                    watcher.say(Corrected(happened.table, number))

    def publish(self, name: str, sealed: Sealed) -> None:
        """The shoe in use and the one to come, and what the house has committed itself to."""
        if self.sealed.get(name) != sealed:
            self.sealed[name] = sealed
            self.changed.setdefault(name, set())
            self.stir()

    def tell_opening(self, name: str, at: int, *, here: bool = False) -> None:
        self.opens[name] = at
        if here:
            self.tell_nodes()
        self.changed[name] = None
        self.stir()

    def tell_dealer(self, watcher: Watcher, name: str) -> None:
        """Whether a table has a dealer may have changed."""
        if watcher.who is not None and watcher.who.role is Role.DEALER:
            self.changed[name] = None
            self.tell_nodes()
            self.stir()

    def stir(self) -> None:
        """Something may have changed: watchers are sent it within a tick."""
        self.ticks.stir()

    def look_around(self) -> None:
        """What has changed beside the tables themselves."""
        self.moved = {*map(ledger.person_of, self.queue.play.balances.touched)}
        self.look_at_meters()
        self.look_at_holds()
        if self.notice != (notice := Notice(self.queue.paused, self.queue.no_bets)):
            self.notice = notice
            send_all(self.watchers, frame(encode(notice)))

    def show_purses(self) -> None:
        """To those whose money has moved."""
        moved, self.queue.play.balances.touched = self.queue.play.balances.touched, set()
        for account in moved:
            for watcher in tuple(self.of.get(ledger.person_of(account), ())):
                self.show_purse(watcher)

    def look_at_meters(self) -> None:
        """A jackpot that has moved is displayed at every table of its game."""
        house = self.queue.play
        now = {
            game: (one.jackpot.displayed_cents, one.jackpot.frozen)
            for game, one in house.meters.items()
        }
        moved = {game for game, shown in now.items() if self.meters.get(game) != shown}
        self.meters = now
        for name, live in house.tables.items():
            if live.table.setup.game in moved:
                self.changed[name] = None

    def look_at_holds(self) -> None:
        """A table that a dispute holds, or holds no longer, is shown so."""
        now = frozenset(self.queue.play.rounds.disputes.tables)
        for name in (now ^ self.held) & self.queue.play.tables.keys():
            self.changed[name] = None
        self.held = now

    def show(
        self, name: str, players: set[str] | None, newcomers: dict[Watcher, int | None]
    ) -> Iterator[None]:
        """A table to all who watch it, part by part, and to newcomers from where they were."""
        return Display(self, name).shown(players, newcomers)

    def new_results(self, name: str, table: Table) -> bytes:
        """The last rounds, if they differ from those last sent; they are framed once for all."""
        told = self.results.get(name)
        if told is not None and told[0] is table.past:
            return b""
        past = pasts(table)
        roads = drawn([one.result for one in past if one.result])
        shown = roads if table.game.drawn_by_tableau else None
        data = frame(encode(Results(name, past, shown, table.today)))
        self.results[name] = table.past, data
        return data

    def those(self, table: str, players: set[str]) -> list[Watcher]:
        return [one for name in players for one in self.of.get(name, ()) if table in one.watching]

    def seen(self, name: str, showing: Showing, since: int, version: int) -> Seen:
        table = showing.table
        by_person = table.setup.dealer == PERSON  # no card of it was ever sealed
        sealed = NO_SHOE if by_person else self.sealed.get(name, NO_SHOE)
        return Seen(
            table=name,
            version=version,
            since=since,
            now=self.queue.clock(),
            view=showing.public(),
            events=tuple(
                one.event
                for one in self.recent.get(name, ())
                if one.concerns is None and since < one.version <= version
            ),
            meter_cents=self.meter(table),
            until=until(table),
            shoe=sealed.shoe,
            commitment=sealed.commitment,
            seeds=msgspec.UNSET if sealed.seeds is None else sealed.seeds,
            next_shoe=sealed.coming or msgspec.UNSET,
            no_jackpot_bets=table.no_jackpot_bets or msgspec.UNSET,
            held=table.name in self.held or msgspec.UNSET,
            no_dealer=not has_dealer(self, table) or msgspec.UNSET,
            **self.times(table),
        )

    def times(self, table: Table) -> dict[str, int]:
        """Of the clocks that pages count down: those that run."""
        opens = self.opens_at(table)
        found = {
            "seconds": seconds_given(table),
            "opens": opens if opens > self.queue.clock() else None,  # else that of the round before
        }
        if (looking := look_until(table)) is not None:
            found |= {"look_until": looking, "seconds": seconds_to_look(table)}
        return {name: value for name, value in found.items() if value is not None}

    def opens_at(self, table: Table) -> int:
        """When the next round opens, or may: not before the house's own rules let it."""
        rules = self.queue.play.rounds
        if table.step is not Step.CONCLUDED or table.name in rules.disputes.tables:
            return 0
        return max(self.opens.get(table.name, 0), rules.opens_at(table))

    def show_purse(self, watcher: Watcher) -> None:
        if data := self.purse(watcher):
            watcher.send(data)

    def purse(self, watcher: Watcher) -> bytes:
        """Framed, if it is not as it was last sent."""
        assert watcher.who is not None
        if not self.is_in(watcher):
            return b""
        name, balances = watcher.who.name, self.queue.play.balances
        own = (
            balances.has(name),
            -balances.get(ledger.owed(name), 0),
            self.pending(name),
            ledger.held_for(balances, name),
        )
        if own == watcher.purse:
            return b""
        watcher.purse = own
        return frame(encode(Purse(*own)))

    def pending(self, name: str) -> dict[str, int]:
        balances = self.queue.play.balances
        aside = sorted(balances.aside.get(name, ()))
        return {table: balances[ledger.provisional(table, name)] for table in aside}

    def tables(self) -> list[TableInfo]:
        return [listed(self, live.table) for live in self.queue.play.tables.values()]

    def is_frozen(self, table: Table) -> bool:
        shared = self.queue.play.meters.get(table.setup.game)
        return bool(shared and shared.jackpot.frozen)

    def meter(self, table: Table) -> int | None:
        meter = self.queue.play.meters.get(table.setup.game)
        return meter.jackpot.displayed_cents if meter and jackpot_of(table.setup) else None
