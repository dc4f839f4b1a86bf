"""What was put right of a round, as its players are told of it afterwards: never a card."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.table import events as happened
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.state import Table


class RoundChange(StrEnum):
    RESULT_TAKEN_BACK = "result-taken-back"
    CARDS_AS_THEY_LAY = "cards-as-they-lay"
    HANDS_MOVED = "hands-moved"
    DEAL_REBUILT = "deal-rebuilt"
    HAND_REMOVED = "hand-removed"
    BET_FOUND = "bet-found"
    BET_RETURNED = "bet-returned"
    SETTLED_ANEW = "settled-anew"
    ROUND_VOID = "round-void"


class RoundCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """Of a round, for one player who staked in it; amounts in cents."""

    at: int
    """When it was done."""
    clauses: tuple[str, ...]
    changed: tuple[RoundChange, ...]
    before_cents: int | None
    """What had come back from the round; none where it was not settled before."""
    after_cents: int
    owed_cents: int = 0
    """What could not be taken back at once."""


OF_THE_TABLE: dict[type[happened.Event], RoundChange] = {
    happened.CardsFoundLying: RoundChange.CARDS_AS_THEY_LAY,
    happened.HandsMoved: RoundChange.HANDS_MOVED,
    happened.DealReconstructed: RoundChange.DEAL_REBUILT,
}
"""Whoever has staked is concerned."""
FOLLOWED: tuple[type[happened.Event], ...] = (
    *OF_THE_TABLE,
    happened.WagerPlaced,
    happened.WagerFound,
    happened.WagerReturned,
    happened.BettingOpened,
    happened.BettingClosed,
    happened.RulingMade,
    happened.SettlementReversed,
    happened.SettlementCorrected,
    happened.HandRemoved,
    happened.OptionChosen,
    happened.RoundVoided,
    happened.RoundSettled,
    happened.RoundConcluded,
)
TAGS = frozenset(map(happened.tag_of, FOLLOWED))
"""Of the events that are followed."""


def back_to(player: str, lines: Iterable[SettledLine]) -> int:
    return sum(one.back_cents for one in lines if one.player == player)


class Corrections:
    """Follows one player through a round, and through the next one, in which it can be corrected.

    Something that was begun is told once the round has ended with it.
    """

    def __init__(self, player: str, number: int) -> None:
        self.player, self.number = player, number
        self.done: list[RoundCorrection] = []
        self.last: happened.SettlementCorrected | None = None
        """How it was put right while a later one was played."""
        self.has_staked = self.closed = self.over = False
        self.ruled_at = -1
        self.returned_cents = 0
        """Since betting closed, or by a ruling."""
        self.begin()

    def begin(self) -> None:
        self.changed: dict[RoundChange, None] = {}
        self.clauses: dict[str, None] = {}
        self.before_cents: int | None = None
        self.owed_cents = 0

    def follow(self, event: AnyEvent, owed_cents: int = 0) -> None:
        """With what the event left this player owing."""
        if self.over or isinstance(event, happened.SettlementCorrected):
            self.late(event, owed_cents)
            return
        if change := OF_THE_TABLE.get(type(event)):
            self.note(change, event, concerned=self.has_staked)
        elif getattr(event, "player", self.player) == self.player:
            self.of_wagers(event)
            self.of_results(event, owed_cents)

    def of_wagers(self, event: AnyEvent) -> None:
        """This player's own, and what is done while they lie."""
        match event:
            case happened.BettingClosed():
                self.closed = True
            case happened.RulingMade():
                self.ruled_at = event.at
            case happened.WagerPlaced():
                self.has_staked = True
            case happened.WagerFound():
                self.has_staked = True
                self.note(RoundChange.BET_FOUND, event)
            case happened.WagerReturned() if self.closed or event.at == self.ruled_at:
                self.note(RoundChange.BET_RETURNED, event)
                self.returned_cents += event.cents
            case happened.OptionChosen():
                self.returned_cents += self.sum_of(event.returned)
            case happened.HandRemoved():
                self.gone(RoundChange.HAND_REMOVED, event)

    def of_results(self, event: AnyEvent, owed_cents: int) -> None:
        match event:
            case happened.BettingOpened():
                self.over = True
            case happened.SettlementReversed():
                self.taken_back(event, owed_cents)
            case happened.RoundVoided():
                self.gone(RoundChange.ROUND_VOID, event)
                self.ended(event, 0)
            case happened.RoundSettled():
                self.settled(event)
            case happened.RoundConcluded():
                self.ended(event, 0)

    def note(self, change: RoundChange, event: happened.Event, *, concerned: bool = True) -> None:
        if concerned:
            self.changed[change] = None
            self.clauses |= dict.fromkeys(event.clauses)

    def sum_of(self, rows: Iterable[happened.Returned]) -> int:
        return sum(one.cents for one in rows if one.player == self.player)

    def gone(self, change: RoundChange, event: happened.HandRemoved | happened.RoundVoided) -> None:
        cents = self.sum_of(event.returned)
        self.returned_cents += cents
        self.note(change, event, concerned=cents > 0)

    def taken_back(self, event: happened.SettlementReversed, owed_cents: int) -> None:
        mine = [one for one in event.lines if one.player == self.player]
        if mine and self.before_cents is None:
            self.before_cents = back_to(self.player, mine) + self.returned_cents
        self.owed_cents += owed_cents
        self.note(RoundChange.RESULT_TAKEN_BACK, event, concerned=bool(mine))

    def settled(self, event: happened.RoundSettled) -> None:
        if self.before_cents is not None:
            self.changed[RoundChange.SETTLED_ANEW] = None
        self.ended(event, back_to(self.player, event.lines))

    def ended(self, event: happened.Event, back_cents: int) -> None:
        if self.changed:
            self.done.append(self.told(event.at, self.before_cents, back_cents))
        self.begin()

    def told(self, at: int, before_cents: int | None, back_cents: int) -> RoundCorrection:
        return RoundCorrection(
            at=at,
            clauses=tuple(self.clauses),
            changed=tuple(one for one in RoundChange if one in self.changed),
            before_cents=before_cents,
            after_cents=back_cents + self.returned_cents,
            owed_cents=self.owed_cents,
        )

    def late(self, event: AnyEvent, owed_cents: int) -> None:
        """While a later round is in play."""
        if not isinstance(event, happened.SettlementCorrected) or event.round != self.number:
            return
        if not any(one.player == self.player for one in (*event.before, *event.lines)):
            return
        self.begin()
        self.last = event
        self.note(RoundChange.SETTLED_ANEW, event)
        if event.hands:
            self.changed[RoundChange.CARDS_AS_THEY_LAY] = None
        self.owed_cents = owed_cents
        before = back_to(self.player, event.before) + self.returned_cents
        self.done.append(self.told(event.at, before, back_to(self.player, event.lines)))
        self.begin()


def told_to(event: AnyEvent, left: Table) -> set[str]:
    """Players of a round that has just ended, or was corrected late, with something put right.

    An event, and the table as its command has left it.
    """
    ruled = bool(left.round.reported_by)
    match event:
        case happened.SettlementCorrected():
            return {one.player for one in (*event.before, *event.lines)}
        case happened.RoundVoided():
            return {one.player for one in event.returned}
        case happened.RoundSettled() if ruled:
            return {one.player for one in event.lines}
        case happened.WagerReturned() if ruled and left.step is Step.CONCLUDED:
            return {event.player}
        case happened.HandRemoved() if left.step is Step.CONCLUDED:
            return {one.player for one in event.returned}
    return set()
