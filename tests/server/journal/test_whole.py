"""A backup is the whole house: it opens elsewhere, verifies, and deals a round."""

from __future__ import annotations

import asyncio
import shutil
import stat
import tarfile
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal import leftovers, sealing
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from tests.support.configured_house import opened, reached, written
from tests.support.played_rounds import tampered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.played_rounds import Asked

ALL = ["house.db", "house.toml", "shoes.key", "signing.key", "signing.pub"]
TOML = written("baccarat", betting_seconds=1)


def played(folder: Path) -> int:
    """A house opened until another round of it was dealt; its rounds."""
    folder.mkdir(exist_ok=True)
    (folder / "house.toml").write_text(TOML)
    house = opened(folder, TOML, patience=20)
    table = house.play.tables["baccarat"]
    before = table.table.round.number

    async def play() -> None:
        async with house.in_motion():
            await reached(lambda: table.table.round.number > before)

    asyncio.run(play())
    return table.table.round.number


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "house"
    assert played(folder) >= 1
    return folder


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.name in ALL)


@pytest.mark.standard(58)
@pytest.mark.parametrize("phrase", ["", "a long passphrase"])
def test_a_restored_house_deals_on(
    made: Path,
    tmp_path: Path,
    ask: Callable[..., Asked],
    monkeypatch: pytest.MonkeyPatch,
    phrase: str,
) -> None:
    if phrase:
        monkeypatch.setenv("CROUPIER_PASSPHRASE", phrase)
    copy, other = tmp_path / "copy", tmp_path / "other"
    shutil.copytree(made, tmp_path / "house")
    assert ask("house", "backup", tmp_path / "house", copy).status == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (b"signing.key" in copy.read_bytes()) is not bool(phrase)
    assert ask("house", "restore", copy, other).status == 0
    assert names(other) == ALL
    assert {stat.S_IMODE((other / name).stat().st_mode) for name in ALL} == {0o600}
    store = SqliteStore(other / "house.db")
    acts = [entry.body for entry in store.read("house")]
    assert b"house-restored" in acts[-1]
    public = (other / "signing.pub").read_text().strip()
    assert list(faults(store, public)) == []
    store.close()
    monkeypatch.delenv("CROUPIER_PASSPHRASE", raising=False)
    assert played(other) >= 2
    assert [one.name for one in (tmp_path / "house").iterdir() if "backup" in one.name] == []


def test_a_wrong_passphrase_is_one_line(
    made: Path, tmp_path: Path, ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "COST", 2**4)
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "right")
    copy = tmp_path / "copy"
    assert ask("house", "backup", made, copy).status == 0
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "wrong")
    told = ask("house", "restore", copy, tmp_path / "other")
    says = f"{copy}: does not open with this passphrase, or its beginning is damaged\n"
    assert (told.status, told.out, told.err) == (2, "", says)
    assert not (tmp_path / "other").exists()


def test_a_sealed_backup_that_was_cut_is_not_whole(tmp_path: Path) -> None:
    data = bytes(3 * sealing.CHUNK)
    with (tmp_path / "one").open("wb") as out:
        sealed = sealing.SealingWriter(out, b"phrase", 2**4)
        sealed.write(data)
        sealed.close()
    with (tmp_path / "one").open("rb") as file:
        assert b"".join(sealing.opened(file, b"phrase", "one")) == data
    whole = (tmp_path / "one").read_bytes()
    (tmp_path / "one").write_bytes(whole[: -sealing.CHUNK - sealing.TAG])
    with (tmp_path / "one").open("rb") as file, pytest.raises(Exception, match="not whole"):
        b"".join(sealing.opened(file, b"phrase", "one"))


