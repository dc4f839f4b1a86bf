"""What the floor's page asks of the house: closing with a reason, relief, players at limits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.games import game
from croupier.server.http.standing_players import at_table
from croupier.server.opening import PLAY_CREDITS
from croupier.server.play.rotation import Rotation, dealing
from croupier.server.play.round_rules import RoundTerms
from tests.support.dealt_floor import BACCARAT, PICTURES, DealtFloor
from tests.support.table_moments import floor_at

WHY = "end of the evening"


def test_a_dealer_is_relieved_on_record_and_known_after_a_start(floor: DealtFloor) -> None:
    relieve = f"/api/tables/{BACCARAT}/relieve"
    assert floor.post("s1", relieve, dealer="d1") == (409, "d1 does not deal there")
    floor.dealer.ask(BACCARAT, command="open-betting")
    table = floor.table(BACCARAT)
    assert table["dealt_by"] == "d1"
    told = floor.pit()["rotation"]
    assert told["minutes"] == {"table": 45, "pause": 20}
    [lane] = told["lanes"]
    assert (lane["dealer"], lane["due"] - lane["since"]) == ("d1", 45 * 60_000)
    assert floor.post("d1", relieve, dealer="d1")[0] == 403
    for nobody in ("a1", "x9"):
        no = floor.post("s1", relieve, dealer="d1", relief=nobody)
        assert no == (404, f"{nobody} is no dealer of the house")
    assert floor.post("s1", relieve, dealer="d1", relief="d1") == (409, f"d1 deals at {BACCARAT}")
    assert floor.post("s1", relieve, dealer="d1", relief="s1") == (200, "d1 is relieved by s1")
    assert floor.table(BACCARAT)["dealt_by"] == "s1"
    lines = floor.who["a1"].get("/api/journal", params={"stream": "rotation"}).json()
    assert "dealer-relieved" in str(lines)
    store = floor.house.store.reader()
    again = Rotation(store, floor.house.play, floor.house.clock())
    assert {name: who for name, (who, _) in dealing(again.spells).items()} == {BACCARAT: "s1"}
    assert list(again.spells) == ["d1", "s1"]
    store.close()


@pytest.mark.standard(55)
def test_a_game_and_the_whole_house_are_put_out_of_use_with_a_reason(floor: DealtFloor) -> None:
    floor.dealer.ask(BACCARAT, command="open-betting")
    wager = {"player": floor.player, "bet": "player", "cents": 2_500}
    assert floor.guest.ask(BACCARAT, command="place", **wager)["type"] == "acknowledged"
    assert floor.post("s1", "/api/pit/close", reason=WHY)[0] == 403
    assert floor.post("m1", "/api/pit/close", reason="")[0] == 400
    none = floor.post("m1", "/api/pit/close", reason=WHY, game="three-card-poker")
    assert none == (404, "no such table is open")
    said = floor.post("m1", "/api/pit/close", reason=WHY, game=PICTURES)
    assert said == (200, "closed: 1; after their round: 0")
    said = floor.post("m1", "/api/pit/close", reason=WHY)
    assert said == (200, "closed: 0; after their round: 1")
    table = floor.table(BACCARAT)
    assert (table["is_open"], table["closing"]["reason"]) == (True, WHY)
    floor.ends(BACCARAT)
    table = floor.table(BACCARAT)
    assert (table["is_open"], table["closing"], table["step"]) == (False, None, "concluded")


@pytest.mark.standard(55)
def test_a_guest_is_put_out_of_use_with_a_reason_and_the_round_in_play_is_paid(
    floor: DealtFloor,
) -> None:
    floor.asks(floor.dealer, BACCARAT, "open-betting")
    wager = {"player": floor.player, "bet": "player", "cents": 2_500}
    floor.asks(floor.guest, BACCARAT, "place", **wager)
    bar = f"/api/players/{floor.player}/bar"
    assert floor.who["s1"].post(bar, json={"reason": "troubles others"}).status_code == 403
    assert floor.who["m1"].post(bar, json={"reason": " "}).status_code == 400
    assert floor.who["m1"].post(bar, json={"reason": "troubles others"}).status_code == 200
    no = floor.guest.ask(BACCARAT, command="place", **wager)
    assert (no["type"], no["why"]) == ("refused", "barred")
    floor.ends(BACCARAT)
    floor.asks(floor.dealer, BACCARAT, "open-betting")
    assert floor.house.play.balances.has(floor.player) == PLAY_CREDITS + 2_500
    assert floor.guest.ask(BACCARAT, command="place", **wager)["why"] == "barred"
    assert floor.pit()["barred"]["count"] == 1


@pytest.mark.standard(55)
def test_a_table_that_cannot_be_closed_keeps_no_other_open(floor: DealtFloor) -> None:
    floor.plays(BACCARAT)
    floor.asks(floor.dealer, BACCARAT, "begin-report")
    said = floor.post("m1", "/api/pit/close", reason=WHY)
    assert said == (200, "closed: 1; after their round: 1")
    assert not floor.table(PICTURES)["is_open"]
    floor.asks(floor.dealer, BACCARAT, "withdraw-report")
    assert not floor.table(BACCARAT)["is_open"]


@pytest.mark.parametrize(("cents", "told"), [(449_900, []), (450_000, [("p1", "t1", "Player")])])
def test_a_player_near_a_limit_of_the_table_is_told_of(
    cents: int, told: list[tuple[str, str, str]]
) -> None:
    floor = floor_at(game(BACCARAT), "closed")
    table = floor.tables["t1"]
    [(key, wager)] = [
        one
        for one in table.round.wagers.items()
        if one[1].bet == "player" and one[1].player == "p1"
    ]
    lies = replace(table.round, wagers={key: replace(wager, cents=cents)})
    found = list(at_table(replace(table, round=lies)))
    assert table.setup.limits["player"][1] == 500_000
    assert [(one.player, one.table, one.title) for one in found] == told


def test_nobody_is_near_a_limit_or_barred_on_an_empty_floor(floor: DealtFloor) -> None:
    told = floor.pit()
    assert (told["at_limits"], told["barred"]) == ([], {"count": 0, "seen": []})


def test_a_setup_is_checked_in_the_house_s_own_words_before_it_is_proposed(
    floor: DealtFloor,
) -> None:
    setup = floor.table(BACCARAT)["setup"]
    check = f"/api/tables/{BACCARAT}/setup/check"
    before = floor.house.store.versions()
    assert floor.post("s1", check, command="configure", setup=setup) == (200, None)
    least, most = setup["limits"]["player"]
    wrong = setup | {"limits": setup["limits"] | {"player": [most, least]}}
    said = floor.post("s1", check, command="configure", setup=wrong)
    assert said == (200, "limits, player: the minimum is above the maximum, or the maximum is 0.00")
    floor.house.play.rounds.terms = RoundTerms(least_betting_seconds=5)
    short = setup | {"betting_seconds": 4}
    said = floor.post("s1", check, command="configure", setup=short)
    assert said == (200, "players of this house have at least 5 seconds to bet")
    refused = floor.guest.ask(BACCARAT, command="configure", setup=wrong)
    assert refused["type"] == "refused"
    assert floor.post("d1", check, command="configure", setup=setup)[0] == 403
    assert floor.house.store.versions() == before
