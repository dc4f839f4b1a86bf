"""What `house check` says of a folder: what would stop the house, and what endangers it."""

from __future__ import annotations

import os
import socket
from time import time_ns
from typing import TYPE_CHECKING

import pytest

from croupier import digest
from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server import checkup, program
from croupier.server.house_folder import locked
from croupier.server.journal import manifest
from croupier.server.journal.check_acts import ProgramAccepted
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.keeping import CODE_MS
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.play.furnishing import furnish
from croupier.server.play.house import House
from croupier.wire.house import plan_house
from tests.support.own_store import own_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WITNESS_KEY = (
    "croupier-witness/0b9deab477088287+934d9abe+BAud6rR3CIKH31dnknyx4TIkdOUPBtodrYYb94YdCnwM"
)
WITNESS = f'[[witness]]\nurl = "https://w"\nkey = "{WITNESS_KEY}"\n[care]'
CAREFUL = {
    'second_factor = "off" ': 'second_factor = "managers" ',
    "# helpline = ": "helpline = ",
    "[care]": WITNESS,
    "port = 8000": "port = 0",
}


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], list[str]]:
    """The lines for the folder `one`, which stays as it is."""
    folder = tmp_path / "one"

    def lines() -> list[str]:
        capsys.readouterr()
        before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
        status = run(["house", "check", str(folder)])
        told = capsys.readouterr().out.replace(f"{folder}/", "").splitlines()
        assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
        nothing = [f"{folder}: nothing is wrong with it."]
        assert status == (0 if told == nothing else 1)
        return [] if told == nothing else told

    return lines


def real(folder: Path, changes: dict[str, str] | None = None) -> Path:
    flags = ["--real", "--name", "House One", "--tables", "baccarat"]
    assert run(["house", "init", str(folder), *flags]) == 0
    change(folder, CAREFUL if changes is None else changes)
    return folder


ANY_PROGRAM = (
    "no program was accepted for this house, so any opens it:"
    " croupier house accept-program FOLDER --confirm NAME"
)


def change(folder: Path, changes: dict[str, str]) -> None:
    file = folder / "house.toml"
    text = file.read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, "utf-8")


def with_password(people: People, name: str) -> None:
    """Who has a new code sets a password with it."""
    now = time_ns() // 1_000_000
    code = str(people.recover_password(name, now))
    kept = people.first_of(name, "a password of my own")
    assert people.set_first(name, people.proof(name, code), kept, now) == kept


