"""Lines before the play: how the table is set up, how many share a jackpot, what came before."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.engine.configuration import check_device
from croupier.problems import BadInput
from croupier.scenario.words import cents_of
from croupier.table.commands import Setup
from croupier.table.setups import configured

if TYPE_CHECKING:
    from croupier.scenario.words import Words

MOST_TABLES = 20
Change = Callable[[Setup], Setup]
"""What a line makes of a setup."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """What the lines of set-up say."""

    setup: Setup
    tables: int = 1


def changed(**fields: Any) -> Change:  # noqa: ANN401 - fields of a setup
    return lambda setup: replace(setup, **fields)


def limits(words: Words) -> Change:
    """`limits BET LOW..HIGH`."""
    bet, text = words.take("a bet"), words.take("LOW..HIGH")
    low, separator, high = text.partition("..")
    if not separator:
        raise BadInput(f"{text[:40]!r} is not like 25.00..5000.00")
    both = cents_of(low), cents_of(high)
    return lambda setup: replace(setup, limits=setup.limits | {bet: both})


def reading(words: Words) -> Change:
    """`reading NAME VALUE`: an open point as the house reads it."""
    name, value = words.take("a reading"), words.take("its value")
    return lambda setup: replace(setup, interpretations=setup.interpretations | {name: value})


def boxes(words: Words) -> Change:
    return changed(boxes=words.number("number of boxes"))


def decks(words: Words) -> Change:
    return changed(decks=words.number("number of decks"))


def device(words: Words) -> Change:
    """`device manual`, `device automated`."""
    return changed(device=words.take("a device"))


def chip(words: Words) -> Change:
    """`chip AMOUNT`: the smallest chip."""
    return changed(chip_cents=words.cents())


def jackpot(words: Words) -> Change:
    """`jackpot BET SEED RATE`: the prescribed bet, the seed, and the part of a bet that is fed."""
    bet, seed, rate = words.cents(), words.cents(), words.take("the part of a bet that is fed")
    try:
        Fraction(rate)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{rate[:40]!r} is no part of a bet like 1/5") from None
    return changed(jackpot=(bet, seed, rate))


SETUPS: dict[str, Callable[[Words], Change]] = {
    "limits": limits,
    "reading": reading,
    "boxes": boxes,
    "decks": decks,
    "device": device,
    "chip": chip,
    "jackpot": jackpot,
}
"""What a table is set up with; `configures` takes the same."""


def tables(words: Words, start: Start) -> Start:
    """`tables N`: so many tables of one jackpot, `t1` and on."""
    number = words.number("number of tables")
    if not 1 <= number <= MOST_TABLES:
        raise BadInput(f"there are 1 to {MOST_TABLES} tables")
    return replace(start, tables=number)


STARTS: dict[str, Callable[[Words, Start], Start]] = {"tables": tables}
"""What stands before the play beside the table's own set-up."""


def started(start: Start, verb: str, words: Words) -> Start | None:
    """With one more line of set-up; none where the line is no such line."""
    if verb in SETUPS:
        start = replace(start, setup=SETUPS[verb](words)(start.setup))
    elif verb in STARTS:
        start = STARTS[verb](words, start)
    else:
        return None
    words.end()
    check(start.setup)
    return start


def check(setup: Setup) -> None:
    game, _ = configured(setup)
    check_device(game, setup.device)
    if setup.chip_cents <= 0:
        raise BadInput("a chip is worth more than nothing")
