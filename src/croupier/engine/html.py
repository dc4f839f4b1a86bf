"""How hands and settlements look in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from croupier.money import format_amount

if TYPE_CHECKING:
    from croupier.engine.rounds import Box
    from croupier.engine.settlement import Settled, Settlement

HEADINGS = ("hand", "player", "bet", "stake", "result", "odds", "won", "clauses", "why")


def settlement(settled: Settlement) -> str:
    game = settled.round.game
    head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    rows = "".join(
        row(settled, one.box, line, first=index == 0)
        for one in settled.boxes
        for index, line in enumerate(one.lines)
    )
    title = escape(f"{game.title}, version {game.version}")
    return (
        f"<table><caption>{title}: house {format_amount(settled.house_cents)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def row(settled: Settlement, box: Box, line: Settled, *, first: bool) -> str:
    hand = box.hand._repr_html_() if first and box.hand else ""
    clauses = settled.round.game.document.clauses
    texts = (
        line.player,
        line.bet,
        format_amount(line.stake_cents),
        f"{line.result}: {line.event}",
        str(line.odds or ""),
        format_amount(line.won_cents),
        ", ".join(line.clauses),
        " ".join(clauses[number].gist for number in line.clauses),
    )
    return f"<tr><td>{hand}</td>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>"
