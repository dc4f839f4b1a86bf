"""The progressive jackpot: its meter, who is paid first, and who is envious of whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.readings import (
    CONTRIBUTION_OF_WINNING_ROUND,
    ENVY_AFTER_FOLD,
    ENVY_FROM_FOLDED_HAND,
    ENVY_OWN_HANDS,
    ENVY_SEVERAL_HANDS,
    AfterFold,
    Contribution,
    FromFolded,
    OwnHands,
    SeveralHands,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from croupier.engine.game import Game
    from croupier.rulebook import Cite


@dataclass(frozen=True, slots=True)
class Carried:
    """Clauses, and the function of this module that carries them out."""

    by: Callable[..., object]
    cite: Cite


@dataclass(frozen=True, slots=True, kw_only=True)
class Jackpot:
    """The bet that feeds and wins the meter, and the bet that a hand needs to count at all."""

    bet: str
    entry: str
    prescribed: Cite
    not_envied: Cite
    grows: Carried
    envy: Carried
    order: Carried


class Seat(NamedTuple):
    """What one box has to do with envy."""

    box: int
    player: str
    folded: bool
    in_jackpot: bool
    """It holds a jackpot bet that plays."""
    envy_cents: int
    """What the others get for its hand; 0 when its hand makes no one envious."""


class Envied(NamedTuple):
    box: int
    cents: int


def envy(seat: Seat, seats: Sequence[Seat], game: Game) -> list[Envied]:
    """The Envy Bonuses of a box, each with the box whose hand achieved it."""
    if not seat.in_jackpot:
        return []
    if seat.folded and game.reads(ENVY_AFTER_FOLD) is AfterFold.FORFEITED:
        return []
    from_folded = game.reads(ENVY_FROM_FOLDED_HAND) is FromFolded.ACHIEVED
    own_box_only = game.reads(ENVY_OWN_HANDS) is OwnHands.SAME_BOX
    envied = [
        Envied(other.box, other.envy_cents)
        for other in sorted(seats)
        if other.envy_cents
        and (from_folded or not other.folded)
        and other.box != seat.box
        and (own_box_only or other.player != seat.player)
    ]
    if envied and game.reads(ENVY_SEVERAL_HANDS) is SeveralHands.HIGHEST:
        return [max(envied, key=lambda one: one.cents)]
    return envied


@dataclass(frozen=True, slots=True)
class Meter:
    """The jackpot's amount, exact: what is less than a cent is carried, never lost."""

    cents: Fraction
    seed_cents: int
    """Where it stands again after a win."""
    rate: Fraction
    """The part of each accepted bet that it grows by."""

    @property
    def displayed_cents(self) -> int:
        return int(self.cents)

    def contributed(self, bets_cents: int) -> Meter:
        return replace(self, cents=self.cents + self.rate * bets_cents)

    def standing_at(self, cents: Fraction) -> Meter:
        return replace(self, cents=cents)

    def reset(self) -> Meter:
        """After a win: the predetermined value and the fraction of a cent not yet displayed."""
        return replace(self, cents=self.seed_cents + self.cents - self.displayed_cents)


class Winner(NamedTuple):
    player: str
    table: str
    last_card_at: int
    """The time at which the hand was complete."""
    recorded: int
    """The house's own order, for equal times."""


class Award(NamedTuple):
    player: str
    cents: int


def pay_majors(
    meter: Meter, bets_cents: int, winners: Sequence[Winner], game: Game
) -> tuple[list[Award], Meter]:
    """Pay the winners of one moment in the order in which their hands were complete.

    The first is paid what is displayed, the meter is reset, and the next is paid what is displayed
    then; the contributions of the moment are in the first award or come after the reset.
    """
    ordered = sorted(winners, key=lambda winner: (winner.last_card_at, winner.recorded))
    late = bool(ordered) and game.reads(CONTRIBUTION_OF_WINNING_ROUND) is Contribution.AFTER_RESET
    if not late:
        meter = meter.contributed(bets_cents)
    awards = []
    for winner in ordered:
        awards.append(Award(winner.player, meter.displayed_cents))
        meter = meter.reset()
    return awards, meter.contributed(bets_cents) if late else meter
