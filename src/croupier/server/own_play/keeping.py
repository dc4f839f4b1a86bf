"""Own play as its stream has left it: the way in for wishes, and a draft for many commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.refusals import REUSED, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.snapshots import EVERY
from croupier.server.journal.store import New, Part
from croupier.server.journal.stream import Stream
from croupier.server.own_play import counting, deciding
from croupier.server.own_play.deciding import Ground
from croupier.server.own_play.events import CountedEvent, MoneyPaidIn, SessionEnded, WagerNoted
from croupier.server.own_play.limits import LimitKind, Terms
from croupier.server.own_play.state import NOBODY, OWN_PLAY, Players, evolve, followed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from croupier.server.journal.store import Store
    from croupier.server.own_play.counting import Wanted
    from croupier.server.own_play.events import AnyOwnPlayEvent
    from croupier.server.own_play.state import Own
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

Noted = tuple["AnyOwnPlayEvent", ...]
NOT_BY_THIS_PLAYERS_OWN_PLAY = Sentence(
    "not-by-this-players-own-play", "{player}: not by what holds for this player's play"
)
RISKS = {LimitKind.LOSS_DAY, LimitKind.LOSS_WEEK, LimitKind.LOSS_MONTH, LimitKind.STAKED_DAY}
"""Limits for which it matters what else lies on the tables."""


class OwnPlay:
    def __init__(self, store: Store) -> None:
        self.stream = Stream(store, OWN_PLAY, Players())
        self.terms = Terms()

    def __getitem__(self, player: str) -> Own:
        return self.stream.state.players.get(player, NOBODY)

    def draft(self) -> Draft:
        return Draft(self)

    def take_over(self, noted: Noted) -> None:
        """What was made durable together with something else."""
        for event in noted:
            followed(self.stream.state, event)
        self.stream.version += len(noted)

    def part(self, noted: Noted, after: int | None = None) -> Part:
        version = self.stream.version if after is None else after
        entries = tuple(New(one.at, msgspec.json.encode(one)) for one in noted)
        return Part(self.stream.name, version, entries)

    def keep(self) -> None:
        """Seldom where there are many players: a snapshot holds them all."""
        after = max(EVERY, 2 * len(self.stream.state.players))
        if self.stream.version - self.stream.snapshot_at >= after:
            self.stream.keep()

    def write(
        self, *events: AnyOwnPlayEvent, request: str | None = None, digest: bytes = b""
    ) -> Refused | None:
        made = self.stream.append(*events, request=request, digest=digest)
        return made if isinstance(made, Refused) else None

    def wish(
        self,
        player: str,
        at: int,
        wished: Callable[[Ground], Iterable[AnyOwnPlayEvent] | AnyOwnPlayEvent | Refused | None],
        request: str | None = None,
        digest: bytes = b"",
    ) -> Refused | None:
        """Decided where nothing else is written meanwhile; repeated, it is done once.

        The digest is of what is wished: another wish under the same id is refused, not forgotten.
        """
        before = self.stream.store.answers_to([request]) if request is not None else {}
        for answered in before.values():
            return None if answered.is_of(digest) else REUSED
        found = wished(self.ground(player, at))
        if found is None or isinstance(found, Refused):
            return found
        events = [found] if isinstance(found, msgspec.Struct) else [*found]
        return self.write(*map(self.dated, events), request=request, digest=digest)

    def ground(self, player: str, at: int) -> Ground:
        return Ground(self[player], self.terms, at)

    def may_buy_in(self, player: str, cents: int, at: int) -> Refused | None:
        return deciding.may_buy_in(self.ground(player, at), cents)

    def paid_in(self, player: str, cents: int, at: int) -> Noted:
        return (self.dated(MoneyPaidIn(at=at, player=player, cents=cents)),)

    def signed_out(self, player: str, at: int) -> Refused | None:
        if not self[player].is_playing(at):
            return None
        return self.write(self.dated(SessionEnded(at=at, player=player)))

    def dated(self, event: AnyOwnPlayEvent) -> AnyOwnPlayEvent:
        """With its gaming day, by which it counts for good, also where the house's day changes."""
        if self.terms.are_of_utc or not isinstance(event, CountedEvent):
            return event
        return replace(event, day=tuple(self.terms.day(event.at)))


class Draft:
    """Own play as the commands of a batch would leave it, each after those before it."""

    def __init__(self, own_play: OwnPlay) -> None:
        self.own_play, self.version = own_play, own_play.stream.version
        self.standing = own_play.stream.state.players
        self.changed: dict[str, Own] = {}

    def __getitem__(self, player: str) -> Own:
        return self.changed.get(player) or self.standing.get(player, NOBODY)

    def refuses(
        self,
        table: Table,
        events: Sequence[AnyEvent],
        tables: Callable[[], Collection[Table]],
        asker: str,
        at: int,
    ) -> Refused | None:
        """By the first of the players whom the events would have bet or sit."""
        if not self.own_play.terms.most and self.are_free(events):
            return None
        before: dict[str, int] = {}
        for one in counting.wanted(table, events):
            if no := self.refused(one, tables, before.get(one.player, 0), at):
                return no if one.player == asker else discreet(no, one.player)
            before[one.player] = before.get(one.player, 0) + one.cents
        return None

    def are_free(self, events: Sequence[AnyEvent]) -> bool:
        """Whom they would have bet or sit."""
        for event in events:
            if type(event) in counting.WANTED:
                assert isinstance(event, counting.WANTS)
                if not self[event.player].is_free:
                    return False
        return True

    def refused(
        self, one: Wanted, tables: Callable[[], Collection[Table]], before: int, at: int
    ) -> Refused | None:
        own, terms = self[one.player], self.own_play.terms
        if own is NOBODY and not terms.most:
            return None
        if not one.cents or not (own.limits or terms.most):
            return deciding.away(own, at)
        is_limited = bool(RISKS & (own.limits.keys() | terms.most.keys()))
        lying = counting.lying(tables(), one.player) + before if is_limited else 0
        asked = deciding.Asked(one.cents, lying, one.largest)
        return deciding.may_wager(Ground(own, terms, at), asked)

    def noted(self, table: Table, events: Iterable[AnyEvent | AnyMeterEvent]) -> Noted:
        """What a command's events mean, in the order of play."""
        noted: list[AnyOwnPlayEvent] = []
        marked: set[str] = set()
        for event in events:
            if type(event) not in counting.NOTED:
                continue
            if isinstance(event, counting.WAGERS) and not self[event.player].is_to_note(event.at):
                continue
            for one in counting.noted(table, event):
                if isinstance(one, WagerNoted):
                    if one.player in marked:
                        continue
                    marked.add(one.player)
                noted.append(self.own_play.dated(one))
        return tuple(noted)

    def part(self, noted: Noted) -> Part:
        return self.own_play.part(noted, self.version)

    def take(self, noted: Noted) -> None:
        for one in noted:
            self.changed[one.player] = evolve(self[one.player], one)
        self.version += len(noted)


def discreet(no: Refused, player: str) -> Refused:
    """To others no figure is told."""
    return declined(no.why, NOT_BY_THIS_PLAYERS_OWN_PLAY(player=player))
