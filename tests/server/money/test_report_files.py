"""The report over HTTP, on the command line, and as files to take away."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

from croupier.cli.main import run
from croupier.server.money.report import Asked, report_of
from croupier.server.past.report_files import HEADS, NOTHING, SHARES, as_csv, as_workbook, lines
from croupier.wire.report import Heading
from croupier.wire.report_sent import reported
from tests.support.http_callers import founded, serving
from tests.support.played_house import Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path

NO_ZONE = "is no time zone that this machine knows, like Asia/Singapore"
NO_QUARTER = "is no quarter of an hour from 00:00 to 23:45, like 06:00"
HEADING = Heading(house="=House", time_zone="Asia/Singapore", gaming_day="06:00", made=3_600_000)


@pytest.mark.standard(19)
def test_a_file_tells_what_the_report_tells(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    Floor(house).round()
    found = reported(report_of(house.store, Asked(by="dealer", heading=HEADING)))
    rows = list(csv.reader(io.StringIO(as_csv(found).decode())))
    assert rows[:4] == [
        ["house", "'=House"],
        ["title", "Shift report"],
        ["from", "the beginning"],
        ["to", "now"],
    ]
    assert ["made", "1970-01-01T08:30:00+07:30"] in rows
    assert found.checkpoint
    assert ["checkpoint", f"{found.checkpoint.size}:{found.checkpoint.root}"] in rows
    [dealer] = found.groups
    assert [
        "d1",
        "1",
        "0",
        "0.00",
        "",
        "",
        dealer.handle,
        dealer.win,
        "0.00",
        dealer.theoretical_win,
        dealer.hold,
        dealer.theoretical_hold,
        dealer.returned,
        dealer.theoretical_return,
        dealer.z,
        "",
        *(dealer.outside, "", ""),
    ] in rows
    assert [row[0] for row in rows if row and row[0].endswith("to date")] == [
        "day to date",
        "month to date",
        "year to date",
    ]


@pytest.mark.standard(19)
def test_a_workbook_begins_no_formula(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    found = reported(report_of(house.store, Asked(heading=HEADING)))
    with zipfile.ZipFile(io.BytesIO(as_workbook(found))) as book:
        strings = book.read("xl/sharedStrings.xml").decode()
        assert "House" in strings
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


def test_only_shares_are_written_as_shares(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker")
    Floor(house).round()
    found = reported(report_of(house.store, Asked(by="dealer", heading=HEADING)))
    assert found.jackpots
    with zipfile.ZipFile(io.BytesIO(as_workbook(found))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    style = dict(re.findall(r'<c r="([A-Z]+[0-9]+)" s="([0-9]+)"><v>', sheet))
    heads: tuple[object, ...] = ()
    shares, others = set[str](), set[str]()
    for number, line in enumerate(lines(found), 1):
        heads = line if line[1:2] and line[1] in HEADS else heads
        for column, head in enumerate(heads):
            cell = style.get(f"{chr(ord('A') + column)}{number}")
            if cell is not None and column < len(line):
                (shares if head in SHARES else others).add(cell)
    assert shares
    assert not shares & others


@pytest.mark.standard(19)
def test_an_empty_span_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    found = reported(report_of(house.store, Asked(since=10**12, heading=HEADING)))
    assert (NOTHING,) in list(lines(found))
    assert run(["report", str(tmp_path / "house.db"), "--from", "2030-01-01"]) == 0
    assert "No activity." in capsys.readouterr().out


def test_the_command_writes_what_it_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    Floor(house).round()
    db, out = str(tmp_path / "house.db"), tmp_path / "shift.xlsx"
    asked = ["report", db, "--by", "player", "--house", "House of Example"]
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told["groups"]] == ["p1", "p2"]
    assert told["heading"]["house"] == "House of Example"
    assert run(asked) == 0
    assert "Shift report, House of Example, made " in capsys.readouterr().out
    assert run([*asked, "--out", str(out)]) == 0
    assert out.read_bytes()[:2] == b"PK"
    capsys.readouterr()
    for wrong, said in (
        (["--out", "shift.doc"], "shift.doc: write to one of .csv, .xlsx\n"),
        (
            ["--by", "colour"],
            "by: 'colour' is not one of table, game, pays, dealer, player, seat, hour, day\n",
        ),
        (["--compare", "ever"], "compare: 'ever' is not one of before, day, week\n"),
        (["--zone", "Mars/One"], f"time zone: 'Mars/One' {NO_ZONE}\n"),
        (["--day", "late"], f"day: 'late' {NO_QUARTER}\n"),
    ):
        assert run(["report", db, *wrong]) == 2
        assert capsys.readouterr() == ("", said)


@pytest.mark.standard(19)
def test_over_http(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        told = server.as_("s1").get("/api/report?by=dealer&compare=before&from=2020-01-01")[1]
        assert sum(one["rounds"] for one in told["groups"]) == told["rounds"]
        assert (told["by"], told["heading"]["by"]) == ("dealer", "s1")
        assert [one["period"] for one in told["to_date"]] == ["day", "month", "year"]
        assert server.as_("s1").get("/api/report?by=colour")[0] == 400
        assert server.as_("p1").get("/api/report.csv")[0] == 403
        cookie = {"Cookie": f"croupier={server.sign_in('a1').cookie}"}
        for name, begins in (("report.csv", b"house,"), ("report.xlsx", b"PK")):
            asked = Request(f"{server.url}/api/{name}?by=hour", headers=cookie)  # noqa: S310
            with urlopen(asked) as answer:  # noqa: S310
                assert answer.read().startswith(begins)
                assert name in answer.headers["Content-Disposition"]
