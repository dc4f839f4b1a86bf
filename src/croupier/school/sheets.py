"""A drill in two halves: the sheet, which the trainee sees, and the key, by which it is marked."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from croupier.engine.irregularities import Role, Value  # noqa: TC001 - msgspec reads them
from croupier.guide.taught import TaughtHand  # noqa: TC001 - as above
from croupier.said import Said  # noqa: TC001 - as above

GOES_BACK, TAKEN = "R", "0.00"
"""What is typed for a bet that goes back to its player, and for one that is taken."""
NOBODY = "nobody"
WHAT, CLAUSE, WHO = "what", "clause", "who"
"""The three columns of "what follows, by which clause, who decides"."""
NOTICED, NOTHING = "noticed", "nothing"
"""What a report at the school's table says, and what is right where no error was put in."""
CALL = "call"
"""The supervisor is called, where a player's question could have been answered."""


class DrillKind(StrEnum):
    PAY = "pay"
    DRAWS = "draws"
    FOLLOWS = "follows"
    TABLE = "table"
    """An error at the school's table: whether it was noticed, and what follows."""
    QUESTION = "question"
    """What a player at that table wants to know."""


class DrillChoice(msgspec.Struct, frozen=True):
    code: str
    steps: tuple[Said, ...] = ()
    """What is done, where the choice is between remedies."""
    withdrawal_by: Role | None = None
    """Who may beside that let a dissatisfied player withdraw."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that is asked for."""

    name: str
    choices: tuple[DrillChoice, ...] = ()
    """None: an amount is typed."""


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """To be paid, taken or given back: the part of the same name asks which."""

    part: str
    player: str
    bet: str
    stake_cents: int
    """Nothing is staked on a bonus."""


class BoxToPay(msgspec.Struct, frozen=True, kw_only=True):
    box: int | None
    hand: TaughtHand | None
    """Null where it lies face down: it was folded, and nothing is paid by it."""
    decision: str | None
    bets: tuple[Bet, ...]


class RoundToPay(msgspec.Struct, frozen=True, kw_only=True, tag=DrillKind.PAY.value):
    against: TaughtHand
    """The dealer's hand; in baccarat the banker's."""
    boxes: tuple[BoxToPay, ...]
    meter_cents: int | None


class HandsToDraw(msgspec.Struct, frozen=True, tag=DrillKind.DRAWS.value):
    player: TaughtHand
    banker: TaughtHand


class Situation(msgspec.Struct, frozen=True, tag=DrillKind.FOLLOWS.value):
    irregularity: str
    facts: dict[str, Value]
    """Those that can matter in this game."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag="asked"):
    """All that the trainee is shown; nothing of it depends on what is right."""

    game: str
    kind: DrillKind
    number: int
    shows: RoundToPay | HandsToDraw | Situation
    parts: tuple[Part, ...]


class Other(msgspec.Struct, frozen=True):
    """An answer that would be right in another situation, and in which."""

    clauses: tuple[str, ...]
    because: Said


class Right(msgspec.Struct, frozen=True, kw_only=True):
    answer: str
    clauses: tuple[str, ...]
    because: Said | None
    others: dict[str, Other] = {}


class Drill(msgspec.Struct, frozen=True, kw_only=True):
    sheet: Sheet
    key: tuple[Right, ...]
    """For each part of the sheet, in its order."""
    source: str = ""
    """The situation of a scenario file that it was made from."""
