"""Records of shoes that were tampered with are found out."""

from __future__ import annotations

from base64 import b64encode
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, WRITTEN
from croupier.cli.main import run
from croupier.server.shoes.counts import ShoeCounts
from croupier.server.shoes.fairness import head_of, verify
from croupier.server.shoes.promises import When
from croupier.server.shoes.public_record import Shoe, TableRecord, record_decoder
from tests.support.sealed_rounds import Played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def baccarat(tmp_path_factory: pytest.TempPathFactory) -> TableRecord:
    played = Played(tmp_path_factory.mktemp("fair") / "house.db")
    played.rounds(3)
    played.replace_shoe()
    played.rounds(3)
    return played.ended()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> TableRecord:
    played = Played(tmp_path_factory.mktemp("fair") / "house.db", "three-pictures")
    played.rounds(3)
    return played.ended()


def with_shoe(found: TableRecord, index: int, **changes: object) -> TableRecord:
    shoes = list(found.shoes)
    shoes[index] = replace(shoes[index], **changes)
    return replace(found, shoes=tuple(shoes))


def with_round(found: TableRecord, index: int, **changes: object) -> TableRecord:
    rounds = list(found.rounds)
    rounds[index] = replace(rounds[index], **changes)
    return replace(found, rounds=tuple(rounds))


def with_cards(
    found: TableRecord, index: int, cards: Callable[[list[str]], list[str]]
) -> TableRecord:
    drawn = found.rounds[index].drawn
    changed = cards([one.cards for one in drawn])
    pairs = zip(changed, drawn, strict=False)
    return with_round(found, index, drawn=tuple(replace(one, cards=cards) for cards, one in pairs))


def another_order(shoe: Shoe) -> str:
    cards = shoe.order.split()
    Random(1).shuffle(cards)
    return " ".join(cards)


def exchanged(cards: list[str]) -> list[str]:
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return cards


def doctored(shoe: Shoe) -> str:
    """The last card is another one: two of one kind and none of another."""
    *cards, last = shoe.order.split()
    return " ".join([*cards, next(WRITTEN[card] for card in DECK if WRITTEN[card] != last)])


LATE = When(10**6, 10**9)
TAMPERED: dict[str, tuple[Callable[[TableRecord], TableRecord], str]] = {
    "an order exchanged": (
        lambda r: with_shoe(r, 0, order=another_order(r.shoes[0])),
        "shoe t1-1: its order is not the one that its seeds give",
    ),
    "an order exchanged, against the cards": (
        lambda r: with_shoe(r, 0, order=another_order(r.shoes[0])),
        "came next",
    ),
    "a salt exchanged": (
        lambda r: with_shoe(r, 0, salt="00" * 32),
        "are not what the commitment was made of",
    ),
    "a commitment exchanged": (
        lambda r: with_shoe(r, 1, commitment="00" * 32),
        "shoe t1-2: was not sealed as it was committed to",
    ),
    "another number of decks": (lambda r: with_shoe(r, 0, decks=6), "is not 6 whole packs"),
    "another name": (
        lambda r: with_shoe(r, 0, shoe="t2-1"),
        "shoe t2-1: the house committed itself to no seed for it ahead: it could choose the order",
    ),
    "a shoe with a wrong card": (
        lambda r: with_shoe(r, 0, order=doctored(r.shoes[0])),
        "is not 8 whole packs",
    ),
    "a shoe with no cards": (
        lambda r: with_shoe(r, 0, order="?? Xx"),
        "is not 8 whole packs",
    ),
    "a card changed": (
        lambda r: with_cards(r, 1, lambda cards: ["2c" if cards[0] != "2c" else "3c", *cards[1:]]),
        "came next",
    ),
    "a card not read": (lambda r: with_cards(r, 1, lambda cards: ["??", *cards[1:]]), "came next"),
    "cards exchanged": (lambda r: with_cards(r, 1, exchanged), "came next"),
    "a card removed": (lambda r: with_cards(r, 1, lambda cards: cards[1:]), "came next"),
    "a card dealt twice": (
        lambda r: with_cards(r, 1, lambda cards: [f"{cards[0]} {cards[0]}", *cards[1:]]),
        "came next",
    ),
    "cards of a round removed": (
        lambda r: with_round(r, 5, drawn=()),
        "round 6: was settled, and has no cards",
    ),
    "a round removed": (
        lambda r: replace(r, rounds=r.rounds[:2] + r.rounds[3:]),
        "round 4: round 3 should come here",
    ),
    "rounds exchanged": (
        lambda r: replace(r, rounds=(r.rounds[1], r.rounds[0], *r.rounds[2:])),
        "does not come after what is told before it",
    ),
    "a round twice": (
        lambda r: replace(r, rounds=(r.rounds[0], *r.rounds)),
        "round 1: round 2 should come here",
    ),
    "sealed too late": (
        lambda r: with_shoe(r, 0, sealed=r.rounds[0].drawn[0].when),
        "round 1: no shoe was sealed before its betting opened",
    ),
    "sealed at a later hour": (
        lambda r: with_shoe(r, 0, sealed=replace(r.shoes[0].sealed, at=10**9)),
        "round 1: no shoe was sealed before its betting opened",
    ),
    "sealed in the round": (
        lambda r: with_shoe(r, 1, sealed=replace(r.rounds[3].opened, position=sealed_in(r))),
        "round 4: shoe t1-2 was sealed after its betting opened",
    ),
    "never revealed": (
        lambda r: with_shoe(r, 0, revealed=None, order="", salt=""),
        "shoe t1-1: gave way to another and was never revealed",
    ),
    "revealed too early": (
        lambda r: with_shoe(r, 1, revealed=r.rounds[3].opened),
        "came from shoe t1-2 after it was revealed",
    ),
    "revealed before it was sealed": (
        lambda r: with_shoe(r, 1, revealed=When(1, 0)),
        "shoe t1-2: was revealed before it was sealed",
    ),
    "revealed after the next one": (
        lambda r: with_shoe(r, 0, revealed=LATE),
        "shoe t1-1: was revealed after the next one was sealed",
    ),
    "a shoe removed": (lambda r: replace(r, shoes=r.shoes[:1]), "came next"),
    "the first shoe removed": (lambda r: replace(r, shoes=r.shoes[1:]), "came from no sealed shoe"),
    "a shoe twice": (
        lambda r: replace(r, shoes=(*r.shoes, r.shoes[0])),
        "shoe t1-1: is there 2 times",
    ),
}


