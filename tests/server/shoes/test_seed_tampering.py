"""A house that edits the public record of its seeds is found out by the record alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.server.past.shoe_record import last_record, shoe_of_round, shoe_record
from croupier.server.shoes.counts import counted
from croupier.server.shoes.fairness import verify
from croupier.server.shoes.promises import PlayerSeed, When
from croupier.server.shoes.seeds import Mix, Seed, house_commitment, order_of, player_commitment
from tests.support.sealed_rounds import Played, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.shoes.public_record import TableRecord


def seeded(path: Path) -> Played:
    """Three shoes; two players added to the second, and only one opened."""
    played = Played(path)
    played.rounds(1)
    played.give("p1")
    played.give("p2")
    played.next_shoe("p1")
    played.rounds(2)
    played.next_shoe()
    played.rounds(1)
    return played


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> TableRecord:
    return seeded(tmp_path_factory.mktemp("seeds") / "house.db").ended()


def with_promise(found: TableRecord, index: int, **changes: Any) -> TableRecord:  # noqa: ANN401
    promises = list(found.promises)
    promises[index] = replace(promises[index], **changes)
    return replace(found, promises=tuple(promises))


def with_seed(found: TableRecord, index: int, **changes: Any) -> TableRecord:  # noqa: ANN401
    seeds = list(found.promises[1].seeds)
    seeds[index] = replace(seeds[index], **changes)
    return with_promise(found, 1, seeds=tuple(seeds))


def with_shoe(found: TableRecord, index: int, **changes: Any) -> TableRecord:  # noqa: ANN401
    shoes = list(found.shoes)
    shoes[index] = replace(shoes[index], **changes)
    return replace(found, shoes=tuple(shoes))


def made_anew(found: TableRecord, **changes: Any) -> TableRecord:  # noqa: ANN401
    """The second shoe as a house that chose its seed afterwards would have it."""
    seed, salt = "ab" * 32, "cd" * 32
    promise = found.promises[1]
    order = order_of(Mix("t1", 2, 8, seed, (Seed(promise.seeds[0].seed, promise.seeds[0].salt),)))
    made = house_commitment("t1", 2, 8, seed, salt)
    shoe = {"seed": seed, "salt": salt, "order": str(order), "commitment": made}
    return with_promise(with_shoe(found, 1, **shoe), 1, commitment=made, **changes)


def after(when: When | None) -> When:
    assert when is not None
    return replace(when, position=when.position + 10**6)


def added(found: TableRecord) -> TableRecord:
    """A seed of the house's own, after all others were opened."""
    own, promise = seed_of("the house"), found.promises[1]
    made = player_commitment("t1-2", own.seed, own.salt)
    at = after(promise.closed)
    more = PlayerSeed(made, at, at, own.seed, own.salt)
    changed = with_promise(found, 1, seeds=(*promise.seeds, more))
    return with_shoe(changed, 1, seeds=(*found.shoes[1].seeds, made))


def downgraded(found: TableRecord) -> TableRecord:
    """Return the record without the promise of the last shoe: its order was chosen freely."""
    last = found.shoes[2].shoe
    return replace(found, promises=tuple(one for one in found.promises if one.shoe != last))


