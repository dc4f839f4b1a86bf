"""Amounts, odds, cards, and the money of random rounds."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.api import settle
from croupier.cards import DECK, Card, Hand, parse_cards
from croupier.money import Odds, Rounding, format_amount, parse_amount, pay, read_amount
from croupier.problems import BadInput
from tests.support.reference.random_rounds import random_round
from tests.support.reference.random_terms import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

cents = st.integers(min_value=0, max_value=10**15 - 1)


@given(cents)
def test_an_amount_reads_back_as_written(amount: int) -> None:
    assert parse_amount(format_amount(amount)) == amount
    assert format_amount(-amount) == ("-" + format_amount(amount) if amount else "0.00")


@given(st.text(max_size=12))
def test_what_is_not_an_amount_is_refused(text: str) -> None:
    try:
        amount = parse_amount(text)
    except BadInput:
        return
    assert format_amount(amount) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "100",
        "1.5",
        "1.555",
        "-1.00",
        "+1.00",
        "1e400",
        "NaN",
        "01.00",
        " 1.00",
        "1,000.00",
        "\u0661.\u0660\u0660",
    ],
)
def test_amounts_have_two_decimals_and_nothing_else(text: str) -> None:
    with pytest.raises(BadInput):
        parse_amount(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("78050", 7805000),
        ("78,050", 7805000),
        ("78050.00", 7805000),
        (" 78,050.25\n", 7805025),
        ("$100", 10000),
        ("S$1,234,567.89", 123456789),
        ("0", 0),
        ("9,999,999,999,999.99", 999999999999999),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, meant: int) -> None:
    assert read_amount(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", "1,2,3", "78.050,00", "78,05", "7,8050", "0,100", ",100", "1,000,", "1.5", "1."),
        *("1e400", "-1", "+1", "NaN", "inf", "1_000", "01", "100$", "$", "$$1", "1 000", "9" * 14),
        *("10,000,000,000,000", "\u0661"),
    ],
)
def test_what_could_mean_two_amounts_or_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_amount(text)
    assert str(refused.value) == f"{text!r} is not an amount like 25, 25.00 or 1,000"


@given(cents, st.sampled_from(("", "$")), st.sampled_from(("", ",")))
def test_thousands_may_be_set_apart(amount: int, sign: str, point: str) -> None:
    whole = f"{amount // 100:{point}}"
    assert read_amount(f"{sign}{whole}.{amount % 100:02d}") == amount


@given(cents, st.integers(1, 2000), st.integers(1, 7), st.sampled_from(Rounding))
def test_a_payment_is_exact_but_for_what_it_says_was_rounded(
    stake: int, pays: int, to: int, rounding: Rounding
) -> None:
    paid, rounded_off = pay(Odds(pays, to), stake, rounding)
    assert paid + rounded_off * 100 == Fraction(stake * pays, to)
    assert abs(rounded_off) < Fraction(1, 100)
    assert (rounded_off >= 0) == (rounding is Rounding.DOWN) or rounded_off == 0


@pytest.mark.parametrize(
    ("rounding", "answer"),
    [
        (Rounding.DOWN, (0, Fraction(1, 200))),
        (Rounding.UP, (1, Fraction(-1, 200))),
    ],
)
def test_half_a_cent(rounding: Rounding, answer: tuple[int, Fraction]) -> None:
    assert pay(Odds.read("1:2"), 1, rounding) == answer


@given(st.permutations(DECK).map(lambda deck: Hand(deck[:6])))
def test_cards_read_back_as_written(hand: Hand) -> None:
    assert parse_cards(str(hand)) == hand
    assert parse_cards(hand.symbols) == hand
    assert parse_cards(str(hand).replace("T", "10")) == hand


@given(st.text(max_size=6))
def test_what_is_no_card_is_refused(text: str) -> None:
    try:
        hand = parse_cards(text)
    except BadInput:
        return
    assert all(card in DECK for card in hand)


def test_cards_are_read_in_every_notation() -> None:
    ten, king = Card("T", "d"), Card("K", "h")
    assert parse_cards("10d Td t♦ Kh K♥ kH") == (ten, ten, ten, king, king, king)


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
def test_money_is_kept(game: str, seed: int) -> None:
    """Nothing is negative, back less stake is won, and all of it sums to zero."""
    settlement = settle(random_round(game, random.Random(seed)))
    for line in settlement.lines:
        assert 0 <= line.counted_cents <= line.stake_cents
        assert line.back_cents >= line.stake_cents - line.counted_cents
        assert line.won_cents == line.back_cents - line.stake_cents
        assert line.clauses
    nets = sum(account.net_cents for account in settlement.players.values())
    assert nets + settlement.house_cents == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_round_with_a_part_replaced_is_settled_or_refused_in_one_line(
    game: str, seed: int, data: st.DataObject
) -> None:
    """Whatever stands where a value should, nothing but a settlement or a refusal comes of it."""
    round_ = random_round(game, random.Random(seed))
    places = list(walk(round_))
    container, key = data.draw(st.sampled_from(places))
    container[key] = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=8)
        | st.lists(st.integers(), max_size=2)
        | st.dictionaries(st.text(max_size=3), st.text(max_size=3))
    )
    assert len(one_line(json.dumps(round_)).splitlines()) == 1


def one_line(round_: str) -> str:
    try:
        return f"house {settle(round_).house_cents}"
    except BadInput as problem:
        return str(problem)


def walk(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - JSON
    """Every place in a JSON value: what holds it, and the key or index."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from walk(value[key])
