"""Places, facts, reports and set-ups as a line of a scenario spells them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.scenario.words import PLACES
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.commands import JackpotBeyond, Report, Setup
    from croupier.table.state import Table


def on(box: int) -> str:
    """A box as a word, and a space behind it; wagers at terminals have none."""
    return f"{box} " if box else ""


def place(number: int, table: Table) -> str:
    if number == BURNT:
        return "burnt"
    if table.game.drawn_by_tableau:
        return {DEALER: "banker", PLAYER_HAND: "player"}[number]
    return "dealer" if number == DEALER else str(number)


def report(made: Report) -> str:
    named_by = {name: getattr(made, name) for name in ("box", "round", "player", "bet")}
    words = [made.irregularity]
    words += [f"{name}={value}" for name, value in named_by.items() if value is not None]
    if made.cents is not None:
        words.append(f"cents={format_amount(made.cents)}")
    if made.cards:
        words.append(f"cards={quoted(made.cards)}")
    words += [f"lies.{named(where)}={quoted(cards)}" for where, cards in (made.lies or {}).items()]
    if made.drawn:
        words.append(f"drawn={quoted(made.drawn)}")
    words += [f"moves.{named(one)}={named(to)}" for one, to in (made.moves or {}).items()]
    return " ".join([*words, *(f"{name}={fact(value)}" for name, value in made.facts.items())])


def named(number: int) -> str:
    words = {"dealer": DEALER, "burnt": PLACES["burnt"]}
    return next((word for word, one in words.items() if one == number), str(number))


def fact(value: bool | int | str) -> str:  # noqa: FBT001 - a fact is that
    return str(value).lower() if isinstance(value, bool) else quoted(str(value))


def quoted(text: str) -> str:
    """As one word of a line, without what would end it."""
    plain = "".join(one if one.isprintable() and one != "|" else " " for one in text)
    return shlex.quote(plain.replace("->", "to"))


def set_up(setup: Setup) -> list[str]:
    """A table's own lines of set-up."""
    lines = [f"device {setup.device}", f"chip {format_amount(setup.chip_cents)}"]
    lines += [
        f"betting-seconds {setup.betting_seconds}",
        f"looking-seconds {setup.looking_seconds}",
        f"decks {setup.decks}",
    ]
    if setup.boxes is not None:
        lines.append(f"boxes {setup.boxes}")
    lines += [
        f"limits {bet} {format_amount(low)}..{format_amount(high)}"
        for bet, (low, high) in setup.limits.items()
    ]
    lines += [f"reading {name} {value}" for name, value in setup.interpretations.items()]
    if setup.jackpot is not None:
        bet, seed, rate = setup.jackpot
        lines.append(f"jackpot {format_amount(bet)} {format_amount(seed)} {rate}")
    return [*lines, *beyond(setup.jackpot_beyond)]


def beyond(more: JackpotBeyond | None) -> Iterator[str]:
    """What a jackpot has beside its bet, seed and contribution."""
    if more is None:
        return
    if more.cap_cents is not None:
        yield f"jackpot-cap {format_amount(more.cap_cents)}"
    yield f"jackpot-reserve {more.reserve}"
    if more.attendant_cents is not None:
        yield f"jackpot-by-hand {format_amount(more.attendant_cents)}"


def who_deals(setup: Setup) -> list[str]:
    """Not among the lines before the play: all that a dealer did is told as one person's."""
    lines = [f"dealt-by {setup.dealer}"] if setup.dealer else []
    if setup.shoe is not None:
        lines.append(f"cards-by {'shoe' if setup.shoe else 'hand'}")
    return [*lines, f"count-cards {setup.count_cards}"] if setup.count_cards else lines
