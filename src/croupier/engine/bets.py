"""Bets and the lines of their pay tables."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.engine.interpretations import under
from croupier.engine.outcome import Condition, Outcome, always
from croupier.money import Odds, parse_amount
from croupier.problems import Incomplete
from croupier.rulebook.marks import carries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.reasons import Reason
    from croupier.rulebook import Cite


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Pays:
    """A winning line: the document's name for it, its odds, and when it is paid."""

    result: ClassVar = Result.WIN
    event: str
    pays: str
    when: Condition
    cite: Cite
    odds: Odds = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "odds", Odds.read(self.pays))


@dataclass(frozen=True, slots=True)
class Awards:
    """A winning line that pays an amount, or the whole meter, and may make others envious."""

    result: ClassVar = Result.WIN
    event: str
    amount: str
    when: Condition
    cite: Cite
    envy: str | None = None

    @property
    def amount_cents(self) -> int | None:
        return None if self.amount == METER else parse_amount(self.amount)

    @property
    def envy_cents(self) -> int | None:
        return None if self.envy is None else parse_amount(self.envy)


METER = "100% of the meter"


@dataclass(frozen=True, slots=True)
class Returns:
    """A line that leaves the stake to the player."""

    result: ClassVar = Result.PUSH
    event: str
    when: Condition
    cite: Cite


@dataclass(frozen=True, slots=True)
class Loses:
    result: ClassVar = Result.LOSE
    event: str
    cite: Cite
    when: Condition = always


Line = Pays | Awards | Returns | Loses


@dataclass(frozen=True, slots=True)
class NotPlaced:
    """Without the bet that it needs, a wager cannot have been placed."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class Returned:
    """Without the bet that it needs, a wager goes back to its player."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class Needs:
    """The bet, by any player, that a box must hold before another may be placed on it."""

    bet: str
    cite: Cite
    missing: NotPlaced | Returned


class Spot(StrEnum):
    """Where a bet lies on a box, or on a terminal: two rows, and one large spot between them."""

    CENTRE = "centre"
    UPPER_LEFT = "upper-left"
    UPPER_CENTRE = "upper-centre"
    UPPER_RIGHT = "upper-right"
    LOWER_LEFT = "lower-left"
    LOWER_RIGHT = "lower-right"


@dataclass(frozen=True, slots=True, init=False)
class Bet:
    """The first line whose condition holds settles the bet; the last line always holds."""

    name: str
    title: str
    lines: tuple[Line, ...]
    placed: Cite
    spot: Spot | None
    """None: a bonus, for which nothing is staked."""
    needs: Needs | None
    bonus_on: str | None
    """The bet whose stake a bonus is paid on; a bonus has no stake of its own."""
    because: Reason | None
    """Why a line of it settled, in cards and points; asked for only where it is shown."""

    def __init__(  # noqa: PLR0913 - a bet is declared with all that belongs to it, by name
        self,
        title: str,
        *lines: Line,
        placed: Cite,
        spot: Spot | None,
        needs: Needs | None = None,
        bonus_on: str | None = None,
        because: Reason | None = None,
    ) -> None:
        if not (lines and isinstance(lines[-1], Loses) and lines[-1].when is always):
            raise Incomplete(f"the bet {title} has no last line that loses whatever happens")
        for name, value in {
            "name": title.lower().replace(" ", "-"),
            "title": title,
            "lines": lines,
            "placed": placed,
            "spot": spot,
            "needs": needs,
            "bonus_on": bonus_on,
            "because": because,
        }.items():
            object.__setattr__(self, name, value)

    @carries(Pays, Awards, Returns, Loses)
    def settle(self, outcome: Outcome) -> Line:
        for line in self.lines:
            if line.when(outcome):
                return line
        raise AssertionError(self.name)

    def under(self, readings: Mapping[str, str]) -> Bet:
        return self.with_lines(
            *(replace(line, when=under(line.when, readings)) for line in self.lines)
        )

    def with_lines(self, *lines: Line) -> Bet:
        return Bet(
            self.title,
            *lines,
            placed=self.placed,
            spot=self.spot,
            needs=self.needs,
            bonus_on=self.bonus_on,
            because=self.because,
        )
