"""A player's receipt: what it proves, what it hides, and how it shows a rewritten house."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.verify_receipt import verified_receipt
from croupier.money import Posting
from croupier.server.http.api.log import consistent, kept
from croupier.server.journal.acts import Acts, ClockJumped
from croupier.server.journal.export import json_lines
from croupier.server.journal.key_history import trusted_by
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.notes import Note, encoded, signed
from croupier.server.past.capture import capture_round
from croupier.server.past.played import played_round
from croupier.server.past.recall import last_rounds
from croupier.server.past.receipt import Covered, Receipt, receipt, receipt_faults, statement
from croupier.witness.following import HouseLog, Reply
from tests.support.played_house import KEYS, Floor, furnished
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.store import Store
    from tests.support.played_rounds import Asked

TRUSTED = trusted_by(KEYS.public, None)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return some_rounds(tmp_path / "house.db", "three-card-poker").house.store


@pytest.fixture
def given(store: Store) -> Receipt:
    found = receipt(store, played_round(store, "t1", 1), "p1", KEYS)
    assert found
    return found


def test_a_receipt_has_the_player_s_own_and_nothing_of_others(given: Receipt) -> None:
    whole = [json.loads(one.body) for one in given.entries if one.body is not None]
    assert {event["event"] for event in whole} >= {"wager-placed", "decided"}
    assert {event["player"] for event in whole} == {"p1"}
    assert not any("p2" in f"{one.body} {one.postings}" for one in given.entries)
    [settled] = [one for one in given.entries if one.body is None]
    assert (settled.nonce, settled.postings) == (None, ())
    assert list(receipt_faults(given, TRUSTED)) == []


def test_a_round_that_is_recalled_names_its_checkpoint(store: Store, given: Receipt) -> None:
    [_, first] = last_rounds(store, "p1")
    assert first.positions == tuple(one.position for one in given.entries)
    covering = store.checkpoint_at_least(first.positions[-1])
    assert covering
    assert first.checkpoint == Covered(covering.size, encoded(covering.root), covering.note)
    newest = store.last_checkpoint()
    assert newest
    assert newest.note in given.entries[0].proof


def test_nothing_is_proven_before_a_checkpoint(tmp_path: Path) -> None:
    floor = Floor(furnished(tmp_path / "house.db", "baccarat"))
    floor.open()
    floor.bet()
    store = floor.house.store
    assert receipt(store, played_round(store, "t1", 1), "p1", KEYS) is None
    assert floor.house.checkpoint(9)
    assert receipt(store, played_round(store, "t1", 1), "p1", KEYS) is not None
    assert receipt(store, played_round(store, "t1", 1), "p9", KEYS) is None


def moved(given: Receipt) -> Receipt:
    first, second, *more = given.entries
    swapped = replace(first, proof=second.proof), replace(second, proof=first.proof)
    return replace(given, entries=(*swapped, *more))


def richer(given: Receipt) -> Receipt:
    bodies = (
        one.body and one.body.replace('"cents":2500', '"cents":9500') for one in given.entries
    )
    both = zip(given.entries, bodies, strict=True)
    return replace(given, entries=tuple(replace(one, body=body) for one, body in both))


def signed_anew(given: Receipt) -> Receipt:
    """With a key that is not the house's."""
    note = signed(statement(given), Note.parse(given.signed).signatures[0].name, Keys.new().private)
    return replace(given, signed=str(note))


def invented(given: Receipt) -> Receipt:
    """Money told of beside a hash, of which nobody sees the rest."""
    told = (
        replace(one, postings=(Posting("player:p1", 777_000),)) if one.body is None else one
        for one in given.entries
    )
    return replace(given, entries=tuple(told))


OTHER = "the house has signed a receipt of another round, table, player or other entries"
FORGED: dict[Callable[[Receipt], Receipt], str] = {
    moved: "is not shown to stand in",
    richer: "was changed after it was written",
    lambda one: replace(one, round=999): OTHER,
    lambda one: replace(one, table="t9"): OTHER,
    lambda one: replace(one, player="p2"): OTHER,
    lambda one: replace(one, entries=one.entries[1:]): OTHER,
    lambda one: signed_anew(replace(one, round=999)): "is not signed by the house",
    lambda one: replace(one, signed=""): "is not signed by the house",
    lambda one: replace(one, entries=()): "it proves nothing",
    invented: "tells what its hash alone does not show",
}


@pytest.mark.threat("T7")
@pytest.mark.parametrize(("forged", "says"), FORGED.items())
def test_a_forged_receipt(
    forged: Callable[[Receipt], Receipt],
    says: str,
    given: Receipt,
    tmp_path: Path,
    ask: Callable[..., Asked],
) -> None:
    file = tmp_path / "receipt.json"
    file.write_bytes(msgspec.json.encode(forged(given)))
    status, out, _ = ask("audit", "receipt", file, "--key", KEYS.public)
    assert status == 1
    assert says in out.splitlines()[0]


