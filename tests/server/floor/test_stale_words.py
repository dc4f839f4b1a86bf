"""No stale or false word over a socket: rounds that are over, ids used twice, ended sessions."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from croupier.table.state import Step
from tests.support.configured_house import on_the_web, opened, written
from tests.support.typed_cards import Room, Terminal, entered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "baccarat"
PERSON = 'dealer = "person"'


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table that a person deals: nothing happens by itself."""
    house = opened(tmp_path, written(GAME, more=PERSON))
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


def test_a_late_word_of_the_dealer_closes_no_later_round(room: Room) -> None:
    play_round(room)
    room.dealer.does("open-betting")
    told = room.dealer.ask("close-betting", round=1)
    assert (told["type"], told["why"]) == ("refused", "another-round")
    assert room.table.step is Step.BETTING
