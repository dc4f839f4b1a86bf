"""What is recorded, over HTTP: rounds, replays, disputes, shoes, the report, the journal."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier.cli.main import run as command_line
from croupier.engine.irregularities import Role
from croupier.games import GAMES
from croupier.server.http.api.audit import page
from croupier.server.journal.key_history import Trusted
from croupier.server.past.journal_lines import IN_PLAY
from croupier.server.past.played import played_round
from croupier.server.past.receipt import Receipt, receipt_faults
from croupier.server.past.replay import replay
from croupier.table.commands import Who
from croupier.table.state import Step
from tests.support.http_callers import DEALER, P1, Caller, Played, Server, founded, refused, serving
from tests.support.server_process import Terminal
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path


def test_the_last_rounds_as_one_had_them(server: Server) -> None:
    [mine] = server.as_("p1").get("/api/rounds")[1]
    assert (mine["table"], mine["round"], mine["wagers"][0]["cents"]) == ("t1", 1, 2_500)
    assert server.as_("s1").get("/api/rounds?player=p1") == (200, [mine])
    assert server.as_("p2").get("/api/rounds?player=p1")[0] == 403
    assert server.as_("p3").get("/api/rounds") == (200, [])


def test_a_receipt_is_the_player_s_and_the_auditor_s(server: Server) -> None:
    path = "/api/tables/t1/rounds/1/receipt"
    status, told = server.as_("p1").get(path)
    assert (status, told["player"], told["key"]) == (200, "p1", server.house.keys.public)
    given = msgspec.convert(told, Receipt)
    assert list(receipt_faults(given, Trusted(server.house.ring.chain))) == []
    seen = [one["event"] for one in server.as_("p1").get("/api/tables/t1/rounds/1")[1]["happened"]]
    assert all(json.loads(one.body) in seen for one in given.entries if one.body)
    assert not any(name.endswith("p2") for one in given.entries for name, _ in one.postings)
    assert server.as_("a1").get(f"{path}?player=p1") == (200, told)
    assert [server.as_(name).get(f"{path}?player=p1")[0] for name in ("p2", "s1", "f1")] == [
        403
    ] * 3
    assert server.as_("p3").get(path)[0] == 404
    named = server.as_("p1").ask("GET", path).headers["content-disposition"]
    assert named == 'attachment; filename="receipt-t1-1.json"'
    [mine] = server.as_("p1").get("/api/rounds")[1]
    assert mine["positions"] == [one["position"] for one in told["entries"]]
    assert mine["checkpoint"]["note"] in told["entries"][0]["proof"]


def test_a_replay_numbers_the_places_that_it_names(server: Server) -> None:
    told = server.as_("p1").get("/api/tables/t1/rounds/1")[1]
    assert told["places"] == {"the burnt cards": -1, "box 1": 1, "box 2": 2, "the dealer": 0}
    assert told["drawn_by_tableau"] is False
    assert set(told["happened"][-1]["hands"]) == set(told["places"])


def test_a_replay_hides_from_a_player_what_he_did_not_see(server: Server) -> None:
    path = "/api/tables/t1/rounds/1"
    whole = server.as_("a1").get(path)[1]
    assert (whole["seen_by"], whole["in_play"]) == (None, False)
    assert "??" not in json.dumps(whole)
    folded = whole["happened"][-1]["hands"]["box 2"]
    mine, theirs = server.as_("p1").get(path)[1], server.as_("p2").get(path)[1]
    assert (mine["seen_by"], theirs["happened"][-1]["hands"]["box 2"]) == ("p1", folded)
    assert folded not in json.dumps(mine)
    assert all(card not in json.dumps(mine) for card in folded.split())
    accounts = {account for one in mine["happened"] for account, _ in one["postings"]}
    assert accounts == {"player:p1", "provisional:t1:p1"}
    assert mine["clauses"] == whole["clauses"] != {}
    assert server.as_("p3").get(path)[0] == 404
    assert server.as_("a1").get("/api/tables/t1/rounds/99")[0] == 404
    assert server.as_("a1").get("/api/tables/t9/rounds/1")[0] == 404


def test_nobody_is_shown_hidden_cards_of_a_round_in_play(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.dealt()
    told = replay(played_round(made.store, "t1", 1), Who("m1", Role.PIT_MANAGER))
    assert (told.in_play, told.seen_by) == (True, "m1")
    assert set(" ".join(told.happened[-1].hands.values()).split()) == {"??"}
    dealt = [one for one in told.happened if "cards-dealt" in str(msgspec.json.encode(one.event))]
    assert {one.event.cards for one in dealt} == {"??"}  # type: ignore[union-attr]
    lines = page(made.store, 0, 500)
    of_table = [one for one in lines if one.stream == "table:t1"]
    kinds = [one.event.__struct_config__.tag for one in told.happened]
    closed = 1 + kinds.index("betting-closed")  # the first entry set the table up
    assert {one.withheld for one in of_table[:closed]} == {None}
    assert {one.withheld for one in of_table[closed:]} == {IN_PLAY}
    assert {bytes(one.event) for one in of_table[closed:]} == {b"null"}
    made.settled()
    later = [one for one in page(made.store, 0, 500) if one.stream == "table:t1"]
    assert {one.withheld for one in later} == {None}
    made.store.close()


def test_at_terminals_a_player_is_not_told_of_others(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.at_terminals()
    round_ = played_round(made.store, "t2", 1)
    told = msgspec.json.encode(replay(round_, P1)).decode()
    assert ('"p1"' in told, "p2" in told) == (True, False)
    assert "p2" in msgspec.json.encode(replay(round_, DEALER)).decode()
    made.store.close()


@pytest.mark.standard(59)
def test_a_dispute_is_captured_and_outlives_a_start(tmp_path: Path) -> None:
    """New Jersey's rule that an unresolved dispute keeps the round's history."""
    founded(tmp_path)
    path = "/api/tables/t1/rounds/1/dispute"
    with serving(tmp_path) as before:
        status, raised = before.as_("p1").post(path, reason="the ante was paid short")
        assert status == 200
        assert before.as_("p1").post(path, reason="again") == (
            409,
            refused("already-so", "that is dispute 1 already"),
        )
        assert before.as_("p3").post(path, reason="not mine")[0] == 404
        assert before.as_("p3").get("/api/disputes") == (200, [])
        number = before.house.play.tables["t2"].table.round.number
        in_play = f"/api/tables/t2/rounds/{number}/dispute"
        assert before.as_("s1").post(in_play, reason="too early")[0] == 409
    with serving(tmp_path) as after:
        assert after.as_("p1").get("/api/disputes") == (200, [raised])
        kept = after.as_("a1").get("/api/disputes/1")[1]
        assert (kept["dispute"], kept["faults"]) == (raised, [])
        assert kept["captured"]["entries"][0]["stream"] == "table:t1"
        assert kept["captured"]["proofs"]
        resolved = {"resolution": "the camera agrees with the dealer"}
        status, closed = after.as_("m1").post("/api/disputes/1/close", **resolved)
        ended = {"status": "answered", "closed_by": "m1", "closed_at": closed["closed_at"]}
        assert closed == raised | ended | resolved
        assert after.as_("m1").post("/api/disputes/1/close", **resolved)[0] == 409


def test_records_that_are_public(server: Server) -> None:
    anybody = Caller(server)
    documents = anybody.get("/api/rules")[1]
    assert [one["game"] for one in documents] == [one.name for one in GAMES]
    rules = anybody.get("/api/rules/baccarat")[1]
    assert rules["document"] in documents
    assert len(rules["clauses"]) == rules["document"]["clauses"]
    assert anybody.get("/api/rules/whist")[0] == 404
    [jackpot] = anybody.get("/api/jackpots")[1]
    assert (jackpot["game"], jackpot["frozen"], jackpot["tables"]) == (
        "three-card-poker",
        False,
        ["t1"],
    )
    wait_until(lambda: anybody.get("/api/shoes/t2-1")[0] == 200, "the first shoe is sealed")
    shoe = anybody.get("/api/shoes/t2-1")[1]
    assert (len(shoe["commitment"]), shoe["revealed"], shoe["order"]) == (64, None, "")
    for nonsense in ("t2-0", "t2-2", "t2", "t2-x", "t9-1", "t2-" + "9" * 30):
        assert anybody.get(f"/api/shoes/{nonsense}")[0] == 404


def test_odds_are_those_of_the_command_line(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("three-card-poker", "three-pictures"):
        assert command_line(["odds", name, "--json"]) == 0
        told = Caller(server).get(f"/api/odds/{name}")
        assert told == (200, json.loads(capsys.readouterr().out))


def first_shoe(server: Server) -> dict[str, Any]:
    """Return what the house publishes about the first shoe of t1; empty before it is sealed."""
    status, shoe = Caller(server).get("/api/shoes/t1-1")
    return shoe if status == HTTPStatus.OK else {}


def test_a_shoe_that_has_ended_is_revealed(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as before:
        sealed = wait_until(lambda: first_shoe(before), "the first shoe is sealed")
        table = before.house.play.tables["t1"]
        wait_until(lambda: table.table.step is Step.BETTING, "betting is open")
        with Terminal(before.url, f"croupier={before.sign_in('p1').cookie}", "p1") as p1:
            bet = p1.ask("t1", command="place", player="p1", bet="ante", cents=2_500, box=1)
            assert bet["type"] == "acknowledged"
    with serving(tmp_path) as after:
        wait_until(lambda: first_shoe(after).get("revealed"), "the first shoe is revealed")
        shoe = first_shoe(after)
        assert shoe["commitment"] == sealed["commitment"]
        assert len(shoe["order"].split()) == 52


def test_the_report_is_that_of_the_command_line(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        told = server.as_("s1").get("/api/report")[1]
        assert (told["drop"], told["rounds"]) == ("2000.00", 2)
        none = server.as_("a1").get("/api/report?from=2030-01-01T00:00")[1]
        assert (none["from"], none["rounds"]) == (1893456000000, 0)
        assert server.as_("a1").get("/api/report?from=soon")[0] == 400
        assert server.as_("a1").get("/api/report?from=2030-01-01&to=2029-01-01")[0] == 400
        assert server.as_("a1").get("/api/report?whence=1")[0] == 400


def test_the_journal_is_read_and_verified(server: Server) -> None:
    auditor = server.as_("a1")
    told = auditor.get("/api/audit/verify")[1]
    assert (told["faults"], told["key"]) == ([], server.house.keys.public)
    lines = auditor.get("/api/journal?limit=500")[1]
    assert [one["position"] for one in lines] == list(range(1, len(lines) + 1))
    assert auditor.get("/api/journal?after=3&limit=2")[1] == lines[3:5]
    made = [one for one in lines if one["event"] and one["event"]["event"] == "account-made"]
    assert all(one["event"]["password"].startswith("digest:") for one in made)
    assert made
    assert "argon2" not in json.dumps(lines)
    assert all(bool(one["nonce"]) is (one["withheld"] is None) for one in lines)
    assert auditor.get("/api/journal?limit=501")[0] == 400
    assert auditor.get("/api/journal?limit=1&limit=2")[0] == 400
