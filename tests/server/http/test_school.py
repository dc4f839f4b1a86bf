"""The school over HTTP: marked by the house, kept apart from it, and nobody answers for another."""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.problems import BadInput
from croupier.server.http import schooling
from croupier.server.http.schooling import A_SECOND, AT_ONCE, FILE, School
from tests.support.configured_house import on_the_web, opened, written
from tests.support.http_callers import PASSWORD, STAFF
from tests.support.staffed_people import has_account

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse


@pytest.fixture
def house(tmp_path: Path) -> OpenHouse:
    made = opened(tmp_path, written("baccarat", betting_seconds=600))
    for name, role in STAFF.items():
        has_account(made.people, name, role, PASSWORD)
    return made


@pytest.fixture
def held(tmp_path: Path) -> School:
    return School(tmp_path / FILE)


@pytest.fixture
def enter(house: OpenHouse, held: School) -> Iterator[Callable[[str], httpx.Client]]:
    """Each person with a session of their own, for all tests."""
    with on_the_web(house, held) as address, ExitStack() as leaving:

        @cache
        def entered(name: str) -> httpx.Client:
            client = leaving.enter_context(httpx.Client(base_url=f"http://{address}"))
            if name:
                body = {"name": name, "password": PASSWORD}
                assert client.post("/api/sign-in", json=body).status_code == 200
            return client

        yield entered


@pytest.fixture
def school(held: School) -> School:
    """As on its first day."""
    for one in (held.kept, held.waiting, held.lessons, held.pending, held.rate_limit.buckets):
        one.clear()
    held.path.write_bytes(b"")
    held.rate_limit.a_second = A_SECOND
    return held


def record(house: OpenHouse) -> list[tuple[str, int, str]]:
    """What tables and money have; people come and go."""
    return [
        (one.stream, one.version, str(one.hash))
        for one in house.store.everything()
        if not one.stream.startswith(("people", "house"))
    ]


def asked(client: httpx.Client, **wish: object) -> dict[str, Any]:
    told = client.post("/api/school/drills", json=wish)
    assert told.status_code == 200, told.text
    found: dict[str, Any] = told.json()
    return found


def right(school: School, number: str) -> list[str]:
    return [one.answer for one in school.waiting[number].drill.key]


def test_a_drill_is_handed_out_answered_and_kept_and_the_house_is_as_before(
    house: OpenHouse, school: School, enter: Callable[[str], httpx.Client]
) -> None:
    d1 = enter("d1")
    before = record(house)
    sheet = asked(d1, game="baccarat", kind="draws")
    answers = right(school, sheet["number"])
    told = d1.post("/api/school/answers", json={"number": sheet["number"], "answers": answers})
    marked = told.json()
    assert told.status_code == 200, told.text
    assert [(one["given"], one["right"]) for one in marked["mark"]["parts"]] == [
        (answers[0], answers[0])
    ]
    assert marked["standing"]["in_a_row"] == 1
    [line] = school.path.read_bytes().splitlines()
    kept = json.loads(line)
    assert (kept["trainee"], kept["mark"]["kind"]) == ("d1", "draws")
    assert kept["mark"] == marked["mark"]
    report = d1.get("/api/school/report").json()
    assert (report["report"]["trainee"], report["report"]["answers_right"]) == ("d1", 1)
    assert record(house) == before
    again = d1.post("/api/school/answers", json={"number": sheet["number"], "answers": answers})
    assert (again.status_code, again.json()["said"]["code"]) == (409, "drill-is-over")


@pytest.mark.parametrize("kind", ["pay", "draws", "follows"])
def test_what_is_sent_does_not_depend_on_what_is_right(
    school: School, enter: Callable[[str], httpx.Client], kind: str
) -> None:
    told = asked(enter("d1"), kind=kind)
    assert set(told) == {"number", "sheet"}
    assert set(told["sheet"]) == {"type", "game", "kind", "number", "shows", "parts"}
    for part in told["sheet"]["parts"]:
        assert set(part) == {"name", "choices"}
        assert all(set(one) == {"code", "steps", "withdrawal_by"} for one in part["choices"])
    assert len(school.waiting) == 1


def test_nobody_answers_for_another_and_nonsense_leaves_the_drill_waiting(
    school: School, enter: Callable[[str], httpx.Client]
) -> None:
    d1, s1 = enter("d1"), enter("s1")
    number = asked(d1, game="baccarat", kind="draws")["number"]
    other = s1.post("/api/school/answers", json={"number": number, "answers": ["1"]})
    assert other.status_code == 409
    for answers in ([], ["1", "1"], ["9"], ["x" * 201], [1], "1"):
        told = d1.post("/api/school/answers", json={"number": number, "answers": answers})
        assert told.status_code == 400, told.text
    assert number in school.waiting
    assert school.path.read_bytes() == b""
    empty = d1.post("/api/school/answers", json={"number": number, "answers": [None]})
    assert empty.json()["mark"]["parts"][0]["given"] is None


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "roulette"}, 400),
        ({"kind": "table"}, 400),
        ({"game": "three-pictures", "kind": "draws"}, 400),
        ({"game": "baccarat", "clauses": ["99.9"]}, 400),
        ({"clauses": ["1"] * 13}, 400),
        ({"seed": 1}, 400),
    ],
)
@pytest.mark.usefixtures("school")
def test_drills_that_there_are_not(
    enter: Callable[[str], httpx.Client], wish: dict[str, object], status: int
) -> None:
    told = enter("d1").post("/api/school/drills", json=wish)
    assert (told.status_code, told.json()["why"]) == (status, "unreadable")


