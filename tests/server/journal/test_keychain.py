"""Keys rotated and revoked, and which checkpoints count then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.problems import BadInput
from croupier.server.journal import keyring, keys
from croupier.server.journal.acts import Acts, HouseOpened, KeyRevoked, KeyRotated
from croupier.server.journal.keychain import KeyChain, chain_of, key_acts, rotation
from croupier.server.journal.keys import Keys, Passphrase, key_places
from croupier.server.journal.notes import Note, TreeHead, sign, signed
from croupier.server.journal.protecting import protect
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Write

if TYPE_CHECKING:
    from pathlib import Path

A, B, C = Keys.new(), Keys.new(), Keys.new()
FIRST = KeyChain.of(A.public)
TO_B = rotation(FIRST, A, B, by="offline", at=1)
ROTATED = FIRST.rotated(10, TO_B)
TO_C = rotation(ROTATED, B, C, by="offline", at=2)
LOST = KeyRevoked(at=3, by="offline", key=A.public, after=5, reason="copied")


def note(size: int, *by: Keys, origin: str = FIRST.origin) -> str:
    text = str(TreeHead(origin, size, bytes(32)))
    return str(Note(text, tuple(sign(text, origin, one.private) for one in by)))


def test_a_checkpoint_counts_when_the_key_in_force_at_its_size_signed_it() -> None:
    chain = KeyChain.of(A.public, [(10, TO_B), (20, TO_C)])
    for size, key in ((0, A), (9, A), (10, B), (19, B), (20, C), (10**9, C)):
        assert chain.checkpoint(note(size, key)).size == size
        for other in {A, B, C} - {key}:
            with pytest.raises(BadInput, match="note: is not signed by croupier/"):
                chain.checkpoint(note(size, other))
    assert chain.checkpoint(note(10, A, B)).size == 10


@pytest.mark.threat("T90")
def test_what_a_revoked_key_signed_after_an_entry_does_not_count() -> None:
    chain = KeyChain.of(A.public, [(10, TO_B), (11, LOST)])
    assert chain.checkpoint(note(5, A)).size == 5
    with pytest.raises(BadInput, match="no key of the house counts at 6 entries"):
        chain.checkpoint(note(6, A))
    assert chain.checkpoint(note(11, B)).size == 11
    assert (chain.founding.reason, chain.founding.is_revoked) == ("copied", True)


def test_a_house_s_log_keeps_its_name() -> None:
    assert ROTATED.origin == FIRST.origin == f"croupier/{A.public[:16]}"
    with pytest.raises(BadInput, match="is of elsewhere, not of croupier/"):
        ROTATED.checkpoint(note(3, A, origin="elsewhere"))


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (replace(TO_B, new=C.public), "was not signed by the key before it"),
        (replace(TO_B, signature=TO_C.signature), "was not signed by the key before it"),
        (replace(TO_B, signature="x"), "was not signed by the key before it"),
        (TO_C, "follows a key that was not in force"),
        (replace(TO_B, new=A.public), "was in force before"),
        (replace(LOST, key=C.public), "is revoked, and was never this house's"),
    ],
)
def test_what_does_not_follow_is_told(act: KeyRotated | KeyRevoked, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        KeyChain.of(A.public, [(10, act)])


def test_a_signature_of_another_house_s_rotation_does_not_do() -> None:
    elsewhere = rotation(KeyChain.of(C.public), A, B, by="offline", at=1)
    with pytest.raises(BadInput, match="was not signed by the key before it"):
        FIRST.rotated(10, elsewhere)


class House:
    def __init__(self, folder: Path) -> None:
        self.places, self.store = key_places(folder), SqliteStore(folder / "house.db")
        keyring.create(self.places).unlock(self.store)
        self.store.append([Write((Part("cage", 0, (New(1, b'{"event":"x"}'),)),))])

    def rotate(self) -> Keys:
        return keyring.rotate(self.places, self.store, by="offline", at=2)

    def chain(self) -> KeyChain:
        return keyring.opened(self.places, self.store).chain


def test_a_rotated_key_is_in_the_journal_and_in_its_place(tmp_path: Path) -> None:
    house = House(tmp_path)
    old = Keys.at(house.places.signing)
    new = house.rotate()
    chain = house.chain()
    assert [(one.public, one.since, one.until) for one in chain.keys] == [
        (old.public, 0, 2),
        (new.public, 2, None),
    ]
    assert Keys.at(house.places.signing).public == new.public
    assert house.places.public.read_text() == f"{new.public}\n"
    assert sorted(one.name for one in tmp_path.glob("s*")) == [
        "shoes.key",
        "signing.key",
        "signing.pub",
    ]
    assert chain_of(key_acts(house.store), new.public) == chain


def test_a_rotation_that_was_cut_short_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path)
    monkeypatch.setattr(keyring, "finish_rotation", lambda *_: None)
    new = house.rotate()
    monkeypatch.undo()
    assert Keys.at(house.places.signing).public != new.public
    assert house.chain().current.public == new.public
    assert Keys.at(house.places.signing).public == new.public


def test_a_new_key_that_was_never_written_down_is_passed_over(tmp_path: Path) -> None:
    house = House(tmp_path)
    left = Keys.create(keyring.next_to(house.places.signing))
    assert house.chain().current.public != left.public
    assert house.rotate().public != left.public


def test_the_old_key_put_back_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path)
    old = Keys.at(house.places.signing)
    house.rotate()
    house.places.signing.write_bytes(old.private.private_bytes_raw())
    with pytest.raises(BadInput, match="is not the public key of this house's signing key"):
        house.chain()
    keys.publish(house.places.public, old.public)
    with pytest.raises(BadInput, match="is not the key in force, which the journal says is"):
        house.chain()


def test_a_key_is_revoked_once_another_is_in_force(tmp_path: Path) -> None:
    house = House(tmp_path)
    old = Keys.at(house.places.signing).public
    act = KeyRevoked(at=3, by="offline", key=old, after=1, reason="copied")
    with pytest.raises(BadInput, match="is in force: rotate it first"):
        keyring.revoke(house.places, house.store, act)
    house.rotate()
    with pytest.raises(BadInput, match="the journal has 2 entries, and no entry 3"):
        keyring.revoke(house.places, house.store, replace(act, after=3))
    assert keyring.revoke(house.places, house.store, act) == house.chain()
    assert house.chain().founding.revoked_after == 1


def test_a_protected_key_stays_protected(tmp_path: Path) -> None:
    house = House(tmp_path)
    phrase = Passphrase({"CROUPIER_PASSPHRASE": "open sesame"})
    protect(house.places, Passphrase(phrase.environment, or_plain=True))
    new = keyring.rotate(house.places, house.store, by="offline", at=2, phrase=phrase)
    assert house.places.signing.read_bytes().startswith(b"-----BEGIN ENCRYPTED")
    assert Keys.at(house.places.signing, phrase).public == new.public
    assert signed("x\n", "n", new.private).text == "x\n"


def test_a_key_that_the_house_was_not_last_opened_with_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path)
    own = Keys.at(house.places.signing)
    opened = HouseOpened(at=2, version="1", program="", key=own.public)
    Acts(house.store).record(opened)
    assert house.chain().current.public == own.public
    other = Keys.new()
    house.places.signing.write_bytes(other.private.private_bytes_raw())
    keys.publish(house.places.public, other.public)
    with pytest.raises(BadInput, match=f"is not the key in force, .* says is {own.public}"):
        house.chain()
    house.places.signing.write_bytes(own.private.private_bytes_raw())
    keys.publish(house.places.public, own.public)
    assert house.rotate().public == house.chain().current.public


@pytest.mark.threat("T70")
@pytest.mark.parametrize("name", ["signing", "shoes"])
def test_a_plain_key_in_the_place_of_a_protected_one_is_refused(tmp_path: Path, name: str) -> None:
    house = House(tmp_path)
    plain = {one: getattr(house.places, one).read_bytes() for one in ("signing", "shoes")}
    told = {"CROUPIER_PASSPHRASE": "open sesame"}
    protect(house.places, Passphrase(told, or_plain=True))
    assert keyring.opened(house.places, house.store, Passphrase(told))
    getattr(house.places, name).write_bytes(plain[name])
    with pytest.raises(BadInput, match="is not protected, and a passphrase is given"):
        keyring.opened(house.places, house.store, Passphrase(told))