def test_a_receipt_on_the_command_line(
    given: Receipt, store: Store, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    file, kept = tmp_path / "receipt.json", tmp_path / "kept"
    file.write_bytes(msgspec.json.encode(given))
    verify = ("audit", "receipt", file, "--key", KEYS.public)
    covering = store.last_checkpoint()
    assert covering
    assert ask(*verify).out == (
        f"The receipt holds: {len(given.entries)} entries of round 1 at t1 stand under a"
        f" checkpoint of {covering.size} entries (signed with the house's key).\n"
    )
    kept.write_text(covering.note)
    assert ask(*verify, "--checkpoint", kept).status == 0
    assert ask("audit", "receipt", file, "--key", "07" * 32).status == 1
    assert ask("audit", "receipt", kept).err.startswith(f"{kept}: is no receipt")


def test_what_is_told_in_a_receipt_is_its_player_s(given: Receipt) -> None:
    """Whatever the house has signed."""
    other = replace(given, player="p2")
    note = signed(statement(other), "croupier/x", KEYS.private)
    found = list(receipt_faults(replace(other, signed=str(note)), TRUSTED))
    assert {one.partition(": ")[2] for one in found} == {"is not of p2 at t1"}


def asked_of(store: Store) -> HouseLog:
    """A house as whoever checks a receipt asks it."""

    def ask(url: str) -> Reply:
        query = {name: int(value) for name, [value] in parse_qs(urlsplit(url).query).items()}
        if "/api/log/keys" in url:
            return Reply(200, '{"verifier":"","rotations":[]}')
        if "/api/log/checkpoint" in url:
            return Reply(200, kept(store, None).note)
        found = consistent(store, query["from"], query["to"])
        return Reply(200, msgspec.json.encode(found).decode())

    return HouseLog("http://house", ask)


@pytest.mark.threat("T84")
def test_every_player_is_a_monitor(given: Receipt, store: Store, tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    file.write_bytes(msgspec.json.encode(given))

    def looked_at(house: Store) -> tuple[str, list[str]]:
        return verified_receipt(str(file), KEYS.public, (), asked_of(house))[:2]

    Acts(store).record(ClockJumped(at=10**6, by_ms=1))
    Log(store, KEYS).checkpoint(10**6)
    said, wrong = looked_at(store)
    assert (said.endswith(f"goes on from it, to {store.tree_size()} entries."), wrong) == (True, [])
    rewritten = some_rounds(tmp_path / "rewritten.db", "three-card-poker", 3).house.store
    [wrong_one] = looked_at(rewritten)[1]
    assert "does not go on from the receipt's checkpoint" in wrong_one
    back = some_rounds(tmp_path / "back.db", "three-card-poker", 1).house.store
    [wrong_one] = looked_at(back)[1]
    assert wrong_one.endswith("entries are missing")
    text = Note.parse(kept(store, None).note).text
    note = signed(text, text.partition("\n")[0], Keys.new().private)
    store.save_note(store.tree_size(), str(note))
    assert looked_at(store)[1] == ["the house shows a checkpoint that is not signed with its key"]


def test_a_house_that_does_not_answer(
    given: Receipt, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    file = tmp_path / "receipt.json"
    file.write_bytes(msgspec.json.encode(given))
    asked = ask("audit", "receipt", file, "--house", "http://127.0.0.1:9")
    assert asked.status == 2
    assert asked.err.startswith("http://127.0.0.1:9/api/log/keys: cannot be asked")


@pytest.mark.parametrize("form", ["receipt", "capture", "export"])
def test_whatever_holds_a_checkpoint_is_one_to_agree_with(
    form: str, given: Receipt, store: Store, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    file = tmp_path / form
    held = {
        "receipt": lambda: msgspec.json.encode(given),
        "capture": lambda: msgspec.json.encode(capture_round(store, "t1", 1, 9)),
        "export": lambda: b"".join(json_lines(store)),
    }
    file.write_bytes(held[form]())
    (tmp_path / "other").mkdir()
    some_rounds(tmp_path / "other" / "house.db", "three-card-poker").house.store.close()
    for folder, status in ((tmp_path, 0), (tmp_path / "other", 1)):
        verify = ("audit", "verify", folder / "house.db", "--key", KEYS.public)
        assert ask(*verify, "--checkpoint", file).status == status


def test_a_receipt_s_checkpoint_shows_a_journal_that_was_rewritten(
    given: Receipt, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    """Also one rewritten by whoever has the key: every player is a monitor."""
    kept = tmp_path / "kept"
    kept.write_text(given.entries[0].proof.partition("\n\n")[2])
    (tmp_path / "other").mkdir()
    for path, status in ((tmp_path / "house.db", 0), (tmp_path / "other" / "house.db", 1)):
        if not path.exists():
            some_rounds(path, "three-card-poker").house.store.close()
        asked = ask("audit", "verify", path, "--key", KEYS.public, "--checkpoint", kept)
        assert asked.status == status
        assert ("is not of the entries that are there" in asked.out) is bool(status)
