"""A verifier written from docs/fairness.md alone: it shares no code with the house."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.support.sealed_rounds import Played

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def array(*parts: object) -> bytes:
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False).encode()


def random_bytes(table: str, number: int, key: bytes, seeds: list[list[str]]) -> Iterator[int]:
    told = sha256(array("croupier/seed-list/1", seeds)).hexdigest()
    block = 0
    while True:
        made = array("croupier/order/1", table, number, told, "", block)
        yield from hmac.new(key, made, sha256).digest()
        block += 1


def order_of(decks: int, source: Iterator[int]) -> list[str]:
    cards = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"] * decks
    for left in range(len(cards), 1, -1):
        numbers = 256 if left <= 256 else 65536
        while True:
            drawn = next(source) if numbers == 256 else 256 * next(source) + next(source)
            if drawn < numbers // left * left:
                break
        place = drawn % left
        cards[place], cards[left - 1] = cards[left - 1], cards[place]
    return cards


def holds(record: dict[str, Any]) -> bool:
    """Every commitment, every order and every card of shoes that were revealed."""
    table, promises = record["table"], {one["shoe"]: one for one in record["promises"]}
    orders = []
    for shoe in record["shoes"]:
        promise, number = promises[shoe["shoe"]], int(shoe["shoe"].rpartition("-")[2])
        own = array(
            "croupier/house-seed/1", table, number, shoe["decks"], shoe["seed"], shoe["salt"]
        )
        if sha256(own).hexdigest() != promise["commitment"]:
            return False
        opened = [one for one in promise["seeds"] if one["opened"]]
        for one in opened:
            given = array("croupier/player-seed/1", shoe["shoe"], one["seed"], one["salt"])
            if sha256(given).hexdigest() != one["commitment"]:
                return False
        seeds = [[one["seed"], one["salt"]] for one in opened]
        source = random_bytes(table, number, bytes.fromhex(shoe["seed"]), seeds)
        orders.append(order_of(shoe["decks"], source))
    starts = [shoe["sealed"]["position"] for shoe in record["shoes"]]
    for drawn in (one for round_ in record["rounds"] for one in round_["drawn"]):
        last = sum(start < drawn["when"]["position"] for start in starts) - 1
        if any(card != orders[last].pop(0) for card in drawn["cards"].split()):
            return False
    return True


@pytest.mark.parametrize("game", ["baccarat", "three-pictures"])
def test_the_page_is_enough_to_check_a_record(game: str, tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db", game)
    played.rounds(1)
    if game == "baccarat":
        for player in ("p1", "p2"):
            played.give(player)
        played.next_shoe("p2", "p1")
    played.rounds(2)
    record = json.loads(msgspec.json.encode(played.ended()))
    assert len(record["shoes"]) > 1
    assert holds(record)
    for shoe in record["shoes"]:
        before = shoe["seed"]
        shoe["seed"] = "00" * 32
        assert not holds(record)
        shoe["seed"] = before
    dealt = record["rounds"][0]["drawn"][0]
    first, *rest = dealt["cards"].split()
    dealt["cards"] = " ".join(["2c" if first != "2c" else "3c", *rest])
    assert not holds(record)
