"""A signed manifest says which program should run; the house holds its files against it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from croupier import digest
from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server import housekeeping, program
from croupier.server.journal import manifest
from croupier.server.journal.acts import HouseOpened, last_opening
from croupier.server.journal.check_acts import ProgramAccepted, ProgramDiffers, ProgramVerified
from croupier.server.journal.keys import Keys
from croupier.server.journal.manifest import FILE, Manifest
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.readiness import not_ready, remarks
from croupier.version import __version__
from tests.support.configured_house import opened, written
from tests.support.http_callers import founded, serving
from tests.support.small_program import CHANGED, LINES, runs, whole
from tests.support.staffed_people import PASSWORD, has_account

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

TEXT = written("baccarat")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of three files, whose dependencies are whole."""
    runs(monkeypatch, LINES)
    whole(monkeypatch)


def made(folder: Path, text: str = TEXT) -> Path:
    housekeeping.found_house(folder)
    (folder / "house.toml").write_text(text)
    house = opened(folder, text)
    has_account(house.people, "m1", Role.PIT_MANAGER, PASSWORD)
    house.close()
    return folder


def accepts(folder: Path, *more: str) -> int:
    return run(["house", "accept-program", str(folder), *more])


def opening_of(house: OpenHouse) -> HouseOpened:
    house.noticing.opened(house.opened(), 1)
    told = last_opening(house.store)
    assert told is not None
    return told


@pytest.mark.standard(56)
def test_the_accepted_program_opens_and_the_opening_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(tmp_path / "house")
    assert accepts(folder) == 0
    accepted = digest.digest_of(LINES)
    assert capsys.readouterr().out == f"version {__version__}, program {accepted}, is accepted.\n"
    house = opened(folder, TEXT)
    told = opening_of(house)
    assert (told.accepted, told.differs) == (accepted, ())
    assert (not_ready(house), remarks(house)) == ([], [])
    house.close()
    assert run(["audit", "verify", str(folder), "--key", str(folder / "signing.pub")]) == 0


@pytest.mark.threat("T91")
@pytest.mark.standard(56)
def test_another_program_does_not_open_the_house_until_it_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "house")
    accepts(folder)
    runs(monkeypatch, (*CHANGED, "server/evil.py " + "e" * 64))
    with pytest.raises(BadInput, match=r"pages/index\.html is another, and 1 more"):
        opened(folder, TEXT)
    with pytest.raises(BadInput):
        opened(folder, TEXT)
    assert accepts(folder) == 0
    house = opened(folder, TEXT)
    told = [one for one in house.acts.last if isinstance(one, ProgramDiffers)]
    assert [one.differs for one in told] == [
        ("pages/index.html is another", "server/evil.py is not part of it")
    ], "said once, however often it is tried"
    house.close()


@pytest.mark.standard(56)
def test_a_house_that_is_told_to_opens_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'{TEXT}\n[checks]\nprogram = "told"\n'
    folder = made(tmp_path / "house", text)
    accepts(folder)
    runs(monkeypatch, CHANGED)
    house = opened(folder, text)
    assert opening_of(house).differs == ("pages/index.html is another",)
    assert not_ready(house) == []
    assert remarks(house) == ["another program than the accepted one: pages/index.html is another"]
    house.close()


def removed(file: Path, _key: Keys) -> None:
    file.unlink()


def of_another(file: Path, key: Keys) -> None:
    """The evil program's own, signed by somebody."""
    file.write_text(manifest.sign(Manifest("0.1.0", CHANGED), key.private))


def edited(file: Path, _key: Keys) -> None:
    file.write_text(file.read_text().replace("b" * 64, "d" * 64))


@pytest.mark.standard(56)
@pytest.mark.parametrize("forge", [removed, of_another, edited])
def test_a_manifest_that_was_removed_or_forged_helps_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forge: object
) -> None:
    folder = made(tmp_path / "house")
    accepts(folder)
    runs(monkeypatch, CHANGED)
    assert callable(forge)
    forge(folder / FILE, Keys.new())
    with pytest.raises(BadInput, match="is not the one that was accepted"):
        opened(folder, TEXT)


@pytest.mark.standard(56)
def test_an_earlier_manifest_of_the_house_itself_is_not_the_accepted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "house")
    runs(monkeypatch, CHANGED)
    accepts(folder)
    old = (folder / FILE).read_bytes()
    runs(monkeypatch, LINES)
    accepts(folder)
    (folder / FILE).write_bytes(old)
    runs(monkeypatch, CHANGED)
    with pytest.raises(BadInput, match="is not the manifest that was accepted"):
        opened(folder, TEXT)


