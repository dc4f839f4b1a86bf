"""What two games share, against the wording of both documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from croupier.games._section_5 import WORDED_APART, section_5
from croupier.rulebook import rulebook

if TYPE_CHECKING:
    from croupier.rulebook import Cite, Document

THREE, LUCKY = rulebook("three-pictures"), rulebook("lucky-three-pictures")


def cited_by_section_5() -> list[str]:
    cited: dict[str, None] = {}

    def noting(*numbers: str) -> Cite:
        cited.update(dict.fromkeys(numbers))
        return THREE.cite(*numbers)

    section_5(noting)
    return list(cited)


def amended_alone(three: Document, lucky: Document) -> list[str]:
    """The clauses on which the documents do not stand as they were compared."""
    found = []
    for number in cited_by_section_5():
        digests = three.clauses[number].digest, lucky.clauses[number].digest
        compared = WORDED_APART.get(number, (digests[0], digests[0], ""))
        if digests != compared[:2]:
            found.append(f"{number} was amended: compare both documents, or part section_5 on it")
    return found


def amended(document: Document, number: str) -> Document:
    changed = replace(document.clauses[number], digest="0" * 16)
    return replace(document, clauses={**document.clauses, number: changed})


def test_both_documents_say_what_the_games_share() -> None:
    assert amended_alone(THREE, LUCKY) == []
    assert set(WORDED_APART) <= set(cited_by_section_5())


@pytest.mark.parametrize("number", ["5.1.1", "5.13"])
def test_a_clause_amended_in_one_of_them_is_found(number: str) -> None:
    says = [f"{number} was amended: compare both documents, or part section_5 on it"]
    assert amended_alone(amended(THREE, number), LUCKY) == says
    assert amended_alone(THREE, amended(LUCKY, number)) == says


def test_all_of_section_5_is_shared() -> None:
    section = {number for number in THREE.clauses if number.startswith("5.")}
    assert section == {number for number in LUCKY.clauses if number.startswith("5.")}
    assert set(cited_by_section_5()) == section | {"3.7", "4.1"}
