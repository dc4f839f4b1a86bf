"""Past results and the lobby over a real server: told once for all, when they have changed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.table.roads import drawn
from tests.support.house_in_thread import Running
from tests.support.server_process import BACCARAT, TABLES, Terminal
from tests.support.steady_player import steady_player
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

THREE_PICTURES = next(name for name, game in TABLES.items() if game == "three-pictures")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    with steady_player(made.url):
        yield made
    made.stop()


def guest(url: str) -> tuple[str, str]:
    answered = httpx.post(f"{url}/api/guest")
    return answered.json()["name"], f"croupier={answered.cookies['croupier']}"


def of_kind(terminal: Terminal, kind: str, table: str) -> list[dict[str, Any]]:
    return [one for one in terminal.told if one["type"] == kind and one["table"] == table]


def next_results(terminal: Terminal, table: str) -> dict[str, Any]:
    return terminal.wait_for(lambda told: told["type"] == "results" and told["table"] == table)


@pytest.mark.slow
def test_results_are_told_at_first_and_when_a_round_is_over(running: Running) -> None:
    """Past rounds only (GLI-19 4.18.2): nothing of a round is told before it is over."""
    with Terminal(running.url) as one, Terminal(running.url) as two:
        one.watch(BACCARAT)
        first = next_results(one, BACCARAT)
        assert [told["type"] for told in one.told if told.get("table")][:2] == ["seen", "results"]
        two.watch(BACCARAT)
        next_results(two, BACCARAT)
        while len((told := next_results(one, BACCARAT))["past"]) < len(first["past"]) + 2:
            pass
        past = told["past"]
        assert [entry["round"] for entry in past] == list(range(1, len(past) + 1))
        seen = of_kind(one, "seen", BACCARAT)[-1]
        assert (seen["view"]["step"], seen["view"]["round"]) == ("concluded", past[-1]["round"])
        assert past[-1]["dealer"]["cards"] == seen["view"]["dealer"]
        assert past[-1]["player"]["cards"] == seen["view"]["player_hand"]
        assert past[-1]["player"]["points"] == seen["view"]["player_points"]
        results = [entry["result"] for entry in past]
        assert told["roads"]["counts"]["rounds"] == len(results)
        cells = [(cell["column"], cell["row"], cell["mark"]) for cell in told["roads"]["bead"]]
        assert cells == [(cell.column, cell.row, cell.mark) for cell in drawn(results).bead]
        assert two.wait_for(lambda other: other == told)
        rounds = [entry["past"][-1]["round"] for entry in of_kind(one, "results", BACCARAT)[1:]]
        assert rounds == sorted(set(rounds))


@pytest.mark.slow
def test_boxes_of_a_round_that_is_over(running: Running) -> None:
    name, cookie = guest(running.url)
    with Terminal(running.url, cookie, name) as mine, Terminal(running.url) as other:
        for terminal in (mine, other):
            terminal.watch(THREE_PICTURES)
        asked: dict[str, Any] = {
            "command": "place",
            "player": name,
            "bet": "initial",
            "cents": 2500,
            "box": 2,
        }
        told: dict[str, Any] = {"type": ""}
        while told["type"] != "acknowledged":
            mine.wait_for_step(THREE_PICTURES, "betting")
            told = mine.ask(THREE_PICTURES, **asked)
        last: dict[str, Any] = {"past": []}
        while not last["past"]:
            last = next_results(other, THREE_PICTURES)
        assert last["roads"] is None
        [entry] = last["past"]
        [box] = entry["boxes"]
        assert (box["box"], list(box["bets"])) == (2, ["initial"])
        assert len(box["hand"]["cards"].split()) == len(entry["dealer"]["cards"].split()) == 3
        assert entry["dealer"]["name"]
        assert name not in str(last)


@pytest.mark.slow
def test_the_lobby_stays_fresh_until_it_is_left(running: Running) -> None:
    with Terminal(running.url) as one:
        assert one.first["tables"]
        one.ping()
        assert [told["type"] for told in one.told] == ["welcome", "pong"]
        one.send(type="lobby")
        told = one.wait_for_type("tables")
        assert [table["name"] for table in told["tables"]] == list(TABLES)
        before = next(table for table in told["tables"] if table["name"] == BACCARAT)

        def is_another_round(told: dict[str, Any]) -> bool:
            found = [table for table in told.get("tables", ()) if table["name"] == BACCARAT]
            return any(table["round"] > before["round"] and table["until"] for table in found)

        told = one.wait_for(is_another_round)
        assert told["type"] == "tables"
        one.wait_for(lambda told: told["type"] == "tables" and last_of(told) != before["last"])
        assert set(last_of(one.told[-1])) <= {w + p for w in "BPT" for p in ("", "b", "p", "bp")}
        lists = [told for told in one.told if told["type"] == "tables"]
        assert all(now["tables"] != later["tables"] for now, later in pairwise(lists))
        one.send(type="lobby", on=False)
        one.ping()
        so_far = len(one.told)
        one.watch(BACCARAT)
        one.wait_for_step(BACCARAT, "concluded")
        one.wait_for_step(BACCARAT, "betting")
        assert "tables" not in [told["type"] for told in one.told[so_far:]]


def last_of(told: dict[str, Any]) -> list[str]:
    found: list[str] = next(one["last"] for one in told["tables"] if one["name"] == BACCARAT)
    return found


def test_the_list_comes_at_most_twice_a_second(running: Running) -> None:
    """By the times that the lists themselves name."""
    with Terminal(running.url) as one:
        for _ in range(5):
            one.send(type="lobby")
        times = [one.wait_for_type("tables")["now"] for _ in range(4)]
        assert all(later - now >= 450 for now, later in pairwise(times))


def test_what_is_wrong_with_a_message_is_said(running: Running) -> None:
    with Terminal(running.url) as one:
        one.send(type="lobby", on="yes")
        assert one.wait_for_type("bad")["says"] == "on: true or false is needed, not text"
        one.send(type="lobby", table="t1")
        assert "table" in one.wait_for_type("bad")["says"]


def last_results(running: Running) -> list[str]:
    tables = httpx.get(f"{running.url}/api/tables").json()
    return next(table["last"] for table in tables if table["name"] == BACCARAT)


def test_the_last_results_are_on_the_list_of_tables(running: Running) -> None:
    last = wait_until(lambda: last_results(running), "a round of baccarat is over")
    with Terminal(running.url) as one:
        one.watch(BACCARAT)
        results = [entry["result"] for entry in next_results(one, BACCARAT)["past"]]
    assert last in [results[:number][-12:] for number in range(len(results) + 1)]
