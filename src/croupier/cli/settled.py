"""A settlement as lines of text: laid out by hand, since thousands of rounds may be shown."""

from __future__ import annotations

import textwrap
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len

from croupier.engine.deal import Tableau
from croupier.money import format_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.engine.settlement import Settled, Settlement

    Style = str
    Row = tuple[str, ...]

RIGHT = (False, False, True, False, True, True)
"""How player, bet, stake, result, odds and won stand in their columns; the reason follows."""
RESULT = 3
COLOURS = {"win": "green", "lose": "red", "push": "yellow", "returned": "cyan"}
CODES = {"bold": 1, "dim": 2, "italic": 3, "red": 31, "green": 32, "yellow": 33, "cyan": 36}
"""Of a terminal."""
LEAST_REASON = 20
INDENT = "    "
GAP = "  "
NUMBERS_WIDTH = 8
"""Of a clause."""


class Page:
    """So many columns, in colour or not."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self.width = max(width, LEAST_REASON)
        self.colour = colour

    def styled(self, text: str, style: Style) -> str:
        return f"\33[{CODES[style]}m{text}\33[0m" if self.colour and style and text else text

    def wrapped(self, text: str, style: Style = "") -> Iterator[str]:
        return (self.styled(line, style) for line in wrap(text, self.width))

    def beside(self, label: str, text: str, style: Style = "") -> Iterator[str]:
        """Below each other what does not fit behind the label."""
        for line in wrap(text, self.width - cell_len(label)):
            yield label + self.styled(line, style)
            label = " " * len(label)


@lru_cache(maxsize=4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, max(width, 1), break_on_hyphens=False)) or ("",)


def title(game: Game) -> str:
    return f"{game.title} ({game.document.operator}), version {game.version}"


def lines(settled: Settlement, page: Page) -> Iterator[str]:
    round_ = settled.round
    game = round_.game
    yield ""
    yield from page.wrapped(title(game), "bold")
    if round_.void is not None:
        yield f"The round is void by clause {round_.void}."
    if game.chosen:
        chosen = ", ".join(f"{name}: {value}" for name, value in game.chosen.items())
        yield from page.wrapped(f"Read with {chosen}.")
    yield from hands(settled, page)
    accounts = [
        f"{player} {signed(account.net_cents)}" for player, account in settled.players.items()
    ]
    for line in joined([*accounts, f"house {signed(settled.house_cents)}"], page.width):
        yield page.styled(line, "bold")
    cited = {number for line in settled.lines for number in line.clauses}
    for number, clause in game.document.clauses.items():
        if number in cited:
            yield from page.beside(f"{number:>{NUMBERS_WIDTH}}  ", clause.gist, "dim")


def hands(settled: Settlement, page: Page) -> Iterator[str]:
    """Each with its wagers below it, in columns that are the same for all."""
    round_ = settled.round
    game = round_.game
    rows = [[cells(line) for line in one.lines] for one in settled.boxes]
    widths = [
        max((width_of(row[column]) for box in rows for row in box), default=0)
        for column in range(len(RIGHT))
    ]
    if round_.against is not None:
        against = "Banker" if isinstance(game.deal, Tableau) else "Dealer"
        yield hand(game, round_.against, against, page)
    for one, wagers in zip(settled.boxes, rows, strict=True):
        name = "Player" if one.box.number is None else f"Box {one.box.number}"
        yield hand(game, one.box.hand, name, page)
        for row, line in zip(wagers, one.lines, strict=True):
            yield from wager(row, reason(line), widths, page)


def wager(row: Row, why: str, widths: list[int], page: Page) -> Iterator[str]:
    """In its columns, with the reason behind or below them; one below the other if need be."""
    taken = len(INDENT) + sum(widths) + len(GAP) * len(widths)
    if taken - len(GAP) > page.width:
        one_below = joined([cell for cell in (*row, why) if cell], page.width - len(INDENT))
        yield from (INDENT + line for line in one_below)
        return
    padded = [
        page.styled(text, COLOURS[text.strip()] if column == RESULT else "")
        for column, text in enumerate(map(placed, row, widths, RIGHT))
    ]
    whole = INDENT + GAP.join(padded)
    if page.width - taken >= LEAST_REASON:
        first, *more = wrap(why, page.width - taken)
        yield f"{whole}{GAP}{first}"
        yield from (" " * taken + line for line in more)
        return
    yield whole.rstrip()
    yield from page.beside(INDENT * 2, why)


def placed(text: str, width: int, right: bool) -> str:  # noqa: FBT001 - a row of a table's
    blank = " " * (width - width_of(text))
    return blank + text if right else text + blank


def width_of(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text)


def joined(parts: Iterable[str], width: int) -> list[str]:
    """As many on a line as fit, none of them cut unless it is longer than a line."""
    found = [""]
    for part in parts:
        for piece in wrap(part, width):
            longer = f"{found[-1]}{GAP}{piece}" if found[-1] else piece
            if width_of(longer) <= width:
                found[-1] = longer
            else:
                found.append(piece)
    return found


def hand(game: Game, cards: Hand | None, whose: str, page: Page) -> str:
    shown = "".join(
        page.styled(f"{card.symbol} ", "red" if card.suit in "dh" else "") for card in cards or ()
    )
    name = game.name_of(cards) if cards else None
    points = game.points_of(cards) if cards and name is None else None
    called = name or ("" if points is None else in_points(points))
    return f"{whose:8}{shown}{page.styled(f' {called}', 'italic') if called else ''}".rstrip()


def in_points(points: int) -> str:
    return f"{points} point{'s'[: points != 1]}"


def cells(line: Settled) -> Row:
    return (
        line.player,
        line.bet,
        format_amount(line.stake_cents),
        line.result,
        award(line),
        signed(line.won_cents),
    )


def reason(line: Settled) -> str:
    counted = line.stake_cents and line.counted_cents not in (0, line.stake_cents)
    plays = f"plays {format_amount(line.counted_cents)}: " if counted else ""
    rounded = f", {line.rounded_off * 100} cent rounded off" if line.rounded_off else ""
    return f"{plays}{line.event}{rounded} ({', '.join(line.clauses)})"


def award(line: Settled) -> str:
    if line.odds is not None:
        return str(line.odds).replace(":", " to ")
    return "" if line.award_cents is None else format_amount(line.award_cents)


def signed(cents: int) -> str:
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)
