"""`croupier rules conformity`: how a game conforms to its document, clause by clause."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rich.console import Console

from croupier.cli.rules_papers import check_report, paper_bytes, write_report
from croupier.cli.writing import folded, put_json
from croupier.compliance.conformity import statement
from croupier.compliance.conformity_paper import paper
from croupier.digest import software_digest
from croupier.games import GAMES, game
from croupier.problems import BadInput
from croupier.tracing.mutants import kept
from croupier.tracing.suite import titled
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.compliance.conformity import Conforms, Statement


def show_conformity(name: str | None, out: str | None, *, as_json: bool) -> None:
    if name is None:
        raise BadInput(f"which game? one of {', '.join(one.name for one in GAMES)}")
    told = statement(game(name))
    check_report(out)
    head = (
        ("program", f"croupier {__version__}, SHA-256 {software_digest()}"),
        ("statement made", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
    )
    if out is not None:
        write_report(out, paper(told, head, signed=True), quiet=as_json)
    if as_json:
        put_json(statement_json(told))
    elif out is None:
        show(paper_bytes(".md", paper(told, head)).decode())


def show(text: str) -> None:
    """Markdown as wide as the screen is; its tables stay as they are."""
    width = Console().width
    for line in text.splitlines():
        print(*([line] if line.startswith("|") else folded(line, width)), sep="\n")


def statement_json(told: Statement) -> dict[str, Any]:
    document = told.game.document
    return {
        "game": document.game,
        "title": document.title,
        "operator": document.operator,
        "version": document.version,
        "effective": document.effective,
        "rules": told.rules,
        "program": software_digest(),
        "mutants_run_on": kept().sources,
        "readings": {name: str(value) for name, value in told.game.readings.items()},
        "clauses": [clause_json(document.game, one) for one in told.clauses],
    }


def clause_json(game: str, one: Conforms) -> dict[str, Any]:
    return {
        "clause": one.number,
        "kind": one.kind,
        "gist": one.gist,
        "digest": one.digest,
        "how": one.how,
        "parts": one.parts,
        "functions": one.functions,
        "scenario": one.scenario,
        "tests": one.tests,
        "mutants": [
            mutant._asdict() | {"by": titled(game, one.number, mutant.by)}
            for mutant in one.mutants.each
        ],
        "readings": one.readings,
        "remark": one.remark,
    }
