"""Every clause has a gist in every language, and one sentence is put into it one way."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from croupier.games import GAMES, game
from croupier.guide.cards import card_of
from croupier.guide.rulebook_page import detail, whole
from croupier.guide.speaking import spoken
from croupier.problems import BadInput
from croupier.rulebook.languages import ENGLISH, gists, in_language, languages
from tests.support.house_in_thread import TABLES

OTHERS = languages()[1:]
LATIN = re.compile(r"[A-Za-z]{2,}")


def test_languages() -> None:
    assert languages() == (ENGLISH, "zh")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", TABLES.values())
def test_every_clause_has_a_gist(name: str, language: str) -> None:
    clauses = game(name).document.clauses
    told = gists(name, language)
    assert list(told) == list(clauses)
    assert [number for number, says in told.items() if not says.strip()] == []
    assert [says for says in told.values() if LATIN.search(says.replace("AKQ", ""))] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", TABLES.values())
def test_clauses_that_a_gist_refers_to_are_the_same(name: str, language: str) -> None:
    def referred(says: str) -> list[str]:
        return sorted(re.findall(r"[(\uff08](\d+(?:\.\d+)+[a-z]?)[)\uff09]", says))

    told = gists(name, language)
    for number, clause in game(name).document.clauses.items():
        assert (number, referred(told[number])) == (number, referred(clause.gist))


@pytest.mark.parametrize("language", OTHERS)
def test_one_sentence_is_put_into_a_language_one_way(language: str) -> None:
    ways = defaultdict(set)
    for of in GAMES:
        for number, says in gists(of.name, language).items():
            ways[of.document.clauses[number].gist].add(says)
    assert [ways[one] for one in ways if len(ways[one]) > 1] == []
    assert in_language(language).keys() == ways.keys()


def test_answers_are_told_in_the_language() -> None:
    of = game("three-pictures")
    card = spoken(card_of(of), "zh")
    assert card.clauses == gists(of.name, "zh")
    says = {one.clause: one.says for phase in card.phases for one in phase.says}
    assert says == {number: gists(of.name, "zh")[number] for number in says}
    rows = {(one.game, one.clause): one.gist for one in spoken(whole(), "zh").clauses}
    assert rows["baccarat", "3.2.1"] == "A 算 1 点。"
    assert all(gists(name, "zh")[number] == gist for (name, number), gist in rows.items())
    found = spoken(detail("three-pictures", "3.11"), "zh")
    assert {found.row.gist, *(one.gist for one in found.elsewhere)} <= set(
        in_language("zh").values()
    )
    assert spoken(card_of(of), ENGLISH) == card_of(of)


@pytest.mark.parametrize("language", ["xx", "registers"])
def test_a_language_that_there_is_not(language: str) -> None:
    with pytest.raises(BadInput, match=f"^there is no language '{language}'$"):
        spoken(card_of(game("baccarat")), language)
