"""What every game promises; the suite runs on each member of GAMES."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from croupier.api import answer as as_dict
from croupier.api import settle
from croupier.engine.bets import Awards, Loses, Pays
from croupier.engine.checks import check
from croupier.engine.deal import Tableau
from croupier.engine.rounds import Box, Round, Wager
from croupier.games import GAMES
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.tracing import carriers
from croupier.wire.decoding import ENCODER
from croupier.wire.house import default_house
from croupier.wire.settle import answer
from tests.support.each_game import each_game
from tests.support.folders import EXAMPLES, GOLDEN

if TYPE_CHECKING:
    from croupier.engine.game import Game

WITH_EXAMPLE = {file.stem for file in EXAMPLES}
each_example = pytest.mark.parametrize(
    "game", [one for one in GAMES if one.name in WITH_EXAMPLE], ids=lambda game: game.name
)


def example(game: Game) -> dict[str, Any]:
    [file] = [file for file in EXAMPLES if file.stem == game.name]
    read: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return read


@each_game
def test_there_is_an_example_and_its_answer(game: Game) -> None:
    file = f"{game.name}.json"
    assert game.name in WITH_EXAMPLE, f"examples/{file} is missing"
    assert (GOLDEN / file).exists(), f"tests/golden/{file}, the answer to the example, is missing"


@each_game
def test_every_citation_is_of_the_game_s_own_document(game: Game) -> None:
    cited = [carrier.cite.document for carrier in carriers(game)]
    assert cited
    assert all(document is game.document for document in cited)


@each_game
def test_every_pay_line_says_what_it_pays(game: Game) -> None:
    for bet in game.bets:
        assert isinstance(bet.lines[-1], Loses)
        for line in bet.lines:
            assert line.event
            if isinstance(line, Pays):
                assert str(line.odds) == line.pays
                assert line.odds.net > 0
            if isinstance(line, Awards) and line.amount_cents is not None:
                assert line.amount_cents > 0


@pytest.mark.standard(50)
@each_game
def test_awards_and_odds_fall_from_line_to_line(game: Game) -> None:
    """But for half pay on a six, and Three Jacks and the like, the better hand stands first."""
    for bet in game.bets:
        nets = [line.odds.net for line in bet.lines if isinstance(line, Pays)]
        halved = nets and nets[0] == min(nets)
        assert halved or all(one >= other for one, other in pairwise(nets)), bet.name


@each_example
def test_all_readings_in_force_are_in_the_answer(game: Game) -> None:
    told = as_dict(settle(example(game)))["interpretations"]
    assert told == {one.name: one.values[0] for one in game.interpretations}


READINGS = [
    pytest.param(game, one.name, value, id=f"{game.name}: {one.name} {value}")
    for game in GAMES
    if game.name in WITH_EXAMPLE
    for one in game.interpretations
    for value in one.values
]


@pytest.mark.parametrize(("game", "name", "value"), READINGS)
def test_a_reading_can_be_chosen_and_is_recorded(game: Game, name: str, value: str) -> None:
    settlement = settle(example(game) | {"interpretations": {name: value}})
    assert as_dict(settlement)["interpretations"] == game.readings | {name: value}
    nets = sum(account.net_cents for account in settlement.players.values())
    assert nets + settlement.house_cents == 0


VOIDS = [
    pytest.param(game, clause, id=f"{game.name}: {clause}")
    for game in GAMES
    if game.name in WITH_EXAMPLE
    for clause in game.void.by.numbers
]


@pytest.mark.standard(6)
@pytest.mark.parametrize(("game", "clause"), VOIDS)
def test_a_void_round_returns_every_wager(game: Game, clause: str) -> None:
    settlement = settle(example(game) | {"void": clause})
    clauses = game.void.clauses(clause)
    staked = [wager for one in settlement.round.boxes for wager in one.wagers]
    assert [
        (line.player, line.bet, line.result, line.back_cents, line.clauses)
        for line in settlement.lines
    ] == [(wager.player, wager.bet, "returned", wager.stake_cents, clauses) for wager in staked]
    assert settlement.house_cents == 0


@each_game
def test_the_default_house_has_a_table_with_limits_for_what_can_be_bet(game: Game) -> None:
    table = default_house()[game.name]
    staked = {bet.name for bet in game.bets if not bet.bonus_on}
    followed = {game.decision.play} if game.decision else set()
    prescribed = {game.jackpot.bet} if game.jackpot else set()
    assert set(table.limits) == staked - followed - prescribed


@each_example
def test_a_settlement_is_the_same_whatever_the_order_of_the_boxes(game: Game) -> None:
    round_ = example(game)
    if "boxes" not in round_:
        round_["wagers"].reverse()
        assert settle(round_).house_cents == settle(example(game)).house_cents
        return
    round_["boxes"].reverse()
    turned, straight = settle(round_), settle(example(game))
    assert turned.players == straight.players
    assert sorted(turned.boxes, key=lambda one: one.box.number or 0) == sorted(
        straight.boxes, key=lambda one: one.box.number or 0
    )


@each_example
def test_an_answer_is_json_with_amounts_as_text(game: Game) -> None:
    told = json.loads(ENCODER.encode(answer(settle(example(game)))))
    lines = [line for one in told.get("boxes", [told]) for line in one["wagers"]]
    for line in lines:
        for field in ("stake", "counted", "won", "back"):
            assert isinstance(line[field], str)
        assert all(number in game.document.clauses for number in line["clauses"])


@each_game
def test_a_wager_on_nothing_known_is_refused(game: Game) -> None:
    number = None if isinstance(game.deal, Tableau) else 1
    round_ = Round(
        game=game, boxes=(Box(number, (Wager("p1", "snap", 100),)),), decks=game.packs.most
    )
    with pytest.raises(BadInput, match="no bet is called 'snap'"):
        check(round_)


@each_example
def test_a_settlement_draws_itself_in_a_notebook(game: Game) -> None:
    drawn = settle(json.dumps(example(game)).replace('"p1"', '"<b>p1"'))._repr_html_()
    assert drawn.startswith(f"<table><caption>{game.title}, version {game.version}: house ")
    assert drawn.count("<tr>") == 1 + len(settle(example(game)).lines)
    assert "&lt;b&gt;p1" in drawn
    assert "<b>p1" not in drawn


def test_a_hand_draws_itself_in_a_notebook() -> None:
    [box] = settle(example(game_named("baccarat"))).round.boxes
    assert box.hand is not None
    assert box.hand._repr_html_() == (
        '<span style="color:#c0392b">K♥</span> <span style="color:#c0392b">5♦</span> '
        '<span style="color:#c0392b">10♦</span>'
    )


@pytest.mark.parametrize("given", [None, 5, [], [{"game": "baccarat"}], {1: 2}, set(), "\ud800"])
def test_the_library_refuses_what_is_no_round(given: Any) -> None:  # noqa: ANN401 - nonsense
    with pytest.raises(BadInput):
        settle(given)


def test_the_library_answers_as_the_program_does() -> None:
    royal = game_named("royal-three-pictures")
    told = json.loads((GOLDEN / "royal-three-pictures.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(as_dict(settle(example(royal))))) == told


def test_many_wagers_on_one_table_cost_no_more_each() -> None:
    """Ten thousand terminals in one round; a pairwise comparison would take minutes."""
    wagers = [{"player": f"p{n}", "bet": "player", "stake": "25.00"} for n in range(10_000)]
    settlement = settle({"game": "baccarat", "cards": "9h 2c Td Kc", "wagers": wagers})
    assert settlement.house_cents == -25_000_000
