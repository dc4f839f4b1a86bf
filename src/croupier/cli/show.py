"""Settlements and clauses as people read them on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.engine.deal import Tableau
from croupier.money import format_amount

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.engine.settlement import Settled, Settlement

COLUMNS: tuple[JustifyMethod, ...] = ("left", "left", "right", "left", "right", "right")
"""Player, bet, stake, result, odds, won; the reason follows."""
COLOURS = {"win": "green", "lose": "red", "push": "yellow", "returned": "cyan"}
LEAST_WIDTH = 76
PROSE_WIDTH = 48
"""The least for sentences beside a few names."""
LEAST_REASON = 26


def screen(least: int = LEAST_WIDTH) -> Console:
    """The terminal; on a narrow one lines wrap rather than lose their amounts."""
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, least)
    return console


def title(game: Game) -> str:
    return f"{game.title} ({game.document.operator}), version {game.version}"


def settlement(settled: Settlement, console: Console) -> None:
    round_ = settled.round
    game = round_.game
    console.print()
    console.print(Text(title(game), "bold"))
    if round_.void is not None:
        console.print(f"The round is void by clause {round_.void}.")
    if game.chosen:
        chosen = ", ".join(f"{name}: {value}" for name, value in game.chosen.items())
        console.print(f"Read with {chosen}.")
    rows = [[cells(line) for line in one.lines] for one in settled.boxes]
    widths = column_widths(rows)
    console.width = max(console.width, sum(widths) + 2 * len(widths) + LEAST_REASON)
    console.print(grid(settled, rows, widths))
    accounts = [
        f"{player} {signed(account.net_cents)}" for player, account in settled.players.items()
    ]
    console.print("  ".join([*accounts, f"house {signed(settled.house_cents)}"]), style="bold")
    console.print(clauses_below(settled))


def column_widths(rows: list[list[tuple[str | Text, ...]]]) -> list[int]:
    """What the widest cell of each column takes, so that no amount is ever cut."""
    return [
        max((cell_len(part) for row in flat for part in str(row[column]).split("\n")), default=0)
        for flat in [[row for box in rows for row in box]]
        for column in range(len(COLUMNS))
    ]


def grid(settled: Settlement, rows: list[list[tuple[str | Text, ...]]], widths: list[int]) -> Group:
    """The hands, each with its wagers below it in columns that are the same for all."""
    round_ = settled.round
    game = round_.game
    against = "Banker" if isinstance(game.deal, Tableau) else "Dealer"
    parts: list[RenderableType] = []
    if round_.against is not None:
        parts.append(hand(game, round_.against, against))
    for one, box_rows in zip(settled.boxes, rows, strict=True):
        name = "Player" if one.box.number is None else f"Box {one.box.number}"
        parts.append(hand(game, one.box.hand, name))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=2)
        for justify, width in zip(COLUMNS, widths, strict=True):
            table.add_column(justify=justify, no_wrap=True, min_width=width)
        table.add_column()
        for row in box_rows:
            table.add_row("", *row)
        parts.append(table)
    return Group(*parts)


def hand(game: Game, cards: Hand | None, whose: str) -> Text:
    text = Text(f"{whose:8}")
    for card in cards or ():
        text.append(f"{card.symbol} ", "red" if card.suit in "dh" else "")
    name = game.name_of(cards) if cards else None
    points = game.points_of(cards) if cards and name is None else None
    text.append("" if points is None else f" {in_points(points)}", "italic")
    return text.append(f" {name}" if name else "", "italic")


def in_points(points: int) -> str:
    return f"{points} point{'s'[: points != 1]}"


def clauses_below(settled: Settlement) -> Table:
    """What each clause named above says, once."""
    cited = {number for line in settled.lines for number in line.clauses}
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True, min_width=8)
    table.add_column(style="dim")
    for number, clause in settled.round.game.document.clauses.items():
        if number in cited:
            table.add_row(number, clause.gist)
    return table


def cells(line: Settled) -> tuple[str | Text, ...]:
    counted = line.stake_cents and line.counted_cents not in (0, line.stake_cents)
    stake = format_amount(line.stake_cents)
    rounded = f", {line.rounded_off * 100} cent rounded off" if line.rounded_off else ""
    return (
        line.player,
        line.bet,
        f"{stake}\nplays {format_amount(line.counted_cents)}" if counted else stake,
        Text(line.result, COLOURS[line.result]),
        award(line),
        signed(line.won_cents),
        f"{line.event}{rounded} ({', '.join(line.clauses)})",
    )


def award(line: Settled) -> str:
    if line.odds is not None:
        return str(line.odds).replace(":", " to ")
    return "" if line.award_cents is None else format_amount(line.award_cents)


def signed(cents: int) -> str:
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)
