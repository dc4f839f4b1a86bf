"""Every clause has a remark of its own, and none in the words of the approved documents."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.games import GAMES
from croupier.rulebook import rulebook
from croupier.rulebook.remarks import remarks

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = [game.name for game in GAMES]
COPIED = 6
"""So many words in a row, and the same in the document, are a copy."""
ALIKE = 9
"""And so many in two remarks are one remark twice."""
SHORTEST = 60


def runs(text: str, length: int = COPIED) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.casefold())
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_one_that_says_something_besides_its_gist(name: str) -> None:
    clauses = rulebook(name).clauses
    assert list(remarks(name)) == list(clauses)
    for number, says in remarks(name).items():
        assert says.endswith("."), number
        assert len(says) >= SHORTEST, number
        shared = set(runs(says)) & set(runs(clauses[number].gist))
        assert not shared, (number, shared)


def test_no_two_are_alike() -> None:
    """Nor are they one sentence with other words put in."""
    said = [(says, name) for name in NAMES for says in remarks(name).values()]
    assert len({says for says, _ in said}) == len(said) == 409
    often = Counter(run for says, _ in said for run in set(runs(says, ALIKE)))
    assert [run for run, times in often.items() if times > 1] == []


@pytest.mark.documents
@pytest.mark.parametrize("name", NAMES)
def test_none_copies_the_approved_wording(name: str) -> None:
    folder = Path(os.environ["CROUPIER_DOCUMENTS"])
    approved = {
        run for file in folder.glob("*.txt") for run in runs(file.read_text(encoding="utf-8"))
    }
    for number, says in remarks(name).items():
        assert not set(runs(says)) & approved, number
