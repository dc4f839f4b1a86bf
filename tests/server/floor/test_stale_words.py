"""No stale or false word over a socket: rounds that are over, ids used twice, ended sessions."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from croupier.engine.refusals import Refused
from croupier.server.people.accounts import SessionRevoked, SignedOut
from croupier.server.people.people import IDLE_MS
from croupier.table.state import Step
from tests.support.configured_house import on_the_web, opened, written
from tests.support.typed_cards import Room, Terminal, entered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GAME, OTHER = "baccarat", "three-pictures"
PERSON = 'dealer = "person"'


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table that a person deals: nothing happens by itself."""
    house = opened(tmp_path, written(GAME, OTHER, more=PERSON))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    [password] = [password for name, _, password in staff if name == "d1"]
    with on_the_web(house) as where, ExitStack() as entering:
        dealer = entered(entering, where, GAME, "/api/sign-in", name="d1", password=password)
        yield Room(house, GAME, dealer, entered(entering, where, GAME, "/api/guest"))


def play_round(room: Room) -> None:
    """A round that nobody else bets on."""
    if room.table.step is Step.CONCLUDED:
        room.dealer.does("open-betting")
    room.dealer.does("close-betting")
    room.deal(["Kh", "Kd", "9s", "8s"])
    room.dealer.does("settle")


def seen(terminal: Terminal) -> dict[str, Any]:
    """The table as it was last shown."""
    frames = [json.loads(frame) for frame in terminal.frames]
    view: dict[str, Any] = [one["view"] for one in frames if one["type"] == "seen"][-1]
    return view


@pytest.mark.threat("T1")
@pytest.mark.standard(29)
def test_a_wager_made_in_one_round_is_not_taken_in_the_next(room: Room) -> None:
    room.dealer.does("open-betting")
    room.received(room.player)
    wager = {"player": room.player.name, "bet": "player", "cents": 2500}
    wager["round"] = seen(room.player)["round"]
    play_round(room)  # the player's line was down meanwhile
    room.dealer.does("open-betting")
    told = room.player.ask("place", **wager)
    assert (told["type"], told["why"]) == ("refused", "another-round")
    assert told["says"] == "this was meant for round 1, and it is round 2 now"
    assert room.table.round.wagers == {}
    room.player.does("place", **wager | {"round": 2})


@pytest.mark.threat("T16")
def test_a_late_word_of_the_dealer_closes_no_later_round(room: Room) -> None:
    play_round(room)
    room.dealer.does("open-betting")
    told = room.dealer.ask("close-betting", round=1)
    assert (told["type"], told["why"]) == ("refused", "another-round")
    assert room.table.step is Step.BETTING


def again(terminal: Terminal, table: str, name: str, **command: object) -> dict[str, Any]:
    """Asks under an id that is given."""
    message = {"type": "ask", "id": name, "table": table, "command": command}
    terminal.socket.send(json.dumps(message))
    while (told := terminal.next()).get("id") != name:
        pass
    return told


@pytest.mark.threat("T2")
def test_an_id_answers_for_the_request_that_it_was_used_for_and_no_other(room: Room) -> None:
    for table in (GAME, OTHER):
        assert again(room.dealer, table, f"open {table}", command="open-betting")["type"] == (
            "acknowledged"
        )
    wager = {"command": "place", "player": room.player.name, "bet": "player", "cents": 2500}
    other = wager | {"bet": "initial", "box": 1}
    first = again(room.player, GAME, "r1", **wager)
    assert first["type"] == "acknowledged"
    assert again(room.player, GAME, "r1", **wager) == first
    for table, command in ((GAME, wager | {"cents": 5000}), (OTHER, other)):
        told = again(room.player, table, "r1", **command)
        assert (told["type"], told["why"]) == ("refused", "request-reused"), table
        assert told["says"] == "this id was used for another request"
    assert [one.cents for one in room.table.round.wagers.values()] == [2500]
    assert room.house.play.tables[OTHER].table.round.wagers == {}


