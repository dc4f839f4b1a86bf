"""What an insider tries at a table that is not his to deal: over a real server and real sockets."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.rules import NAME
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import AUTOMATIC, SHOE, Who
from croupier.table.state import Step
from croupier.table.views import view
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.typed_cards import entered

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

D1, S1, S2 = (
    Who(name, role)
    for name, role in (
        ("d1", Role.DEALER),
        ("s1", Role.PIT_SUPERVISOR),
        ("s2", Role.PIT_SUPERVISOR),
    )
)
DEALERS_PART: tuple[asks.AnyCommand, ...] = (
    asks.OpenBetting(),
    asks.CloseBetting(),
    asks.Deal("9h"),
    asks.ReturnHand(1, "9h 9d"),
    asks.ExposeDealer("9h 9d"),
    asks.Settle(),
    asks.ReplaceShoe(),
    asks.TimeUp(),
    asks.Interrupt(),
)


def asked(house: OpenHouse, command: asks.AnyCommand, who: Who) -> Carried | Refused:
    [reply] = house.play.submit([Request("baccarat", who, command, house.clock())])
    return reply


@pytest.mark.threat("T10")
def test_no_person_of_any_role_deals_at_an_automatic_table(tmp_path: Path) -> None:
    """`close-betting` and `deal 9h 2c Kd 3s` at t5 were a win for whoever could sign in as d1."""
    house = opened(tmp_path, written("baccarat"))
    for role in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER):
        for command in DEALERS_PART:
            reply = asked(house, command, Who("x1", role))
            assert isinstance(reply, Refused), (role, command)
            assert reply.says == "the house's own dealer deals here, and no person"
    assert isinstance(asked(house, asks.OpenBetting(), AUTOMATIC), Carried)
    assert isinstance(asked(house, asks.CloseBetting(), D1), Refused)
    house.close()


def test_no_account_has_the_name_of_the_house_or_of_a_shoe() -> None:
    for name in (AUTOMATIC.name, f"{SHOE}s1", f"{SHOE}s1 card 1", "house", "clock"):
        assert NAME.fullmatch(name) is None


def test_who_deals_is_changed_by_two_people_and_not_back_by_the_file(tmp_path: Path) -> None:
    house = opened(tmp_path, written("baccarat"))
    by_person = replace(house.play.tables["baccarat"].table.setup, dealer="person")
    asked(house, asks.Configure(by_person), S1)
    assert isinstance(asked(house, asks.Approve(), S1), Refused)
    assert isinstance(asked(house, asks.Approve(), S2), Carried)
    assert isinstance(asked(house, asks.OpenBetting(), D1), Carried)
    house.close()
    again = opened(tmp_path, written("baccarat"))
    assert again.play.tables["baccarat"].table.setup.dealer == "person"
    again.close()


def test_by_socket_the_round_goes_on_as_the_house_deals_it(tmp_path: Path) -> None:
    house = opened(tmp_path, written("baccarat", betting_seconds=1))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    [password] = [password for name, _, password in staff if name == "d1"]
    with on_the_web(house) as where, ExitStack() as entering:
        dealer = entered(entering, where, "baccarat", "/api/sign-in", name="d1", password=password)
        table = house.play.tables["baccarat"]
        until(lambda: table.table.step is Step.BETTING)
        for command in DEALERS_PART:
            asked_for = msgspec.to_builtins(command)
            told = dealer.ask(asked_for.pop("command"), **asked_for)
            assert (told["type"], told["why"]) == ("refused", "not-permitted")
            assert told["says"] == "the house's own dealer deals here, and no person"
        assert view(table.table, D1).next == ()
        player = entered(entering, where, "baccarat", "/api/guest")
        player.does("place", player=player.name, bet="player", cents=2500)
        until(lambda: table.table.round.number > 1)
    store = SqliteStore(tmp_path / "house.db")
    events = [happened.decoder.decode(one.body) for one in store.read("table:baccarat")]
    store.close()
    dealt = {one.by for one in events if isinstance(one, happened.CardsDealt)}
    assert dealt == {AUTOMATIC.name}
