"""All rounds of a player over HTTP: filters, pages, sums, the file, and who may ask."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

import pytest

from croupier.server.past.history import Histories
from croupier.server.past.history_csv import text
from croupier.server.past.recall import last_rounds
from tests.support.http_callers import Played, Server, refused, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROUNDS = 6
NUMBER = re.compile(r"-?\d+(\.\d\d)?")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """p1 plays and p2 folds at t1; at t2 p1 bets on Player, p2 on Banker: twelve rounds."""
    folder = tmp_path
    made = Played(folder)
    made.furnished()
    for _ in range(ROUNDS):
        made.dealt()
        made.settled()
        made.at_terminals()
    made.store.close()
    with serving(folder) as running:
        yield running


def rounds_of(server: Server, query: str = "", name: str = "p1") -> list[dict[str, Any]]:
    status, told = server.as_(name).get(f"/api/history?limit=100{query}")
    assert status == 200, told
    return list(told["rounds"])


def where(rounds: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(one["table"], one["round"]) for one in rounds]


@pytest.mark.standard(13)
def test_every_round_is_there_as_it_is_recalled(server: Server) -> None:
    found = rounds_of(server)
    newest = [(table, number) for number in range(ROUNDS, 0, -1) for table in ("t2", "t1")]
    assert where(found) == newest
    with_lines = {(one["table"], one["round"]): one for one in found}
    recalled = server.as_("p1").get("/api/rounds")[1]
    assert len(recalled) == 10
    for one in recalled:
        row = with_lines[one["table"], one["round"]]
        assert row["lines"] == one["results"]
        net = one["after_cents"] - one["before_cents"]
        assert row["back_cents"] - row["staked_cents"] == net
        assert row["staked_cents"] == sum(line["stake_cents"] for line in one["results"])


def test_pages_are_stable_while_rounds_come(server: Server) -> None:
    first = server.as_("p1").get("/api/history?limit=5")[1]
    assert len(first["rounds"]) == 5
    before = first["next"]
    assert before == first["rounds"][-1]["position"]
    second = server.as_("p1").get(f"/api/history?limit=5&before={before}")[1]
    third = server.as_("p1").get(f"/api/history?limit=5&before={second['next']}")[1]
    pages = [*first["rounds"], *second["rounds"], *third["rounds"]]
    assert (pages, third["next"]) == (rounds_of(server), None)
    exact = server.as_("p1").get(f"/api/history?limit={len(pages)}")[1]
    assert exact["next"] is None


@pytest.mark.parametrize(("limit", "status"), [(0, 400), (1, 200), (100, 200), (101, 400)])
def test_a_page_has_its_bounds(server: Server, limit: int, status: int) -> None:
    assert server.as_("p1").get(f"/api/history?limit={limit}")[0] == status


def test_filters(server: Server) -> None:
    every = rounds_of(server)
    assert where(rounds_of(server, "&table=t1")) == where([o for o in every if o["table"] == "t1"])
    assert {one["table"] for one in rounds_of(server, "&game=baccarat")} == {"t2"}
    assert where(rounds_of(server, "&round=3")) == [("t2", 3), ("t1", 3)]
    assert rounds_of(server, "&table=t9") == []
    for result in ("won", "lost", "returned", "void"):
        found = rounds_of(server, f"&result={result}")
        assert found == [one for one in every if one["result"] == result]
    assert server.as_("p1").get("/api/history?result=lucky")[0] == 400
    assert server.as_("p1").get("/api/history?whence=1")[0] == 400


def test_the_time_of_opening_at_below_and_above(server: Server) -> None:
    one = rounds_of(server)[4]
    at = one["opened_at"]

    def holds(query: str) -> bool:
        return one in rounds_of(server, query)

    assert [holds(f"&since={at + by}") for by in (-1, 0, 1)] == [True, True, False]
    assert [holds(f"&until={at + by}") for by in (-1, 0, 1)] == [False, False, True]


def test_sums_of_the_filter(server: Server) -> None:
    for query in ("", "&table=t1", "&result=lost", "&table=t9"):
        found = rounds_of(server, query)
        totals = server.as_("p1").get(f"/api/history/totals?{query[1:]}")[1]
        staked = sum(one["staked_cents"] for one in found)
        back = sum(one["back_cents"] for one in found)
        assert totals == {
            "sums": {
                "rounds": len(found),
                "staked_cents": staked,
                "back_cents": back,
                "net_cents": back - staked,
            },
            "disputes_open": 0,
            "games": ["baccarat", "three-card-poker"],
            "tables": ["t2", "t1"],
        }


@pytest.mark.standard(19)
def test_the_file_is_whole_and_begins_no_formula(server: Server) -> None:
    answered = server.as_("p1").ask("GET", "/api/history.csv?table=t1")
    assert answered.headers["content-type"].startswith("text/csv")
    assert answered.headers["content-disposition"] == 'attachment; filename="rounds.csv"'
    rows = list(csv.DictReader(io.StringIO(answered.text)))
    found = rounds_of(server, "&table=t1")
    assert [(row["table"], int(row["round"]), row["result"]) for row in rows] == [
        (one["table"], one["round"], one["result"]) for one in found
    ]
    for row, one in zip(rows, found, strict=True):
        assert row["staked"] == f"{one['staked_cents'] / 100:.2f}"
        assert row["net"] == f"{(one['back_cents'] - one['staked_cents']) / 100:.2f}"
    cells = [cell for row in csv.reader(io.StringIO(answered.text)) for cell in row]
    assert [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell] == [
        cell for cell in cells if cell.startswith("-") and NUMBER.fullmatch(cell)
    ]


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_cell_that_would_begin_a_formula_is_quoted(begins: str) -> None:
    assert text(f"{begins}1+1") == f"'{begins}1+1"
    assert text(f"1{begins}") == f"1{begins}"


def test_only_one_s_own_rounds_and_those_of_others_by_role(server: Server) -> None:
    allowed = {"p2": 403, "d1": 403, "s1": 200, "m1": 200, "f1": 200, "a1": 200, "p1": 200}
    for path in ("/api/history", "/api/history/totals", "/api/history.csv"):
        asked = f"{path}?player=p1"
        found = {name: server.as_(name).ask("GET", asked).status_code for name in allowed}
        assert found == allowed
    assert server.as_("s1").get("/api/history?player=p1&limit=100")[1]["rounds"] == rounds_of(
        server
    )
    assert rounds_of(server, name="p3") == []


def test_a_folded_hand_of_another_is_nowhere(server: Server) -> None:
    for one in rounds_of(server, "&table=t1"):
        assert [met["box"] for met in one["met"]] == [1]


@pytest.mark.standard(12, 59)
def test_a_dispute_with_its_step_from_open_to_its_end(server: Server) -> None:
    path = "/api/tables/t1/rounds/2/dispute"
    p1, steps = server.as_("p1"), server.as_("p1").get("/api/tables/t1/rounds/2")[1]["happened"]
    says = "a dispute says it in at most 500 characters; these are 501"
    assert p1.post(path, reason="x" * 501) == (400, refused("unreadable", says))
    assert p1.post(path, reason=" \n ") == (
        400,
        refused("unreadable", "say in a few words what is wrong"),
    )
    other = server.as_("p1").get("/api/tables/t1/rounds/3")[1]["happened"][0]["position"]
    assert p1.post(path, reason="of another round", step=other)[0] == 404
    step = steps[3]["position"]
    status, raised = p1.post(path, reason="y" * 500, step=step)
    assert (status, raised["step"], raised["status"]) == (200, step, "open")
    [row] = rounds_of(server, "&result=disputed")
    assert (row["round"], row["dispute"], row["dispute_status"]) == (2, raised["number"], "open")
    assert server.as_("p1").get("/api/history/totals")[1]["disputes_open"] == 1
    number = raised["number"]
    assert server.as_("p2").post(f"/api/disputes/{number}/withdraw")[0] == 404
    withdrawn = p1.post(f"/api/disputes/{number}/withdraw")[1]
    assert withdrawn["status"] == "withdrawn"
    assert p1.post(f"/api/disputes/{number}/withdraw")[0] == 409
    again = p1.post(path, reason="once more")[1]
    closed = server.as_("m1").post(
        f"/api/disputes/{again['number']}/close", resolution="it is right"
    )
    assert closed[1]["status"] == "answered"
    third = p1.post(path, reason="and again")[1]
    put_right = {"resolution": "paid at the cage", "corrected": True}
    corrected = server.as_("m1").post(f"/api/disputes/{third['number']}/close", **put_right)[1]
    assert corrected["status"] == "corrected"
    [row] = rounds_of(server, "&result=disputed")
    assert row["dispute_status"] == "corrected"


def test_a_round_in_play_is_not_yet_past(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.dealt()
    made.store.close()
    with serving(tmp_path) as running:
        assert rounds_of(running) == []


def test_a_round_is_counted_on_as_it_goes_on(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.dealt()
    histories = Histories()
    [tally] = histories.of("p1").newest_first(made.store)
    assert (tally.staked_cents, tally.back_cents) == (2_500, 0)
    made.settled()
    [counted_on] = histories.of("p1").newest_first(made.store)
    [recalled] = last_rounds(made.store, "p1")
    net = recalled.after_cents - recalled.before_cents
    assert counted_on.back_cents - counted_on.staked_cents == net
    made.store.close()


def test_all_cards_are_those_that_one_came_to_see(server: Server) -> None:
    path = "/api/tables/t1/rounds/1"
    seen, later = (server.as_("p1").get(f"{path}{query}")[1] for query in ("", "?cards=all"))
    assert (seen["all_cards"], later["all_cards"]) == (False, True)

    def cards(told: dict[str, Any], step: int, place: int) -> str:
        hands = told["happened"][step]["scene"]["hands"]
        return str(next(one["cards"] for one in hands if one["place"] == place))

    dealt = max(
        at for at, one in enumerate(seen["happened"]) if one["event"]["event"] == "cards-dealt"
    )
    assert cards(seen, dealt, 0) == "?? ?? ??"
    assert cards(later, dealt, 0) == cards(seen, -1, 0) != "?? ?? ??"
    assert cards(later, dealt, 2) == cards(later, -1, 2) == "?? ?? ??"
    assert server.as_("p1").get(f"{path}?cards=others")[0] == 400
