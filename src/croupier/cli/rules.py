"""`croupier rules`: documents, clauses, the trace, what a new text amends, conformity."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from croupier.cli.completions import clauses, games, games_and_papers
from croupier.cli.verb import AsJson, declared
from croupier.cli.writing import folded, put_json
from croupier.games import BY_NAME, GAMES
from croupier.games import game as game_named
from croupier.problems import BadInput, among
from croupier.tracing import Row, references, trace, traces
from croupier.tracing.mutants import figure

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.rulebook import Clause

OTHER = ("trace", "amended", "conformity")
"""What can be shown besides games."""
NARROW = ("game", "clause", "state", "kind", "version", "clauses")


What = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME|trace|amended|conformity",
        help="nothing: the documents",
        autocompletion=games_and_papers,
    ),
]
Which = Annotated[
    str | None,
    typer.Argument(
        metavar="CLAUSE|FILE|GAME",
        help="a clause of the game; the amended text (text or PDF); the game that conforms",
        autocompletion=clauses,
    ),
]
About = Annotated[
    str | None, typer.Option(help="with amended: the game it is about", autocompletion=games)
]
Report = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="with amended or conformity: the paper, as .html, .pdf or .md"
    ),
]

app = declared()


def screen() -> Console:
    return Console(highlight=False)


@app.command()
def run(
    what: What = None,
    which: Which = None,
    *,
    game: About = None,
    report: Report = None,
    as_json: AsJson = False,
) -> int:
    """Show documents, clauses, the trace, what a new text amends, how a game conforms."""
    if what == "amended":
        from croupier.cli.rules_amended import show_amended

        return show_amended(which, game, report, as_json=as_json)
    if game is not None:
        raise BadInput("--game goes with 'rules amended'")
    if what == "conformity":
        from croupier.cli.rules_conformity import show_conformity

        show_conformity(which, report, as_json=as_json)
        return 0
    if report is not None:
        raise BadInput("--report goes with 'rules amended' and 'rules conformity'")
    if what == "trace":
        if which is not None:
            raise BadInput("'rules trace' takes nothing further", repr(which)[:40])
        show_trace(as_json=as_json)
    elif what is None:
        show_documents(as_json=as_json)
    elif what not in BY_NAME:
        raise BadInput(f"no game is called {what[:40]!r}; {among(what, [*BY_NAME, *OTHER])}")
    else:
        show_game(game_named(what), which, as_json=as_json)
    return 0


def show_game(of: Game, which: str | None, *, as_json: bool) -> None:
    """Its clauses, those of a section, or one."""
    if which is None or (which not in of.document.clauses and in_section(of, which)):
        show_outline(of, which, as_json=as_json)
    else:
        show_clause(of, which, as_json=as_json)


def table(*headings: str) -> Table:
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold", no_wrap=heading in NARROW)
    return made


def show_documents(*, as_json: bool) -> None:
    console = screen()
    documents = [one.document for one in GAMES]
    if as_json:
        put_json(
            [
                {
                    "game": one.game,
                    "title": one.title,
                    "operator": one.operator,
                    "version": one.version,
                    "effective": one.effective,
                    "clauses": len(one.clauses),
                }
                for one in documents
            ]
        )
        return
    shown = table("game", "document", "version", "in force", "clauses")
    for one in documents:
        version = f"{one.operator} {one.version}"
        shown.add_row(one.game, one.title, version, one.effective, str(len(one.clauses)))
    console.print(shown)
    console.print("'croupier rules GAME' shows a document's clauses.")


def clauses_near(of: Game, number: str) -> str:
    """For a clause that is not there: how far its section goes, or which sections there are."""
    section = number.partition(".")[0]
    if inside := in_section(of, section):
        last = f"goes from {inside[0]} to {inside[-1]}" if len(inside) > 1 else f"is {inside[0]}"
        return f"section {section} {last}"
    sections = dict.fromkeys(one.split(".")[0] for one in of.document.clauses)
    return f"its sections are {', '.join(sections)}"


def in_section(of: Game, section: str) -> list[str]:
    return [number for number in of.document.clauses if number.startswith(f"{section}.")]


def show_outline(of: Game, section: str | None = None, *, as_json: bool) -> None:
    console = screen()
    rows = trace(of)
    if section is not None:
        rows = [row for row in rows if row.clause in in_section(of, section)]
    if as_json:
        put_json([clause_json(of.document.clauses[row.clause], row) for row in rows])
        return
    document = of.document
    console.print(f"[bold]{document.title}[/] ({document.operator}), version {document.version}")
    shown = table("clause", "kind", "state", "gist")
    for row in rows:
        clause = document.clauses[row.clause]
        shown.add_row(clause.number, clause.kind, state(row), clause.gist)
    console.print(shown)
    for one in of.shown:
        console.print(f"Shown at the table: {one.text} ({one.cite}).")
    console.print(f"'croupier rules {of.name} CLAUSE' shows one of them.")


def state(row: Row) -> str:
    return f"[yellow]{row.how}[/]" if row.how == "pending" else row.how


def clause_json(clause: Clause, row: Row) -> dict[str, Any]:
    return {
        "clause": clause.number,
        "kind": clause.kind,
        "gist": clause.gist,
        "digest": clause.digest,
        "how": row.how,
        "code": row.code,
        "tests": row.tests,
    }


def show_clause(of: Game, number: str, *, as_json: bool) -> None:
    console = screen()
    document = of.document
    if number not in document.clauses:
        raise BadInput(
            f"{document.title} has no clause {number[:20]!r}; {clauses_near(of, number)}"
        )
    clause = document.clauses[number]
    row = next(row for row in trace(of) if row.clause == number)
    referred = references(of, number)
    if as_json:
        put_json({"game": of.name} | clause_json(clause, row) | {"referred_to": referred})
        return
    console.print(f"[bold]{document.title}, clause {number}[/] ({clause.kind}, {state(row)})")
    console.print(clause.gist)
    for heading, lines in {
        "carried out": row.code,
        "shown by": row.tests,
        "referred to": referred,
    }.items():
        console.print(f"\n[bold]{heading}[/]")
        for line in lines or ("nowhere",):
            for part in folded(f"  {line}", console.width):
                console.print(part, soft_wrap=True, markup=False)
    console.print(f"\nDigest of the approved wording: {clause.digest}")


def show_trace(*, as_json: bool) -> None:
    console = screen()
    if as_json:
        put_json(traces(with_chances=True))
        return
    rows = traces()
    shown = table("game", "clause", "state", "code", "tests", "gist")
    for row in rows:
        counts = (str(len(row.code)), str(len(row.tests)))
        shown.add_row(row.game, row.clause, state(row), *counts, row.gist)
    console.print(shown)
    for of in GAMES:
        states = Counter(row.how for row in rows if row.game == of.name)
        told = ", ".join(f"{count} {how}" for how, count in states.items())
        console.print(f"{of.name}: {told}")
    done = sum(row.how != "pending" for row in rows)
    console.print(f"{done} of {len(rows)} clauses are carried out and shown by a test.")
    mutants = figure()
    console.print(
        f"Broken on purpose, {mutants.found_out} of {mutants.clauses} make a test of theirs fail "
        f"({mutants.killed} of {mutants.made} mutants)."
    )
