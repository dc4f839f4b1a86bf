"""`croupier strategy`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cards import RANKS
from croupier.cli.figures import percent
from croupier.cli.show import ANY_WIDTH, screen
from croupier.cli.verb import AsJson, GameName, declared
from croupier.cli.writing import put_json
from croupier.games import DECIDED_BY_PLAYERS, game
from croupier.lab.strategy import Strategy, strategy
from croupier.problems import BadInput
from croupier.wire.strategy import StrategyOut, strategy_out

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.cards import Hand


app = declared()


@app.command()
def run(
    name: GameName = DECIDED_BY_PLAYERS.name,
    hand: Annotated[str | None, typer.Option(help="the value of both choices: 'Qh 6d 4s'")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show which hands to play and which to fold."""
    if game(name).decision is None:
        raise BadInput(f"{name} has nothing to decide")
    found = strategy(game(name))
    told = strategy_out(found, hand)
    if as_json:
        put_json(told)
        return
    show_strategy(found, told)


def high_first(hand: Hand) -> str:
    ordered = sorted(hand, key=lambda card: RANKS.index(card.rank), reverse=True)
    return " ".join(card.symbol for card in ordered)


def show_chart(console: Console, found: Strategy) -> None:
    """Where the line runs among hands with its highest card."""
    chart = found.chart()
    lows = sorted({low for row in chart.values() for low in row}, key=RANKS.index, reverse=True)
    high = max((card.rank for card in found.weakest_played), key=RANKS.index)
    console.print(f"{high} high: ■ play, · fold; second card down, third across")
    console.print("   " + " ".join(lows))
    for middle, row in chart.items():
        marks = [{"play": "■", "fold": "·"}.get(row.get(low, ""), " ") for low in lows]
        console.print(f" {middle} {' '.join(marks)}")


def show_strategy(found: Strategy, told: StrategyOut) -> None:
    console = screen(ANY_WIDTH)
    weakest, strongest = high_first(found.weakest_played), high_first(found.strongest_folded)
    console.print(f"Play {weakest} or better; fold {strongest} or less.", style="bold")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("policy", "house edge", "loss against best", "element of risk"):
        table.add_column(heading, justify="left" if heading == "policy" else "right")
    for one in found.policies:
        table.add_row(
            one.name,
            percent(one.odds.house_edge, 4),
            percent(one.odds.house_edge - found.best.odds.house_edge, 4),
            percent(one.element_of_risk, 4),
        )
    console.print(table)
    show_chart(console, found)
    lost = ", ".join(f"{number} of {bet}" for bet, number in told.lost_by_folding.items())
    fold = found.lab.game.decision.fold if found.lab.game.decision else ""
    console.print(f"Winning hands that best play would forfeit by folding ({fold}): {lost}.")
    if hand := told.hand:
        console.print(
            f"{hand.cards} ({hand.name}): play is worth {hand.play} of an ante,"
            f" fold {hand.fold}: {hand.best}."
        )
