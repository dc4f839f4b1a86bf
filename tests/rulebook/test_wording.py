"""What is wording and what is only how it is typed or printed."""

from __future__ import annotations

import pytest

from croupier.rulebook.pages import wording_on
from croupier.rulebook.wording import bare, dated, digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('"Place your bets"', "\u201cPlace your bets\u201d"),
        ("the Player's hand", "the Player\u2019s hand"),
        ("''No more bets''", '"No more bets"'),
        ("Natural - both stand", "Natural \u2013 both stand"),
        ("Non-Picture card", "Non- Picture card"),
        ("Non-Commission", "Non\u2010Commission"),
        ("interruption", "inter\u00adruption"),
        ("inter-\nruption", "interruption"),
        ("first office", "\ufb01rst of\ufb01ce"),
        ("Q \u2660 , J \u2665", "Q\u2660, J\u2665\ufe0f"),
        ("a  hand\nof three", "a hand of\u00a0three"),
        ("**Hand** is # a", "Hand is a"),
        ("0-5", "0 \u2013 5"),
        (r"\$250", "$250"),
        ("Nine | 9", "Nine\t9"),
    ],
)
def test_how_words_are_typed_is_no_difference(one: str, other: str) -> None:
    assert (bare(one), digest(one)) == (bare(other), digest(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8-9", "89"),
        ("may", "shall"),
        ("Player", "player"),
        ("1 to 1", "1 to 2"),
        ("a hand.", "a hand"),
        ('"Tie"', "Tie"),
    ],
)
def test_other_words_marks_and_numbers_are(one: str, other: str) -> None:
    assert digest(one) != digest(other)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("19 November 2021, 0800 hours", "2021-11-19 08:00"),
        ("1 March 2027", "2027-03-01"),
        ("1 Brumaire 2027", None),
        ("soon", None),
    ],
)
def test_a_date_as_registers_write_it(said: str, kept: str | None) -> None:
    assert dated(said) == kept


def test_what_heads_foots_and_counts_pages_is_left_out() -> None:
    pages = [
        f"SNAP\tGame Rules\n\n{words}\n\n{number}\nTest House, version 3"
        for number, words in enumerate(["1.1 One\ntwo", "three", "1.2 Four\nfive\nsix\nseven"], 1)
    ]
    assert [line for line in wording_on(pages).splitlines() if line] == [
        *("1.1 One", "two", "three", "1.2 Four", "five", "six", "seven")
    ]


@pytest.mark.parametrize("counted", ["Page 7", "7 of 9", "7/9", "- 7 -", "page 7 of 9"])
def test_the_number_of_a_single_page(counted: str) -> None:
    assert wording_on([f"1.1 One\ntwo\n{counted}"]) == "1.1 One\ntwo"


def test_numbers_that_count_no_pages_stay() -> None:
    """A pay at the foot of a page, a line that two pages of many share, a page without more."""
    pages = ["Tie\n8 to 1\n8", "Pair\n8 to 1\n11", "three", "four", "five", "six"]
    assert wording_on(pages) == "\n".join(pages)
    assert wording_on(["8"]) == "8"
