"""`croupier house keys`: shown, rotated, revoked, published again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.server import housekeeping
from croupier.server.house_folder import locked
from croupier.server.journal import keyring
from croupier.server.journal.keys import Keys, key_places
from croupier.server.journal.notes import Note, signed
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Write
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from tests.support.own_store import own_store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    housekeeping.found_house(tmp_path / "house")
    store = own_store(tmp_path / "house")
    store.append([Write((Part("cage", 0, (New(1, b'{"event":"x"}'),)),))])
    store.close()
    return tmp_path / "house"


def test_the_keys_of_a_house_over_its_years(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Keys.at(folder / "signing.key").public
    assert run(["house", "keys", str(folder)]) == 0
    assert f"{first}\n    from entry 0, in force\n" in capsys.readouterr().out
    assert run(["house", "keys", str(folder), "--rotate"]) == 0
    second = Keys.at(folder / "signing.key").public
    assert first != second
    told = ["--revoke", first[:8], "--after", "1", "--reason", "copied"]
    assert run(["house", "keys", str(folder), *told]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[-4:] == [
        first,
        "    from entry 0, before entry 2, revoked after entry 1: copied",
        second,
        "    from entry 2, in force",
    ]
    assert shown[-6] == "the log:"
    assert shown[-5].startswith(f"    croupier/{first[:16]}+")
    assert run(["house", "keys", str(folder), "--json"]) == 0
    assert [one["public"] for one in json.loads(capsys.readouterr().out)["keys"]] == [first, second]
    store = SqliteStore(folder / "house.db")
    assert keyring.opened(key_places(folder), store).chain.current.public == second


@pytest.mark.parametrize("alone", [["--after", "3"], ["--reason", "lost"]])
def test_what_belongs_to_a_revocation_is_refused_without_one(
    folder: Path, alone: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "signing.key").read_bytes()
    assert run(["house", "keys", str(folder), "--rotate", *alone]) == 2
    assert capsys.readouterr().err == f"{alone[0].removeprefix('--')}: goes with --revoke KEY\n"
    assert (folder / "signing.key").read_bytes() == before


def days(folder: Path, count: int = 1) -> None:
    """A house that is open for a few days, and signs each."""
    for _ in range(count):
        house = OpenHouse(folder, profile=LIGHT)
        house.cage.buy_in("p1", 100, "c1", house.clock())
        house.play.checkpoint(house.clock())
        house.close()


@pytest.mark.threat("T90")
@pytest.mark.parametrize("between", [0, 1])
def test_a_house_opens_and_is_whole_after_its_key_was_revoked(
    tmp_path: Path, between: int, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, backup, again = (tmp_path / name for name in ("house", "backup", "again"))
    days(folder, 3)
    first = Keys.at(folder / "signing.key").public
    rotate = ["house", "keys", str(folder), "--rotate"]
    assert run(rotate) == 0
    days(folder, between)
    assert run(rotate) == 0
    told = ["--revoke", first, "--after", "1", "--reason", "stolen"]
    assert run(["house", "keys", str(folder), *told]) == 0
    days(folder)
    assert run(["house", "backup", str(folder), str(backup)]) == 0
    assert run(["house", "restore", str(backup), str(again)]) == 0
    days(again)
    export = str(tmp_path / "all.jsonl")
    assert run(["audit", "export", str(folder / "house.db"), "--out", export]) == 0
    capsys.readouterr()
    for file in (folder / "house.db", again / "house.db", export):
        assert run(["audit", "verify", str(file), "--key", str(folder / "signing.pub")]) == 0
    assert "3 checkpoints are of a key that was revoked since" in capsys.readouterr().out


def test_a_change_of_keys_signs_nothing_that_another_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "house"
    days(folder)
    before = (folder / "checkpoint").read_text()
    store = SqliteStore(folder / "house.db")
    store.append([Write((Part("cage", 1, (New(9, b'{"event":"x"}'),)),))])
    store.close()
    assert run(["house", "keys", str(folder), "--rotate"]) == 2
    assert "was not written by this house" in capsys.readouterr().err
    assert (folder / "checkpoint").read_text() == before


def test_a_backup_is_judged_by_the_key_as_its_restore_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "house"
    days(folder, 2)
    store = SqliteStore(folder / "house.db")
    [*_, last] = store.checkpoints()
    note = signed(Note.parse(last.note).text, last.note.partition("\n")[0], Keys.new().private)
    store.save_note(last.size, str(note))
    store.close()
    assert run(["house", "backup", str(folder), str(tmp_path / "backup")]) == 2
    assert "a checkpoint of the journal does not count" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (["--revoke", "00000000"], "revoke: say after which entry, and why"),
        (["--revoke", "00000000", "--after", "1"], "revoke: say after which entry, and why"),
        (["--revoke", "0", "--after", "1", "--reason", "x"], "revoke: '0' is no key of this house"),
        (["--publish"], "signing.pub: is there already, and is not replaced"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    folder: Path, told: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", "keys", str(folder), *told]) == 2
    assert says in capsys.readouterr().err


def test_an_open_house_keeps_its_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    locked(folder)
    assert run(["house", "keys", str(folder), "--rotate"]) == 2
    assert "this house is open already" in capsys.readouterr().err
    assert run(["house", "keys", str(folder)]) == 0


def test_a_missing_public_key_is_written_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = (folder / "signing.pub").read_text()
    (folder / "signing.pub").unlink()
    assert run(["house", "keys", str(folder)]) == 2
    assert "the public key cannot be read" in capsys.readouterr().err
    assert run(["house", "keys", str(folder), "--publish"]) == 0
    assert (folder / "signing.pub").read_text() == public
    (folder / "signing.pub").unlink()
    (folder / "signing.key").write_bytes(Keys.new().private.private_bytes_raw())
    capsys.readouterr()
    assert run(["house", "keys", str(folder), "--publish"]) == 2
    assert "is not the key that this house was last opened with" in capsys.readouterr().err


def test_there_has_to_be_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "keys", str(tmp_path), "--rotate"]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_keys_are_protected_as_they_are(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Keys.at(folder / "signing.key").public
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    assert run(["house", "keys", str(folder), "--protect"]) == 2
    assert "needs a passphrase, from CROUPIER_PASSPHRASE" in capsys.readouterr().err
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "open sesame")
    assert run(["house", "keys", str(folder), "--protect"]) == 0
    for name in ("signing.key", "shoes.key"):
        assert (folder / name).read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY")
    assert Keys.at(folder / "signing.key").public == before
    monkeypatch.delenv("CROUPIER_PASSPHRASE")
    assert run(["house", "keys", str(folder), "--rotate"]) == 2
    assert "needs a passphrase" in capsys.readouterr().err


def test_a_passphrase_is_changed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    protect, before = ["house", "keys", str(folder), "--protect"], Keys.at(folder / "signing.key")
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "old")
    assert run(protect) == 0
    shoes = (folder / "shoes.key").read_bytes()
    monkeypatch.setenv("CROUPIER_NEW_PASSPHRASE", "new")
    assert run(protect) == 0
    (folder / "shoes.key").write_bytes(shoes)  # as if it had stopped between the two
    assert run(protect) == 0
    monkeypatch.delenv("CROUPIER_NEW_PASSPHRASE")
    capsys.readouterr()
    assert run(protect) == 2
    assert "does not open with this passphrase" in capsys.readouterr().err
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "new")
    places = key_places(folder)
    assert Keys.at(places.signing).public == before.public
    assert keyring.opened(places, SqliteStore(folder / "house.db")).signing.public == before.public


def test_a_new_passphrase_is_asked_for_twice(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = ["first"]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    for module in ("keys", "protecting"):
        asked = f"croupier.server.journal.{module}.getpass"
        monkeypatch.setattr(asked, lambda *_, **__: answers.pop(0))
    assert run(["house", "keys", str(folder), "--protect"]) == 0
    kept = (folder / "signing.key").read_bytes()
    answers[:] = ["first", "second", "secnod"]
    assert run(["house", "keys", str(folder), "--protect"]) == 2
    assert "the two are not the same, nothing is changed" in capsys.readouterr().err
    assert (folder / "signing.key").read_bytes() == kept
    answers[:] = ["first", "second", "second"]
    assert run(["house", "keys", str(folder), "--protect"]) == 0
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "second")
    assert Keys.at(folder / "signing.key").public
