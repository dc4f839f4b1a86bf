"""Columns are settled as the rulebook settles each round, line by line and to the cent."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import croupier
from croupier.cards import DECK, RANKS, SUITS, Card, Hand
from croupier.columns.cards import NONE, read_cards
from croupier.engine.deal import Side, Tableau
from tests.support.each_game import each_game

if TYPE_CHECKING:
    from croupier.columns.settling import SettledColumns
    from croupier.engine.game import Game

ROUNDS = 1500
NAMES = [str(Card(rank, suit)) for rank in RANKS for suit in SUITS]


def drawn(game: Game, shoe: list[Card]) -> str:
    assert isinstance(game.deal, Tableau)
    player, banker, number = Hand(shoe[0:4:2]), Hand(shoe[1:4:2]), 4
    while side := game.deal.draws(player, banker):
        card, number = shoe[number], number + 1
        if side is Side.PLAYER:
            player = Hand((*player, card))
        else:
            banker = Hand((*banker, card))
    return str(Hand(shoe[:number]))


def some_rounds(game: Game, number: int = ROUNDS, seed: int = 1) -> dict[str, Any]:
    """Any cards, any bets, stakes to the cent; some cut, some returned, none that cannot be."""
    rng = np.random.default_rng(seed)
    columns: dict[str, Any] = {}
    if game.drawn_by_tableau:
        shoes = rng.integers(0, 52, (number, 6))
        columns["cards"] = [drawn(game, [DECK[place] for place in shoe]) for shoe in shoes]
    else:
        decks = rng.permuted(np.tile(np.arange(52), (number, 1)), axis=1)
        hands = [
            [str(Hand(DECK[one] for one in row)) for row in decks[:, at : at + 3]] for at in (0, 3)
        ]
        columns["cards"], columns["dealer"] = hands
    for bet in game.bets:
        if not bet.bonus_on:
            staked = rng.random(number) < 0.7
            columns[bet.name] = np.where(staked, rng.integers(1, 9_999, number), 0)
    main = game.bets[0].name
    if game.boxes:
        columns[main] = np.maximum(columns[main], 1)
    if game.decision:
        same, folds = rng.random((2, number)) < [[0.8], [0.2]]
        columns["play"] = np.where(same, columns["ante"], columns["play"])
        columns["play"] = np.where(folds, 0, columns["play"])
        columns["meter"] = rng.integers(2_000_000, 9_000_000, number)
    return columns


def round_of(game: Game, columns: dict[str, Any], row: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """The same round as `settle` reads it."""
    wagers = [
        {"player": "p1", "bet": bet.name, "stake": f"{cents // 100}.{cents % 100:02}"}
        for bet in game.bets
        if not bet.bonus_on and (cents := int(columns[bet.name][row]))
    ]
    if game.drawn_by_tableau:
        return {"game": game.name, "cards": columns["cards"][row], "wagers": wagers, **more}
    box: dict[str, Any] = {"box": 1, "cards": columns["cards"][row], "wagers": wagers}
    if game.decision:
        box["decision"] = "play" if columns["play"][row] else "fold"
        cents = int(columns["meter"][row])
        more["jackpot"] = {"meter": f"{cents // 100}.{cents % 100:02}"}
    return {"game": game.name, "dealer": columns["dealer"][row], "boxes": [box], **more}


def settled_in(settled: SettledColumns, row: int) -> set[tuple[Any, ...]]:
    told = set()
    for bet, column in settled.bets.items():
        if column.end[row] >= 0:
            end = column.ends[column.end[row]]
            cents = int(column.stake_cents[row]), int(column.back_cents[row])
            stake = cents[0] if end.bet == bet and bet in settled.asked.stakes else 0
            told.add((bet, end.event, end.result, end.odds, end.clauses, stake, cents[1]))
    return told


def by_the_rulebook(
    game: Game,
    columns: dict[str, Any],
    row: int,
    **more: Any,  # noqa: ANN401
) -> set[tuple[Any, ...]]:
    return {
        (one.bet, one.event, one.result, one.odds, one.clauses, one.stake_cents, one.back_cents)
        for one in croupier.settle(round_of(game, columns, row, **more)).lines
    }


@pytest.mark.slow
@each_game
def test_every_line_is_the_rulebook_s(game: Game) -> None:
    columns = some_rounds(game)
    settled = croupier.settle_columns(game.name, columns)
    for row in range(ROUNDS):
        assert settled_in(settled, row) == by_the_rulebook(game, columns, row), row
    players = [croupier.settle(round_of(game, columns, row)) for row in range(50)]
    assert settled.won_cents[:50].tolist() == [-one.house_cents for one in players]


@pytest.mark.slow
@each_game
def test_readings_and_limits_hold(game: Game) -> None:
    columns = some_rounds(game, 600, seed=2)
    readings = {"money-rounding": "up-to-cent"}
    limits = {bet.name: (500, 8_000) for bet in game.bets[:2] if not bet.bonus_on}
    settled = croupier.settle_columns(game.name, columns, interpretations=readings, limits=limits)
    written = {bet: [f"{cents // 100}.00" for cents in both] for bet, both in limits.items()}
    for row in range(600):
        told = by_the_rulebook(game, columns, row, interpretations=readings, limits=written)
        assert settled_in(settled, row) == told, row


def test_the_meter_is_asked_for_where_it_is_won() -> None:
    columns = {
        "cards": ["2h 2d 3c", "As Ks Qs"],
        "dealer": ["4h 5d 9c"] * 2,
        "ante": [100, 100],
        "play": [100, 100],
        "progressive": [500, 500],
    }
    with pytest.raises(croupier.BadInput, match=r"^row 2, jackpot, meter: box 1 wins AKQ Spades"):
        croupier.settle_columns("three-card-poker", columns)
    won = croupier.settle_columns("three-card-poker", columns | {"meter": [0, 8_123_450]})
    assert won.bets["progressive"].back_cents.tolist() == [0, 8_123_450]
    assert [end.wins_meter for end in won.bets["progressive"].ends].count(True) == 1


ROYAL = {"cards": ["6c Qd Th"], "dealer": ["5h Js Td"], "main": [10_001]}


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        (ROYAL | {"cards": ["6c Qd 5h"]}, "row 1, box 1, cards: 5h is dealt 2 times from one deck"),
        (ROYAL | {"cards": ["6c Qd"]}, "row 1, box 1, cards: a hand has 3 cards, not 2"),
        (ROYAL | {"cards": ["6c Qd Tx"]}, "row 1, cards: no cards as croupier writes them"),
        (ROYAL | {"cards": ["6c Qd Th 2s"]}, "row 1, cards: no cards as croupier writes them"),
        (ROYAL | {"cards": ["6c,Qd,Th"]}, "row 1, cards: no cards as croupier writes them"),
        (ROYAL | {"cards": [[1, 2, 52]]}, "row 1, cards: no cards as croupier writes them"),
        (ROYAL | {"cards": [[1.0, 2.0, 3.0]]}, "cards: cards are text like Kh 9s Td, or 3 whole"),
        (ROYAL | {"cards": []}, "main: 1 rows, and there are 0 rounds"),
        (ROYAL | {"main": [-1]}, "main: cents are 0 or more"),
        (ROYAL | {"main": [1.5]}, "main: whole cents are needed, a number a round"),
        (ROYAL | {"main": [0]}, "row 1, box 1: no wager, so no hand is dealt there"),
        (ROYAL | {"main": [0], "tie": [5]}, "row 1, box 1, wager 1 (p1 on tie): needs a main bet"),
        (ROYAL | {"mane": [1]}, "no column is called 'mane'; there are cards, dealer, main, meter"),
        (ROYAL | {"meter": [1]}, "meter: royal-three-pictures has no jackpot"),
        ({"cards": ["6c Qd Th"], "main": [1]}, "dealer: the column is missing"),
        (7, "columns are a mapping or a frame, not int"),
    ],
)
def test_nonsense_is_one_clear_line(columns: Any, says: str) -> None:  # noqa: ANN401
    with pytest.raises(croupier.BadInput) as wrong:
        croupier.settle_columns("royal-three-pictures", columns)
    assert str(wrong.value).startswith(says)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("Kh 9s 9d Ah 2c", "row 1: 5 cards, and neither hand draws 2c"),
        ("2h 2s 3d", "row 1: 3 cards, and four are dealt first"),
        ("2h 2s 3d 3h", "row 1: 4 cards, and the player draws another"),
        ("2h 2h 2h 2h 2h 2h", "row 1, cards: 2h is dealt 6 times from 4 decks"),
    ],
)
def test_cards_that_the_table_of_play_does_not_draw(cards: str, says: str) -> None:
    with pytest.raises(croupier.BadInput) as wrong:
        croupier.settle_columns("baccarat", {"cards": [cards], "player": [100]}, decks=4)
    assert str(wrong.value).startswith(says)


def test_a_card_as_often_as_it_is_in_the_shoe() -> None:
    four = {"cards": ["2h 2h 2h 2h 3c 3d"], "tie": [100]}
    assert croupier.settle_columns("baccarat", four, decks=4).house_cents == -800


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_in_and_out(frame: Any) -> None:  # noqa: ANN401 - each library's own
    game = croupier.game("royal-three-pictures")
    columns = some_rounds(game, 200)
    plain = croupier.settle_columns(game.name, columns)
    settled = croupier.settle_columns(game.name, frame(columns))
    told = {name: column.tolist() for name, column in plain.columns().items()}
    assert list(told) == ["main", "tie", "royal-pictures", "won_cents", "back_cents"]
    assert settled.to_polars().to_dict(as_series=False) == told
    assert settled.to_pandas().to_dict("list") == told
    assert settled.to_arrow().to_pydict() == told
    assert settled.rows() == settled.to_arrow().to_pylist()


def test_cards_by_their_places_are_the_same() -> None:
    game = croupier.game("three-pictures")
    columns = some_rounds(game, 300)
    places = {
        name: [[NAMES.index(card) for card in text.split()] for text in columns[name]]
        for name in ("cards", "dealer")
    }
    one, other = (
        croupier.settle_columns(game.name, given) for given in (columns, columns | places)
    )
    assert one.won_cents.tolist() == other.won_cents.tolist()


def test_cards_are_read_as_places() -> None:
    assert read_cards(["2c As", "Kh"], 3, "cards").tolist() == [[0, 51, NONE], [46, NONE, NONE]]


def test_settled_columns_travel() -> None:
    game = croupier.game("three-card-poker")
    settled = croupier.settle_columns(game.name, some_rounds(game, 100))
    copy = pickle.loads(pickle.dumps(settled))  # noqa: S301 - our own
    assert copy.won_cents.tolist() == settled.won_cents.tolist()
    assert copy.settlement(7) == settled.settlement(7)


def test_a_large_stake_is_exact() -> None:
    columns = {
        "cards": ["Kh Ks Kd"],
        "dealer": ["2h 3s 4d"],
        "main": [1],
        "royal-pictures": [9 * 10**15],
    }
    won = croupier.settle_columns("royal-three-pictures", columns)
    assert won.bets["royal-pictures"].back_cents.tolist() == [189 * 9 * 10**15]
