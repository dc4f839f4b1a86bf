"""The card of each game, against the game itself and what its document is known to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest

from croupier.engine.bets import Result, Spot
from croupier.engine.decisions import Choice
from croupier.games import GAMES, game
from croupier.guide.cards import BankerRow, DecisionCard, GameCard, PayLine, card_of, gist, gists
from croupier.problems import BadInput
from tests.support.house_in_thread import Running

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.game import Game

GAME = pytest.mark.parametrize("of", GAMES, ids=lambda one: one.name)


def phases(of: Game) -> list[str]:
    decided = ["decide"] if of.decision else []
    looked = ["look"] if of.procedure.looking else []
    between = ["draw"] if of.boxes is None else [*looked, *decided]
    return ["bet", "deal", *between, "compare", "settle"]


SPOTS = {
    "three-pictures": {
        "initial": Spot.CENTRE,
        "tie": Spot.UPPER_LEFT,
        "three-pictures": Spot.UPPER_RIGHT,
    },
    "lucky-three-pictures": {
        "initial": Spot.CENTRE,
        "lucky-tie": Spot.UPPER_LEFT,
        "lucky-pictures": Spot.UPPER_RIGHT,
        "player-lucky-6": Spot.LOWER_LEFT,
        "dealer-lucky-6": Spot.LOWER_RIGHT,
    },
    "royal-three-pictures": {
        "main": Spot.CENTRE,
        "tie": Spot.UPPER_LEFT,
        "royal-pictures": Spot.UPPER_RIGHT,
    },
    "three-card-poker": {
        "progressive": Spot.UPPER_LEFT,
        "pair-plus": Spot.UPPER_RIGHT,
        "ante": Spot.LOWER_LEFT,
        "play": Spot.LOWER_RIGHT,
    },
    "baccarat": {
        "player-pair": Spot.UPPER_LEFT,
        "tie": Spot.UPPER_CENTRE,
        "banker-pair": Spot.UPPER_RIGHT,
        "player": Spot.LOWER_LEFT,
        "banker": Spot.LOWER_RIGHT,
    },
}


@GAME
def test_every_line_that_settles_a_bet_is_on_the_card(of: Game) -> None:
    card = card_of(of)
    assert [one.title for one in card.bets] == [one.title for one in of.bets]
    for bet, shown in zip(of.bets, card.bets, strict=True):
        assert {line.event for line in bet.lines} == {line.event for line in shown.lines}
        cited = {number for line in bet.lines for number in line.cite.numbers}
        assert {number for line in shown.lines for number in line.clauses} == cited
        assert len({(line.event, line.odds) for line in shown.lines}) == len(shown.lines)
        for line in shown.lines:
            paid = line.odds is not None or line.award is not None
            assert paid == (line.result == Result.WIN)


@GAME
def test_a_round_is_told_phase_by_phase(of: Game) -> None:
    card = card_of(of)
    assert [one.phase for one in card.phases] == phases(of)
    told = [one for phase in card.phases for one in phase.says]
    assert len({one.clause for one in told}) == len(told)
    for one in (*told, *card.ranking.says):
        assert one.says == of.document.clauses[one.clause].gist


@GAME
def test_every_clause_has_its_sentence(of: Game) -> None:
    assert list(gists(of)) == list(of.document.clauses)
    assert all(says == gist(of, number) for number, says in card_of(of).clauses.items())
    with pytest.raises(BadInput, match=r"has no clause '99\.9'"):
        gist(of, "99.9")


@pytest.mark.standard(27)
@GAME
def test_no_chances_are_on_a_card(of: Game) -> None:
    """GLI-19 4.18.2: no aid to compute odds on a terminal. Odds on it are payments only."""
    text = msgspec.json.encode(card_of(of)).decode().lower()
    for word in ("house_edge", "probab", "chance", "combination", "expected", "return to player"):
        assert word not in text


@pytest.mark.clause(
    "royal-three-pictures", "4.2", "1.1.4.2", title="What is paid alike is one line"
)
def test_what_is_paid_alike_is_one_line() -> None:
    royal = {one.name: one for one in card_of(game("royal-three-pictures")).bets}
    kings = [line for line in royal["royal-pictures"].lines if line.event == "Any King"]
    clauses = ("1.1.4.2", "1.1.4.2.1", "4.2", "1.1.4.2.2", "1.1.4.2.3")
    assert kings == [PayLine("Any King", "win", "1:1", None, None, clauses)]
    odds = [line.odds for line in royal["royal-pictures"].lines]
    assert odds == ["188:1", "128:1", "88:1", "18:1", "8:1", "1:1", None]
    assert (royal["tie"].needs, royal["tie"].where) == ("main", "box")


@pytest.mark.clause("three-card-poker", "4.4", "3.1.2", title="Poker's awards and ranking")
def test_poker_s_awards_and_ranking() -> None:
    card = card_of(game("three-card-poker"))
    bets = {one.name: one for one in card.bets}
    awards = [(line.award, line.envy) for line in bets["progressive"].lines if line.award]
    assert awards == [
        ("100% of the meter", "250.00"),
        ("1250.00", "50.00"),
        ("175.00", None),
        ("150.00", None),
        ("15.00", None),
    ]
    assert (bets["ante-bonus"].bonus_on, bets["play"].needs) == ("ante", "ante")
    assert card.ranking.hands == (
        "Straight Flush",
        "Three of a Kind",
        "Straight",
        "Flush",
        "One Pair",
        "Three Odd Cards",
    )
    [decide] = [phase for phase in card.phases if phase.phase == "decide"]
    assert [one.clause for one in decide.says] == ["3.12.1", "3.12.2"]


def test_a_card_says_what_is_decided_and_what_feeds_the_jackpot() -> None:
    card = card_of(game("three-card-poker"))
    choices = (Choice.PLAY, Choice.FOLD)
    assert card.decision == DecisionCard("play", "ante", choices, ("3.12", "3.12.1", "3.12.2"))
    assert card.jackpot is not None
    assert (card.jackpot.bet, card.jackpot.entry) == ("progressive", "ante")
    others = [card_of(one) for one in GAMES if not (one.decision or one.jackpot)]
    assert {(one.decision, one.jackpot) for one in others} == {(None, None)}
    assert [card_of(game(name)).hand_cards for name in SPOTS] == [3, 3, 3, 3, 2]


@GAME
def test_a_card_says_where_each_bet_lies(of: Game) -> None:
    spots = {one.name: one.spot for one in card_of(of).bets if one.spot}
    assert spots == SPOTS.get(of.name, {bet.name: bet.spot for bet in of.bets if bet.spot})


@pytest.mark.clause("lucky-three-pictures", "G", title="The ranking list of the pictures")
def test_the_ranking_list_of_the_pictures() -> None:
    hands = card_of(game("lucky-three-pictures")).ranking.hands
    assert len(hands) == 31
    assert hands[:4] == (
        "Three Pictures",
        "Double Pictures Nine",
        "Single Picture Nine",
        "Plain Nine",
    )
    assert hands[-1] == "Plain Zero"


@pytest.mark.clause("baccarat", "3.9", "3.10", "1.9", title="The table of play")
def test_the_table_of_play() -> None:
    card = card_of(game("baccarat"))
    assert card.ranking.hands[0] == "9 points"
    assert card.ranking.hands[-2:] == ("1 point", "0 points")
    assert {one.where for one in card.bets} == {"terminal"}
    table = card.tableau
    assert table is not None
    assert (table.natural, table.player_draws_on) == ((8, 9), (0, 1, 2, 3, 4, 5))
    assert table.banker_draws_on == (0, 1, 2, 3, 4, 5)
    assert [one.total for one in table.banker] == list(range(8))
    assert table.banker[3] == BankerRow(3, (0, 1, 2, 3, 4, 5, 6, 7, 9), (8,))
    assert table.banker[6] == BankerRow(6, (6, 7), (0, 1, 2, 3, 4, 5, 8, 9))


@pytest.mark.standard(21)
def test_cards_over_the_web(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        listed = httpx.get(f"{running.url}/api/games").json()
        assert [one["game"] for one in listed] == [one.name for one in GAMES]
        for of in GAMES:
            told = httpx.get(f"{running.url}/api/games/{of.name}").content
            assert msgspec.json.decode(told, type=GameCard) == card_of(of)
        nowhere = httpx.get(f"{running.url}/api/games/whist")
        assert (nowhere.status_code, nowhere.text.count("\n")) == (404, 0)
    finally:
        running.stop()
