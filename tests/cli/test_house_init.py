"""A house founded by flags or by answers at a terminal, as a demonstration or for money."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.server.journal import open_store
from croupier.server.people.accounts import FOLDER, HOUSE, AccountMade, decoder
from croupier.server.people.keeping import CODE_MS, STREAM
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.streams import faults
from croupier.wire.house import DEFAULT, plan_house
from croupier.wire.house_founding import default_games
from croupier.wire.house_terms import MOST_NAME, MOST_TABLES
from tests.support.served_house import serving

if TYPE_CHECKING:
    from pathlib import Path

REAL = ("--real", "--name", "House One")
CODE = re.compile(r"^one-time password   ((?:[a-z2-9]{4}-){3}[a-z2-9]{4})$", re.MULTILINE)
ANSWERS = (
    *("maybe", "real", "", "House One", "JPY", "EUR", "zh-SG", "25:00", "05:30"),
    *("Mars/Base", "Europe/Lisbon", "whist", "baccarat, baccarat", "robot", "person"),
    *("anna", "anna", "ben", "carl"),
)
NO_WHIST = f"--tables: no game is called 'whist'; there are {', '.join(default_games())}"


def test_a_real_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "one"
    assert run(["house", "init", str(folder), *REAL, "--tables", "baccarat,baccarat"]) == 0
    said, *sheets = capsys.readouterr().out.split("\f")
    public = said.splitlines()[-1]
    codes = [CODE.findall(sheet) for sheet in sheets]
    assert ([len(one) for one in codes], len({str(one) for one in codes})) == ([1, 1, 1, 0], 4)
    plan = plan_house((folder / "house.toml").read_bytes())
    assert (plan.demonstration, plan.file.name, list(plan.tables)) == (
        False,
        "House One",
        ["t1", "t2"],
    )
    store = open_store(folder / "house.db")
    assert store.meta() == {"key": public, "demonstration": "no", "currency": "SGD"}
    assert list(faults(store, public)) == []
    people = People(store, profile=LIGHT)
    events = [decoder.decode(entry.body) for entry in store.read(STREAM)]
    assert events == [
        AccountMade(
            at=events[0].at,
            name=name,
            by=HOUSE,
            confirmed_by=FOLDER,
            role=Role.SHIFT_MANAGER,
            password=getattr(one, "password", ""),
            once_until=events[0].at + CODE_MS,
        )
        for name, one in zip(("f1", "f2", "f3"), events, strict=True)
    ]
    for (code,), name in zip(codes, people.accounts, strict=False):
        assert people.proof(name, code) is not None
    store.close()


def test_nothing_is_asked_without_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = [
        ([], "--demonstration or --real: is needed, where there is no terminal to ask at\n"),
        (["--real"], "--name: is needed, where there is no terminal to ask at\n"),
        (["--real", "--demonstration"], "it is either --demonstration or --real\n"),
        (
            ["--demonstration", "--manager", "anna"],
            "--manager: only a real house is founded with managers\n",
        ),
    ]
    for flags, says in wanted:
        assert run(["house", "init", str(tmp_path / "one"), *flags]) == 2
        assert capsys.readouterr() == ("", says)
    assert list(tmp_path.iterdir()) == []


def test_a_demonstration_is_the_default_house(tmp_path: Path) -> None:
    assert run(["house", "init", str(tmp_path / "one"), "--demonstration"]) == 0
    assert (tmp_path / "one" / "house.toml").read_bytes() == DEFAULT.read_bytes()


def test_tables_of_several_flags_and_their_dealer(tmp_path: Path) -> None:
    flags = ["--tables", "baccarat", "--tables", "three-pictures,baccarat"]
    games = {"t1": "baccarat", "t2": "three-pictures", "t3": "baccarat"}
    for kind in (["--demonstration"], REAL):
        for dealer in ("automatic", "person"):
            folder = tmp_path / f"{kind[0]}-{dealer}"
            assert run(["house", "init", str(folder), *kind, *flags, "--dealer", dealer]) == 0
            tables = plan_house((folder / "house.toml").read_bytes()).file.tables
            found = {name: (one.game, one.dealer) for name, one in tables.items()}
            assert found == {name: (game, dealer) for name, game in games.items()}


def test_a_person_can_deal_every_game(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    assert run(["house", "init", str(folder), "--demonstration", "--dealer", "person"]) == 0
    plan = plan_house((folder / "house.toml").read_bytes())
    assert [one.game for one in plan.file.tables.values()] == list(default_games())
    assert {one.dealer for one in plan.tables.values()} == {"person"}


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--name", "x" * (MOST_NAME + 1)], "--name: one line of at most 60 printable signs"),
        (["--name", ""], "--name: a house has a name: it stands on reports and receipts"),
        (["--name", "a\nb"], "--name: one line of at most 60 printable signs"),
        (["--currency", "sgd"], "--currency: three capital letters, like SGD"),
        (
            ["--currency", "JPY"],
            "--currency: JPY is not divided into hundredths, and amounts here are",
        ),
        (
            ["--locale", "fr-FR"],
            "--locale: 'fr-FR' is no locale in English or Chinese, like en-SG or zh-SG",
        ),
        *(
            (
                ["--day", begins],
                f"--day: '{begins}' is no quarter of an hour from 00:00 to 23:45, like 06:00",
            )
            for begins in ("24:00", "06:14", "06:16", "6:00")
        ),
        (
            ["--zone", "../../etc/passwd"],
            (
                "--zone: '../../etc/passwd' is no time zone that this machine knows,"
                " like Asia/Singapore"
            ),
        ),
        (
            ["--tables", ","],
            "--tables: a house has 1 to 200 tables: their games, with commas between",
        ),
        (
            ["--tables", ",".join(["baccarat"] * (MOST_TABLES + 1))],
            "--tables: a house has 1 to 200 tables: their games, with commas between",
        ),
        (["--tables", "baccarat", "--tables", "whist"], NO_WHIST),
        (["--dealer", "robot"], "--dealer: 'robot' is not one of automatic, person"),
        (
            ["--manager", "a", "--manager", "b"],
            "manager: three managers found a house, each under a name of their own",
        ),
        (
            ["--manager", "a", "--manager", "b", "--manager", "a"],
            "manager: three managers found a house, each under a name of their own",
        ),
        (
            ["--manager", "a", "--manager", "b", "--manager", "c", "--manager", "c"],
            "manager: three managers found a house, each under a name of their own",
        ),
        (
            ["--manager", "a", "--manager", "b", "--manager", "house"],
            (
                "manager: a name has 1 to 32 small letters, digits, dots and dashes, a letter"
                " first; house, clock, folder and g1, g2 and so on are taken"
            ),
        ),
    ],
)
def test_nonsense_founds_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: list[str], says: str
) -> None:
    assert run(["house", "init", str(tmp_path / "one"), *REAL, *flags]) == 2
    assert capsys.readouterr() == ("", f"{says}\n")
    assert list(tmp_path.iterdir()) == []


def test_what_is_just_allowed(tmp_path: Path) -> None:
    flags = ["--name", "é" * MOST_NAME, "--currency", "EUR", "--locale", "zh-Hans-SG"]
    flags += ["--day", "23:45", "--tables", ",".join(["baccarat"] * MOST_TABLES)]
    assert run(["house", "init", str(tmp_path / "one"), "--demonstration", *flags]) == 0
    plan = plan_house((tmp_path / "one" / "house.toml").read_bytes())
    file = plan.file
    assert (file.name, file.currency, file.locale, file.gaming_day, len(plan.tables)) == (
        "é" * MOST_NAME,
        "EUR",
        "zh-Hans-SG",
        "23:45",
        MOST_TABLES,
    )


def at_terminal(folder: Path, typed: str) -> tuple[int, str]:
    """What a terminal shows of `house init`, and its exit status."""
    ours, theirs = pty.openpty()
    asked = [sys.executable, "-m", "croupier", "house", "init", str(folder)]
    process = subprocess.Popen(asked, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # so a terminal ends on Linux
        pass
    os.close(ours)
    return process.wait(30), shown.decode().replace("\r\n", "\n")


@pytest.mark.slow
def test_answers_at_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    status, shown = at_terminal(folder, "".join(f"{one}\n" for one in ANSWERS) + "\n" * 6)
    assert status == 0, shown
    file = plan_house((folder / "house.toml").read_bytes()).file
    found = (file.name, file.currency, file.locale, file.gaming_day, file.time_zone)
    assert found == ("House One", "EUR", "zh-SG", "05:30", "Europe/Lisbon")
    dealers = {name: table.dealer for name, table in file.tables.items()}
    assert (file.demonstration, dealers) == (False, {"t1": "person", "t2": "person"})
    screens = shown.split("\x1b[2J\x1b[3J\x1b[H")
    assert [len(CODE.findall(one)) for one in screens] == [1, 1, 1, 0], "one at a time"
    store = open_store(folder / "house.db")
    assert list(People(store, profile=LIGHT).accounts) == ["anna", "ben", "carl"]
    store.close()


def test_a_terminal_that_is_closed_founds_nothing(tmp_path: Path) -> None:
    status, shown = at_terminal(tmp_path / "one", "real\nHouse One\n\x04")
    assert (status, shown.endswith("--currency: no answer, and nothing was founded\n")) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_real_house_is_open_to_nobody_with_a_code_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "one"
    assert run(["house", "init", str(folder), *REAL, "--tables", "baccarat"]) == 0
    code = CODE.findall(capsys.readouterr().out)[0]
    given = {"name": "f1", "password": code}
    with serving(folder) as house, httpx.Client(base_url=house.url) as page:
        assert not any("one-time" in line or "shown this once" in line for line in house.said)

        def posted(path: str, **body: str) -> tuple[int, str | None]:
            told = page.post(path, json=body)
            return told.status_code, told.json().get("why")

        assert posted("/api/guest") == (403, "demonstration-only")
        assert posted("/api/sign-in", **given) == (403, "password-to-set")
        assert page.get("/api/me").status_code == 401
        assert posted("/api/second-factor", **given) == (403, "password-to-set")
        assert posted("/api/sign-in", **given, new=code) == (409, "unfit-password")
        assert posted("/api/sign-in", **given, new="a password of my own") == (200, None)
        assert page.get("/api/me").json()["role"] == "shift-manager"
        credits_ = page.post("/api/buy-in", json={"cents": 100, "request": "r1"})
        assert credits_.status_code == 403
        assert posted("/api/sign-in", **given) == (403, "wrong-password")
        assert house.stop() == 0
