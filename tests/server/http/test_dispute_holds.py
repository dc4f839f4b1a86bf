"""A dispute that is not resolved holds its table, and keeps aside what its player won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.server.money.ledger import player_account, provisional
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import plan_house
from tests.support.configured_house import written
from tests.support.dealt_floor import BACCARAT, PICTURES, DealtFloor, floor_on_the_web
from tests.support.http_callers import refused

if TYPE_CHECKING:
    from pathlib import Path

WON = 5_000
"""A stake of 25.00, and as much again."""
HELD = "a dispute is being looked at: the next round opens when that has come to its end"


def disputed(floor: DealtFloor, round_: int = 1, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """By the guest."""
    path = f"/api/tables/{BACCARAT}/rounds/{round_}/dispute"
    told = floor.guest_client.post(path, json={"reason": "it pays more", **more})
    assert told.status_code == 200, told.text
    answer: dict[str, Any] = told.json()
    return answer


def asked(floor: DealtFloor, who: str, number: int, what: str, reason: str) -> tuple[int, Any]:
    told = floor.who[who].post(f"/api/disputes/{number}/{what}", json={"reason": reason})
    return told.status_code, told.json()


def aside(floor: DealtFloor) -> int:
    return floor.house.play.balances.get(provisional(BACCARAT, floor.player), 0)


@pytest.mark.standard(59)
def test_the_pit_holds_a_table_and_lets_it_go_on_with_a_reason(floor: DealtFloor) -> None:
    floor.guest.watch(BACCARAT)
    floor.plays()
    made = disputed(floor, claimed_cents=7_500)
    number = made["number"]
    assert (made["player"], made["claimed_cents"], made["kept_cents"]) == (floor.player, 7_500, WON)
    assert (made["holds"], floor.table(BACCARAT)["dispute"]) == (False, None)
    assert asked(floor, "d1", number, "hold", "wait")[0] == 403
    assert asked(floor, "s1", number, "hold", " ")[0] == 400
    assert asked(floor, "s1", 9, "hold", "wait")[0] == 404
    status, held = asked(floor, "s1", number, "hold", "the tape is fetched")
    assert (status, held["holds"], held["hold_by"]) == (200, True, "s1")
    again = asked(floor, "s1", number, "hold", "once more")
    assert again == (409, refused("already-so", f"dispute {number} holds table {BACCARAT} already"))
    seen = floor.guest.wait_for(lambda told: told.get("held"))
    assert (seen["table"], "opens" in seen) == (BACCARAT, False)
    assert "the tape" not in str(floor.guest.told)
    no = floor.dealer.ask(BACCARAT, command="open-betting")
    assert (no["why"], no["says"]) == ("table-held", HELD)
    assert floor.table(BACCARAT)["dispute"] == held
    assert floor.table(PICTURES)["dispute"] is None
    [mine] = floor.guest_client.get("/api/disputes").json()
    assert mine == held | {"hold_by": None, "hold_reason": None}
    assert asked(floor, "s1", number, "lift", "seen")[0] == 403
    status, lifted = asked(floor, "m1", number, "lift", "the tape is kept")
    assert (status, lifted["holds"], lifted["hold_by"]) == (200, False, "m1")
    assert asked(floor, "m1", number, "lift", "again")[0] == 409
    floor.asks(floor.dealer, BACCARAT, "open-betting")
    floor.guest.wait_for(lambda told: told["type"] == "seen" and "held" not in told)
    entries = floor.who["a1"].get("/api/journal", params={"stream": "disputes"}).json()
    assert all(one in str(entries) for one in ("hold-placed", "hold-lifted", "the tape is kept"))


@pytest.mark.standard(59)
def test_what_a_dispute_is_about_stays_aside_until_its_end(floor: DealtFloor) -> None:
    floor.plays()
    balances, rules = floor.house.play.balances, floor.house.play.rounds
    table = floor.house.play.tables[BACCARAT]
    assert rules.releases_at(table.table) == table.table.since + 120_000
    number = disputed(floor)["number"]
    assert rules.releases_at(table.table) is None
    has = balances[player_account(floor.player)]
    floor.plays()  # the table is not held: what was won before is released, less what is disputed
    assert (aside(floor), balances[player_account(floor.player)]) == (2 * WON, has - 2_500)
    floor.asks(floor.dealer, BACCARAT, "open-betting")
    assert (aside(floor), balances[player_account(floor.player)]) == (WON, has - 2_500 + WON)
    said = floor.post("m1", "/api/pit/close", reason="end of the evening")
    assert said == (200, "closed: 1; after their round: 1")
    floor.ends(BACCARAT)
    assert (table.table.is_open, aside(floor)) == (False, WON)
    assert rules.releases_at(table.table) is None
    told = floor.who["m1"].post(f"/api/disputes/{number}/close", json={"resolution": "it is right"})
    assert told.json()["status"] == "answered"
    assert rules.releases_at(table.table) == table.table.since + 120_000


@pytest.mark.threat("T46")
@pytest.mark.standard(59)
def test_a_second_dispute_keeps_aside_what_the_first_kept_too(floor: DealtFloor) -> None:
    """Somebody's dispute that is closed again frees nothing that another one is about."""
    floor.plays()
    path = f"/api/tables/{BACCARAT}/rounds/1/dispute"
    given = {"reason": "paid wrongly", "player": floor.player}
    by_staff = floor.who["d1"].post(path, json=given).json()
    own = disputed(floor)
    assert (by_staff["kept_cents"], own["kept_cents"]) == (WON, WON)
    rules = floor.house.play.rounds
    assert rules.disputes.kept == {BACCARAT: {floor.player: WON}}
    assert floor.who["d1"].post(f"/api/disputes/{by_staff['number']}/withdraw").is_success
    floor.plays()
    assert aside(floor) == 2 * WON
    floor.asks(floor.dealer, BACCARAT, "open-betting")
    assert aside(floor) == WON


