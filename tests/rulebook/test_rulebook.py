"""Registers, citations, and what a new text of a document changes."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.rulebook import Kind, rulebook
from croupier.rulebook.amendments import amended, title_in
from croupier.rulebook.register import parse_register
from croupier.rulebook.wording import digest, parse_wording

COUNTS = {  # of the approved documents
    "three-pictures": 79,
    "lucky-three-pictures": 82,
    "royal-three-pictures": 71,
    "three-card-poker": 114,
    "baccarat": 63,
}


def test_the_approved_documents_have_409_clauses() -> None:
    assert {name: len(rulebook(name).clauses) for name in COUNTS} == COUNTS
    assert sum(COUNTS.values()) == 409


def test_documents_are_told_apart() -> None:
    told = [(one.title, one.operator, one.version, one.effective) for one in map(rulebook, COUNTS)]
    assert told == [
        ("Non-Commission Three Pictures", "RWS", 4, "2021-11-19 08:00"),
        ("Non-Commission Lucky Three Pictures", "RWS", 2, "2020-06-28 08:00"),
        ("Royal Three Pictures", "MBS", 2, "2020-03-24"),
        ("3 Card Poker", "RWS", 3, "2020-03-17 08:00"),
        ("Non-Commission Baccarat (Electronic Table Game)", "RWS", 5, "2020-01-29 08:00"),
    ]
    assert len({game.title for game in GAMES}) == len(GAMES)


def test_each_gist_is_one_sentence() -> None:
    for game in GAMES:
        for clause in game.document.clauses.values():
            assert clause.gist.endswith("."), (game.name, clause.number)
            assert len(clause.digest) == 16


def test_an_unknown_clause_cannot_be_cited() -> None:
    with pytest.raises(LookupError, match=r"^Royal Three Pictures, version 2, has no clause 9\.9$"):
        rulebook("royal-three-pictures").cite("4.1", "9.9")


def test_a_citation_knows_its_clauses_and_its_line() -> None:
    cite = rulebook("royal-three-pictures").cite("4.2", "1.1.4.6")
    assert (str(cite), cite.numbers) == ("4.2, 1.1.4.6", ("4.2", "1.1.4.6"))
    assert cite.where.startswith("test_rulebook.py:")
    assert cite.gists[1] == rulebook("royal-three-pictures").clauses["1.1.4.6"].gist


TEXT = """\
# SNAP (Test House) Game Rules

# Version 3

w.e.f. 2 May 2024, 0900hrs

1. Definitions	3
Appendix A		9

1. Definitions

In these rules:

- 1.1 **Snap** is a pair.
- 1.2 **Card** is a card.
- **Pile** has lost its number.
- 1.4 **Round** is a round.

2. Play

- 2.1 The cards
 - a. lie face down;
 - b. and are turned.

Text below an item belongs to it.

  - 2.1.1 Two alike
are a snap.

Appendix "A"

A picture of the pile.

Appendix B
Snap	first
Pile	second
"""


def register(text: str) -> str:
    numbers = ("1.1", "1.2", "1.3", "1.4", "2.1", "2.1a", "2.1b", "2.1.1", "B")
    head = "game\tsnap\ntitle\tSnap\noperator\tTest\nversion\t2\neffective\t2023-05-02\nlayout\t2.1"
    bare = "\n".join(f"{number}\tlayout\t\tGist." for number in numbers)
    wording = parse_wording(text, parse_register(f"{head}\n\n{bare}"))
    rows = (
        f"{number}\tlayout\t{digest(words)}\tGist." for number, words in wording.clauses.items()
    )
    return f"{head}\n\n" + "\n".join(rows)


SNAP = parse_register(register(TEXT))


def test_a_text_is_cut_into_its_clauses() -> None:
    wording = parse_wording(TEXT, SNAP)
    assert (wording.version, wording.effective) == (3, "2 May 2024, 0900hrs")
    assert wording.clauses == {
        "1.1": "Definitions In these rules: Snap is a pair.",
        "1.2": "Card is a card.",
        "1.3": "Pile has lost its number.",
        "1.4": "Round is a round.",
        "2.1": "Play The cards A picture of the pile.",
        "2.1a": "lie face down;",
        "2.1b": "and are turned. Text below an item belongs to it.",
        "2.1.1": "Two alike are a snap.",
        "B": "Snap first Pile second",
    }
    assert SNAP.clauses["1.1"].kind is Kind.LAYOUT


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("", "", ()),
        ("Two alike\nare a snap.", "Two   alike are\na snap.", ()),
        ("- **Pile**", "- 1.3 **Pile**", ()),
        ("a pair.", "three alike.", (("1.1", "reworded"),)),
        (" - b. and are turned.\n", "", (("2.1b", "removed"), ("2.1a", "reworded"))),
        ("2. Play", "- 1.5 New.\n\n2. Play", (("1.5", "added"),)),
        ("picture of", "photograph of", (("2.1", "reworded"),)),
        ("Pile	second", "Pile	third", (("B", "reworded"),)),
        ("In these rules:", "In these rules, but on Sundays:", (("1.1", "reworded"),)),
        ("2. Play", "2. Play\n\nAll odds are halved.", (("2.1", "reworded"),)),
        ("a round.", "a round.\n\n2. The house pays double on every bet.", (("1.4", "reworded"),)),
        ("2. Play", "2. Playing", (("2.1", "reworded"),)),
        ("a card.", "a card, see\n2.1 and\nAppendix B.", (("1.2", "reworded"),)),
        ("  - 2.1.1 Two", "  - 1.3.1 Two", (("2.1.1", "removed"), ("2.1b", "reworded"))),
        ("a. lie", "a. must lie", (("2.1a", "reworded"),)),
    ],
)
def test_what_a_text_amends(old: str, new: str, changes: tuple[tuple[str, str], ...]) -> None:
    assert old in TEXT
    assert amended(TEXT.replace(old, new) if old else TEXT, SNAP).changes == changes


@pytest.mark.parametrize("width", range(20, 80, 3))
def test_wrapping_is_no_amendment(width: int) -> None:
    lines = (textwrap.wrap(line, width) or [""] for line in TEXT.splitlines())
    assert amended("\n".join(part for line in lines for part in line), SNAP).changes == ()


def test_a_text_says_which_document_it_is() -> None:
    documents = [game.document for game in GAMES]
    lucky = title_in("NON-COMMISSION LUCKY THREE\nPICTURES\nVersion 3", documents)
    plain = title_in("# Non-Commission Three Pictures (RWS)", documents)
    assert [one.game if one else None for one in (lucky, plain, title_in("Snap", documents))] == [
        "lucky-three-pictures",
        "three-pictures",
        None,
    ]


@pytest.mark.documents
@pytest.mark.parametrize("game", list(COUNTS))
def test_the_registers_are_of_the_approved_documents(game: str) -> None:
    text = (Path(os.environ["CROUPIER_DOCUMENTS"]) / f"{game}.txt").read_text(encoding="utf-8")
    assert amended(text, rulebook(game)).changes == ()
