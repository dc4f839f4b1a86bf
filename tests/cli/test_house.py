"""A house founded, checked and looked at from the command line."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.digest import software_digest
from croupier.server.journal.backup import journal
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.streams import faults
from croupier.wire.house import DEFAULT
from tests.support.played_house import Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "houses" / "one"
    assert run(["house", "init", str(folder), "--demonstration"]) == 0
    public = capsys.readouterr().out.splitlines()[-1]
    assert sorted(file.name for file in folder.iterdir()) == [
        "checkpoint",
        "house.db",
        "house.toml",
        "shoes.key",
        "signing.key",
        "signing.pub",
    ]
    assert (folder / "house.toml").read_bytes() == DEFAULT.read_bytes()
    for private in ("signing.key", "shoes.key", "house.db"):
        assert stat.S_IMODE((folder / private).stat().st_mode) == 0o600
    assert Keys.at(folder / "signing.key").public == public
    assert (folder / "signing.pub").read_text() == f"{public}\n"
    store = SqliteStore(folder / "house.db")
    assert House(store, Keys.at(folder / "signing.key")).tables == {}
    assert (list(faults(store, public)), store.meta()) == ([], {"key": public})
    assert run(["house", "check", str(folder / "house.toml")]) == 0
    assert [one.name for one in folder.parent.iterdir()] == ["one"]


def test_a_house_is_never_founded_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("x")
    (tmp_path / "empty").mkdir()
    assert run(["house", "init", str(tmp_path / "empty"), "--demonstration"]) == 0
    capsys.readouterr()
    for folder in (tmp_path, tmp_path / "empty", tmp_path / "mine"):
        assert run(["house", "init", str(folder)]) == 2
        assert capsys.readouterr() == (
            "",
            f"{folder}: is there already, and not an empty folder\n",
        )
    assert run(["house", "init", "/dev/null/house", "--demonstration"]) == 2
    assert "/dev/null/house: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "{file}: nothing is wrong with it.\n"),
        (
            {
                "boxes = 8": "boxes = 9",
                "decks = 8": "decks = 3",
                'chip = "1.00"': 'chip = "1"',
                "betting_seconds = 25": "betting_seconds = 0",
            },
            (
                "chip: '1' is not an amount like 100.00: at most 13 digits, a point, two decimals\n"
                "betting_seconds: players have 5 to 3600 seconds to bet;"
                " least_betting_seconds says how few will do\n"
                "tables, t3, boxes: the layout has 1 to 8 boxes (clause 2.2)\n"
                "tables, t5, decks: 3 decks, and the game is played with 4 to 8 decks"
                " (clause 2.2, 2.2.1)\n"
            ),
        ),
        ({'chip = "1.00"': 'chip = "0.00"'}, "chip: the smallest is worth more than 0.00\n"),
        (
            {
                "[tables.t5]": (
                    '[[witness]]\nurl = "file:///w"\nkey = "w+123"\n'
                    '[keys]\nsigning = "/safe/s"\nshoe = "/safe/c"\n[tables.t5]'
                ),
            },
            (
                "keys: there is no field 'shoe' here\n"
                "witness, url: an address begins with http:// or https://\n"
                "witness, key: a witness's key is name+8 hexadecimal digits+base64\n"
            ),
        ),
        (
            {"[tables.t5]": '[[witness]]\nurl = "http://w"\n[tables.t5]'},
            "witness, [0]: the field 'key' is missing\n",
        ),
        (
            {"chip =": "chips ="},
            "there is no field 'chips' here\nthe field 'chip' is missing\n",
        ),
        (
            {
                'currency = "SGD"': 'currency = "dollars"',
                "port = 8000": "port = 65536",
                "pace = 1.0": "pace = -1",
                "patience = 45": "patience = 3601",
                'log_level = "info"': 'log_level = "loud"',
                '# key = "house.key"': 'key = "house.key"',
                'game = "baccarat"': 'game = "baccarat"\ndealer = "robot"\nshoe = "nowhere"',
            },
            (
                "currency: three capital letters, like SGD\n"
                "serve, port: a port is a number from 0 to 65535\n"
                "serve, pace: a pace is a number from 0 to 10\n"
                "serve, patience: patience is a number of seconds from 0 to 3600\n"
                "serve, log_level: 'loud' is not one of debug, info, warning, error\n"
                "serve: a certificate and its key go together\n"
                "tables, t5, dealer: 'robot' is not one of automatic, person\n"
                "tables, t5, shoe: 'nowhere' is no address like 127.0.0.1:9101\n"
            ),
        ),
        (
            {
                'chip = "1.00"': "chip = 1",
                "port = 8000": 'port = "x"',
                "boxes = 8": 'boxes = "8"',
                'game = "three-pictures"': 'game = "three-pictures"\ncolour = "red"',
                "decks = 8": "decks = 3",
            },
            (
                "chip: text is needed, not a whole number;"
                ' amounts are strings with two decimals, like "100.00"\n'
                "tables, t1: there is no field 'colour' here\n"
                "tables, t3, boxes: a whole number or null is needed, not text\n"
                "serve, port: a whole number is needed, not text\n"
                "tables, t5, decks: 3 decks, and the game is played with 4 to 8 decks"
                " (clause 2.2, 2.2.1)\n"
            ),
        ),
        (
            {
                "[tables.t5]": (
                    '[tables.poker]\ngame = "three-card-poker"\nboxes = 7\n'
                    'limits.ante = ["25.00", "5000.00"]\njackpot.bet = "10.00"\n'
                    'jackpot.seed = "20000.00"\njackpot.contribution = "1/5"\n'
                    'shoe = "127.0.0.1:9101"\n[tables.t5]\nshoe = "127.0.0.1:9101"'
                ),
            },
            (
                "tables, poker, jackpot: tables of one game share its jackpot,"
                " and the terms of t4 are others\n"
                "tables, t5, shoe: poker listens there\n"
            ),
        ),
    ],
)
def test_a_configuration_is_checked(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, str],
    said: str,
) -> None:
    text, file = DEFAULT.read_text("utf-8"), tmp_path / "house.toml"
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    assert run(["house", "check", str(file)]) == (1 if changes else 0)
    assert capsys.readouterr() == (said.format(file=file), "")


def test_files_that_are_no_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", "check", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.endswith("cannot be read: there is no such file\n")
    (tmp_path / "x.toml").write_bytes(b"\xff = [")
    assert run(["house", "check", str(tmp_path / "x.toml")]) == 1
    assert capsys.readouterr().out.startswith("not TOML: ")


def test_how_a_house_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    house = furnished(path, "baccarat", "three-card-poker")
    floor = Floor(house, "t1")
    floor.open()
    floor.bet()
    entries = sum(house.store.versions().values())
    assert run(["house", "status", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "t1: baccarat, version 5, round 1, betting; stakes held 250.00",
        "t2: three-card-poker, version 3, round 0, concluded; stakes held 0.00",
        "2 players: 1750.00 of their own, 0.00 provisional, 0.00 owed",
        "jackpot of three-card-poker: 20000.00",
        "tickets not yet redeemed: 0.00",
        f"{entries} entries",
        f"program {software_digest()}",
    ]
    assert run(["house", "status", str(tmp_path), "--json"]) == 0, "a folder is its journal"
    told = json.loads(capsys.readouterr().out)
    assert told["players"]["p1"] == {"balance": 87_500, "provisional": 0, "owed": 0}
    assert told["tables"][0]["stakes_cents"] == 25_000
    assert told["software"] == software_digest()


def test_a_journal_is_read_as_of_one_moment(tmp_path: Path) -> None:
    """The house goes on while it is verified."""
    house = furnished(tmp_path / "house.db", "baccarat")
    with journal(tmp_path / "house.db") as store:
        before = store.versions()
        Cage(house.store, house.balances, house.own_play).buy_in("p1", 100, "c1", 9)
        assert (store.versions(), list(faults(store))) == (before, [])
    assert house.store.versions() != before


@pytest.mark.parametrize("verb", ["audit", "house"])
def test_help_of_a_group(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, "--help"]) == 0
    assert f"Usage: croupier {verb} [OPTIONS] COMMAND" in capsys.readouterr().out