TAMPERED: dict[str, tuple[Callable[[TableRecord], TableRecord], str]] = {
    "a seed of the house chosen afterwards": (
        made_anew,
        "came next",
    ),
    "a commitment made after the seeds": (
        lambda r: with_promise(r, 1, committed=after(r.promises[1].seeds[0].committed)),
        "shoe t1-2, seed 1: was there before the house committed itself to its own",
    ),
    "a commitment made after the shoe was sealed": (
        lambda r: with_promise(r, 2, committed=after(r.shoes[2].sealed)),
        "shoe t1-3: was sealed before the house committed itself to its seed",
    ),
    "a commitment made twice": (
        lambda r: replace(r, promises=(r.promises[0], *r.promises)),
        "shoe t1-1: was committed to 2 times",
    ),
    "a commitment hidden": (downgraded, "shoe t1-3: no seed was committed to for it"),
    "another commitment": (
        lambda r: with_promise(r, 1, commitment="00" * 32),
        "shoe t1-2: was not sealed as it was committed to",
    ),
    "a player's seed exchanged": (
        lambda r: with_seed(r, 0, seed="00" * 32),
        "shoe t1-2, seed 1: seed and salt are not what was committed to",
    ),
    "a player's seed exchanged with its commitment": (
        lambda r: with_seed(
            r, 0, seed="00" * 32, commitment=player_commitment("t1-2", "00" * 32, "11" * 32)
        ),
        "shoe t1-2: its order is not the one that its seeds give",
    ),
    "an opened seed left out": (
        lambda r: with_seed(r, 0, opened=None, seed="", salt=""),
        "shoe t1-2: the seeds in it are not those that were opened",
    ),
    "a seed that nobody knows of": (
        lambda r: with_promise(r, 1, seeds=r.promises[1].seeds[1:]),
        "shoe t1-2: the seeds in it are not those that were opened",
    ),
    "a seed added after the others were known": (
        added,
        "shoe t1-2, seed 3: was added after seeds were closed",
    ),
    "a seed opened before they were closed": (
        lambda r: with_seed(r, 0, opened=r.promises[1].committed),
        "shoe t1-2, seed 1: was opened while others could still be added",
    ),
    "a seed opened after the shoe was sealed": (
        lambda r: with_seed(r, 0, opened=after(r.shoes[1].sealed)),
        "shoe t1-2, seed 1: was opened after the shoe was sealed",
    ),
    "seeds that were never closed": (
        lambda r: with_promise(r, 1, closed=None),
        "shoe t1-2: its seeds were never closed",
    ),
    "a shoe taken out": (
        lambda r: replace(
            r,
            shoes=(r.shoes[0], r.shoes[2]),
            promises=tuple(one for one in r.promises if one.shoe != "t1-2"),
        ),
        "shoe t1-2: is missing",
    ),
    "a promise neither used nor revealed": (
        lambda r: replace(r, shoes=(r.shoes[0], r.shoes[2])),
        "shoe t1-2: was committed to, never used and never revealed",
    ),
    "a shoe of another table": (
        lambda r: replace(r, table="t2"),
        "shoe t1-1: is no shoe of table t2",
    ),
    "a number that is none": (
        lambda r: with_shoe(r, 0, shoe="t1-" + "9" * 5000),
        "is no shoe of table t1",
    ),
    "packs beyond any shoe": (
        lambda r: with_promise(with_shoe(r, 1, decks=10**9), 1, decks=10**9),
        "shoe t1-2: is not 1000000000 whole packs",
    ),
    "a checkpoint that is none": (
        lambda r: replace(r, checkpoint="all is well\n"),
        "checkpoint: ",
    ),
    "a seed that is no seed": (
        lambda r: with_shoe(r, 1, seed="zz"),
        "shoe t1-2: its seed and salt are not what the commitment was made of",
    ),
}


@pytest.mark.parametrize("tampering", TAMPERED)
def test_tampering_is_found(found: TableRecord, tampering: str) -> None:
    tamper, wanted = TAMPERED[tampering]
    changed = tamper(found)
    assert changed != found
    said = verify(changed)
    assert [line for line in said if wanted in line], said
    assert verify(found) == []


def test_what_is_to_be_seen_is_counted(found: TableRecord) -> None:
    voided = replace(found.rounds[0], ended="round-voided")
    counts = counted(replace(found, rounds=(voided, *found.rounds[1:])))
    assert (counts.voided_rounds, counts.seeds, counts.seeds_unopened) == (1, 1, 1)
    twice = counted(replace(found, promises=(*found.promises, found.promises[0])))
    assert twice.committed_twice == 1
    gap = TAMPERED["a shoe taken out"][0](found)
    assert counted(gap).missing == 1
    assert counted(found).missing == counted(found).committed_twice == 0


def test_a_record_that_was_downloaded_is_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a table, of its last shoes or of one shoe; nothing else of the house is read."""
    played = seeded(tmp_path / "house.db")
    whole, store = played.ended(), played.house.store
    one = shoe_record(store, "t1-2")
    assert one is not None
    last = last_record(store, "t1", 2)
    assert (last.first_shoe, last.first_round) == (2, 2)
    assert last.shoes == whole.shoes[1:]
    assert last.rounds == whole.rounds[1:]
    file = tmp_path / "record.json"
    for given in (whole, last, one):
        file.write_bytes(msgspec.json.encode(given))
        assert run(["fairness", "verify", str(file)]) == 0
        assert "Players added 1 seeds, 1 were not opened" in capsys.readouterr().out
    lied = replace(one, rounds=(replace(one.rounds[0], drawn=one.rounds[0].drawn[1:]),))
    file.write_bytes(msgspec.json.encode(lied))
    assert run(["fairness", "verify", str(file)]) == 1
    assert "came next" in capsys.readouterr().out


def test_the_shoe_of_any_round(tmp_path: Path) -> None:
    played = seeded(tmp_path / "house.db")
    found = [shoe_of_round(played.house.store, "t1", number) for number in range(1, 6)]
    assert found == ["t1-1", "t1-2", "t1-2", "t1-3", None]
    for name in ("t1-1", "t1-2", "t1-3"):
        record = shoe_record(played.house.store, name)
        assert record is not None
        assert record.promise is not None
        assert record.promise.shoe == record.shoe.shoe == name
    for name in ("t1-4", "t1-0", "t1-02", "t1", "t1--1", "t1-" + "9" * 30):
        assert shoe_record(played.house.store, name) is None
