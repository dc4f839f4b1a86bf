"""`croupier rules`: documents, clauses, the trace, and what a new text amends."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from croupier.cli.reading import read
from croupier.cli.verb import FOUND_SOMETHING, AsJson, declared
from croupier.cli.writing import put_json
from croupier.games import GAMES
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.rulebook.amendments import Amendment, amended, title_in
from croupier.tracing import Row, depends, references, trace, traces
from croupier.tracing.mutants import figure

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.rulebook import Clause

NARROW = ("game", "clause", "state", "kind", "version", "clauses")


app = declared()


def screen() -> Console:
    return Console(highlight=False)


@app.command()
def run(
    what: Annotated[
        str | None, typer.Argument(metavar="GAME|trace|amended", help="nothing: the documents")
    ] = None,
    which: Annotated[
        str | None, typer.Argument(metavar="CLAUSE|FILE", help="of the game; of the amended text")
    ] = None,
    *,
    game: Annotated[str | None, typer.Option(help="with amended: the game it is about")] = None,
    as_json: AsJson = False,
) -> int:
    """Show the documents, a game's clauses, one clause, the trace, or what a new text amends."""
    if what == "amended":
        return show_amended(which, game, as_json=as_json)
    if game is not None:
        raise BadInput("--game goes with 'rules amended'")
    if what == "trace":
        if which is not None:
            raise BadInput("'rules trace' takes nothing further", repr(which)[:40])
        show_trace(as_json=as_json)
    elif what is None:
        show_documents(as_json=as_json)
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
        sections = ", ".join(dict.fromkeys(one.split(".")[0] for one in document.clauses))
        raise BadInput(
            f"{document.title} has no clause {number[:20]!r}; its sections are {sections}"
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
            console.print(f"  {line}", soft_wrap=True, markup=False)
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


def show_amended(file: str | None, named: str | None, *, as_json: bool) -> int:
    if file is None:
        raise BadInput("'rules amended' needs the file with the document's text")
    try:
        text = read(file).decode()
    except UnicodeDecodeError:
        raise BadInput("is no text in UTF-8", file) from None
    document = (
        game_named(named).document if named else title_in(text, [one.document for one in GAMES])
    )
    if document is None:
        raise BadInput("its opening names none of the games; say which with --game", file)
    try:
        found = amended(text, document)
    except BadInput as problem:
        raise problem.at(file) from None
    rows = {row.clause: row for row in trace(game_named(document.game))}
    if as_json:
        put_json(amended_json(found, rows))
    else:
        print_amended(found, rows)
    return FOUND_SOMETHING if found.changes else 0


def amended_json(found: Amendment, rows: dict[str, Row]) -> dict[str, Any]:
    return {
        "game": found.document.game,
        "registered": {
            "version": found.document.version,
            "effective": found.document.effective,
        },
        "given": {"version": found.version, "effective": found.effective},
        "added": found.added,
        "removed": found.removed,
        "reworded": found.reworded,
        "depends": {
            number: {
                "code": depends(game_named(found.document.game), number),
                "tests": rows[number].tests,
            }
            for number, _ in found.changes
            if number in rows
        },
    }


def print_amended(found: Amendment, rows: dict[str, Row]) -> None:
    console = screen()
    document = found.document
    console.print(
        f"[bold]{document.title}[/]: the register holds version {document.version}, "
        f"in force from {document.effective}; this text is version {found.version or 'unknown'}, "
        f"in force from {found.effective or 'unknown'}."
    )
    if not found.changes:
        console.print("No clause is added, removed or reworded.")
        return
    shown = table("clause", "change", "code that depends on it", "tests")
    for number, what in found.changes:
        row = rows.get(number)
        code = "\n".join(depends(game_named(document.game), number))
        shown.add_row(number, what, code or "none", str(len(row.tests)) if row else "0")
    console.print(shown)
    console.print(f"{len(found.changes)} clauses differ.")
