"""The progressive jackpot: its meter, who is paid first, and who is envious of whom."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.readings import (
    ENVY_AFTER_FOLD,
    ENVY_FROM_FOLDED_HAND,
    ENVY_OWN_HANDS,
    ENVY_SEVERAL_HANDS,
    AfterFold,
    FromFolded,
    OwnHands,
    SeveralHands,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
    not_envied: Carried
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
        """Never less than where it starts."""
        return max(self.seed_cents, floor(self.cents))


def grown_by(rate: Fraction, bets_cents: int) -> Fraction:
    """What accepted bets add to the meter."""
    return rate * bets_cents


class Source(NamedTuple):
    """Where a part of the meter came from."""

    stage: int
    """How often the meter had been won or had stopped before."""
    table: str = ""
    round: int = 0
    """Whose bets they were, while these may still go back."""


class Claim(NamedTuple):
    """A hand that has won the meter."""

    table: str
    round: int
    until: int
    """It is paid of what came in before this stage: what was displayed when it was settled."""
    waits: bool = False
    """For a hand that was complete earlier and may still win: it is sure of the seed alone."""
    undone: bool = False
    """Its settlement is taken back and may come again: what it took is kept for it."""
    leaves_own: bool = False
    """The contributions of its own round are left to the meter that follows."""

    def takes(self, source: Source) -> bool:
        own = (source.table, source.round) == (self.table, self.round)
        return source.stage < self.until and not (self.leaves_own and own)


class Share(NamedTuple):
    due_cents: list[int]
    """What each winner is due."""
    left: dict[Source, Fraction]
    """What the meter then holds above its seed."""


def pay_majors(
    seed_cents: int,
    fed: Mapping[Source, Fraction],
    claims: Sequence[Claim],
    then_cents: int | None = None,
) -> Share:
    """What winners are due in their order: each what is displayed, after which it starts again.

    Less than a cent is carried to the next. After the first it starts where it was arranged to.
    """
    left, kept, due_cents = dict(fed), dict[Source, Fraction](), list[int]()
    for claim in claims:
        taken = [] if claim.waits else [source for source in left if claim.takes(source)]
        parts = {source: left.pop(source) for source in taken}
        total = sum(parts.values(), Fraction(0))
        won, last = max(0, floor(total)), Source(claim.until - 1)
        starts = then_cents if due_cents and then_cents is not None else seed_cents
        due_cents.append(starts + won)
        add(left, last, total - won)
        if claim.undone:
            for source, cents in parts.items():
                add(kept, source, cents)
            add(kept, last, won - total)
    for source, cents in kept.items():
        add(left, source, cents)
    return Share(due_cents, left)


def add(parts: dict[Source, Fraction], source: Source, cents: Fraction) -> None:
    """Nothing is left out of an amount, and nothing of no amount is listed."""
    if total := parts.pop(source, Fraction(0)) + cents:
        parts[source] = total