def test_ids_of_two_people_are_two_ids(room: Room) -> None:
    assert again(room.dealer, GAME, "r1", command="open-betting")["type"] == "acknowledged"
    wager = {"command": "place", "player": room.player.name, "bet": "player", "cents": 2500}
    assert again(room.player, GAME, "r1", **wager)["type"] == "acknowledged"
    assert len(room.table.round.wagers) == 1


def personal(frames: list[str]) -> list[str]:
    return [one for one in frames if json.loads(one)["type"] in {"own", "purse"}]


def played_on(room: Room) -> list[str]:
    """What the player's socket is sent while the house moves the player's money and the table."""
    before = len(room.player.frames)
    moved = room.house.cage.buy_in(room.player.name, 5_000, "d1", room.house.clock())
    assert not isinstance(moved, Refused)
    room.dealer.does("close-betting")
    room.deal(["Kh", "Kd", "9s", "8s"])
    room.dealer.does("settle")
    with suppress(ConnectionClosed):
        room.received(room.player)
    return room.player.frames[before:]


def bet(room: Room) -> None:
    room.dealer.does("open-betting")
    name = room.player.name
    room.player.does("place", player=name, bet="player", cents=2500)
    room.received(room.player)


def session_of(room: Room) -> str:
    [session] = room.house.people.of(room.player.name)
    return session


def test_a_bettor_is_sent_what_is_his_own(room: Room) -> None:
    bet(room)
    assert personal(played_on(room))


ENDS = {
    "signed out": lambda room, at: SignedOut(at=at, session=session_of(room)),
    "revoked": lambda room, at: SessionRevoked(at=at, session=session_of(room), by="m1"),
}


@pytest.mark.threat("T118")
@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_nothing_personal_reaches_a_socket_whose_session_has_ended(
    room: Room, ends: Callable[[Room, int], SignedOut | SessionRevoked]
) -> None:
    bet(room)
    assert room.house.people.write(ends(room, room.house.clock())) is None
    before = len(room.player.frames)
    played_on(room)
    assert closing(room.player) == Close(4401, "not signed in")
    assert personal(room.player.frames[before:]) == []


def closing(terminal: Terminal) -> Close | None:
    """With what the house closes the connection."""
    while True:
        try:
            terminal.next()
        except ConnectionClosed as closed:
            return closed.rcvd


def test_a_command_after_signing_out_is_refused_at_once(room: Room) -> None:
    bet(room)
    gone = SignedOut(at=room.house.clock(), session=session_of(room))
    room.house.people.write(gone)
    told = room.player.ask("withdraw", player=room.player.name, bet="player")
    assert (told["type"], told["why"]) == ("refused", "not-signed-in")
    assert len(room.table.round.wagers) == 1


@pytest.mark.standard(51)
def test_a_locked_session_is_sent_public_messages_alone_until_it_is_unlocked(room: Room) -> None:
    bet(room)
    people, session = room.house.people, session_of(room)
    people.register.seen[session] = -IDLE_MS
    before = len(room.player.frames)
    told = played_on(room)
    assert (personal(told), any('"type":"seen"' in one for one in told)) == ([], True)
    assert news(room, before)["why"] == "session-locked"
    answer = room.player.ask("walk-away", player=room.player.name)
    assert (answer["type"], answer["why"]) == ("refused", "session-locked")
    people.register.seen[session] = room.house.clock()
    before = len(room.player.frames)
    assert news(room, before)["why"] is None
    while {"own", "purse"} - {json.loads(one)["type"] for one in room.player.frames[before:]}:
        room.player.next()


def news(room: Room, before: int) -> dict[str, Any]:
    """Of the session, since so many messages."""
    while True:
        for frame in room.player.frames[before:]:
            told: dict[str, Any] = json.loads(frame)
            if told["type"] == "session":
                return told
        room.player.next()