def test_a_new_demonstration(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    assert run(["house", "init", str(tmp_path / "one"), "--demonstration"]) == 0
    change(tmp_path / "one", {"port = 8000": "port = 0"})
    assert check() == []


def test_a_new_real_house(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    real(
        tmp_path / "one",
        {"port = 8000": "port = 0", "# least_betting_seconds = 5": "least_betting_seconds = 4"},
    )
    beside = "lies beside the journal without a passphrase: a copy of both is a house"
    assert check() == [
        (
            "endangers it: people, second_factor:"
            " a manager's password alone lets anybody in who has it"
        ),
        (
            "endangers it: witness: nobody else countersigns the journal,"
            " so whoever has the key can rewrite it"
        ),
        "endangers it: care, helpline: players are shown nobody to talk to",
        "endangers it: least_betting_seconds: players are to have 5 seconds to bet at least",
        f"endangers it: signing.key: {beside}",
        f"endangers it: shoes.key: {beside}",
        f"endangers it: {ANY_PROGRAM}",
        "endangers it: f1 has set no password yet",
        "endangers it: f2 has set no password yet",
        "endangers it: f3 has set no password yet",
        (
            "endangers it: 0 can sign in of those who manage: accounts take two of them,"
            " one a shift manager"
        ),
    ]


def test_a_real_house_as_it_should_be(
    tmp_path: Path, check: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SIGNING", "SHOES"):
        monkeypatch.setenv(f"CROUPIER_{name}_KEY", str(tmp_path / f"{name}.key"))
    real(tmp_path / "one")
    able = []
    for name in ("f1", "f2", "f3"):
        store = SqliteStore(tmp_path / "one" / "house.db")
        Keys.at(tmp_path / "SIGNING.key").unlock(store)
        with_password(People(store, profile=LIGHT), name)
        store.close()
        able.append([line.split()[2] for line in check() if "can sign in" in line])
    assert able == [["1"], [], []]
    assert check() == [f"endangers it: {ANY_PROGRAM}"]
    for name in ("changed_dependencies", "changed_caches"):
        monkeypatch.setattr(digest, name, lambda: iter(()))
    accepted(tmp_path / "one", Keys.at(tmp_path / "SIGNING.key"))
    assert check() == []
    monkeypatch.setattr(digest, "lines_now", lambda *_: ("app.py another",))
    [told] = check()
    assert told.startswith("stops it: this program is not the one that was accepted for this house")


def accepted(folder: Path, keys: Keys) -> None:
    store, found = SqliteStore(folder / "house.db"), program.this_program()
    keys.unlock(store)
    act = ProgramAccepted(
        at=time_ns() // 1_000_000,
        by="folder",
        confirmed_by="f1",
        version=found.version,
        program=found.program,
        manifest=manifest.digest(found),
    )
    program.accept(folder, store, keys, found, act)
    store.close()


def test_where_backups_are_to_lie(
    tmp_path: Path, check: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = real(tmp_path / "one", {**CAREFUL, "[care]": '[backup]\nfolder = "kept"\n[care]'})

    def told() -> list[str]:
        return [line for line in check() if "backup" in line]

    assert told() == ["endangers it: backup, folder: there is no folder kept"]
    (folder / "kept").mkdir()
    beside = "is on the disk of the journal, and is lost with it"
    assert told() == [f"endangers it: backup, folder: kept {beside}"]
    elsewhere = {folder / "kept": 7}
    there = checkup.disk_of
    monkeypatch.setattr(checkup, "disk_of", lambda path: elsewhere.get(path) or there(path))
    assert told() == []
    monkeypatch.setattr(os, "access", lambda path, _: path != folder / "kept")
    assert told() == ["endangers it: backup, folder: kept cannot be written to"]


def test_a_demonstration_keeps_backups_where_it_likes(
    tmp_path: Path, check: Callable[[], list[str]]
) -> None:
    assert run(["house", "init", str(tmp_path / "one"), "--demonstration"]) == 0
    changes = {"port = 8000": "port = 0", "[care]": '[backup]\nfolder = "kept"\n[care]'}
    change(tmp_path / "one", changes)
    assert check() == ["endangers it: backup, folder: there is no folder kept"]
    (tmp_path / "one" / "kept").mkdir()
    assert check() == []


def test_a_code_that_is_over(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    folder = real(tmp_path / "one")
    store = own_store(folder)
    People(store, profile=LIGHT).recover_password("f3", time_ns() // 1_000_000 - CODE_MS)
    store.close()
    assert [line for line in check() if " f3" in line] == [
        (
            "endangers it: f3 has set no password yet, and the one-time one is over:"
            " croupier house password gives another"
        )
    ]


def stopping(check: Callable[[], list[str]]) -> list[str]:
    return [line.removeprefix("stops it: ") for line in check() if line.startswith("stops")]


@pytest.mark.threat("T25")
def test_what_stops_it(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    folder = real(tmp_path / "one")
    assert stopping(check) == []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        change(folder, {"port = 0": f"port = {port}"})
        [said] = stopping(check)
        assert said.startswith(f"serve: cannot listen at 127.0.0.1:{port}: ")
        lock = locked(folder)
        assert stopping(check) == [], "an open house has its address itself"
        os.close(lock)
    change(folder, {f"port = {port}": "port = 0", 'currency = "SGD"': 'currency = "EUR"'})
    assert stopping(check) == ["currency: the money of this house is SGD, not EUR"]
    store = own_store(folder)
    house = House(store, Keys.at(folder / "signing.key"))
    with pytest.raises(BadInput, match="the money of this house is SGD, and its file says EUR"):
        furnish(house, plan_house((folder / "house.toml").read_bytes()), 0)
    assert house.tables == {}
    store.close()
    change(folder, {'currency = "EUR"': 'currency = "SGD"', 'chip = "1.00"': 'chip = "0.00"'})
    assert stopping(check) == ["chip: the smallest is worth more than 0.00"]


def test_a_certificate_that_is_none(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    folder = real(tmp_path / "one")
    given = {"# certificate = ": "certificate = ", '# key = "house.key"': 'key = "house.key"'}
    change(folder, given)
    missing = ["house.pem: there is no such file", "house.key: there is no such file"]
    assert stopping(check) == missing
    for name in ("house.pem", "house.key"):
        (folder / name).write_text("x")
    assert stopping(check) == ["house.pem: and house.key are no certificate and its key"]


LOG_KEY = "croupier/b19961ddd708f1b2+8b4512ca+AbGZYd3XCPGy672sZ0rchOB0WIDJghuxSKyHBqYryFdU"
SHOE = '[tables.t1]\nshoe = "127.0.0.1:0"\nshoe_secret'
SHOE_TLS = '[shoes]\ncertificate = "line.pem"\nkey = "line.key"\n'
OTHER = 'url = "http://w.example"\nsecret = "w.secret"\n[keeping]'
LINES = {
    "a shoe's key": (
        ("[tables.t1]", f'{SHOE} = "t1.secret"'),
        "t1.secret: there is no such file",
    ),
    "a shoe's certificate": (
        ("[tables.t1]", f'{SHOE_TLS}{SHOE} = "shared"'),
        "line.pem: and line.key are no certificate and its key",
    ),
    "a webhook's secret": (
        ("[keeping]", f"[webhook]\n{OTHER}"),
        "w.secret: there is no such file",
    ),
    "a wallet's secret": (
        ("[keeping]", f"[wallet]\n{OTHER}"),
        "w.secret: there is no such file",
    ),
    "a witness's key": (
        (WITNESS_KEY, LOG_KEY),
        "witness, https://w: this key is not of a witness",
    ),
}


@pytest.mark.parametrize("line", LINES)
def test_lines_to_others_that_stop_it(
    tmp_path: Path, check: Callable[[], list[str]], line: str
) -> None:
    """What they are secured with is not there, or is something else."""
    (old, new), says = LINES[line]
    folder = real(tmp_path / "one")
    (folder / "shared").write_text("0" * 32)
    (folder / "shared").chmod(0o600)
    change(folder, {old: new})
    assert stopping(check) == [says]


def test_keys_and_a_journal_that_are_not_the_house_s(
    tmp_path: Path, check: Callable[[], list[str]]
) -> None:
    folder = real(tmp_path / "one")
    checkpoint = (folder / "checkpoint").rename(tmp_path / "checkpoint")
    [said] = stopping(check)
    assert said.startswith("house.db: ")
    checkpoint.rename(folder / "checkpoint")
    (folder / "shoes.key").unlink()
    [said] = stopping(check)
    assert said.startswith("shoes.key: the key for shoes is missing")
    (folder / "signing.key").write_bytes(b"x" * 32)
    assert "signing.pub: is not the public key of this house's signing key" in stopping(check)
    (folder / "house.db").write_bytes(b"no journal")
    assert any(line.startswith("house.db: ") for line in stopping(check))


def test_what_endangers_any_house(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    folder = tmp_path / "one"
    assert run(["house", "init", str(folder), "--demonstration"]) == 0
    (folder / "signing.key").chmod(0o640)
    change(folder, {"port = 8000": "port = 0", 'host = "127.0.0.1"': 'host = "0.0.0.0"'})
    assert check() == [
        "endangers it: signing.key: others than its owner may read or write it (640, not 600)",
        (
            "endangers it: serve: 0.0.0.0 is reached from other machines without TLS:"
            " passwords and cards can be read on the way"
        ),
    ]
    change(folder, {"# log_file": 'proxies = ["10.0.0.1"]\n# log_file'})
    (folder / "signing.key").chmod(0o600)
    assert check() == []


def test_a_real_house_whose_file_is_turned(tmp_path: Path, check: Callable[[], list[str]]) -> None:
    folder = real(tmp_path / "one")
    change(folder, {"demonstration = false": "demonstration = true"})
    assert (
        "endangers it: demonstration: this house is no demonstration for good,"
        " and its file says otherwise"
    ) in check()


@pytest.mark.standard(27)
def test_a_real_house_whose_lab_everybody_may_ask(
    tmp_path: Path, check: Callable[[], list[str]]
) -> None:
    """One that is founded for money keeps it for its staff."""
    says = "endangers it: lab: players can ask this house for best play and the odds of the shoe"
    folder = real(tmp_path / "one")
    assert 'lab = "staff" ' in (folder / "house.toml").read_text("utf-8")
    assert f"{says} in play" not in check()
    change(folder, {'lab = "staff"': 'lab = "everybody"'})
    assert f"{says} in play" in check()


def test_a_camera_that_no_browser_would_show(
    tmp_path: Path, check: Callable[[], list[str]]
) -> None:
    """What the house fetches itself it shows, by whatever way it comes."""
    folder = real(tmp_path / "one")
    says = "endangers it: tables, t1, camera: browsers show nothing of http:// on a page with TLS"
    filmed = 'decks = 8\ndealer = "person"\ncamera = "http://eye.example/"'
    tls = 'certificate = "house.pem"\nkey = "house.key"\nlog_level'
    change(folder, {"decks = 8": filmed, "log_level": tls})
    assert says not in check()
    change(folder, {filmed: f'{filmed}\ncamera_kind = "mjpeg"'})
    assert says in check()
