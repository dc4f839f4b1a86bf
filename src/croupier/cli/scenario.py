"""`croupier scenario`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.progress import tracked
from croupier.cli.reading import read
from croupier.cli.verb import FOUND_SOMETHING, AsJson, Files, declared
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.scenario.playing import play
from croupier.scenario.reading import scripts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from croupier.scenario.playing import Outcome
    from croupier.scenario.reading import Script

app = declared()


@app.command()
def run(files: Files = None, *, as_json: AsJson = False) -> int:
    """Play the situations of scenario files; exit status 1 when one does not hold."""
    found = [script for file in files or ["-"] for script in understood(file)]
    outcomes = [play(script) for script in tracked(found, "playing")]
    if as_json:
        for outcome in outcomes:
            put_json(outcome)
    else:
        show(outcomes)
    return 0 if all(outcome.held for outcome in outcomes) else FOUND_SOMETHING


def understood(file: str) -> list[Script]:
    """All of a file is read before anything is played."""
    data = read(file)
    try:
        return scripts(data)
    except BadInput as problem:
        raise BadInput(str(problem), *([] if file == "-" else [file])) from None


def show(outcomes: list[Outcome]) -> None:
    from croupier.cli.show import PROSE_WIDTH, screen

    console = screen(PROSE_WIDTH)
    for outcome in outcomes:
        tell(outcome, console)
    console.print(summary(outcomes), style="bold")


def summary(outcomes: list[Outcome]) -> str:
    held = sum(outcome.held for outcome in outcomes)
    failed = len(outcomes) - held
    count = f"{len(outcomes)} situation{'s'[: len(outcomes) != 1]}"
    if not failed:
        return f"{count}: all hold."
    return f"{count}: {held} hold{'s'[: held == 1]}, {failed} do{'es'[: 2 * (failed == 1)]} not."


def tell(outcome: Outcome, console: Console) -> None:
    from rich.text import Text

    word = Text("holds  ", "green") if outcome.held else Text("fails  ", "red")
    console.print(beside(word, f"{outcome.game}: {outcome.title}"))
    if outcome.failed is not None:
        console.print(beside(Text("       "), outcome.failed))


def beside(word: Text, text: str) -> Table:
    from rich.table import Table

    table = Table.grid()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(word, text)
    return table
