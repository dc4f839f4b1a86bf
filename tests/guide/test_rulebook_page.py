"""What the rulebook's page is told: the trace itself, topics, and which clauses are alike."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.games import game
from croupier.guide import excerpts
from croupier.guide.likeness import closest, family, same_in, side_by_side
from croupier.guide.rulebook_page import detail, percent, whole
from croupier.guide.topics import TOPICS, topics
from croupier.tracing import references, trace
from tests.support.each_game import CLAUSES, NAMES
from tests.support.house_in_thread import Running

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def anybody(tmp_path: Path) -> Iterator[httpx.Client]:
    house = Running(tmp_path, betting_seconds=30)
    with httpx.Client(base_url=house.url, timeout=60) as client:
        yield client
    house.stop()


@pytest.mark.standard(21, 26)
def test_every_clause_over_http(anybody: httpx.Client) -> None:
    told = anybody.get("/api/rulebook").json()
    assert len(told["clauses"]) == CLAUSES
    assert [one["game"] for one in told["documents"]] == NAMES
    assert told["beside"] == [one.name for one in family()]
    counted = {one["name"]: one["clauses"] for one in told["topics"]}
    for name, count in counted.items():
        assert count == sum(name in row["topics"] for row in told["clauses"]) > 0, name


def test_a_clause_over_http(anybody: httpx.Client) -> None:
    """Three Pictures 3.13.4: equal points of unequal rank pay the Tie bet."""
    told = anybody.get("/api/rules/three-pictures/3.13.4").json()
    tie = {"bet": "tie", "title": "Tie", "exact": "791848/12724075", "percent": "6.2232"}
    assert told["row"]["chances"] == [tie]
    assert told["document"]["title"] == "Non-Commission Three Pictures"
    assert any("same_points" in one["text"] for one in told["code"])
    assert ("lucky-three-pictures", "3.13.4") in {
        (one["game"], one["clause"]) for one in told["elsewhere"]
    }
    assert told["open_points"] == [{"name": "three-pictures-points", "values": ["zero", "none"]}]
    assert told["row"]["tests"] == len(told["tests"]) > 0


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/api/rules/three-pictures/9.9", "Non-Commission Three Pictures has no clause '9.9'"),
        ("/api/rules/whist/1.1", "no game is called 'whist'"),
    ],
)
def test_what_is_not_there(anybody: httpx.Client, path: str, says: str) -> None:
    told = anybody.get(path)
    assert told.status_code == 404
    assert says in told.json()["says"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_but_the_trace(name: str) -> None:
    of = game(name)
    for row in trace(of, with_chances=True):
        told = detail(name, row.clause)
        assert (told.row.gist, told.row.how, told.digest) == (row.gist, row.how, row.digest)
        assert told.tests == row.tests
        assert tuple(one.where for one in told.code) == row.code
        assert {one.bet: one.exact for one in told.row.chances} == row.chance
        referred = [*(f"clause {number}" for number in told.referred), *told.used_by]
        assert referred == list(dict.fromkeys(references(of, row.clause)))


def test_percent_is_rounded() -> None:
    assert [percent(Fraction(1, 3)), percent(Fraction(1)), percent(Fraction(2, 3))] == [
        "33.3333",
        "100.0000",
        "66.6667",
    ]


# Topics


def test_topics_use_the_games_own_words() -> None:
    """A remedy or irregularity that no game knows would be a topic without clauses."""
    for topic in TOPICS:
        games = {row.game for row in whole().clauses if topic.name in row.topics}
        assert games, topic.name
    assert {row.game for row in whole().clauses if "jackpot" in row.topics} == {"three-card-poker"}


def test_what_clauses_speak_of() -> None:
    assert "failure" in topics("baccarat", "5.1.1")
    assert "limits" in topics("royal-three-pictures", "5.11")
    assert "misdeal" in topics("three-pictures", "5.5.4")
    assert "ranking" not in topics("baccarat", "5.1.1")


# The same rule elsewhere


def test_the_pictures_games_are_a_family() -> None:
    assert [one.name for one in family()] == NAMES[:3]


def test_the_same_rule_has_other_numbers_elsewhere() -> None:
    """Dealing by hand is 3.12 in one document and 3.12.1 in the other, by machine the other way."""
    royal = "royal-three-pictures"
    assert list(same_in("three-pictures", "3.12", royal)) == ["3.12.1"]
    assert list(same_in("three-pictures", "3.12.1", royal)) == ["3.12"]
    assert list(same_in("three-pictures", "5.7", royal)) == ["5.2", "5.3"]
    assert "5.13.2" in same_in("three-pictures", "5.4.1", royal)
    assert list(same_in("three-pictures", "C", royal)) == ["3.22"]


def test_what_is_like_here_is_like_there() -> None:
    for one, other in product(NAMES, NAMES):
        if one == other:
            continue
        for number in closest(one, other):
            for their in same_in(one, number, other):
                assert number in same_in(other, their, one)


def test_the_same_wording_stands_together() -> None:
    lucky = game("lucky-three-pictures").document.clauses.values()
    by_digest = {one.digest: one.number for one in lucky}
    for clause in game("three-pictures").document.clauses.values():
        if clause.digest in by_digest:
            alike = same_in("three-pictures", clause.number, "lucky-three-pictures")
            assert by_digest[clause.digest] in alike, clause.number


def test_side_by_side_leaves_nothing_out() -> None:
    rows = list(side_by_side(family()))
    for at, one in enumerate(family()):
        shown = [number for row in rows for number in row.clauses[at]]
        assert set(shown) == set(one.document.clauses)
    assert any(all(row.clauses) for row in rows)
    assert any(sum(map(bool, row.clauses)) == 1 for row in rows)


# Code


def test_code_without_its_source_is_still_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = detail("baccarat", "3.11").code[0].where
    assert excerpts.excerpt(where) != ""
    monkeypatch.setattr(excerpts, "PACKAGE", tmp_path)
    excerpts.source.cache_clear()
    assert excerpts.excerpt(where) == ""
    excerpts.source.cache_clear()


def test_an_excerpt_holds_its_line() -> None:
    root = Path(excerpts.PACKAGE).parents[1]
    for one in {
        code.where: code for row in whole().clauses for code in detail(row.game, row.clause).code
    }.values():
        file, _, line = one.where.rpartition(":")
        meant = (root / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()
        assert meant in one.text, one.where