def test_a_damaged_journal_is_not_backed_up_in_silence(
    made: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    folder, copy = tmp_path / "house", tmp_path / "copy"
    shutil.copytree(made, folder)
    tampered(folder / "house.db", "UPDATE entries SET at = at + 1 WHERE position = 3")
    for verb in (("house", "backup", folder), ("backup", folder / "house.db")):
        told = ask(*verb, copy)
        assert (told.status, told.out, copy.exists()) == (2, "", False)
        assert told.err.startswith(f"{folder / 'house.db'}: is not whole, nothing is backed up")
        assert ask(*verb, copy, "--damaged").status == 0
        copy.unlink()
    ask("house", "backup", folder, copy, "--damaged")
    told = ask("house", "restore", copy, tmp_path / "other")
    assert (told.status, (tmp_path / "other").exists()) == (2, False)
    assert "is not whole, nothing is restored" in told.err


def test_a_house_whose_key_is_missing_is_neither_backed_up_nor_opened(
    made: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    folder = tmp_path / "house"
    shutil.copytree(made, folder)
    (folder / "shoes.key").unlink()
    told = ask("house", "backup", folder, tmp_path / "copy")
    assert (told.status, told.err) == (
        2,
        f"{folder / 'shoes.key'}: is missing, and a backup without it is none\n",
    )
    told = ask("serve", "--folder", folder, "--port", "0")
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert told.err.startswith(f"{folder / 'shoes.key'}: the key for shoes is missing")


@pytest.mark.threat("T73")
@pytest.mark.parametrize("secret", [bytes(32), b"\x07" * 32])
def test_another_key_for_shoes_is_refused_in_one_line(
    made: Path, tmp_path: Path, ask: Callable[..., Asked], secret: bytes
) -> None:
    """At every opening, in a backup that is made and in one that is put back."""
    folder, copy, other = tmp_path / "house", tmp_path / "copy", tmp_path / "other"
    shutil.copytree(made, folder)
    (folder / "shoes.key").write_bytes(secret)
    says = "is not the key that this house's shoes were sealed with: shoe baccarat-"
    told = ask("serve", "--folder", folder, "--port", "0")
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert told.err.startswith(f"{folder / 'shoes.key'}: {says}")
    told = ask("house", "backup", folder, copy)
    assert (told.status, told.err.count("\n"), copy.exists()) == (2, 1, False)
    assert told.err.startswith(f"{folder / 'shoes.key'}: {says}")
    assert ask("house", "backup", folder, copy, "--damaged").status == 0
    told = ask("house", "restore", copy, other)
    assert (told.status, told.err.count("\n"), other.exists()) == (2, 1, False)
    assert told.err.startswith(f"{copy / 'shoes.key'}: {says}")


def test_what_a_killed_backup_has_left_is_cleared(
    made: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    """By the next one and by the next opening; not the place of one that is at work."""
    folder = tmp_path / "house"
    shutil.copytree(made, folder)

    def left() -> Path:
        (folder / ".backup.killed").mkdir()
        (folder / ".backup.killed" / "house.db").write_bytes(b"half of a journal")
        return folder / ".backup.killed"

    killed = left()
    with leftovers.workplace(folder) as place:
        assert not killed.exists()
        left()
        assert ask("house", "backup", folder, tmp_path / "copy").status == 0
        assert place.exists()
        assert not killed.exists()
    assert not place.exists()
    left()
    opened(folder, TOML).close()
    assert not killed.exists()


def test_nothing_but_a_house_is_unpacked(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    with tarfile.open(tmp_path / "copy", "w") as archive:
        (tmp_path / "evil").write_text("evil")
        archive.add(tmp_path / "evil", "../evil")
    told = ask("house", "restore", tmp_path / "copy", tmp_path / "other")
    assert told.err == f"{tmp_path / 'copy'}: is no backup of a house: '../evil'\n"
    (tmp_path / "text").write_text("no backup")
    told = ask("house", "restore", tmp_path / "text", tmp_path / "other")
    assert (told.status, told.err.count("\n")) == (2, 1)


def test_of_a_copy_that_fails_nothing_is_left(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    store.close()
    with pytest.raises(BadInput, match="cannot be written"):
        store.back_up(tmp_path / "copy.db")
    assert [one.name for one in tmp_path.iterdir()] == ["house.db"]


def test_a_place_that_cannot_be_cleared_is_named_as_it_was_given(
    made: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    """What lies beside it meanwhile is nobody's business."""
    copy = tmp_path / "copy"
    (tmp_path / ".copy.part").mkdir()
    told = ask("house", "backup", made, copy)
    assert told.err == f"{copy}: cannot be written: is a folder, not a file\n"
