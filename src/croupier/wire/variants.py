"""A variant of a game as a TOML file."""

from __future__ import annotations

import re

import msgspec

from croupier.lab.variants import NewLine, Variant
from croupier.problems import BadInput
from croupier.wire.decoding import Strict, problem

Value = int | str | bool
WHERE = re.compile(r"\(at (line \d+, column \d+|end of document)\)")


class LineIn(Strict, frozen=True):
    bet: str
    event: str
    when: dict[str, Value | list[Value]]
    pays: str


class VariantIn(Strict, frozen=True, rename={"side_bets": "side-bets"}):
    game: str
    line: tuple[LineIn, ...]
    side_bets: tuple[str, ...] = ()


def variant_of(data: str | bytes) -> Variant:
    """What a file says; whether the game has words for it is found where it is applied."""
    try:
        given = msgspec.toml.decode(data, type=VariantIn)
    except msgspec.ValidationError as error:
        raise problem(error) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        place = WHERE.search(str(error))
        raise BadInput(f"is no TOML{f': {place[1]}' if place else ''}") from None
    lines = tuple(
        NewLine(one.bet, one.event, {name: values(of) for name, of in one.when.items()}, one.pays)
        for one in given.line
    )
    return Variant(given.game, lines, given.side_bets)


def values(given: Value | list[Value]) -> tuple[Value, ...]:
    return tuple(given) if isinstance(given, list) else (given,)