@pytest.mark.standard(56)
def test_each_look_is_recorded_and_a_difference_is_noticed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the house each day, as here by a manager; an auditor reads the answers."""
    folder = founded(tmp_path)
    accepts(folder)
    with serving(folder) as server:
        house, manager = server.house, server.as_("m2")
        status, whole = manager.post("/api/program/verify")
        assert (status, whole["differs"], whole["accepted"]) == (200, [], digest.digest_of(LINES))
        runs(monkeypatch, CHANGED)
        for name in ("m2", "m1"):
            _, found = server.as_(name).post("/api/program/verify")
            assert (found["count"], found["differs"]) == (1, ["pages/index.html is another"])
        for name in ("s1", "d1", "p1", "a1"):
            assert server.as_(name).post("/api/program/verify")[0] == 403
        assert [str(one) for one in not_ready(house)] == [
            "the program is not the one that was accepted for this house"
        ]
        told = [one for one in house.acts.last if isinstance(one, ProgramVerified)]
        assert [(one.by, one.count) for one in told] == [("m2", 0), ("m2", 1), ("m1", 1)]
        assert sum(isinstance(one, ProgramDiffers) for one in house.acts.last) == 1
        notices = [one["event"] for one in server.as_("s1").get("/api/pit")[1]["notices"]]
        assert {"program-changed", "program-differs"} <= set(notices)


@pytest.mark.standard(56)
def test_in_a_real_house_a_manager_confirms_with_the_own_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(tmp_path / "house", TEXT.replace("demonstration = true", "demonstration = false"))
    assert accepts(folder) == 2
    assert "a second person confirms it: --confirm NAME" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("wrong\n"))
    assert accepts(folder, "--confirm", "m1") == 2
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert accepts(folder, "--confirm", "m1") == 0
    store = SqliteStore(folder / "house.db")
    told = program.last_accepted(store)
    store.close()
    assert isinstance(told, ProgramAccepted)
    assert (told.by, told.confirmed_by, told.maker) == ("folder", "m1", None)


@pytest.mark.standard(56)
def test_a_maker_whose_key_is_pinned_signs_what_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    release, key = tmp_path / "release", tmp_path / "maker.key"
    assert run(["house", "manifest", str(release), "--key", str(key)]) == 0
    maker = Keys.at(key).public
    assert capsys.readouterr().out.endswith(f"its maker's key is {maker}\n")
    folder = made(tmp_path / "house", f'{TEXT}\n[checks]\nmaker = "{maker}"\n')
    assert accepts(folder) == 2
    other = tmp_path / "other"
    run(["house", "manifest", str(other), "--key", str(tmp_path / "other.key")])
    assert accepts(folder, "--manifest", str(other)) == 2
    runs(monkeypatch, CHANGED)
    assert accepts(folder, "--manifest", str(release)) == 2
    assert "is of another program than this: pages/index.html" in capsys.readouterr().err
    runs(monkeypatch, LINES)
    assert accepts(folder, "--manifest", str(release)) == 0
    assert f"made by {maker[:16]}…, is accepted" in capsys.readouterr().out


@pytest.mark.standard(56)
def test_dependencies_that_were_changed_are_not_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(tmp_path / "house")
    accepts(folder)
    wrong = "starlette 1.0: starlette/app.py is not as it was installed"
    monkeypatch.setattr(digest, "changed_dependencies", lambda: iter([wrong]))
    with pytest.raises(BadInput, match=r"starlette/app\.py is not as it was installed"):
        opened(folder, TEXT)
    assert accepts(folder) == 2
    assert wrong in capsys.readouterr().err


def test_a_backup_has_the_manifest(tmp_path: Path) -> None:
    folder, file = made(tmp_path / "house"), tmp_path / "one.backup"
    accepts(folder)
    assert run(["house", "backup", str(folder), str(file)]) == 0
    assert run(["house", "restore", str(file), str(tmp_path / "again")]) == 0
    assert (tmp_path / "again" / FILE).read_bytes() == (folder / FILE).read_bytes()
    opened(tmp_path / "again", TEXT).close()


@pytest.mark.standard(56)
def test_a_manifest_that_a_revoked_key_signed_is_none(tmp_path: Path) -> None:
    """Until the house signs it anew with the key in force."""
    folder = made(tmp_path / "house")
    accepts(folder)
    first = Keys.at(folder / "signing.key").public
    keys = ["house", "keys", str(folder)]
    assert run([*keys, "--rotate"]) == 0
    opened(folder, TEXT).close()
    assert run([*keys, "--revoke", first, "--after", "1", "--reason", "stolen"]) == 0
    with pytest.raises(BadInput, match="this program is not the one that was accepted"):
        opened(folder, TEXT)
    accepts(folder)
    opened(folder, TEXT).close()
