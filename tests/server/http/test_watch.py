"""Investigations of results: opened by the house or by staff, noted, closed by a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.journal.store import Selection
from croupier.server.money.subjects import Seen
from croupier.server.money.watch_events import Cause
from croupier.table.commands import Who
from croupier.wire.house import setup_of
from tests.support.http_callers import Played, serving
from tests.support.rigged import Rigged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from tests.support.http_callers import Server

SECOND = "second-person"
AT = 1_700_000_000_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """p1 won all of 30 rounds that d1 dealt at t3."""
    folder = tmp_path
    made = Played(folder)
    made.furnished()
    made.house.add_table("t3", setup_of("three-pictures"), "house", AT)
    Rigged(made.house, AT, "t3").play("w" * 30)
    made.store.close()
    with serving(folder) as server:
        yield server


def opened(server: Server, by: str = "s1", **given: Any) -> Any:  # noqa: ANN401
    asked = {"kind": "dealer", "name": "d1", "reason": "all of 30 rounds"} | given
    return server.as_(by).post("/api/investigations", **asked)


def closed(server: Server, by: str, number: int) -> Any:  # noqa: ANN401
    return server.as_(by).post(
        f"/api/investigations/{number}/close", cause="error", finding="paid by the wrong row"
    )


def noted(server: Server, by: str, number: int, note: str = "looked at the video") -> Any:  # noqa: ANN401
    return server.as_(by).post(f"/api/investigations/{number}/note", note=note)


@pytest.mark.standard(40)
def test_an_investigation_is_opened_noted_and_closed_by_two_people(server: Server) -> None:
    status, one = opened(server)
    number = one["number"]
    assert status == 200
    assert one["result"] | {"z": "", "adjusted": "", "theoretical_win": ""} == {
        "kind": "dealer",
        "name": "d1",
        "game": "",
        "bet": "",
        "span": "span",
        "from": 0,
        "rounds": 30,
        "handle": "750.00",
        "win": "-750.00",
        "theoretical_win": "",
        "z": "",
        "adjusted": "",
    }
    assert float(one["result"]["z"]) < -5
    assert opened(server, "m1")[1]["says"] == f"that is investigation {number} already"
    assert noted(server, "a1", number)[1]["notes"][0]["note"] == "looked at the video"
    assert closed(server, "s1", number)[0] == 403, "a supervisor closes none"
    status, done = closed(server, "m1", number)
    assert (status, done["closed_by"], done["cause"]) == (200, "m1", "error")
    assert done["finding"] == "paid by the wrong row"
    assert closed(server, "m2", number)[1]["says"] == f"investigation {number} is closed"
    assert noted(server, "m2", number)[1]["why"] == "already-so"
    status, report = server.as_("a1").get("/api/report?by=dealer")
    assert [row["number"] for row in report["investigations"]] == [number]
    assert report["investigations"][0] == done
    answered = server.as_("a1").ask("GET", "/api/report.csv")
    assert "paid by the wrong row" in answered.text
    assert server.as_("s1").get("/api/pit")[1]["investigations"] == []
    stream = server.house.store.select(Selection(stream="watch"))
    tags = [bytes(entry.body).split(b'"')[3].decode() for entry in stream]
    assert tags == ["investigation-opened", "investigation-noted", "investigation-closed"]


@pytest.mark.standard(40)
def test_nobody_closes_alone_what_he_has_opened(server: Server) -> None:
    _, one = opened(server, "m1", kind="table", name="t3")
    number = one["number"]
    assert [row["number"] for row in server.as_("s1").get("/api/pit")[1]["investigations"]] == [
        number
    ]
    assert closed(server, "m1", number)[1]["why"] == SECOND
    assert noted(server, "s1", number)[0] == 200
    assert closed(server, "m1", number)[1]["why"] == SECOND, "whoever opened it never does"
    assert closed(server, "f1", number)[0] == 200
    _, only = server.as_("a1").get("/api/investigations?open=true")
    assert number not in [row["number"] for row in only]


@pytest.mark.standard(40)
def test_what_the_house_opened_somebody_looks_into_before_another_closes_it(
    server: Server,
) -> None:
    """One manager alone cannot put an alarm away."""
    watching = server.house.watching
    _, one = opened(server, "s1", kind="player", name="p1")
    place = watching.watch.investigations[one["number"]].place
    noted(server, "a1", one["number"])
    closed(server, "m1", one["number"])
    figures = watching.watch.investigations[one["number"]].figures
    limits = watching.limits._replace(rounds=30)
    watching.watch.looked([(place, Seen(figures, -9.0))], limits, server.house.clock())
    number = max(watching.watch.investigations)
    assert watching.watch.investigations[number].by == "house"
    assert closed(server, "m1", number)[1]["why"] == SECOND
    assert noted(server, "m1", number)[0] == 200
    assert closed(server, "m1", number)[1]["why"] == SECOND, "his own note is no second person"
    assert closed(server, "m2", number)[0] == 200


REFUSED: tuple[tuple[str, dict[str, str], int], ...] = (
    ("d1", {}, 403),
    ("p1", {}, 403),
    ("c1", {}, 403),
    ("s1", {"kind": "dealer", "name": "nobody"}, 404),
    ("s1", {"kind": "shoe"}, 400),
    ("s1", {"reason": ""}, 400),
    ("s1", {"from": "2026-01-02T00:00", "to": "2026-01-01T00:00"}, 400),
    ("s1", {"kind": "table", "name": "t2"}, 404),
    ("s1", {"name": "d1", "from": "2030-01-01T00:00"}, 404),
)


@pytest.mark.parametrize(("by", "given", "status"), REFUSED)
def test_who_may_not_and_what_is_none(
    server: Server, by: str, given: dict[str, str], status: int
) -> None:
    before = len(server.house.watching.watch.investigations)
    assert opened(server, by, **given)[0] == status
    assert len(server.house.watching.watch.investigations) == before
    assert noted(server, "s1", 999)[0] == 404


def test_nobody_looks_into_his_own_results(server: Server) -> None:
    """A supervisor who has dealt."""
    watch = server.house.watching.watch
    _, one = opened(server, "s1", kind="dealer", name="d1")
    himself = Who("d1", Role.SHIFT_MANAGER)
    told = watch.note(one["number"], "all is well", himself, 1)
    assert isinstance(told, Refused)
    assert told.says == f"investigation {one['number']} is about your own results"
    assert isinstance(watch.close(one["number"], Cause.CHANCE, "x", himself, 1), Refused)


@pytest.mark.standard(40)
def test_a_bet_is_investigated_by_the_name_that_the_report_has_for_it(server: Server) -> None:
    _, report = server.as_("s1").get("/api/report")
    row = next(one for one in report["bets"] if one["table"] == "t3" and one["bet"] == "initial")
    assert row["outside"] == "99.9 %"
    status, one = opened(server, "s1", kind="bet", name=row["watched_as"])
    assert status == 200
    assert (one["result"]["game"], one["result"]["bet"]) == ("three-pictures", "initial")
    assert (one["result"]["rounds"], one["result"]["z"]) == (30, row["z"])
