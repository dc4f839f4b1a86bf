"""A table as text, or as HTML for a notebook: no card that is not to be seen."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import parse_cards
from croupier.problems import BadInput
from croupier.table.dealing import UNREAD

if TYPE_CHECKING:
    from collections.abc import Sequence

MODES = ["ansi", "html"]


class Place(NamedTuple):
    """A hand, what it is called, and what lies beside it."""

    who: str
    cards: str
    """`??` for one that is not to be seen."""
    name: str
    beside: str = ""


class Line(NamedTuple):
    """A bet with what it brought, in stakes."""

    who: str
    bet: str
    event: str
    net: float
    clauses: tuple[str, ...]


class Picture(NamedTuple):
    title: str
    places: Sequence[Place]
    lines: Sequence[Line] = ()

    def drawn(self, mode: str) -> str:
        return self.html() if mode == "html" else self.text()

    def text(self) -> str:
        lines = [(one.who, one.bet, signed(one.net), why(one)) for one in self.lines]
        return "\n".join([self.title, *columns(self.places), *columns(lines)])

    def html(self) -> str:
        places = "".join(
            f"<tr>{cell(one.who)}<td>{hand_in_html(one.cards)}</td>{cell(one.name)}{cell(one.beside)}</tr>"
            for one in self.places
        )
        lines = "".join(
            f"<tr>{cell(one.who)}{cell(one.bet)}{cell(signed(one.net))}{cell(why(one))}</tr>"
            for one in self.lines
        )
        return (
            f"<table><caption>{escape(self.title)}</caption><tbody>{places}{lines}</tbody></table>"
        )


def why(line: Line) -> str:
    return f"{line.event} ({', '.join(line.clauses)})"


def signed(net: float) -> str:
    """In stakes, as short as it is exact."""
    return f"{net:+.6g}" if net else "0"


def cell(text: str) -> str:
    return f"<td>{escape(text)}</td>"


def hand_in_html(cards: str) -> str:
    parts = cards.split()
    return " ".join(one if one == UNREAD else parse_cards(one)._repr_html_() for one in parts)


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadInput(f"{str(mode)[:20]!r} is not one of {', '.join(MODES)}", "render_mode")
    return mode
