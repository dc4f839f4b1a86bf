"""The money that an event moves: postings that add up to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.events import AnyEvent, SettledLine

STAKES, HOUSE, METER = "stakes", "house", "meter"
"""What lies on the table; the house's own; what its jackpot holds."""


class Posting(NamedTuple):
    account: str
    cents: int


def player(name: str) -> str:
    return f"player:{name}"


def postings(event: AnyEvent) -> tuple[Posting, ...]:
    return tuple(one for one in moves(event) if one.cents)


def moves(event: AnyEvent) -> Iterator[Posting]:
    match event:
        case happened.WagerPlaced() | happened.WagerFound():
            yield Posting(player(event.player), -event.cents)
            yield Posting(STAKES, event.cents)
        case happened.WagerWithdrawn() | happened.WagerReturned():
            yield Posting(STAKES, -event.cents)
            yield Posting(player(event.player), event.cents)
        case happened.RoundVoided() | happened.HandRemoved() | happened.OptionChosen():
            for back in event.returned:
                yield Posting(STAKES, -back.cents)
                yield Posting(player(back.player), back.cents)
        case happened.RoundSettled():
            for line in event.lines:
                yield from settled(line, 1)
        case happened.SettlementReversed():
            for line in event.lines:
                yield from settled(line, -1)
        case _:
            pass


def settled(line: SettledLine, sign: int) -> Iterator[Posting]:
    from_meter = (line.award_cents or 0) if line.from_meter else 0
    yield Posting(STAKES, -sign * line.stake_cents)
    yield Posting(player(line.player), sign * line.back_cents)
    yield Posting(METER, -sign * from_meter)
    yield Posting(HOUSE, sign * (line.stake_cents - line.back_cents + from_meter))
