"""The parts of the documentation that are built, and not kept in git: tables, lists, references.

A page says where: between `<!-- built: NAME -->` and `<!-- end -->`. `tools.site` puts them there.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

import typer
from typer.cli import get_docs_for_click
from typer.core import TyperGroup

from croupier.api import odds
from croupier.cli.main import VERBS, app, verb
from croupier.engine.refusals import POLICY_SAYS, Policy
from croupier.engine.steps import Refusal
from croupier.games import GAMES
from croupier.lab.figures import decimal, root
from croupier.server.http.operation import STATUS
from croupier.tracing import Row, traces
from croupier.tracing.mutants import figure, mutants
from tools import operations, reference
from tools.glossary import WORDS
from tools.markdown import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds

STATES = ("code", "console", "definition", "pending")


def terms() -> Iterator[str]:
    words = sorted({term.word for game in GAMES for term in game.terms})
    rows = ([f"**{word}**", *(document_terms(game, word) for game in GAMES)] for word in words)
    yield table(["our word", *(game.name for game in GAMES)], rows)


def words() -> Iterator[str]:
    rows = ([f"**{entry.word}**", entry.means, f"`{entry.lives}`"] for entry in sorted(WORDS))
    yield table(["word", "meaning", "where it lives"], rows)


def document_terms(game: Game, word: str) -> str:
    return "; ".join(f"{term.shown} ({term.cite})" for term in game.terms if term.word == word)


def interpretations() -> Iterator[str]:
    names = dict.fromkeys(point.name for game in GAMES for point in game.interpretations)
    rows = (row for name in names for row in interpretation_rows(name))
    yield table(["name", "game", "values", "clauses"], rows)


def interpretation_rows(name: str) -> Iterator[list[str]]:
    for game in GAMES:
        for point in game.interpretations:
            if point.name == name:
                yield [
                    f"`{name}`",
                    game.name,
                    " · ".join(f"`{v}`" if v in point.values else v for v in point.values_text),
                    str(point.cite),
                ]


def trace() -> Iterator[str]:
    rows, share = traces(), figure()
    done = sum(row.how != "pending" for row in rows)
    yield (
        f"{done} of {len(rows)} clauses are carried out and shown by a test. "
        f"{share.found_out} of {share.clauses} clauses have a mutant that one of their own tests "
        f"detects. The tests detect {share.killed} of {share.made} mutants."
    )
    yield "## Clauses by section"
    states = (row for game in GAMES for row in section_rows(game, rows))
    yield table(["game", "section", *STATES], states)
    yield "## Pending clauses"
    yield "\n".join(f"- {game.name}: {pending_clauses(game, rows)}" for game in GAMES)
    yield "## Mutants that survive"
    yield table(["game", "clause", "mutant and reason"], survivor_rows())


def survivor_rows() -> Iterator[list[str]]:
    for (game, clause), row in mutants().items():
        yield from ([game, clause, mutant] for mutant in row.survivors)


def section_rows(game: Game, rows: list[Row]) -> Iterator[list[str]]:
    own = [row for row in rows if row.game == game.name]
    for section in dict.fromkeys(row.clause.split(".")[0] for row in own):
        states: Counter[str] = Counter(
            row.how for row in own if row.clause.split(".")[0] == section
        )
        yield [game.name, section, *(str(states.get(state, 0)) for state in STATES)]


def pending_clauses(game: Game, rows: list[Row]) -> str:
    clauses = [row.clause for row in rows if row.game == game.name and row.how == "pending"]
    return ", ".join(clauses) or "none"


def figures() -> Iterator[str]:
    """Return every bet and pay line of the five games."""
    by_game = [odds(game.name) for game in GAMES]
    bets = [(each.game.name, bet) for each in by_game for bet in each.bets.values()]
    best_first = sorted(bets, key=lambda entry: entry[1].house_edge)
    rows = (
        [
            name,
            bet.bet,
            f"{decimal(100 * bet.house_edge, 6)} %",
            str(bet.house_edge),
            f"{decimal(100 * bet.returns, 2)} %",
            f"{decimal(100 * bet.hit_frequency, 4)} %",
            root(bet.variance, 6),
            "under 75 %" if bet.falls_short else "",
        ]
        for name, bet in best_first
    )
    yield table(["game", "bet", "house edge", "exactly", "returns", "hit", "SD", ""], rows)
    for each in by_game:
        yield f"## {each.game.title}\n\n{each.combinations:,} equally likely deals."
        yield from (pay_lines(each.game.bet[bet.bet].title, bet) for bet in each.bets.values())


def pay_lines(title: str, bet: BetOdds) -> str:
    rows = (
        [
            line.event,
            str(line.net),
            f"{line.combinations:,}",
            str(line.probability),
            str(line.brings),
            ", ".join(line.clauses),
        ]
        for line in bet.lines
    )
    headings = ("event", "net, to 1", "combinations", "probability", "expected net", "clauses")
    return f"### {title}\n\n{table(headings, rows)}"


def commands() -> Iterator[str]:
    """Return the help of every verb, as `typer utils docs` writes it."""
    group = typer.main.get_group(app)
    assert isinstance(group, TyperGroup)
    for name in VERBS:
        group.commands[name] = copy(verb(name))
        group.commands[name].name = name
    text = get_docs_for_click(obj=group, ctx=typer.Context(group), name="croupier", indent=1)
    yield text.rstrip()


def refusals() -> Iterator[str]:
    rows = (
        [f"`{why}`", *(", ".join(game.procedure.refused.get(why, ())) or "-" for game in GAMES)]
        for why in Refusal
    )
    yield table(["refusal", *(game.name for game in GAMES)], rows)


def policies() -> Iterator[str]:
    rows = ([f"`{why}`", str(STATUS.get(why, 409)), POLICY_SAYS[why]] for why in Policy)
    yield table(["refusal", "status", "meaning"], rows)


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "commands": commands,
    "configuration": reference.configuration,
    "events": reference.events,
    "figures": figures,
    "interpretations": interpretations,
    "operations": operations.rows,
    "policies": policies,
    "protocol": reference.protocol,
    "refusals": refusals,
    "terms": terms,
    "trace": trace,
    "words": words,
}
"""By the name that a page gives between the marks."""


@cache
def part(name: str) -> str:
    return "\n\n".join(PARTS[name]())
