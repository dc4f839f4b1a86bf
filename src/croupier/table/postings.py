"""The money that an event moves: postings that add up to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table.events import AnyEvent, SettledLine

STAKES, HOUSE, METER = "stakes", "house", "meter"
"""What lies on the table; the house's own; what its jackpot holds."""


class Posting(NamedTuple):
    account: str
    cents: int


def player(name: str) -> str:
    return f"player:{name}"


def postings(event: AnyEvent) -> tuple[Posting, ...]:
    moves = MOVES.get(type(event))
    return moves(event) if moves is not None else ()


def staked(event: happened.WagerPlaced | happened.WagerFound) -> tuple[Posting, ...]:
    return Posting(player(event.player), -event.cents), Posting(STAKES, event.cents)


def given_back(
    back: happened.WagerWithdrawn | happened.WagerReturned | happened.Returned,
) -> tuple[Posting, ...]:
    return Posting(STAKES, -back.cents), Posting(player(back.player), back.cents)


def all_given_back(
    event: happened.RoundVoided | happened.HandRemoved | happened.OptionChosen,
) -> tuple[Posting, ...]:
    return tuple(one for back in event.returned for one in given_back(back))


def all_settled(event: happened.RoundSettled | happened.SettlementReversed) -> tuple[Posting, ...]:
    sign = 1 if isinstance(event, happened.RoundSettled) else -1
    return tuple(one for line in event.lines for one in settled(line, sign) if one.cents)


def settled(line: SettledLine, sign: int) -> Iterator[Posting]:
    from_meter = (line.award_cents or 0) if line.from_meter else 0
    yield Posting(STAKES, -sign * line.stake_cents)
    yield Posting(player(line.player), sign * line.back_cents)
    yield Posting(METER, -sign * from_meter)
    yield Posting(HOUSE, sign * (line.stake_cents - line.back_cents + from_meter))


MOVES: dict[type, Callable[[Any], tuple[Posting, ...]]] = {
    happened.WagerPlaced: staked,
    happened.WagerFound: staked,
    happened.WagerWithdrawn: given_back,
    happened.WagerReturned: given_back,
    happened.RoundVoided: all_given_back,
    happened.HandRemoved: all_given_back,
    happened.OptionChosen: all_given_back,
    happened.RoundSettled: all_settled,
    happened.SettlementReversed: all_settled,
}
"""What each event moves; any other moves nothing."""
