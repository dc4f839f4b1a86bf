"""Keys of a house in their files: made once, never replaced, outside the folder, protected."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from croupier.problems import BadInput
from croupier.server import housekeeping
from croupier.server.journal import durable, keyring, keys
from croupier.server.journal.keys import Keys, Passphrase, key_places
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Write
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT

NOBODY = Passphrase({}, lambda _: None)
PHRASE = Passphrase({"CROUPIER_PASSPHRASE": "open sesame"})


def begun(folder: Path, stream: str = "cage") -> SqliteStore:
    """A house that has an entry."""
    store = SqliteStore(folder / "house.db")
    store.append([Write((Part(stream, 0, (New(1, b'{"event":"x"}'),)),))])
    return store


@pytest.mark.threat("T69")
def test_a_missing_signing_key_is_not_replaced(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    keyring.create(places)
    store = begun(tmp_path)
    assert keyring.opened(places, store).signing.public
    places.signing.unlink()
    with pytest.raises(BadInput, match=r"signing\.key: the signing key is missing"):
        keyring.opened(places, store)
    assert not places.signing.exists()


def test_a_public_key_alone_says_that_there_was_a_key(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    keyring.create(places)
    places.signing.unlink()
    with pytest.raises(BadInput, match="the signing key is missing"):
        keyring.opened(places, SqliteStore(tmp_path / "house.db"))


def test_only_a_house_without_entries_is_given_keys(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    ring = keyring.opened(places, SqliteStore(tmp_path / "house.db"))
    assert places.public.read_text() == f"{ring.signing.public}\n"
    store = begun(tmp_path)
    assert keyring.opened(places, store).shoes == ring.shoes
    places.public.unlink()
    with pytest.raises(BadInput, match=r"signing\.pub: the public key is missing"):
        keyring.opened(places, store)


def test_another_public_or_signing_key_is_noticed(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    keyring.create(places)
    store = begun(tmp_path)
    keys.publish(places.public, Keys.new().public)
    with pytest.raises(BadInput, match="is not the public key of this house's signing key"):
        keyring.opened(places, store)


def test_a_missing_key_for_shoes_is_replaced_only_where_nothing_was_sealed(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    keyring.create(places)
    store = begun(tmp_path)
    places.shoes.unlink()
    assert keyring.opened(places, store).shoes == places.shoes.read_bytes()
    begun(tmp_path, "shoe:t1")
    places.shoes.unlink()
    with pytest.raises(BadInput, match=r"shoes\.key: the key for shoes is missing"):
        keyring.opened(places, store)


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    places = key_places(tmp_path)
    keyring.create(places)
    before = places.signing.read_bytes()
    with pytest.raises(BadInput, match="a key is there already, and is not replaced"):
        keyring.create(places)
    assert places.signing.read_bytes() == before
    places.signing.unlink()
    with pytest.raises(BadInput, match=r"shoes\.key: a key is there already"):
        keyring.create(places)
    assert not places.signing.exists()  # all or none


def test_a_key_is_on_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def fsync(descriptor: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))

    monkeypatch.setattr("os.fsync", fsync)
    Keys.create(tmp_path / "signing.key")
    assert synced == [str(tmp_path / "signing.key"), str(tmp_path)]
    assert stat.S_IMODE((tmp_path / "signing.key").stat().st_mode) == 0o600


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "signing.pub"
    durable.replace(path, b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        durable.replace(path, b"new")
    with pytest.raises(OSError, match="No space"):
        durable.create(tmp_path / "signing.key", b"new")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"signing.pub": b"old"}


def test_keys_may_lie_outside_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "safe").mkdir()
    safe, house = tmp_path / "safe", tmp_path / "house"
    told = {"CROUPIER_SIGNING_KEY": str(safe / "s"), "CROUPIER_SHOES_KEY": str(safe / "c")}
    assert key_places(house, "a", "/b", {})[:2] == (house / "a", (house / "/b"))
    assert key_places(house, "a", "/b", told)[:2] == (safe / "s", safe / "c")
    for name, path in told.items():
        monkeypatch.setenv(name, path)
    public = housekeeping.found_house(house)
    assert (list(house.glob("*.key")), (house / "signing.pub").is_file()) == ([], True)
    assert Keys.at(safe / "s").public == public
    with pytest.raises(BadInput, match="s: a key is there already"):
        housekeeping.found_house(tmp_path / "other")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["house", "safe"]


def test_a_protected_key_needs_its_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "signing.key"
    made = Keys.create(path, PHRASE)
    assert path.read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY")
    assert made.private.private_bytes_raw() not in path.read_bytes()
    assert Keys.at(path, PHRASE).public == made.public
    asked: list[Path] = []

    def ask(one: Path) -> str:
        asked.append(one)
        return "open sesame"

    at_terminal = Passphrase({}, ask)
    assert [Keys.at(path, at_terminal).public for _ in range(2)] == [made.public] * 2
    assert asked == [path]  # once
    with pytest.raises(BadInput, match="needs a passphrase, from CROUPIER_PASSPHRASE or"):
        Keys.at(path, NOBODY)
    with pytest.raises(BadInput, match="does not open with this passphrase"):
        Keys.at(path, Passphrase({"CROUPIER_PASSPHRASE": "wrong"}))


def test_a_key_for_shoes_is_protected_likewise(tmp_path: Path) -> None:
    secret = keyring.create_shoe_key(tmp_path / "shoes.key", PHRASE)
    assert keys.read_secret(tmp_path / "shoes.key", "the key for shoes", PHRASE) == secret


def test_a_passphrase_stands_in_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "phrase"
    told = Passphrase({"CROUPIER_PASSPHRASE_FILE": str(file)})
    with pytest.raises(BadInput, match="the passphrase cannot be read"):
        told.given()
    file.write_text("")
    with pytest.raises(BadInput, match="its first line is the passphrase, and is empty"):
        told.given()
    file.write_text("open sesame\nnot this\n")
    assert (told.given(), NOBODY.given()) == (b"open sesame", None)


@pytest.mark.parametrize("data", [b"", b"short", b"x" * 33, b"-----BEGIN nothing"])
def test_what_is_no_key_is_told_in_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "signing.key").write_bytes(data)
    with pytest.raises(BadInput, match=r"holds no signing key|does not open with this"):
        Keys.at(tmp_path / "signing.key", PHRASE)


def test_a_house_without_its_key_stays_closed_and_leaves_nothing_open(tmp_path: Path) -> None:
    house = OpenHouse(tmp_path, profile=LIGHT)
    house.cage.buy_in("p1", 100_00, "c1", 1)
    house.close()
    key = tmp_path / "signing.key"
    kept = key.rename(tmp_path / "elsewhere")
    for _ in range(2):
        with pytest.raises(BadInput, match="the signing key is missing"):
            OpenHouse(tmp_path, profile=LIGHT)
    kept.rename(key)
    OpenHouse(tmp_path, profile=LIGHT).close()
