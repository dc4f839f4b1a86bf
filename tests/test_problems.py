"""Names that are not known, and those that may be meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.engine.irregularities import IRREGULARITIES
from croupier.games import BY_NAME
from croupier.problems import among, close_to, slips_between

THREE = ["three-pictures", "lucky-three-pictures", "royal-three-pictures"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("royal", ["royal-three-pictures"]),
        ("Royal Three Pictures", ["royal-three-pictures"]),
        ("3-card-poker", ["three-card-poker"]),
        ("3_Card_Poker", ["three-card-poker"]),
        ("poker", ["three-card-poker"]),
        ("bacarat", ["baccarat"]),
        ("bacacrat", ["baccarat"]),
        ("royl", ["royal-three-pictures"]),
        ("lucy pictures", ["lucky-three-pictures"]),
        ("3 crd poekr", ["three-card-poker"]),
        ("royal poker", []),
        ("three", ["three-pictures", "three-card-poker"]),
        ("pictures", THREE),
        ("snap", []),
        ("", []),
        ("-", []),
        ("baccarat" * 1000, []),
    ],
)
def test_games_that_may_be_meant(asked: str, meant: list[str]) -> None:
    assert close_to(asked, BY_NAME) == meant


def test_many_that_may_be_meant_are_too_many() -> None:
    assert len([name for name in IRREGULARITIES if name.startswith("card")]) > 4
    assert close_to("card", IRREGULARITIES) == []


def test_a_complaint_ends_with_what_may_be_meant_or_all_there_is() -> None:
    assert among("tye", ["tie", "player"]) == "did you mean tie?"
    assert among("ti", ["tie", "tip"]) == "did you mean tie or tip?"
    assert among("snap", ["tie", "player"], "it has") == "it has tie, player"


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("", "", 0), ("", "ab", 2), ("tie", "tye", 1), ("ab", "ba", 1), ("json", "jason", 1)],
)
def test_slips_of_the_pen(one: str, other: str, slips: int) -> None:
    assert (slips_between(one, other), slips_between(other, one)) == (slips, slips)


@given(st.text(max_size=60))
def test_any_name_is_answered(asked: str) -> None:
    assert set(close_to(asked, BY_NAME)) <= set(BY_NAME)
