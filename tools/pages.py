"""Write the pages and pictures that are generated, or check what stands there.

python -m tools.pages [--check]
"""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from croupier.api import odds
from croupier.cli.main import commands as every_command
from croupier.cli.main import run
from croupier.engine.refusals import POLICY_SAYS, Policy
from croupier.engine.steps import Refusal
from croupier.games import GAMES
from croupier.lab.figures import decimal, root
from croupier.server.http.operation import STATUS
from croupier.tracing import Row, traces
from croupier.tracing.mutants import figure, mutants
from tools import configuration, conformity, events_reference, protocol, python_reference
from tools.glossary import WORDS
from tools.markdown import DOCS, page, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds

STATES = ("code", "console", "definition", "pending")


def glossary() -> str:
    words = sorted({term.word for game in GAMES for term in game.terms})
    rows = ([f"**{word}**", *(shown(game, word) for game in GAMES)] for word in words)
    return page(
        "Glossary",
        "Code uses one word for one thing; screens show the document's own word. For each of our "
        "words, what a document calls it and the clause that says what it means.",
        table(["our word", *(game.name for game in GAMES)], rows),
        "Words that the documents do not define: an **area** is the place of one bet on a box; a "
        "**wager** is a player's stake on a bet of a box; an **outcome** is what a bet is settled "
        "on; a **settlement** is the answer to a round; a **ruling** is what a document orders "
        "after an **irregularity**, as **remedies** in order; a **reading** is the value of a "
        "named interpretation (see [interpretations](interpretations.md)); the **meter** is the "
        "amount of the jackpot.",
        "## Words of the program",
        "Files are those of `src/croupier`; how they fit: [architecture](architecture.md).",
        table(
            ["word", "meaning", "where it lives"],
            ([f"**{one.word}**", one.means, f"`{one.lives}`"] for one in sorted(WORDS)),
        ),
    )


def shown(game: Game, word: str) -> str:
    return "; ".join(f"{term.shown} ({term.cite})" for term in game.terms if term.word == word)


def interpretations() -> str:
    names = dict.fromkeys(one.name for game in GAMES for one in game.interpretations)
    return page(
        "Interpretations",
        "What the approved documents leave open is a named choice of the table's configuration, "
        "recorded with every settlement. The first value is the default; a single value is fixed. "
        "Clauses in parentheses.",
        table(
            ["name", "game", "values", "reads"], (row for name in names for row in readings(name))
        ),
    )


def readings(name: str) -> Iterator[list[str]]:
    for game in GAMES:
        for one in game.interpretations:
            if one.name == name:
                yield [
                    f"`{name}`",
                    game.name,
                    " · ".join(f"`{v}`" if v in one.values else v for v in one.values_text),
                    str(one.cite),
                ]


COUNTS_AS = """\
- *code*: a function carries it out. For a pay line the function that pays by it, for a refusal
  those that give it, for an irregularity those that carry out its remedies, for a step of the round
  those that read it. They are found in the source; what nothing reads is pending.
- *console*: people carry it out, and a page or view puts it before them, where a test reads it.
- *definition*: a word; its code is what makes the word true at a table.
- *pending*: not yet."""
HOW_BROKEN = (
    "`make mutants` breaks each part of a game that cites a clause (a line that never pays or pays "
    "otherwise, a case with another remedy, a remedy not carried out, a refusal that is not made, "
    "a step that goes otherwise, a notice that is not shown, a word that does not hold), in "
    "memory, and runs the tests listed for the clause until one fails."
)


def trace() -> str:
    rows, told = traces(), figure()
    done = sum(row.how != "pending" for row in rows)
    return page(
        "Trace",
        f"{done} of {len(rows)} clauses are carried out and shown by a test. `croupier rules trace "
        "--json` names the lines of code and the tests of each.",
        COUNTS_AS,
        f"Broken on purpose, {told.found_out} of {told.clauses} clauses make one of their own "
        f"tests fail: {told.killed} of {told.made} mutants are found out. {HOW_BROKEN}",
        table(
            ["game", "section", *STATES],
            (row for game in GAMES for row in sections(game, rows)),
        ),
        "Clauses still pending:",
        "\n".join(f"- {game.name}: {pending(game, rows)}" for game in GAMES),
        "Mutants that survive, and why:",
        table(["game", "clause", "mutant and reason"], survivors()),
    )