def test_drills_by_clause_rest_on_it(school: School, enter: Callable[[str], httpx.Client]) -> None:
    d1 = enter("d1")
    for _ in range(3):
        told = asked(d1, game="three-pictures", clauses=["4.1"])
        key = school.waiting[told["number"]].drill.key
        assert any("4.1" in one.clauses for one in key)


def test_a_table_is_dealt_reported_at_and_marked(
    house: OpenHouse, school: School, enter: Callable[[str], httpx.Client]
) -> None:
    d1, before = enter("d1"), record(house)
    assert d1.get("/api/school/table").json() is None
    early = d1.post("/api/school/table/step", json={"step": "settle"})
    assert early.json()["said"]["code"] == "no-school-table"
    shown = d1.post("/api/school/table", json={"game": "three-pictures"}).json()
    assert (shown["next"], shown["last"]) == ("open-betting", None)
    wrong = d1.post("/api/school/table/step", json={"step": "settle"})
    assert wrong.status_code == 409
    marks = 0
    for _ in range(25):
        put_in = school.lessons["d1"].table.incident
        if put_in is None:
            told = d1.post("/api/school/table/step", json={"step": shown["next"]})
            shown = told.json()
            continue
        name = put_in.report.irregularity
        shown = d1.post("/api/school/table/report", json={"irregularity": name}).json()
        assert [one["name"] for one in shown["sheet"]["parts"]] == ["what", "clause", "who"]
        shown = d1.post("/api/school/table/answer", json={"answers": ["1", "1", "1"]}).json()
        assert shown["last"]["outcome"] == "noticed"
        marks += 1
    assert marks
    assert shown["tally"]["noticed"] == marks
    assert d1.get("/api/school/table").json() == shown
    assert enter("s1").get("/api/school/table").json() is None
    assert d1.get("/api/school/report").json()["at_table"]["noticed"] == marks
    assert record(house) == before


@pytest.mark.usefixtures("school")
def test_who_may_what(enter: Callable[[str], httpx.Client]) -> None:
    wish = {"kind": "draws", "game": "baccarat"}
    assert enter("").post("/api/school/drills", json=wish).status_code == 401
    for name, status in (("p1", 403), ("a1", 403), ("d1", 200), ("f1", 200)):
        assert enter(name).post("/api/school/drills", json=wish).status_code == status, name
    d1, s1 = enter("d1"), enter("s1")
    assert d1.get("/api/school/report?trainee=d9").status_code == 403
    assert s1.get("/api/school/report?trainee=d9").json()["report"]["trainee"] == "d9"
    assert d1.get("/api/school/trainees").status_code == 403
    assert s1.get("/api/school/trainees").json() == []


def test_one_trainee_takes_so_many_and_no_more(
    school: School, enter: Callable[[str], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    d1 = enter("d1")
    school.rate_limit.a_second = 0
    statuses = [d1.get("/api/school/table").status_code for _ in range(AT_ONCE + 1)]
    assert statuses == [200] * AT_ONCE + [429]
    monkeypatch.setattr(schooling, "MOST_WAITING", 1)
    school.rate_limit.buckets.clear()
    first, second = (asked(d1, kind="draws")["number"] for _ in range(2))
    assert (first in school.waiting, second in school.waiting) == (False, True)


def test_a_full_disk_is_told_and_the_mark_is_kept_for_later(
    school: School, enter: Callable[[str], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    d1 = enter("d1")
    one, two = (asked(d1, game="baccarat", kind="draws")["number"] for _ in range(2))

    def full(_file: int) -> None:
        raise OSError(28, "no space")

    with monkeypatch.context() as patched:
        patched.setattr("croupier.server.http.schooling.os.fsync", full)
        told = d1.post("/api/school/answers", json={"number": one, "answers": ["1"]})
        assert (told.status_code, told.json()["said"]["code"]) == (503, "marks-cannot-be-kept")
        assert school.path.read_bytes() == b""
    told = d1.post("/api/school/answers", json={"number": two, "answers": ["1"]})
    assert told.status_code == 200
    assert len(school.path.read_bytes().splitlines()) == 2


def test_without_a_school_there_is_none(tmp_path: Path) -> None:
    house = opened(tmp_path, written("baccarat", betting_seconds=600))
    has_account(house.people, "d1", STAFF["d1"], PASSWORD)
    with on_the_web(house) as address, httpx.Client(base_url=f"http://{address}") as client:
        assert client.get("/api/school").json() == {"held": False}
        client.post("/api/sign-in", json={"name": "d1", "password": PASSWORD})
        told = client.post("/api/school/drills", json={})
        assert (told.status_code, told.json()["said"]["code"]) == (404, "no-school-here")


def test_marks_are_there_after_a_crash_and_a_cut_line_was_never_told(
    school: School, enter: Callable[[str], httpx.Client]
) -> None:
    d1 = enter("d1")
    number = asked(d1, game="baccarat", kind="draws")["number"]
    d1.post("/api/school/answers", json={"number": number, "answers": ["1"]})
    whole = school.path.read_bytes()
    school.path.write_bytes(whole + b'{"trainee":"d1","at":')
    again = School(school.path)
    assert len(again.marks("d1")) == 1
    assert school.path.read_bytes() == whole
    school.path.write_bytes(whole + b"nonsense\n" + whole)
    with pytest.raises(BadInput, match=r"school\.jsonl, line 2: is no mark of the school"):
        School(school.path)
