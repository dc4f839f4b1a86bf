"""Sealed shoes over a real store: played, kept secret, and crashed."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

from croupier.cards import DECK, parse_cards
from croupier.engine.refusals import Policy
from croupier.problems import BadInput
from croupier.server.journal import keyring
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Write
from croupier.server.shoes.events import ShoeRevealed, decoder
from croupier.server.shoes.fairness import verify
from croupier.server.shoes.sealed import SealedShoes, ShoeKey
from croupier.table import commands as asks
from croupier.table.events import CardsDealt, ShoeReplaced
from croupier.table.events import decoder as event_decoder
from croupier.table.evolve import evolve
from croupier.table.state import Step
from tests.support.said import declined
from tests.support.sealed_rounds import KEY, Played

if TYPE_CHECKING:
    from pathlib import Path


GAMES = ("baccarat", "three-card-poker", "three-pictures")
GAME = pytest.mark.parametrize("game", GAMES)


def dealt(store: SqliteStore) -> list[str]:
    events = [event_decoder.decode(entry.body) for entry in store.read("table:t1")]
    return [
        card for event in events if isinstance(event, CardsDealt) for card in event.cards.split()
    ]


def orders(path: Path) -> list[str]:
    """Every order that the house revealed."""
    events = [decoder.decode(entry.body) for entry in SqliteStore(path).read("shoe:t1")]
    return [event.order for event in events if isinstance(event, ShoeRevealed)]


@pytest.mark.standard(9, 36, 37)
@GAME
def test_rounds_are_dealt_as_sealed(game: str, tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db", game)
    played.rounds(4)
    found = played.ended()
    assert verify(found) == []
    cards = [card for one in found.rounds for drawn in one.drawn for card in drawn.cards.split()]
    assert cards == dealt(cast("SqliteStore", played.house.store))
    assert len(found.shoes) == (1 if game == "baccarat" else 4)
    if game == "baccarat":
        assert found.shoes[0].order.split()[: len(cards)] == cards


@pytest.mark.standard(54)
def test_a_shoe_serves_until_it_is_replaced(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    played.rounds(3)
    played.replace_shoe()
    first = played.shoes.current("t1")
    played.rounds(2)
    second = played.shoes.current("t1")
    assert first is not None
    assert second is not None
    assert (first.shoe, second.shoe) == ("t1-1", "t1-2")
    found = played.record()
    assert [shoe.revealed is None for shoe in found.shoes] == [False, True]
    assert verify(found) == []
    assert verify(played.ended()) == []


def test_a_whole_shoe_to_its_last_card(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    played.act()
    while played.table.cards_left > 20:
        played.rounds(1)
    played.act()
    table = played.table
    assert len(played.shoes.take(table, 1000)) == table.cards_left
    assert Counter(played.shoes.take(table, 1000)) + Counter(
        parse_cards(" ".join(dealt(cast("SqliteStore", played.house.store))))
    ) == dict.fromkeys(DECK, 8)


def test_what_is_in_use_is_not_in_the_record(tmp_path: Path) -> None:
    """Neither the order nor the cards that it would tell of."""
    for game in GAMES:
        played = Played(tmp_path / f"{game}.db", game)
        played.act()
        while played.table.step in {Step.CONCLUDED, Step.BETTING, Step.DEALING}:
            played.act()
        found = played.record()
        assert [one.drawn for one in found.rounds] == [()]
        assert (found.shoes[-1].order, found.shoes[-1].salt) == ("", "")
        assert verify(found) == []


@pytest.mark.standard(36)
def test_one_pack_is_never_dealt_twice(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db", "three-pictures")
    assert played.shoes.take(played.table, 3) == []
    played.rounds(1)
    before = played.shoes.current("t1")
    played.carried(asks.OpenBetting())
    assert played.shoes.ready(played.table, played.at) is None
    assert played.shoes.current("t1") == before
    assert played.shoes.take(played.table, 3) == []


def test_a_shoe_that_is_not_used_is_not_replaced(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db", "three-pictures")
    for _ in range(3):
        assert played.shoes.ready(played.table, 1) is None
    again = SealedShoes(played.house.store, KEY)
    assert again.ready(played.table, 1) is None
    assert len(played.record().shoes) == 1


def test_a_locked_store_seals_nothing(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    played.rounds(1)
    played.replace_shoe()
    cast("SqliteStore", played.house.store).connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    locked = declined(Policy.PAUSED, "the house pauses, nothing happened: database is locked")
    assert [played.shoes.ready(played.table, played.at) for _ in range(2)] == [locked, locked]
    assert played.shoes.reveal("t1", played.at) == locked
    other.execute("ROLLBACK")
    other.close()
    assert len(played.record().shoes) == 1
    played.rounds(1)
    assert verify(played.ended()) == []


def test_a_shoe_replaced_in_mid_round_is_sealed_late_and_found(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    while len(played.table.round.drawn) < 3:
        played.act()
    event = ShoeReplaced(by="s1", at=played.at)
    new = New(event.at, msgspec.json.encode(event))
    played.house.store.append([Write((Part("table:t1", played.live.version, (new,)),))])
    played.live.follow(evolve(played.table, event), played.live.version + 1)
    assert played.shoes.ready(played.table, played.at) is None
    cards = [str(card) for card in played.shoes.take(played.table, 5)]
    played.rounds(1)
    found = played.ended()
    assert found.shoes[1].order.split()[:5] == cards
    assert verify(found) == ["round 1: shoe t1-2 was sealed after its betting opened"]


def test_the_order_is_not_in_the_file(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    played.rounds(1)
    connection = cast("SqliteStore", played.house.store).connection

    def on_disk() -> bytes:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    before = on_disk()
    shoe = played.ended().shoes[0]
    assert shoe.order.encode() not in before
    assert shoe.order[30:60].encode() not in before
    assert shoe.salt.encode() not in before
    assert bytes.fromhex(shoe.salt) not in before
    assert shoe.commitment.encode() in before
    assert shoe.order.encode() in on_disk()


def test_only_the_house_s_key_opens_a_shoe(tmp_path: Path) -> None:
    played = Played(tmp_path / "house.db")
    played.rounds(1)
    with pytest.raises(BadInput, match="t1-1: was not sealed with this key"):
        SealedShoes(played.house.store, ShoeKey.new()).current("t1")
    sealed = played.shoes.current("t1")
    assert sealed is not None
    with pytest.raises(BadInput, match="t1-2: was not sealed with this key"):
        KEY.decrypted(msgspec.structs.replace(sealed, shoe="t1-2"))


def test_the_key_is_kept_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "shoes.key"
    first = ShoeKey(keyring.create_shoe_key(path))
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["shoes.key"]
    store = SqliteStore(tmp_path / "house.db")
    SealedShoes(store, first).seal("t1", 1, 5)
    assert SealedShoes(store, ShoeKey.at(path)).current("t1") is not None
    path.write_bytes(b"short")
    with pytest.raises(BadInput, match="holds no key for shoes"):
        ShoeKey.at(path)


def died_after(path: Path, acts: int) -> None:
    child = os.fork()
    if child == 0:
        try:
            played = Played(path)
            for _ in range(acts):
                played.act()
        finally:
            os._exit(9)
    os.waitpid(child, 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_crash_goes_on_with_the_same_cards(game: str, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    Played(path, game).house.store.close()
    for acts in range(12):
        died_after(path, acts)
    played = Played(path)
    assert played.table.round.number > 1
    played.rounds(2)
    assert verify(played.ended()) == []
    if game == "baccarat":
        [order] = orders(path)
        assert order.split()[: len(dealt(SqliteStore(path)))] == dealt(SqliteStore(path))


def test_a_crash_in_the_deal_does_not_change_the_next_card(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    played = Played(path)
    while len(played.table.round.drawn) < 3:
        played.act()
    next_cards = played.shoes.take(played.table, 5)
    played.house.store.close()
    again = Played(path)
    assert again.shoes.ready(again.table, again.at) is None
    assert again.shoes.take(again.table, 5) == next_cards
