"""All rounds of one player with what each staked and brought back, counted from the money alone.

A round is counted once: what a player asks later is only what was written since. Corrections of
earlier rounds and jackpots that grew are counted with the round that they belong to.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from enum import StrEnum
from heapq import merge
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.server.money.ledger import held_accounts, owed, player_account, provisional
from croupier.server.past.openings import opening_of, opens_decoder
from croupier.server.past.played import TABLE, tables_of
from croupier.table import events as happened
from croupier.table import meter as jackpots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.table.commands import Setup

METER = "meter:"
AT_ONCE = 200
"""Entries counted before it is looked whether that is enough; then twice as many."""
MOST_PLAYERS = 200
"""Whose rounds are kept in memory, those who asked last."""
CONFIGURES = happened.tag_of(happened.TableConfigured)
STAKES = {
    happened.tag_of(kind)
    for kind in (happened.WagerPlaced, happened.WagerFound, happened.WagerWithdrawn)
}
"""What a player stakes, and takes up again himself."""
VOIDS = happened.tag_of(happened.RoundVoided)
CORRECTS = happened.tag_of(happened.SettlementCorrected)
RELEASES = {happened.OPENS, happened.tag_of(happened.TableClosed)}
"""What was won earlier becomes the player's own: no money of another round."""


class Result(StrEnum):
    WON = "won"
    LOST = "lost"
    RETURNED = "returned"
    VOID = "void"


class Opening(msgspec.Struct, frozen=True):
    """Where a round begins."""

    position: int
    version: int
    at: int
    round: int


class Correction(msgspec.Struct, frozen=True):
    """How a round was put right while a later one was played."""

    position: int
    event: happened.SettlementCorrected


class Moved(NamedTuple):
    """An entry that moved the player's money, and by how much."""

    position: int
    stream: str
    version: int
    body: bytes
    cents: int


class Tally(msgspec.Struct, kw_only=True):
    """One round of one player; amounts in cents."""

    opening: Opening
    table: str
    setup: Setup
    staked_cents: int = 0
    back_cents: int = 0
    voided: bool = False
    corrected: Correction | None = None

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def result(self) -> Result:
        if self.voided:
            return Result.VOID
        net = self.back_cents - self.staked_cents
        return Result.WON if net > 0 else Result.LOST if net < 0 else Result.RETURNED


def position_of(move: tuple[int, int]) -> int:
    return move[0]


class Setups:
    """How each table was set up, by the version of its stream from which that held."""

    def __init__(self) -> None:
        self.read: dict[str, int] = {}
        self.found: dict[str, list[tuple[int, Setup]]] = {}
        self.lock = Lock()

    def at(self, store: Store, stream: str, version: int) -> Setup:
        with self.lock:
            if self.read.get(stream, 0) < version:
                self.read_on(store, stream)
        known = self.found[stream]
        return next(setup for since, setup in reversed(known) if since <= version)

    def read_on(self, store: Store, stream: str) -> None:
        head, since = store.head(stream)[0], self.read.get(stream, 0)
        found: list[tuple[int, Setup]] = []
        before = head + 1
        while (entry := store.last_of(stream, CONFIGURES, before)) and entry[1] > since:
            event = happened.decoder.decode(entry[3])
            assert isinstance(event, happened.TableConfigured)
            found.append((entry[1], event.setup))
            before = entry[1]
        self.found[stream] = self.found.get(stream, []) + found[::-1]
        self.read[stream] = head


