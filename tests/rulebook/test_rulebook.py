"""Registers, citations, and what a new text of a document changes."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path

import pytest

from croupier.compliance.amending import amended_by
from croupier.games import GAMES
from croupier.rulebook import Kind, rulebook
from croupier.rulebook.amendments import amended, title_in
from croupier.rulebook.register import parse_register
from croupier.rulebook.wording import digest, parse_wording
from tests.support.printed_documents import printed, retyped

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
        ("2.1.1 Two", "2.1.2 Two", (("2.1.1", "renumbered to 2.1.2"),)),
        (
            "- 1.4 **Round**",
            "- 1.4 **Suit** is new.\n- 1.5 **Round**",
            (("1.4", "added"), ("1.4", "renumbered to 1.5")),
        ),
        ("are a snap.", "are a snap.\n- 2.2 The end\n- with points.", (("2.2", "added"),)),
        ("a card.", "a card, by paragraph\n1.3 alone.", (("1.2", "reworded"),)),
        ("- 1.2 **Card**", "\u2022 1.2. **Card**", ()),
        ("- 1.2 **Card** is", "1.2\n**Card** is", ()),
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


UNDER_THE_SAME = "The words differ, but the text states the same version"


def dated(version: str, date: str, words: str = "a pair") -> str:
    head = TEXT.replace("# Version 3", version).replace("2 May 2024, 0900hrs", date)
    return head.replace("a pair", words)


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        (dated("Version 3", "3 May 2023", "three"), []),
        (dated("Version 2", "2 May 2023"), []),
        (
            dated("Version 2", "2 May 2023", "three"),
            [f"{UNDER_THE_SAME} 2 and the same date: ask which of the two is approved."],
        ),
        (
            dated("Version 2", "3 May 2023", "three"),
            [f"{UNDER_THE_SAME} 2: ask which of the two is approved."],
        ),
        (dated("Version 3", "3 May 2023"), ["No words differ, but the text states version 3."]),
        (
            dated("Version 3", "2 May 2023", "three"),
            ["Version 3 is in force from 2 May 2023, no later than the last."],
        ),
        (
            dated("Version 1", "2 May 2023", "three"),
            ["The text is version 1, older than the register's 2."],
        ),
        (dated("", "2 May 2023"), ["The text states no version."]),
        (
            dated("Version 3", "3 May 2023").replace("- 1.4", "- 1.2 **Ace** is one.\n- 1.4"),
            ["More than one line begins with 1.2: which of them is the clause?"],
        ),
        (
            dated("Version 3", "3 May 2023")
            .replace("- 1.4 **Round** is a round.\n", "")
            .replace("- 1.2", "- 1.4 **Round** is a round.\n- 1.2"),
            ["Out of its order, and read as part of the clause before it: 1.4."],
        ),
    ],
)
def test_what_a_reader_is_warned_of(text: str, warned: list[str]) -> None:
    assert list(amended(text, SNAP).warnings) == warned


def test_another_document_under_the_name_is_doubted() -> None:
    other = "# SNAP\n# Version 3\n- 1.1 One.\n- 1.2 Two.\n"
    assert amended(other, SNAP).warnings == (
        "Only 0 of 9 clauses are as registered: is it this document?",
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", "No clause is added, removed, reworded or renumbered."),
        ("a pair.", "three.", "1 clause differs."),
        ("a ", "the ", "4 clauses differ."),
    ],
)
def test_it_is_told_in_words(old: str, new: str, said: str) -> None:
    assert amended(TEXT.replace(old, new) if old else TEXT, SNAP).in_words == said


APPROVED = [pytest.param(game, marks=pytest.mark.documents) for game in COUNTS]


def approved(game: str) -> str:
    return (Path(os.environ["CROUPIER_DOCUMENTS"]) / f"{game}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", APPROVED)
def test_the_registers_are_of_the_approved_documents(game: str) -> None:
    assert amended(approved(game), rulebook(game)).changes == ()


@pytest.mark.parametrize("width", [38, 61, 79, 110])
@pytest.mark.parametrize("game", APPROVED)
def test_an_approved_document_retyped_is_the_same(game: str, width: int) -> None:
    lines = (textwrap.wrap(line, width) or [""] for line in approved(game).splitlines())
    text = retyped("\n".join(part for line in lines for part in line))
    found = amended(text, rulebook(game))
    assert (found.changes, found.warnings) == ((), ())


@pytest.mark.parametrize("game", APPROVED)
def test_an_approved_document_printed_is_the_same(game: str) -> None:
    said, found = amended_by(printed(rulebook(game).title, approved(game)))
    assert said.kind.startswith("PDF of ")
    assert (found.document.game, found.changes, found.warnings) == (game, (), ())


@pytest.mark.parametrize("game", APPROVED)
def test_an_edit_of_any_clause_is_found_and_nothing_else(game: str) -> None:
    document, text = rulebook(game), approved(game)
    lines, edited = text.splitlines(), []
    for number in document.clauses:
        opening = re.compile(rf"[\s-]*{re.escape(number)}\s+(.+)")
        at = [index for index, line in enumerate(lines) if opening.fullmatch(line)]
        if len(at) == 1:
            other = [*lines]
            other[at[0]] += " surely"
            edited.append(number)
            found = amended("\n".join(other), document)
            assert found.changes == ((number, "reworded"),)
    assert len(edited) > len(document.clauses) * 0.8
