"""A round of the past in a row: the hands that met, the lines, the clauses; never a hidden card.

Folded from the round's own events alone, without the state that the table had before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.server.past.corrected import corrections, with_hands
from croupier.server.past.history import Result  # noqa: TC001 - part of what is sent
from croupier.server.past.played import TABLE
from croupier.table import events as happened
from croupier.table.commands import DEALER, PLAYER_HAND, Who
from croupier.table.corrected import RoundCorrection  # noqa: TC001 - part of what is sent
from croupier.table.events import SettledLine  # noqa: TC001 - part of what is sent
from croupier.table.evolve import evolve, new_table
from croupier.table.reasons import in_pay_order
from croupier.table.views import hand_name, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.server.past.history import Tally
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of one's own and the one that it met, as far as one saw them.

    At a table of play the Player Hand and the Banker Hand.
    """

    box: int
    hand: str | None
    points: int | None
    against: str | None
    against_points: int | None
    decision: str | None


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that has ended, as one player had it; amounts in cents."""

    position: int
    """Of its opening: from here the next page goes on."""
    table: str
    game: str
    round: int
    opened_at: int
    bets: tuple[str, ...]
    staked_cents: int
    back_cents: int
    result: Result
    met: tuple[Met, ...]
    lines: tuple[SettledLine, ...]
    clauses: tuple[str, ...]
    """By which it was settled, or voided."""
    void_for: str | None
    """The irregularity for which it was voided."""
    dispute: int | None
    dispute_status: str | None
    corrected: tuple[RoundCorrection, ...] = ()
    """What was put right of it, once that was done."""


def past_round(store: Store, tally: Tally, player: str) -> PastRound:
    who, folded = Who(player, Role.PLAYER), Folded(store, tally, player)
    lines = in_pay_order(folded.table, (one for one in folded.lines if one.player == player))
    cited = folded.void_by if tally.voided else [clause for one in lines for clause in one.clauses]
    return PastRound(
        position=tally.opening.position,
        table=tally.table,
        game=tally.game,
        round=tally.opening.round,
        opened_at=tally.opening.at,
        bets=tuple(folded.bets),
        staked_cents=tally.staked_cents,
        back_cents=tally.back_cents,
        result=tally.result,
        met=tuple(met(folded.table, sorted(folded.boxes), who)),
        lines=lines,
        clauses=tuple(dict.fromkeys(cited)),
        void_for=folded.void_for,
        dispute=None,
        dispute_status=None,
        corrected=tuple(folded.corrections.done),
    )


class Folded:
    """A round from its opening to the next, and what one player had in it."""

    def __init__(self, store: Store, tally: Tally, player: str) -> None:
        self.table: Table = new_table(tally.table, tally.setup)
        self.player, self.opening = player, tally.opening
        self.bets: dict[str, None] = {}
        self.boxes: set[int] = set()
        self.lines: tuple[SettledLine, ...] = ()
        self.void_by: tuple[str, ...] = ()
        self.void_for: str | None = None
        reported = None
        for event in self.events(store, tally):
            self.table = evolve(self.table, event)
            if isinstance(event, happened.WagerPlaced | happened.WagerFound):
                self.staked(event)
            elif isinstance(event, happened.RulingMade):
                reported = event.ruling.report.irregularity
            elif isinstance(event, happened.RoundVoided):
                self.void_by, self.void_for = event.clauses, reported
        self.lines = self.table.round.lines
        opening = tally.opening
        self.corrections = corrections(
            store, f"{TABLE}{tally.table}", opening.version, opening.round, player
        )
        if tally.corrected:
            self.correct(tally.corrected.event)

    def correct(self, event: happened.SettlementCorrected) -> None:
        round_ = with_hands(self.table.round, event)
        self.table, self.lines = replace(self.table, round=round_), event.lines

    def events(self, store: Store, tally: Tally) -> Iterator[AnyEvent]:
        bodies = store.bodies(f"{TABLE}{tally.table}", self.opening.version - 1)
        for version, body in bodies:
            event = happened.decoder.decode(body)
            if version > self.opening.version and isinstance(event, happened.BettingOpened):
                return
            yield event

    def staked(self, event: happened.WagerPlaced | happened.WagerFound) -> None:
        if event.player == self.player:
            self.bets[event.bet] = None
            self.boxes.add(event.box)


def met(table: Table, boxes: list[int], who: Who) -> Iterator[Met]:
    places = [PLAYER_HAND] if table.game.drawn_by_tableau else boxes
    for place in places:
        choice = table.round.decisions.get(place)
        yield Met(
            box=0 if table.game.drawn_by_tableau else place,
            hand=hand_name(table, place, who),
            points=points_of(table, place, who),
            against=hand_name(table, DEALER, who),
            against_points=points_of(table, DEALER, who),
            decision=choice.value if choice else None,
        )
