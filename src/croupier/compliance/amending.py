"""What a new version of a document changes, and what depends on each change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from croupier.compliance.given import given
from croupier.compliance.pays_written import rewritten
from croupier.games import GAMES
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.rulebook.amendments import amended, title_in
from croupier.rulebook.wording import digest
from croupier.tracing import depends, evidence
from croupier.wire.asked_odds import odds

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.compliance.given import Given
    from croupier.lab.figures import GameOdds
    from croupier.rulebook import Document
    from croupier.rulebook.amendments import Amendment

NO_WORDS = "the clause is gone, and what takes its place is for people to say"
SAME_WORDS = "its words are the same"
AS_BEFORE = "the pays are written as before"


@dataclass(frozen=True, slots=True)
class Moved:
    """A bet that the clause is among those to decide."""

    bet: str
    decides: Fraction
    """How often."""
    edge: Fraction
    edge_after: Fraction | None
    """None: it is not computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    clause: str
    what: str
    gist: str
    """Ours, of the registered clause; of an added one nothing."""
    wording: str
    """As it is given; of a removed clause nothing."""
    digest_before: str
    digest_after: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    odds: tuple[Moved, ...]
    not_computed: str
    """Why there are no odds after it, where there are odds before."""


def amended_by(data: bytes, named: str | None = None) -> tuple[Given, Amendment]:
    """A document's new text, as a file has it, held against the register."""
    said = given(data)
    return said, amended(said.text, document_of(said, named), said.opening)


def document_of(said: Given, named: str | None) -> Document:
    titled = title_in(said.opening, [one.document for one in GAMES])
    if named is None:
        if titled is None:
            raise BadInput("its opening names none of the games; say which with --game")
        return titled
    document = game_named(named).document
    if titled is not None and titled is not document:
        raise BadInput(f"its opening names {titled.title}, which is not {named}")
    return document


def differences(found: Amendment) -> list[Difference]:
    return [difference(found, number, what) for number, what in found.changes]


def difference(found: Amendment, number: str, what: str) -> Difference:
    document, of = found.document, game_named(found.document.game)
    known = None if what == "added" else document.clauses[number]
    said = found.wording.get(dict(found.renumbered).get(number, number), "")
    wording = "" if what == "removed" else said
    moved, why_not = bets_moved(found, number, wording) if known else ((), "")
    return Difference(
        clause=number,
        what=what,
        gist=known.gist if known else "",
        wording=wording,
        digest_before=known.digest if known else "",
        digest_after=digest(wording) if wording else "",
        code=depends(of, number) if known else (),
        tests=evidence().get((of.name, number), ()) if known else (),
        odds=moved,
        not_computed=why_not,
    )


@cache
def known_odds(name: str) -> GameOdds:
    return odds(name)


def bets_moved(found: Amendment, number: str, wording: str) -> tuple[tuple[Moved, ...], str]:
    """Bets that the clause decides, before and where it is certain after; else why not."""
    name = found.document.game
    before = known_odds(name)
    cited = {bet: one.chances[number] for bet, one in before.bets.items() if number in one.chances}
    if not cited:
        return (), ""
    if number not in found.reworded:
        after, why_not = None, SAME_WORDS if wording else NO_WORDS
    else:
        told = rewritten(game_named(name), number, wording)
        after = odds(name, pays=told.changes) if told.changes else None
        why_not = told.why_not or ("" if told.changes else AS_BEFORE)
    return (
        tuple(
            Moved(
                before.game.bet[bet].title,
                decides,
                before.bets[bet].house_edge,
                after.bets[bet].house_edge if after else None,
            )
            for bet, decides in cited.items()
        ),
        why_not,
    )
