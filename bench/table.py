"""Commands a second through `decide` and `evolve`, for each game, on one core.

    python -m bench.table

A round: two players with every bet of the game, the deal, a look, decisions, the settlement. What
a command costs after thousands of rounds is set against what it costs in the first hundred.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Rows

from bench.ending import ended
from croupier.benches.tables import a_second, hundreds
from croupier.games import GAMES

HUNDREDS = 30


def measured(game: str) -> tuple[float, float]:
    """Commands a second over all rounds, and what one costs at last over what it cost at first."""
    found = hundreds(game, HUNDREDS)
    costs = [seconds / commands for commands, seconds in found]
    return a_second(found), min(costs[-3:]) / min(costs[:3])


def main() -> None:
    rows = Rows("game", "commands/s", "cost after 3,000 rounds ÷ at first")
    for game in GAMES:
        speed, growth = measured(game.name)
        rows.add_row(game.name, f"{speed:,.0f}", f"{growth:.2f}")
    Console().print(rows)


if __name__ == "__main__":
    ended(main)