def sealed_in(found: TableRecord) -> int:
    return found.rounds[3].opened.position + 1


@pytest.mark.parametrize("tampering", TAMPERED)
def test_tampering_is_found(baccarat: TableRecord, tampering: str) -> None:
    tamper, wanted = TAMPERED[tampering]
    changed = tamper(baccarat)
    assert changed != baccarat
    found = verify(changed)
    assert [line for line in found if wanted in line], found
    assert verify(baccarat) == []


def test_one_pack_for_two_rounds_is_found(pictures: TableRecord) -> None:
    changed = replace(pictures, shoes=pictures.shoes[:1])
    said = "round 2: shoe t1-1 is one pack and had served a round already"
    assert said in verify(changed)
    assert verify(pictures) == []


@pytest.mark.parametrize("index", range(3))
def test_any_card_of_one_pack_counts(pictures: TableRecord, index: int) -> None:
    for place in range(len(pictures.rounds[index].drawn)):

        def change(cards: list[str], place: int = place) -> list[str]:
            first, *rest = cards[place].split()
            other = next(WRITTEN[card] for card in DECK if WRITTEN[card] != first)
            return [*cards[:place], " ".join([other, *rest]), *cards[place + 1 :]]

        assert len(verify(with_cards(pictures, index, change))) == 1


COUNTS = ShoeCounts(
    used=2,
    in_use=0,
    discarded=0,
    committed_twice=0,
    missing=0,
    voided_rounds=0,
    seeds=0,
    seeds_unopened=0,
    without_seeds=2,
)
NOTHING_TO_SEE = (
    "Players added 0 seeds, 0 were not opened; 2 shoes to which no player added: for those the"
    " house's commitment alone stands.\nShoes discarded unused: 0; missing: 0; committed to"
    " twice: 0; rounds void: 0.\n"
)


def test_verify_from_the_command_line(
    baccarat: TableRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(baccarat))
    assert run(["fairness", "verify", str(file)]) == 0
    cards = sum(len(one.cards.split()) for all_ in baccarat.rounds for one in all_.drawn)
    whole = f"2 of 2 shoes revealed, {cards} cards of 6 rounds; all as it was sealed."
    head = head_of(baccarat.checkpoint)
    root = b64encode(head.root).decode()
    says = "--key tells whether the house signed it."
    under = f"Unverified checkpoint of {head.origin} over {head.size} entries, root {root}: {says}"
    assert capsys.readouterr().out == f"Table t1: {whole}\n{NOTHING_TO_SEE}{under}\n"
    file.write_bytes(msgspec.json.encode(with_shoe(baccarat, 0, salt="00" * 32)))
    said = "shoe t1-1: its seed and salt are not what the commitment was made of"
    assert run(["fairness", "verify", str(file)]) == 1
    assert capsys.readouterr().out == f"{said}\n"
    assert run(["fairness", "verify", str(file), "--json"]) == 1
    assert msgspec.json.decode(capsys.readouterr().out) == {
        "table": "t1",
        "shoes": 2,
        "revealed": 2,
        "rounds": 6,
        "cards": cards,
        "findings": [said],
        "counts": msgspec.to_builtins(COUNTS),
        "notices": [],
    }


@pytest.mark.parametrize(
    "given", [b"", b"{", b"[]", b"\xff", b'{"table": 1}', b'{"table": "t", "shoes": [], "x": 1}']
)
def test_what_is_no_record(
    given: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(given)
    assert run(["fairness", "verify", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "is no record of a table" in told.err


def test_record_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = Played(tmp_path / "house.db", "three-pictures")
    played.rounds(2)
    found = played.ended()
    assert run(["fairness", "record", str(tmp_path / "house.db"), "t1"]) == 0
    assert record_decoder.decode(capsys.readouterr().out) == found
    assert run(["fairness", "record", str(tmp_path / "house.db"), "t9"]) == 2
    assert run(["fairness", "record", str(tmp_path / "none.db"), "t1"]) == 2
    assert not (tmp_path / "none.db").exists()
