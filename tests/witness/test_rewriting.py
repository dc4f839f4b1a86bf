"""A journal rewritten with the key: content by itself, found out by whoever saw it before."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.app import application
from croupier.server.journal import keyring
from croupier.server.journal.keys import Keys, key_places
from croupier.server.journal.notes import (
    Note,
    OfflineProof,
    TreeHead,
    VerifierKey,
    read_checkpoint,
)
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.tree import is_included, leaf_hash
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.streams import faults
from croupier.server.witnessing import Reply, Witnessing
from croupier.wire.house_sections import WitnessIn
from croupier.witness import following, serving
from croupier.witness.folder import Witness
from croupier.witness.following import HouseLog, Look

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Served:
    """A house of a folder, asked without a network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house = OpenHouse(folder, profile=LIGHT)

    def buy_in(self, *cents: int) -> None:
        for one in cents:
            bought = self.house.cage.buy_in("p1", one, "c1", self.house.clock())
            assert not isinstance(bought, Refused)
        self.house.play.checkpoint(self.house.clock())

    def get(self, url: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=application(self.house, None))
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
                return await client.get(url)

        return asyncio.run(asked())

    def ask(self, url: str) -> following.Reply:
        reply = self.get(url)
        return following.Reply(reply.status_code, reply.text)

    @property
    def log(self) -> HouseLog:
        return HouseLog("http://house", self.ask)

    def is_content(self) -> bool:
        """By everything that the folder itself can say."""
        return not list(faults(self.house.store, self.house.keys.public))

    def again(self, other: Path) -> Served:
        """Closed, and opened with another folder in its place."""
        self.house.close()
        shutil.rmtree(self.folder)
        shutil.copytree(other, self.folder)
        return Served(self.folder)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Served, Witness, Path]]:
    """A house of four entries that a witness has seen; and its folder, copied after the second."""
    one = Served(tmp_path / "house")
    one.buy_in(100_00, 200_00)
    one.house.close()
    shutil.copytree(tmp_path / "house", tmp_path / "before")
    one = Served(tmp_path / "house")
    one.buy_in(300_00, 400_00)
    witness = Witness(tmp_path / "witness")
    log = following.first_sight(witness, one.log)
    assert following.looked(witness, log, one.log).says.endswith("entries, cosigned")
    yield one, witness, tmp_path / "before"
    witness.close()


def seen_by(witness: Witness, one: Served) -> Look:
    [log] = witness.logs.values()
    return following.looked(witness, log, one.log)


@pytest.mark.threat("T84")
def test_a_dropped_tail_that_was_signed_again(watched: tuple[Served, Witness, Path]) -> None:
    house, witness, before = watched
    seen = house.house.store.tree_size()
    house = house.again(before)
    assert house.is_content()
    look = seen_by(witness, house)
    assert (look.is_wrong, look.says.endswith(f"and {seen} were seen")) == (True, True)
    house.buy_in(1_00, 2_00, 3_00, 4_00, 5_00)
    assert house.is_content()
    look = seen_by(witness, house)
    assert (look.is_wrong, look.says[:8]) == (True, "no proof")
    house.house.close()


@pytest.mark.threat("T83")
def test_an_entry_that_was_changed_and_signed_again(
    watched: tuple[Served, Witness, Path],
) -> None:
    house, witness, before = watched
    seen = house.house.store.tree_size()
    house = house.again(before)
    house.buy_in(777_000_00)
    while house.house.store.tree_size() < seen:
        house.buy_in(1_00)
    assert house.is_content()
    says = f"two checkpoints of {seen} entries have different roots"
    assert seen_by(witness, house) == Look(says, is_wrong=True)
    house.house.close()


def witnessing(one: Served, witness: Witness) -> Witnessing:
    """The house posts to it, without a network."""

    def post(_url: str, text: str) -> Reply:
        reply = serving.added(witness, text.encode())
        return Reply(reply.status_code, bytes(reply.body).decode())

    told = WitnessIn("http://witness", str(witness.key))
    return Witnessing(one.house.queue, [told], post)


def test_the_house_has_its_checkpoints_countersigned(
    watched: tuple[Served, Witness, Path],
) -> None:
    house, witness, _ = watched
    house.buy_in(1_00)
    posting = witnessing(house, witness)
    asyncio.run(posting.once())
    size = house.house.store.tree_size()
    assert (posting.remarks(), posting.unwitnessed(), posting.size) == ([], 0, size)
    note = Note.parse(house.get("/api/log/checkpoint").text)
    [log] = witness.logs.values()
    assert note.signed_by(log.key, witness.key) == (log.key, witness.key)
    assert log.size == size
    house.house.close()