class Rounds:
    """Those of one player, by the position at which they opened, counted as far as was asked."""

    def __init__(self, player: str, setups: Setups) -> None:
        self.player, self.setups = player, setups
        self.low, self.high = 0, 0
        """The positions from which and up to which everything is counted."""
        self.by_opening: dict[int, Tally] = {}
        self.lock = Lock()

    def newest_first(self, store: Store) -> Iterator[Tally]:
        """Those in which something was staked; older ones are counted when they are asked for."""
        below, rows = sys.maxsize, AT_ONCE
        with self.lock:
            self.count_new(store)
        while True:
            with self.lock:
                low = self.low
                ready = [one for one in self.by_opening if low - 1 <= one < below]
            for one in sorted(ready, reverse=True):
                tally = self.by_opening[one]
                if tally.staked_cents or tally.back_cents:
                    yield tally
            if low <= 1:
                return
            below = low - 1
            with self.lock:
                if self.low == low:
                    self.low = self.count(self.moves(store, low), store, 0, rows)
            rows *= 2

    def count_new(self, store: Store) -> None:
        """What was written since somebody last asked."""
        size = store.tree_size()
        if not self.high:
            self.low, self.high = size + 1, size
        if size > self.high:
            self.count(self.moves(store, size + 1), store, self.high, sys.maxsize)
            self.high = size

    def moves(self, store: Store, before: int) -> Iterator[tuple[int, int]]:
        """Position and cents, the newest first."""
        mine = [player_account(self.player), owed(self.player)]
        mine += [provisional(table, self.player) for table in tables_of(store)]
        mine += held_accounts(store.balances(), self.player)
        each = [
            ((-position, cents) for position, cents in store.moves_back(account, before))
            for account in mine
        ]
        return ((-position, cents) for position, cents in merge(*each))

    def count(self, moves: Iterator[tuple[int, int]], store: Store, after: int, rows: int) -> int:
        """So many rows of those after a position; from which position on all is counted now."""
        last: dict[str, Opening] = {}
        for number, (position, moved) in enumerate(groupby(moves, key=position_of)):
            if position <= after:
                return after + 1
            if number == rows:
                return position + 1
            stream, version, body = store.plain(position)
            cents = sum(cents for _, cents in moved)
            if stream.startswith(METER):
                self.raised(store, body)
            elif stream.startswith(TABLE):
                self.at_table(store, Moved(position, stream, version, body, cents), last)
        return after + 1

    def at_table(self, store: Store, moved: Moved, last: dict[str, Opening]) -> None:
        tag, stream = opens_decoder.decode(moved.body).event, moved.stream
        if tag in RELEASES:
            return
        if tag == CORRECTS:
            self.corrected(store, moved)
            return
        if stream not in last or moved.version < last[stream].version:
            last[stream] = opening_at(store, stream, moved.version)
        add(self.tally(store, stream, last[stream]), tag, moved.cents)

    def tally(self, store: Store, stream: str, opening: Opening) -> Tally:
        found = self.by_opening.get(opening.position)
        if found is None:
            setup = self.setups.at(store, stream, opening.version)
            found = Tally(opening=opening, table=stream.removeprefix(TABLE), setup=setup)
            self.by_opening[opening.position] = found
        return found

    def of_round(self, store: Store, stream: str, number: int) -> Tally | None:
        version = opening_of(store, stream, number)
        if version is None:
            return None
        return self.tally(store, stream, opening_at(store, stream, version))

    def corrected(self, store: Store, moved: Moved) -> None:
        event = happened.decoder.decode(moved.body)
        assert isinstance(event, happened.SettlementCorrected)
        tally = self.of_round(store, moved.stream, event.round)
        if tally is None:
            return
        tally.back_cents += moved.cents
        if tally.corrected is None or tally.corrected.position < moved.position:
            tally.corrected = Correction(moved.position, event)

    def raised(self, store: Store, body: bytes) -> None:
        """A jackpot that grew after its settlement, or did no longer."""
        event = jackpots.decoder.decode(body)
        if isinstance(event, jackpots.EarlierRoundOver):
            rows = [(one.table, one.round, one.player, one.cents) for one in event.raised]
        elif isinstance(event, jackpots.MajorReversed):
            rows = [(event.table, event.round, event.player, -event.raised_cents)]
        else:
            return
        for table, number, player, cents in rows:
            if player == self.player and cents:
                tally = self.of_round(store, f"{TABLE}{table}", number)
                if tally is not None:
                    tally.back_cents += cents


def add(tally: Tally, event: str, cents: int) -> None:
    """What an entry that moved the player's money did to the round."""
    if event in STAKES:
        tally.staked_cents -= cents
    else:
        tally.back_cents += cents
        tally.voided |= event == VOIDS


def opening_at(store: Store, stream: str, version: int) -> Opening:
    found = store.last_of(stream, happened.OPENS, version + 1)
    assert found is not None
    position, version, at, body = found
    return Opening(position, version, at, opens_decoder.decode(body).round)


class Histories:
    """Of players who asked, each counted on from where it was."""

    def __init__(self) -> None:
        self.setups = Setups()
        self.kept: OrderedDict[str, Rounds] = OrderedDict()
        self.lock = Lock()

    def of(self, player: str) -> Rounds:
        with self.lock:
            found = self.kept.setdefault(player, Rounds(player, self.setups))
            self.kept.move_to_end(player)
            while len(self.kept) > MOST_PLAYERS:
                self.kept.popitem(last=False)
        return found


class Sums(msgspec.Struct, frozen=True):
    """Of rounds that were filtered; amounts in cents."""

    rounds: int
    staked_cents: int
    back_cents: int
    net_cents: int


def sums_of(found: list[Tally]) -> Sums:
    staked, back = sum(one.staked_cents for one in found), sum(one.back_cents for one in found)
    return Sums(len(found), staked, back, back - staked)