@pytest.mark.standard(59)
def test_no_clock_releases_what_a_round_in_dispute_has_paid(floor: DealtFloor) -> None:
    """Also where staff dispute it for nobody, and no winnings of one player are kept."""
    floor.plays()
    table, rules = floor.house.play.tables[BACCARAT], floor.house.play.rounds
    path = f"/api/tables/{BACCARAT}/rounds/1/dispute"
    made = floor.who["d1"].post(path, json={"reason": "paid wrongly"}).json()
    assert (made["player"], made["kept_cents"]) == (None, 0)
    assert rules.releases_at(table.table) is None
    assert floor.who["d1"].post(f"/api/disputes/{made['number']}/withdraw").is_success
    assert rules.releases_at(table.table) == table.table.since + 120_000


@pytest.mark.standard(59)
def test_a_house_may_have_disputes_hold_by_themselves_and_they_outlive_a_start(
    tmp_path: Path,
) -> None:
    terms = "disputes_hold = true\n"
    with floor_on_the_web(tmp_path, terms) as floor:
        floor.plays()
        floor.plays()
        earlier = disputed(floor, round_=1)
        assert (earlier["holds"], earlier["kept_cents"]) == (False, 0)
        floor.asks(floor.dealer, BACCARAT, "open-betting")
        made = disputed(floor, round_=2)
        assert (made["holds"], made["hold_by"], made["kept_cents"]) == (True, None, 0)
        floor.ends(BACCARAT)  # the round in play is played and paid
        assert floor.dealer.ask(BACCARAT, command="open-betting")["why"] == "table-held"
        player, round_ = floor.player, floor.house.play.tables[BACCARAT].table.round.number
        assert round_ == 3
    text = terms + written(BACCARAT, PICTURES, more='dealer = "person"')
    again = OpenHouse(tmp_path, plan=plan_house(text.encode()), profile=LIGHT)
    holds = again.play.rounds.disputes
    assert (holds.tables, holds.rounds) == (
        {BACCARAT: made["number"]},
        {(BACCARAT, 1), (BACCARAT, 2)},
    )
    gone = again.disputes.withdraw(made["number"], player, again.clock())
    assert getattr(gone, "holds", None) is False
    assert holds.tables == {}
    again.close()


def test_a_player_disputes_for_himself_and_staff_for_a_player(floor: DealtFloor) -> None:
    floor.plays()
    path = f"/api/tables/{BACCARAT}/rounds/1/dispute"
    body = {"reason": "not mine", "player": "p9"}
    told = floor.guest_client.post(path, json=body)
    assert (told.status_code, told.json()["says"]) == (
        403,
        "a player disputes a round for himself alone",
    )
    assert floor.who["d1"].post(path, json=body).status_code == 404
    for cents in (0, -1, 10**11 + 1):
        wrong = floor.guest_client.post(path, json={"reason": "x", "claimed_cents": cents})
        assert wrong.status_code == 400
    for_him = floor.who["d1"].post(path, json={"reason": "he left", "player": floor.player}).json()
    assert (for_him["by"], for_him["player"], for_him["kept_cents"]) == ("d1", floor.player, WON)
    assert disputed(floor)["kept_cents"] == WON  # which is kept once
    assert floor.house.play.rounds.disputes.kept == {BACCARAT: {floor.player: WON}}
    nobody = floor.who["s1"].post(path, json={"reason": "a look at it"}).json()
    assert (nobody["player"], nobody["kept_cents"]) == (None, 0)


@pytest.mark.threat("T45")
@pytest.mark.standard(59)
def test_nobody_has_the_last_word_on_a_round_in_which_he_acted(floor: DealtFloor) -> None:
    """m1 deals a round of his own, and would have the player's dispute of it gone."""
    dealer = floor.dealer
    floor.dealer = floor.terminal(str(floor.who["m1"].base_url), floor.who["m1"], "m1")
    try:
        floor.plays()
    finally:
        floor.dealer.close()
        floor.dealer = dealer
    number = disputed(floor)["number"]
    assert asked(floor, "m1", number, "hold", "it is looked at")[0] == 200
    says = "m1 has acted in that round: another person lets its table go on, or closes the dispute"
    assert asked(floor, "m1", number, "lift", "go on") == (409, refused("second-person", says))
    told = floor.who["m1"].post(f"/api/disputes/{number}/close", json={"resolution": "it is right"})
    assert (told.status_code, told.json()["says"]) == (409, says)
    assert asked(floor, "f1", number, "lift", "go on")[0] == 200
    told = floor.who["f1"].post(f"/api/disputes/{number}/close", json={"resolution": "it is right"})
    assert told.json()["status"] == "answered"
