"""The terminal, and settlements and hands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from croupier.cli import settled as laid_out
from croupier.cli.settled import COLOURS, Page, in_points, signed, title

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.engine.settlement import Settlement

__all__ = ["COLOURS", "in_points", "signed", "title"]

LEAST_WIDTH = 76
PROSE_WIDTH = 48
"""The least for sentences beside a few names."""
ANY_WIDTH = 0
"""The least where every line may be folded."""


def screen(least: int = LEAST_WIDTH) -> Console:
    """The terminal; on a narrow one lines wrap rather than lose their amounts."""
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, least)
    return console


def same_again(what: str, how: str, console: Console) -> None:
    """A command to be copied: on a line of its own where it would not fit."""
    said = f"The same {what} again: "
    fits = len(said) + len(how) <= console.width
    console.print(said + ("" if fits else "\n  ") + how, style="dim", soft_wrap=True)


def page_of(console: Console) -> Page:
    return Page(console.width, colour=console.color_system is not None and not console.no_color)


def settlement(settled: Settlement, console: Console) -> None:
    text = "\n".join(laid_out.lines(settled, page_of(console)))
    console.print(Text.from_ansi(text), soft_wrap=True)


def hand(game: Game, cards: Hand | None, whose: str) -> Text:
    return Text.from_ansi(laid_out.hand(game, cards, whose, Page(LEAST_WIDTH, colour=True)))
