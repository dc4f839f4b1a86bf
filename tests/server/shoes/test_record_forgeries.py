"""Records made so that there is nothing to find: no promise, no shoe, a checkpoint of nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.server.journal.keychain import origin_of, verifier
from croupier.server.journal.keys import Keys
from croupier.server.journal.log_check import OTHER_KEY
from croupier.server.journal.notes import Note, Signature
from croupier.server.past.shoe_record import shoe_record
from croupier.server.shoes.events import number_of
from croupier.server.shoes.fairness import head_of, verify
from croupier.server.shoes.seeds import house_commitment
from tests.support.sealed_rounds import KEYS, Played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.shoes.public_record import Round, Shoe, ShoeRecord, TableRecord

    Said = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    played = Played(tmp_path_factory.mktemp("forged") / "house.db")
    played.rounds(1)
    played.next_shoe()
    played.rounds(1)
    played.ended()
    played.house.checkpoint(played.tick())
    return played


@pytest.fixture
def record(played: Played) -> TableRecord:
    return played.record()


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    def verified(given: TableRecord | ShoeRecord, *options: str) -> tuple[int, str]:
        file = tmp_path / "record.json"
        file.write_bytes(msgspec.json.encode(given))
        status = run(["fairness", "verify", str(file), *options])
        told = capsys.readouterr()
        return status, told.out + told.err

    return verified


def chosen(shoe: Shoe, order: list[str]) -> Shoe:
    """As a house would have it that chose the order when the round was over."""
    seed, salt, number = "ab" * 32, "00" * 32, number_of(shoe.shoe)
    made = house_commitment("t1", number, shoe.decks, seed, salt)
    return replace(shoe, order=" ".join(order), seed=seed, salt=salt, commitment=made)


def dealt_from(order: list[str], rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    left = iter(order)
    return tuple(
        replace(
            one,
            drawn=tuple(
                replace(drawn, cards=" ".join(next(left) for _ in drawn.cards.split()))
                for drawn in one.drawn
            ),
        )
        for one in rounds
    )


@pytest.mark.threat("T86")
def test_an_order_chosen_afterwards_as_if_there_were_no_seeds(played: Played, said: Said) -> None:
    found = shoe_record(played.house.store, "t1-1")
    assert found is not None
    order = found.shoe.order.split()[::-1]
    forged = replace(
        found, shoe=chosen(found.shoe, order), promise=None, rounds=dealt_from(order, found.rounds)
    )
    status, out = said(forged)
    assert status == 1
    assert "shoe t1-1: the house committed itself to no seed for it ahead" in out


def test_promises_that_were_dropped(record: TableRecord, said: Said) -> None:
    old = [chosen(one, one.order.split()) for one in record.shoes]
    forged = replace(record, shoes=tuple(old), promises=())
    status, out = said(forged)
    assert (status, out.count("committed itself to no seed for it ahead")) == (1, 2)
    some = replace(record, shoes=(record.shoes[0], old[1]), promises=record.promises[:1])
    assert said(some) == (1, "shoe t1-2: no seed was committed to for it, as for those before\n")
    mixed = replace(record, shoes=(record.shoes[0], old[1]))
    assert "shoe t1-2: was not sealed as it was committed to" in verify(mixed)


def test_a_record_of_nothing(record: TableRecord, said: Said) -> None:
    empty = replace(record, shoes=(), promises=(), rounds=())
    assert said(empty) == (1, "nothing to verify: the record has no shoe\n")


def test_a_checkpoint_is_the_house_s_only_by_its_key(record: TableRecord, said: Said) -> None:
    status, out = said(record)
    assert (status, "Unverified checkpoint of croupier/" in out) == (0, True)
    own = verifier(origin_of(KEYS.public), KEYS.public)
    for key in (KEYS.public, str(own)):
        status, out = said(record, "--key", key)
        assert (status, out.splitlines()[-1].endswith(", signed with the key.")) == (0, True)
    note = Note.parse(record.checkpoint)
    [real] = note.signatures
    nonsense = Note(note.text, (Signature(real.name, real.id, bytes(64)),))
    forged = replace(record, checkpoint=str(nonsense))
    status, out = said(forged, "--key", KEYS.public)
    assert status == 1
    assert f"the signature of {head_of(record.checkpoint).origin} is false" in out
    status, out = said(record, "--key", Keys.new().public)
    assert (status, f"checkpoint: {OTHER_KEY}" in out) == (1, True)
    status, out = said(replace(record, checkpoint=""), "--key", KEYS.public)
    assert (status, "checkpoint: there is none in the record" in out) == (1, True)
    assert said(record, "--key", "a+b+c")[0] == 2