def survivors() -> Iterator[list[str]]:
    for (game, clause), row in mutants().items():
        yield from ([game, clause, told] for told in row.survivors)


def sections(game: Game, rows: list[Row]) -> Iterator[list[str]]:
    own = [row for row in rows if row.game == game.name]
    for section in dict.fromkeys(row.clause.split(".")[0] for row in own):
        states: Counter[str] = Counter(
            row.how for row in own if row.clause.split(".")[0] == section
        )
        yield [game.name, section, *(str(states.get(state, 0)) for state in STATES)]


def pending(game: Game, rows: list[Row]) -> str:
    named = [row.clause for row in rows if row.game == game.name and row.how == "pending"]
    return ", ".join(named) or "none"


def figures() -> str:
    """Every bet and line of the five games."""
    found = [odds(game.name) for game in GAMES]
    bets = [(one.game.name, bet) for one in found for bet in one.bets.values()]
    best_first = sorted(bets, key=lambda entry: entry[1].house_edge)
    parts = [
        (
            "Exact, derived from the games that settle wagers; per unit staked, under the default "
            "interpretations, 3 Card Poker at best play, the jackpot at its seed and with one hand "
            "at the table, baccarat with eight decks."
        ),
        table(
            ["game", "bet", "house edge", "exactly", "returns", "hit", "SD", ""],
            (
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
            ),
        ),
    ]
    for one in found:
        parts.append(f"## {one.game.title}\n\n{one.combinations:,} equally likely deals.")
        parts += [figures_of(one.game.bet[bet.bet].title, bet) for bet in one.bets.values()]
    return page("Odds", *parts)


def figures_of(title: str, bet: BetOdds) -> str:
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


def commands() -> str:
    names = every_command()
    return page("Commands", helped(), *(helped(*name.split()) for name in names))


def helped(*command: str) -> str:
    said = io.StringIO()
    with redirect_stdout(said):
        run([*command, "--help"])
    heading = " ".join(["## croupier", *command])
    return f"{heading}\n\n```text\n{said.getvalue().rstrip()}\n```"


def refusals() -> str:
    """Which clause each game gives for each refusal; the last word where it names none."""
    rows = (
        [
            f"`{why}`",
            *(", ".join(game.procedure.refused.get(why, ())) or "-" for game in GAMES),
        ]
        for why in Refusal
    )
    return page(
        "Refusals",
        "Why a command at a live table is refused: the first of this order that holds is the one "
        "that is told. For each game the clauses that the refusal cites; `-`: the clause that has "
        "the last word, or the one that the situation itself names.",
        table(["refusal", *(game.name for game in GAMES)], rows),
        "## The house's own",
        "Beside the rules a house refuses by its own policy, which has no clause. Over HTTP a "
        "refusal has the status below (409 where it cites a clause), and says `why`, `clauses` "
        "and `says`; over a socket it is the message `refused`, with the id of the request. "
        "`said` is what `says` is made of, a code with its facts: every code has its sentence in "
        "`ui/src/text/en/house.json`, with a slot for each fact, so that it can be said in any "
        "language.",
        table(
            ["refusal", "status", "meaning"],
            ([f"`{why}`", str(STATUS.get(why, 409)), POLICY_SAYS[why]] for why in Policy),
        ),
    )


def messages() -> str:
    return page("Protocol", *protocol.page())


def python() -> str:
    return page("Python", *python_reference.page())


def house_file() -> str:
    return page("Configuration", *configuration.page())


def events() -> str:
    return page("Events", *events_reference.page())


PAGES = {
    "glossary.md": glossary,
    "protocol.md": messages,
    "events.md": events,
    "python.md": python,
    "configuration.md": house_file,
    "interpretations.md": interpretations,
    "trace.md": trace,
    "refusals.md": refusals,
    "commands.md": commands,
    "figures.md": figures,
    **conformity.pages(),
}


def main(arguments: list[str]) -> None:
    os.environ["COLUMNS"] = "80"
    stale = []
    for name, made in PAGES.items():
        text, file = made(), DOCS / name
        if "--check" not in arguments:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(f"docs/{name}")
    if stale:
        sys.exit(f"stale: {', '.join(stale)}: run 'make generated'")


if __name__ == "__main__":
    main(sys.argv[1:])
