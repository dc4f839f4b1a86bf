"""A player's receipt: what it proves, what it hides, and how it shows a rewritten house."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.server.journal.log_check import judge_by
from croupier.server.journal.notes import encoded
from croupier.server.past.played import played_round
from croupier.server.past.recall import last_rounds
from croupier.server.past.receipt import Covered, Receipt, receipt, receipt_faults
from tests.support.played_house import KEYS, Floor, furnished
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.store import Store
    from tests.support.played_rounds import Asked


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return some_rounds(tmp_path / "house.db", "three-card-poker").house.store


@pytest.fixture
def given(store: Store) -> Receipt:
    found = receipt(store, played_round(store, "t1", 1), "p1")
    assert found
    return found


def test_a_receipt_has_the_player_s_own_and_nothing_of_others(given: Receipt) -> None:
    whole = [json.loads(one.body) for one in given.entries if one.body is not None]
    assert {event["event"] for event in whole} >= {"wager-placed", "decided"}
    assert {event["player"] for event in whole} == {"p1"}
    assert not any("p2" in f"{one.body} {one.postings}" for one in given.entries)
    [settled] = [one for one in given.entries if one.body is None]
    assert (settled.nonce, settled.postings) == (None, ())
    assert list(receipt_faults(given, judge_by(KEYS.public))) == []


def test_a_round_that_is_recalled_names_its_checkpoint(store: Store, given: Receipt) -> None:
    [_, first] = last_rounds(store, "p1")
    assert first.positions == tuple(one.position for one in given.entries)
    covering = store.checkpoint_at_least(first.positions[-1])
    assert covering
    assert first.checkpoint == Covered(covering.size, encoded(covering.root), covering.note)
    assert covering.note in given.entries[0].proof


def test_nothing_is_proven_before_a_checkpoint(tmp_path: Path) -> None:
    floor = Floor(furnished(tmp_path / "house.db", "baccarat"))
    floor.open()
    floor.bet()
    store = floor.house.store
    assert receipt(store, played_round(store, "t1", 1), "p1") is None
    assert floor.house.checkpoint(9)
    assert receipt(store, played_round(store, "t1", 1), "p1") is not None
    assert receipt(store, played_round(store, "t1", 1), "p9") is None


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


@pytest.mark.parametrize(
    ("forged", "says"),
    [(moved, "is not shown to stand in"), (richer, "was changed after it was written")],
)
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
    covering = store.checkpoint_at_least(given.entries[-1].position)
    assert covering
    assert ask(*verify).out == (
        f"The receipt holds: {len(given.entries)} entries of round 1 at t1 stand under a"
        f" checkpoint of {covering.size} entries (signed with the house's key).\n"
    )
    kept.write_text(covering.note)
    assert ask(*verify, "--checkpoint", kept).status == 0
    assert ask("audit", "receipt", file, "--key", "07" * 32).status == 1
    assert ask("audit", "receipt", kept).err.startswith(f"{kept}: is no receipt")


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
