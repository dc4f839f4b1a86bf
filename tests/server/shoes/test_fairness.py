"""Sealed shoes over a real store: played, crashed, recorded, checked and tampered with."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, WRITTEN, parse_cards
from croupier.cli.main import run
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, declined
from croupier.problems import BadInput
from croupier.server.journal.checkpoints import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Write
from croupier.server.money.cage import Cage
from croupier.server.play.house import Carried, House, Request
from croupier.server.shoes.fairness import Record, Shoe, When, record, record_decoder, verify
from croupier.server.shoes.sealed import SealedShoes, ShoeKey, ShoeRevealed, commitment, decoder
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.events import CardsDealt, ShoeReplaced
from croupier.table.events import decoder as event_decoder
from croupier.table.evolve import evolve
from croupier.table.state import Step
from croupier.table.views import view
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.table.state import Table

PLAYER = Who("p1", Role.PLAYER)
KEYS, KEY = Keys.new(), ShoeKey.new()
GAMES = ("baccarat", "three-card-poker", "three-pictures")
GAME = pytest.mark.parametrize("game", GAMES)


class Played:
    """A table whose dealer draws from sealed shoes, and one player."""

    def __init__(self, path: Path, game: str = "baccarat") -> None:
        store = SqliteStore(path)
        self.house = House(store, KEYS)
        if "t1" not in self.house.tables:
            self.house.add_table("t1", setup_of(game), "m1", 0)
            Cage(self.house.store, self.house.balances).buy_in("p1", 10**8, "c1", 0)
        self.shoes = SealedShoes(store, KEY)
        [(_, live)] = self.house.tables.items()
        self.at = max((entry.at for entry in store.everything()), default=0)
        self.live = live

    @property
    def table(self) -> Table:
        return self.live.table

    def carried(self, command: asks.AnyCommand, who: Who = dealer.NAME) -> None:
        self.at += 1000
        [reply] = self.house.submit([Request("t1", who, command, self.at)])
        assert isinstance(reply, Carried), (command, reply)

    def act(self) -> None:
        """What the dealer does next, or the player."""
        table = self.table
        self.at += 1000
        assert self.shoes.ready(table, self.at) is None
        if table.step is Step.BETTING and not table.round.wagers:
            self.bet()
        elif table.step is Step.PLAYING and table.undecided:
            self.carried(asks.Decide("p1", 1, Choice.PLAY), PLAYER)
        else:
            meter = self.house.meters.get(table.setup.game)
            shown = meter.jackpot.displayed_cents if meter else None
            shoe = cast("dealer.Shoe", self.shoes)
            command = dealer.next_command(table, view(table, dealer.NAME), shoe, shown)
            assert command is not None
            self.carried(command)

    def bet(self) -> None:
        box = 0 if self.table.setup.boxes is None else 1
        if box and self.table.seat_of("p1") is None:
            self.carried(asks.Sit("p1", 1), PLAYER)
        self.carried(asks.Place("p1", self.table.main_bet, 2500, box), PLAYER)

    def rounds(self, number: int) -> None:
        last = self.table.round.number + number
        while self.table.round.number < last or self.table.step is not Step.CONCLUDED:
            self.act()

    def replace_shoe(self) -> None:
        self.carried(asks.ReplaceShoe())

    def record(self) -> Record:
        return record(self.house.store, "t1")

    def ended(self) -> Record:
        self.at += 1000
        assert self.shoes.reveal("t1", self.at) is None
        return self.record()


def dealt(store: SqliteStore) -> list[str]:
    events = [event_decoder.decode(entry.body) for entry in store.read("table:t1")]
    return [
        card for event in events if isinstance(event, CardsDealt) for card in event.cards.split()
    ]


def orders(path: Path) -> list[str]:
    """Every order that the house revealed."""
    events = [decoder.decode(entry.body) for entry in SqliteStore(path).read("shoe:t1")]
    return [event.order for event in events if isinstance(event, ShoeRevealed)]


# Play


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


# Secrecy


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
    first = ShoeKey.at(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["shoes.key"]
    store = SqliteStore(tmp_path / "house.db")
    SealedShoes(store, first).seal("t1", 1, 5)
    assert SealedShoes(store, ShoeKey.at(path)).current("t1") is not None
    path.write_bytes(b"short")
    with pytest.raises(BadInput, match="holds no key for shoes"):
        ShoeKey.at(path)


# A crash


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


# Tampering


@pytest.fixture(scope="module")
def baccarat(tmp_path_factory: pytest.TempPathFactory) -> Record:
    played = Played(tmp_path_factory.mktemp("fair") / "house.db")
    played.rounds(3)
    played.replace_shoe()
    played.rounds(3)
    return played.ended()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Record:
    played = Played(tmp_path_factory.mktemp("fair") / "house.db", "three-pictures")
    played.rounds(3)
    return played.ended()


def with_shoe(found: Record, index: int, **changes: object) -> Record:
    shoes = list(found.shoes)
    shoes[index] = replace(shoes[index], **changes)
    return replace(found, shoes=tuple(shoes))


def with_round(found: Record, index: int, **changes: object) -> Record:
    rounds = list(found.rounds)
    rounds[index] = replace(rounds[index], **changes)
    return replace(found, rounds=tuple(rounds))


def with_cards(found: Record, index: int, cards: Callable[[list[str]], list[str]]) -> Record:
    drawn = found.rounds[index].drawn
    changed = cards([one.cards for one in drawn])
    pairs = zip(changed, drawn, strict=False)
    return with_round(found, index, drawn=tuple(replace(one, cards=cards) for cards, one in pairs))


def another_order(shoe: Shoe) -> str:
    cards = shoe.order.split()
    Random(1).shuffle(cards)
    return " ".join(cards)


def committed_anew(shoe: Shoe, order: str) -> dict[str, str]:
    """As a house that lies consistently would have it."""
    return {"order": order, "commitment": commitment(shoe.shoe, shoe.decks, order, shoe.salt)}


def exchanged(cards: list[str]) -> list[str]:
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return cards


def doctored(shoe: Shoe) -> str:
    """The last card is another one: two of one kind and none of another."""
    *cards, last = shoe.order.split()
    return " ".join([*cards, next(WRITTEN[card] for card in DECK if WRITTEN[card] != last)])


LATE = When(10**6, 10**9)
TAMPERED: dict[str, tuple[Callable[[Record], Record], str]] = {
    "an order exchanged": (
        lambda r: with_shoe(r, 0, order=another_order(r.shoes[0])),
        "are not what the commitment was made of",
    ),
    "a salt exchanged": (
        lambda r: with_shoe(r, 0, salt="00" * 32),
        "are not what the commitment was made of",
    ),
    "a commitment exchanged": (
        lambda r: with_shoe(r, 1, commitment="00" * 32),
        "shoe t1-2: its order and salt are not what the commitment was made of",
    ),
    "another number of decks": (lambda r: with_shoe(r, 0, decks=6), "is not 6 whole packs"),
    "another name": (
        lambda r: with_shoe(r, 0, shoe="t2-1"),
        "shoe t2-1: its order and salt are not what the commitment was made of",
    ),
    "a shoe with a wrong card": (
        lambda r: with_shoe(r, 0, **committed_anew(r.shoes[0], doctored(r.shoes[0]))),
        "is not 8 whole packs",
    ),
    "a shoe with no cards": (
        lambda r: with_shoe(r, 0, **committed_anew(r.shoes[0], "?? Xx")),
        "is not 8 whole packs",
    ),
    "another order, committed to": (
        lambda r: with_shoe(r, 0, **committed_anew(r.shoes[0], another_order(r.shoes[0]))),
        "came next",
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


def sealed_in(found: Record) -> int:
    return found.rounds[3].opened.position + 1


@pytest.mark.parametrize("tampering", TAMPERED)
def test_tampering_is_found(baccarat: Record, tampering: str) -> None:
    tamper, wanted = TAMPERED[tampering]
    changed = tamper(baccarat)
    assert changed != baccarat
    found = verify(changed)
    assert [line for line in found if wanted in line], found
    assert verify(baccarat) == []


def test_one_pack_for_two_rounds_is_found(pictures: Record) -> None:
    changed = replace(pictures, shoes=pictures.shoes[:1])
    said = "round 2: shoe t1-1 is one pack and had served a round already"
    assert said in verify(changed)
    assert verify(pictures) == []


@pytest.mark.parametrize("index", range(3))
def test_any_card_of_one_pack_counts(pictures: Record, index: int) -> None:
    for place in range(len(pictures.rounds[index].drawn)):

        def change(cards: list[str], place: int = place) -> list[str]:
            first, *rest = cards[place].split()
            other = next(WRITTEN[card] for card in DECK if WRITTEN[card] != first)
            return [*cards[:place], " ".join([other, *rest]), *cards[place + 1 :]]

        assert len(verify(with_cards(pictures, index, change))) == 1


# The program


def test_verify_from_the_command_line(
    baccarat: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(baccarat))
    assert run(["fairness", "verify", str(file)]) == 0
    cards = sum(len(one.cards.split()) for all_ in baccarat.rounds for one in all_.drawn)
    whole = f"2 of 2 shoes revealed, {cards} cards of 6 rounds; all as it was sealed."
    assert capsys.readouterr().out == f"Table t1: {whole}\n"
    file.write_bytes(msgspec.json.encode(with_shoe(baccarat, 0, salt="00" * 32)))
    said = "shoe t1-1: its order and salt are not what the commitment was made of"
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
