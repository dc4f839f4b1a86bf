"""The pays that the wording of a pay table writes down, each with the lines that it pays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.engine.bets import Pays
from croupier.lab.paytables import slug
from croupier.money import Odds
from croupier.rulebook import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game

WRITTEN = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)\s+to\s+(\d+)(?![\d.,]*\d)")
WORD = re.compile(r"[a-z0-9]+")
SAME = {"no": "without", "on": "", "wins": "", "win": ""}
"""Words of our lines as tables write them; what says nothing of the line is left out."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a pay table: the words that it is told by, and the lines that it pays."""

    words: frozenset[str]
    lines: tuple[tuple[str, str], ...]
    """Bet and line, as a change of pays names them."""
    pays: str


ROWS: Mapping[tuple[str, str], tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = {
    ("three-card-poker", "4.1"): (
        ("ante", (("ante", "dealer-does-not-qualify"), ("ante", "player-ranks-higher"))),
        ("play", (("play", "player-ranks-higher"),)),
    ),
    ("baccarat", "4.1"): (
        ("banker 6 points", (("banker", "banker-wins-on-6-points"),)),
        ("banker other points", (("banker", "banker-wins-on-other-points"),)),
        ("player", (("player", "player-wins"),)),
        ("tie", (("tie", "tie-wins"),)),
        (
            "player pair banker",
            (("player-pair", "player-pair-wins"), ("banker-pair", "banker-pair-wins")),
        ),
    ),
}
"""Tables whose rows are not the lines of the game in their order."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What a new wording makes of a pay table."""

    changes: tuple[str, ...] = ()
    """As the lab takes them: `tie:tie=9:1`."""
    why_not: str = ""
    """Why its pays cannot be told for certain."""


def stem(word: str) -> str:
    return SAME.get(word, word.removesuffix("s"))


def words_of(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in WORD.findall(text.casefold())) - {""}


def table_of(game: Game, clause: str) -> tuple[Row, ...]:
    """The rows of a clause's pay table in the document's order; none: it is no such clause."""
    if game.document.clauses[clause].kind is not Kind.PAYMENT:
        return ()
    paid = {
        (bet.name, slug(line.event)): line
        for bet in game.bets
        for line in bet.lines
        if isinstance(line, Pays) and clause in line.cite.numbers
    }
    if (game.name, clause) in ROWS:
        return tuple(
            Row(words_of(words), lines, paid[lines[0]].pays)
            for words, lines in ROWS[game.name, clause]
        )
    return tuple(Row(words_of(line.event), (key,), line.pays) for key, line in paid.items())


def rewritten(game: Game, clause: str, wording: str) -> Rewritten:
    """The pays that differ, only where every row is found again in its place."""
    rows, written = table_of(game, clause), list(WRITTEN.finditer(wording))
    if not rows:
        return Rewritten(why_not="what it says besides pays is not computed from words")
    if len(written) != len(rows):
        return Rewritten(why_not=f"{len(written)} pays are written where {len(rows)} are known")
    changes, begins = [], 0
    for row, said in zip(rows, written, strict=True):
        label = words_of(wording[begins : said.start()])
        begins = said.end()
        if not row.words <= label or int(said[2]) == 0:
            named = ", ".join(sorted(row.words - label)) or "odds"
            return Rewritten(why_not=f"a row of the table is not told for certain ({named})")
        to_one = Fraction(int(said[1].replace(",", "")), int(said[2]))
        if to_one != Odds.read(row.pays).net:
            pays = f"{to_one.numerator}:{to_one.denominator}"
            changes += [f"{bet}:{line}={pays}" for bet, line in row.lines]
    return Rewritten(tuple(changes))
