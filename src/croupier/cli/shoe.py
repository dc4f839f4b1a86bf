"""`croupier shoe`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cards import parse_cards
from croupier.cli.figures import LEAST, percent, show
from croupier.cli.progress import counted
from croupier.cli.show import screen, title
from croupier.cli.verb import AsJson, declared
from croupier.cli.writing import put_json
from croupier.games import DEALT_FROM_SHOES, game
from croupier.lab.shoe import parse_left, whole, without
from croupier.lab.tableau import check_shoe
from croupier.mathematics import shoe_odds
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from croupier.lab.moves import Depth
    from croupier.lab.shoes import Shoes

GAME = DEALT_FROM_SHOES.name
DECKS, SEED = 8, 1

app = declared()


class Asked(NamedTuple):
    """The options of `shoe`."""

    left: str | None
    seen: str | None
    decks: int | None
    moves: bool
    spread: int | None
    seed: int | None

    @property
    def of_decks(self) -> int:
        return DECKS if self.decks is None else self.decks


@app.command()
def run(
    *,
    left: Annotated[str | None, typer.Option(help="cards left by rank: A=31,2=32,...")] = None,
    seen: Annotated[str | None, typer.Option(help="cards seen: 'Kh 9s ...'")] = None,
    decks: Annotated[int | None, typer.Option(help="with --seen: of so many decks, else 8")] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="how the edges move card by card; else a whole shoe's")
    ] = False,
    spread: Annotated[
        int | None, typer.Option(help="how they spread over so many shuffled shoes")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="with --spread, else 1")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact odds of every baccarat bet for what is left in a shoe."""
    answer(Asked(left, seen, decks, moves, spread, seed), as_json=as_json)


def answer(asked: Asked, *, as_json: bool) -> None:
    if asked.seed is not None and asked.spread is None:
        raise BadInput("only --spread is drawn from a seed", "seed")
    if asked.left is not None and asked.seen is not None:
        raise BadInput("either --left or --seen is meant, not both")
    if asked.left is not None and asked.decks is not None and asked.spread is None:
        raise BadInput("--left says all of the shoe; --decks goes with --seen", "decks")
    if not asked.moves and asked.spread is None:
        if asked.left is None and asked.seen is None:
            raise BadInput("which shoe? --left or --seen; or a whole one, --moves or --spread")
        show(shoe_odds(left=asked.left, seen=asked.seen, decks=asked.of_decks), as_json=as_json)
        return
    if not asked.moves and (asked.left is not None or asked.seen is not None):
        raise BadInput("--spread shuffles whole shoes; --left and --seen go with --moves")
    told = movements(asked)
    if as_json:
        put_json(told)
    else:
        show_moves(told)


def movements(asked: Asked) -> dict[str, Any]:
    """What is told of a shoe: exact figures as fractions, sampled ones as decimals."""
    shoe = shoe_of(asked)
    check_shoe(shoe)
    from croupier.lab import moves as lab
    from croupier.lab.shoes import Shoes
    from croupier.wire.lab_rounds import edges_text

    shoes = Shoes(game(GAME))
    told: dict[str, Any] = {
        "game": GAME,
        "version": game(GAME).version,
        "left": shoe,
        "house_edge": edges_text(shoes.house_edges(shoe)),
    }
    if asked.moves:
        told["removal"] = {
            rank: change and edges_text(change) for rank, change in lab.removal(shoes, shoe).items()
        }
    if asked.moves and asked.seen is not None:
        told["along"] = [
            {"seen": number, "house_edge": edges_text(edges)}
            for number, edges in lab.along(shoes, parse_cards(asked.seen), asked.of_decks)
        ]
    if asked.spread is not None:
        seed = SEED if asked.seed is None else asked.seed
        told["spread"] = sampled(shoes, asked.of_decks, asked.spread, seed)
    return told


def shoe_of(asked: Asked) -> dict[str, int]:
    if asked.left is not None:
        return parse_left(asked.left)
    if asked.seen is not None:
        return without(asked.seen, asked.of_decks)
    return whole(asked.of_decks)


def sampled(shoes: Shoes, decks: int, number: int, seed: int) -> dict[str, Any]:
    from croupier.lab.moves import spread

    with counted(number, "shuffling", "shoes") as told:
        depths = spread(shoes, decks, number, seed, told)
    bets = [bet.name for bet in shoes.game.bets]
    return {
        "sampled": True,
        "shoes": number,
        "decks": decks,
        "seed": seed,
        "depths": [depth_out(depth, bets) for depth in depths],
    }


def depth_out(depth: Depth, bets: list[str]) -> dict[str, Any]:
    figures = zip(bets, depth.means, depth.sds, depth.better, strict=True)
    return {
        "decks_dealt": depth.decks_dealt,
        "bets": {
            bet: {"mean": f"{mean:.9f}", "sd": f"{sd:.9f}", "better_for_player": better}
            for bet, mean, sd, better in figures
        },
    }


def show_moves(told: dict[str, Any]) -> None:
    console = screen(LEAST)
    console.print(title(game(GAME)), style="bold")
    if "removal" in told:
        console.print(f"{sum(told['left'].values()):,} cards are left.")
        now = {bet: percent(Fraction(edge), 4) for bet, edge in told["house_edge"].items()}
        changes = {
            rank.replace("T", "10"): {bet: moved(change and change[bet]) for bet in now}
            for rank, change in told["removal"].items()
        }
        moving = "House edge, and by how much it moves when one card is taken out"
        console.print(bets_table(moving, "card", {"none": now} | changes))
    if "along" in told:
        edges = {
            str(one["seen"]): {b: percent(Fraction(e), 4) for b, e in one["house_edge"].items()}
            for one in told["along"]
        }
        console.print(bets_table("House edge along the cards seen", "seen", edges))
    if "spread" in told:
        show_spread(console, told["spread"])


def moved(change: str | None) -> str:
    if change is None:
        return "none left"
    text = percent(Fraction(change), 5)
    return text if text.startswith("-") else f"+{text}"


def bets_table(caption: str, head: str, rows: Mapping[str, Mapping[str, str]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=caption, title_justify="left")
    table.add_column(head, justify="right")
    for bet in next(iter(rows.values())):
        table.add_column(bet, justify="right", no_wrap=True)
    for name, row in rows.items():
        table.add_row(name, *row.values())
    return table


def show_spread(console: Console, told: dict[str, Any]) -> None:
    shoes = told["shoes"]
    console.print(
        f"Sampled: {shoes:,} shuffled shoe{'s'[: shoes > 1]} of {told['decks']} decks,"
        f" seed {told['seed']}. The edge of each is computed, not simulated."
    )
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("decks dealt", justify="right")
    table.add_column("bet", no_wrap=True)
    for heading in ("mean house edge", "SD", "player has the better of it"):
        table.add_column(heading, justify="right")
    for depth in told["depths"]:
        for bet, figures in depth["bets"].items():
            table.add_row(
                str(depth["decks_dealt"]),
                bet,
                percent(Fraction(figures["mean"]), 4),
                percent(Fraction(figures["sd"]), 4),
                percent(Fraction(figures["better_for_player"], shoes), 3),
            )
        table.add_section()
    console.print(table)
