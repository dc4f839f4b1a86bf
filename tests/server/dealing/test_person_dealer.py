"""Tables that a person deals, over a real server and real sockets: cards are typed."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK
from croupier.engine.irregularities import Device
from croupier.games import GAMES, game
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from croupier.table.commands import DEALER
from croupier.table.state import Step, next_place, set_size
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.typed_cards import BOX, Room, entered, found

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


PERSON = 'dealer = "person"'


@pytest.fixture
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    game, more, seconds = request.param
    house = opened(tmp_path, written(game, more=f"{PERSON}\n{more}", betting_seconds=seconds))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    [password] = [password for name, _, password in staff if name == "d1"]
    with on_the_web(house) as where, ExitStack() as entering:
        dealer = entered(entering, where, game, "/api/sign-in", name="d1", password=password)
        yield Room(house, game, dealer, entered(entering, where, game, "/api/guest"))
    store = SqliteStore(tmp_path / "house.db")
    assert list(faults(store, house.keys.public)) == []
    store.close()


def rooms(*games: str, device: Device | None = None, seconds: int = 60) -> pytest.MarkDecorator:
    """A room for each game; with the device, where its document knows it."""
    more = {name: f'device = "{device}"' for name in games if device in game(name).procedure.deals}
    given = [pytest.param((name, more.get(name, ""), seconds), id=name) for name in games]
    return pytest.mark.parametrize("room", given, indirect=True)


ALL = [game.name for game in GAMES]
WITH_BOXES = [game.name for game in GAMES if game.boxes is not None]
PACK = [str(card) for card in DECK[::5] + DECK[1::5] + DECK[2::5]]


@rooms(*ALL)
def test_a_whole_round_by_typed_cards(room: Room) -> None:
    room.bet()
    room.deal(PACK.copy())
    if room.table.setup.boxes is not None:
        hidden = [str(card) for place in (DEALER, BOX) for card in room.table.cards_of(place)]
        assert len(hidden) == 2 * room.hand_size
        assert found(hidden, room.received(room.player)) == []
        assert found(hidden, room.received(room.dealer)) == []
        if room.table.game.procedure.looking:
            room.player.does("look", player=room.player.name, box=BOX)
        dealers = [str(card) for card in room.table.cards_of(DEALER)]
        assert found(dealers, room.received(room.player)) == []
        room.play()
        assert found(hidden, room.received(room.player)) == hidden
    room.dealer.does("settle")
    assert room.table.step is Step.CONCLUDED
    [line] = [line for line in room.table.round.lines if line.bet == room.table.main_bet]
    assert (line.player, bool(line.clauses)) == (room.player.name, True)


@rooms(*WITH_BOXES)
def test_cards_that_are_read_when_they_are_turned_over(room: Room) -> None:
    room.bet()
    room.deal(["??"] * 10)
    cards = PACK[: 2 * room.hand_size]
    told = room.dealer.ask("settle")
    assert told["type"] == "refused"
    room.play(cards)
    turned = [[str(card) for card in room.table.cards_of(place)] for place in (BOX, DEALER)]
    assert turned == list(room.hands(cards))
    room.dealer.does("settle")
    assert room.table.step is Step.CONCLUDED


@rooms(*ALL, device=Device.AUTOMATED)
def test_impossible_cards_change_nothing(room: Room) -> None:
    """One line says why; with a set, one wrong card refuses all of them."""
    assert room.dealer.ask("deal", cards="Kh")["why"] == "not-now"
    room.bet()
    first = next_place(room.table)
    assert first is not None
    size = set_size(room.table, first)
    before = room.table
    wrong = {
        "Xx": "no-such-card",
        "no cards at all \N{SNOWMAN}": "no-such-card",
        "": "wrong-number-of-cards",
        " ".join(PACK[: size + 1]): "wrong-number-of-cards",
    }
    if size > 1:
        wrong[" ".join(["Kh"] * size)] = "card-already-out"
    for cards, why in wrong.items():
        told = room.dealer.ask("deal", cards=cards)
        assert (told["type"], told["why"]) == ("refused", why), told
        assert told["says"]
        assert "\n" not in told["says"]
    told = room.dealer.ask("deal", cards=" ".join(PACK[:size]), to=6)
    assert (told["type"], told["why"]) == ("refused", "wrong-recipient")
    assert room.player.ask("deal", cards=" ".join(PACK[:size]))["why"] == "not-permitted"
    assert room.table is before
    room.dealer.does("deal", cards=" ".join(PACK[:size]))
    dealt = room.table
    if room.table.setup.decks == 1:  # of several decks a card may come again
        told = room.dealer.ask("deal", cards=" ".join(PACK[:size]))
        assert told["why"] == "card-already-out"
        assert room.table is dealt


@rooms("three-card-poker", seconds=1)
def test_the_clock_goes_on_where_a_person_deals(room: Room) -> None:
    """It warns (3.9) and folds an undecided hand (5.5); nothing is closed or dealt by itself."""
    name = room.player.name
    room.dealer.does("open-betting")
    room.player.does("place", player=name, bet="ante", cents=2500, box=BOX)
    until(lambda: room.table.round.warned)
    assert not room.table.round.to_deal
    room.dealer.does("close-betting")
    assert room.table.round.drawn == ()
    room.deal(PACK.copy())
    until(lambda: room.table.round.decisions)
    assert room.table.round.decisions == {BOX: "fold"}
    room.dealer.does("expose-dealer")
    room.dealer.does("settle")
    assert room.table.step is Step.CONCLUDED


@rooms("royal-three-pictures", seconds=1)
def test_an_interruption_is_resumed_by_the_clock(room: Room) -> None:
    """Royal 5.13.1: what the clause offers on a person's word waits for a second person."""
    name = room.player.name
    room.dealer.does("open-betting")
    room.player.does("place", player=name, bet="main", cents=2500, box=BOX)
    room.dealer.does("close-betting")
    room.dealer.does("interrupt")
    until(lambda: room.table.awaiting is not None and not room.table.interrupted)
    assert room.table.awaiting is not None
    assert room.table.awaiting.ruling is not None
    assert room.table.awaiting.offers == ()
    assert room.table.awaiting.ruling.reported_by == room.dealer.name


@rooms("royal-three-pictures")
def test_the_clock_resumes_once_a_hand_that_was_seen_is_read_in(room: Room) -> None:
    """The house waits for the dealer and asks for nothing in vain meanwhile."""
    name = room.player.name
    room.player.does("sit", player=name, box=BOX)
    room.bet()
    room.deal(["??"] * 10)
    room.player.does("look", player=name, box=BOX)
    room.dealer.does("interrupt")
    told = room.dealer.ask("resume")
    assert (told["type"], told["why"]) == ("refused", "cards-unread")
    assert room.table.interrupted
    room.dealer.does("return-hand", box=BOX, cards="Kh Kd Ks")
    until(lambda: not room.table.interrupted)
    assert room.table.round.face_up == frozenset()
    assert room.table.step is Step.PLAYING
