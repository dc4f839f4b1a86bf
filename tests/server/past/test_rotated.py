"""What a house signed, judged by any key of its chain: those before and those after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.fairness import by_the_key
from croupier.cli.verify_file import verified
from croupier.cli.verify_receipt import verified_receipt
from croupier.problems import BadInput
from croupier.server.http.api.audit import verified as verified_by_the_house
from croupier.server.http.api.log import RevokedKey, consistent, kept, told
from croupier.server.journal.acts import Acts, KeyRevoked
from croupier.server.journal.export import json_lines
from croupier.server.journal.key_history import history, trusted_by
from croupier.server.journal.keychain import KeyChain, chain_of, key_acts, rotation
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.log_check import OTHER_KEY
from croupier.server.past.capture import capture_round
from croupier.server.past.played import played_round
from croupier.server.past.receipt import receipt
from croupier.server.shoes.fairness import last_note
from croupier.server.shoes.public_record import TableRecord, record_decoder
from croupier.witness.following import HouseLog, Reply
from tests.support.played_house import KEYS
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.store import Store

A, B, C = KEYS, Keys.new(), Keys.new()
CHAIN = (A, B, C)
KINDS = ("receipt", "capture", "export", "record")


class Taken(NamedTuple):
    """What was taken while each key was in force, by kind and key; and the house of today."""

    folder: Path
    store: Store

    @property
    def house(self) -> HouseLog:
        return asked_of(self.store)

    def faults(self, kind: str, when: int, key: Keys, house: HouseLog | None = None) -> list[str]:
        file = str(self.folder / f"{kind}-{when}")
        if kind == "receipt":
            return verified_receipt(file, key.public, (), house).faults
        if kind == "record":
            with open(file, "rb") as given:  # noqa: PTH123 - a name
                return by_the_key(record_decoder.decode(given.read()), key.public, house, [])
        return verified(file, key.public, (), house).faults


def asked_of(store: Store) -> HouseLog:
    def ask(url: str) -> Reply:
        query = {name: int(value) for name, [value] in parse_qs(urlsplit(url).query).items()}
        if "/api/log/keys" in url:
            answer = told(store, chain_of(key_acts(store), A.public))
            return Reply(200, msgspec.json.encode(answer).decode())
        if "/api/log/checkpoint" in url:
            return Reply(200, kept(store, None).note)
        found = consistent(store, query["from"], query["to"])
        return Reply(200, msgspec.json.encode(found).decode())

    return HouseLog("http://house", ask)


def take(store: Store, folder: Path, when: int, keys: Keys) -> None:
    given = receipt(store, played_round(store, "t1", 1), "p1", keys)
    record = TableRecord(
        table="t1", shoes=(), rounds=(), checkpoint=last_note(store), keys=history(store)
    )
    for kind, data in (
        ("receipt", msgspec.json.encode(given)),
        ("capture", msgspec.json.encode(capture_round(store, "t1", 1, 9))),
        ("export", b"".join(json_lines(store))),
        ("record", msgspec.json.encode(record)),
    ):
        (folder / f"{kind}-{when}").write_bytes(data)


def rotate(store: Store, old: Keys, new: Keys) -> None:
    chain = chain_of(key_acts(store), A.public)
    assert Acts(store).record(rotation(chain, old, new, by="offline", at=10**6)) is None
    Log(store, new).checkpoint(10**6)


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Taken:
    folder = tmp_path_factory.mktemp("rotated")
    store = some_rounds(folder / "house.db").house.store
    take(store, folder, 0, A)
    for when, (old, new) in enumerate(((A, B), (B, C)), 1):
        rotate(store, old, new)
        take(store, folder, when, new)
    return Taken(folder, store)


@pytest.mark.threat("T88")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("when", range(3))
@pytest.mark.parametrize("at", range(3))
def test_any_key_of_the_chain_verifies_what_the_chain_signed(
    taken: Taken, kind: str, when: int, at: int
) -> None:
    """Away from the house a change of keys after it was taken cannot be known; with it, it is."""
    prefix = "checkpoint: " if kind == "record" else ""
    alone = [] if at <= when else [f"{prefix}{OTHER_KEY}"]
    assert taken.faults(kind, when, CHAIN[at]) == alone
    assert taken.faults(kind, when, CHAIN[at], taken.house) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_stranger_s_key_verifies_nothing(taken: Taken, kind: str) -> None:
    for house in (None, taken.house):
        [wrong, *_] = taken.faults(kind, 2, Keys.new(), house)
        assert wrong.endswith(OTHER_KEY)


def test_earlier_keys_follow_only_from_what_the_newest_covers(taken: Taken) -> None:
    """Anybody can sign a key; that X put C in its place stands in no log that C signed."""
    told = history(taken.store)
    assert told
    assert trusted_by(B.public, told).chain == chain_of(key_acts(taken.store), A.public)
    first, *more = told.acts
    moved = replace(told, acts=(replace(first, hashes=first.hashes[1:]), *more))
    with pytest.raises(BadInput, match="is not shown to stand in the house's log"):
        trusted_by(B.public, moved)
    x = Keys.new()
    act = rotation(KeyChain.of(x.public), x, C, by="x", at=1)
    forged = replace(first, body=msgspec.json.encode(act).decode())
    with pytest.raises(BadInput, match="checkpoint: is of croupier/"):
        trusted_by(C.public, replace(told, acts=(forged,)))
    assert trusted_by(A.public, replace(told, acts=(forged,))).chain == KeyChain.of(A.public)


def test_a_revocation_shows_wherever_keys_are_looked_at(tmp_path: Path) -> None:
    store = some_rounds(tmp_path / "house.db").house.store
    take(store, tmp_path, 0, A)
    rotate(store, A, B)
    for after, reason in ((3, "stolen"), (9, "found again")):
        act = KeyRevoked(at=10**6, by="offline", key=A.public, after=after, reason=reason)
        assert Acts(store).record(act) is None
    Log(store, B).checkpoint(10**6)
    take(store, tmp_path, 1, B)
    line = f"key {A.public[:16]} was revoked: what it signed after entry 3 counts no more (stolen)"
    house = asked_of(store)
    assert told(store, chain_of(key_acts(store), "")).revoked == (
        RevokedKey(A.public, 3, "stolen"),
    )
    assert verified_by_the_house(store, B.public).revoked == (RevokedKey(A.public, 3, "stolen"),)
    for kind in ("export-1", "capture-1"):
        assert line in verified(str(tmp_path / kind), B.public, ()).notes
    late = verified_receipt(str(tmp_path / "receipt-0"), B.public, (), house)
    assert line in late.notes
    assert any("its key was revoked after entry 3: stolen" in one for one in late.faults)
    fresh = verified_receipt(str(tmp_path / "receipt-1"), B.public, (), house)
    assert (fresh.faults, fresh.notes) == ([], [line])