def test_the_house_itself_hears_that_entries_are_missing(
    watched: tuple[Served, Witness, Path],
) -> None:
    house, witness, before = watched
    seen = house.house.store.tree_size()
    house = house.again(before)
    posting = witnessing(house, witness)
    house.house.witnessing = posting
    asyncio.run(posting.once())
    here = house.house.store.tree_size()
    says = f"has seen {seen} entries, and this house has {here}: entries are missing here"
    assert posting.remarks() == [f"witness http://witness: {says}"]
    assert house.get("/ready").text == f"ready\nwitness http://witness: {says}\n"
    assert f"croupier_unwitnessed_entries {here}\n" in house.get("/metrics").text
    house.buy_in(1_00, 2_00, 3_00, 4_00, 5_00)
    asyncio.run(posting.once())
    assert "these are not the entries that it saw" in posting.remarks()[0]
    house.house.close()


def test_a_witness_that_is_away_stops_nothing(watched: tuple[Served, Witness, Path]) -> None:
    house, witness, _ = watched
    answers = iter([Reply(500, "no"), Reply(200, "— w AAAAAAAA\n"), Reply(200, "?")])
    told = WitnessIn("http://witness", str(witness.key))
    posting = Witnessing(house.house.queue, [told], lambda *_: next(answers))
    said = []
    for _ in range(3):
        asyncio.run(posting.once())
        said += posting.remarks()
    assert said == [
        "witness http://witness: answers 500: no",
        "witness http://witness: its answer is not signed with its key",
        "witness http://witness: note: a signature line is a dash, a name and base64",
    ]
    away = Witnessing(house.house.queue, [WitnessIn("http://127.0.0.1:1", str(witness.key))])
    asyncio.run(away.once())
    assert "cannot be reached" in away.remarks()[0]
    with pytest.raises(BadInput, match="this key is not of a witness"):
        Witnessing(
            house.house.queue, [WitnessIn("http://w", str(next(iter(witness.logs.values())).key))]
        )
    house.house.close()


def test_the_log_is_open_to_everybody(watched: tuple[Served, Witness, Path]) -> None:
    house, _, _ = watched
    house.buy_in(1_00)
    told = house.get("/api/log/keys").json()
    key = VerifierKey.parse(told["verifier"])
    assert (key.name, key.public.hex()) == (told["origin"], told["founding"])
    size = house.house.store.tree_size()
    for entry in house.house.store.everything():
        reply = house.get(f"/api/log/proof?position={entry.position}")
        proof = OfflineProof.parse(reply.text)
        head = read_checkpoint(proof.checkpoint, key)
        leaf = leaf_hash(entry.hash)
        assert is_included(leaf, proof.index, head.size, proof.hashes, head.root)
        last = OfflineProof.parse(house.get(f"{reply.url}&size={size}").text)
        assert TreeHead.parse(Note.parse(last.checkpoint).text).size == size
    covering = read_checkpoint(house.get("/api/log/checkpoint?covers=2").text, key)
    assert covering.size >= 2
    house.house.close()


def test_what_the_log_does_not_have_is_refused(watched: tuple[Served, Witness, Path]) -> None:
    house, _, _ = watched
    for asked in (
        "checkpoint?covers=1000",
        "consistency?from=1&to=1000",
        "consistency?from=3&to=2",
        "consistency?from=-1&to=2",
        "consistency",
        "proof?position=1000",
        "proof?position=0",
        "proof?position=1&size=1",
    ):
        assert house.get(f"/api/log/{asked}").status_code == 400, asked
    house.house.close()


def test_a_rotated_key_is_followed(watched: tuple[Served, Witness, Path]) -> None:
    house, witness, _ = watched
    house.house.close()
    places, store = key_places(house.folder), SqliteStore(house.folder / "house.db")
    old = Keys.at(places.signing).public
    new = keyring.rotate(places, store, by="offline", at=1)
    store.close()
    house = Served(house.folder)
    house.buy_in(1_00)
    for public in (old, new.public):
        assert list(faults(house.house.store, public)) == []
    stranger = Keys.new().public
    assert list(faults(house.house.store, stranger)) != []
    look = seen_by(witness, house)
    assert (look.is_wrong, look.says[-8:]) == (False, "cosigned")
    [log] = witness.logs.values()
    assert log.key.public.hex() == new.public
    house.house.close()
