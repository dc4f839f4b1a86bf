"""`croupier ruling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completions import facts as facts_of_irregularity
from croupier.cli.completions import irregularities
from croupier.cli.reading import pairs
from croupier.cli.verb import AsJson, GameName, Interpretation, declared
from croupier.cli.writing import put_json
from croupier.engine.irregularities import CARDS, IRREGULARITIES, NOTICED
from croupier.engine.rulings import facts_text, ruling
from croupier.games import game
from croupier.problems import BadInput
from croupier.wire.ruling import answer, questions

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.engine.game import Game
    from croupier.engine.rulings import Ruling

TRUTH = {"yes": "true", "true": "true", "no": "false", "false": "false"}
BOOLEANS = sorted(
    {fact.name for facts in IRREGULARITIES.values() for fact in facts if fact.default is False}
)

app = declared()


@app.command()
def run(
    name: GameName,
    irregularity: Annotated[
        str | None,
        typer.Argument(
            metavar="IRREGULARITY", help="nothing: what can be asked", autocompletion=irregularities
        ),
    ] = None,
    facts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FACT",
            help="handled=yes; what is left out: no",
            autocompletion=facts_of_irregularity,
        ),
    ] = None,
    *,
    fact: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="the same, as an option")
    ] = None,
    interpretation: Interpretation = None,
    as_json: AsJson = False,
) -> None:
    """Say what follows from an irregularity, who decides it, and by which clauses."""
    of = game(name).under(pairs(interpretation or (), "interpretation"))
    given = facts_of([*(facts or ()), *(fact or ())])
    if irregularity is None or "=" in irregularity:
        if given or irregularity:
            raise BadInput("a fact goes with an irregularity", "fact")
        show_questions(of, as_json=as_json)
        return
    made = ruling(of, irregularity, given)
    if as_json:
        put_json(answer(made))
    else:
        show_ruling(of, made)


def facts_of(said: list[str]) -> dict[str, str]:
    """As the rules write them: yes is true."""
    given = pairs(said, "fact")
    return {
        name: truth(name, value) if name in BOOLEANS else value for name, value in given.items()
    }


def truth(name: str, value: str) -> str:
    if value.lower() not in TRUTH:
        raise BadInput(f"{value[:40]!r} is neither yes nor no", "facts", name)
    return TRUTH[value.lower()]


def show_ruling(of: Game, made: Ruling) -> None:
    from croupier.cli.show import PROSE_WIDTH, screen

    console = screen(PROSE_WIDTH)
    console.print(f"{of.title}: {made.irregularity}", style="bold")
    if made.facts:
        console.print(f"With {facts_text(made.facts)}.")
    console.print(made.says)
    console.print(f"Remedies: {', '.join(made.remedies)}. Decided by: {made.decided_by} or above.")
    table = grid(2)
    for number in made.clauses:
        table.add_row(number, of.document.clauses[number].gist)
    console.print(table)


def show_questions(of: Game, *, as_json: bool) -> None:
    asked = questions(of)
    if as_json:
        put_json(asked)
        return
    from croupier.cli.show import PROSE_WIDTH, screen

    console = screen(PROSE_WIDTH)
    console.print(f"{of.title}: what can be asked, with the facts that can matter", style="bold")
    table = grid(3)
    for one in asked:
        table.add_row(one.irregularity, ", ".join(one.facts), ", ".join(one.clauses))
    console.print(table)
    console.print(f"Yes or no, else no: {', '.join(BOOLEANS)}.")
    console.print(f"{NOTICED.name}: {NOTICED.allowed}, else {NOTICED.default}.")
    console.print(f"device: manual or automated, else manual; cards: {CARDS.allowed}, else 1.")


def grid(columns: int) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for _ in range(columns - 1):
        table.add_column(overflow="fold")
    return table
