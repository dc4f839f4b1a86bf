"""Our records against the wallet's list: what differs is named, what is under way is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.stream import Stream
from croupier.server.money.wallet import books
from croupier.server.money.wallet.port import Done, NoAnswer, Transfer
from croupier.server.money.wallet.reconciling import Outstanding, Reconciling, outstanding

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.server.money.wallet.port import Answer

A, B, C, D = (letter * 32 for letter in "abcd")


class Listing:
    """A wallet that lists what it is told to."""

    def __init__(self, *listed: Transfer) -> None:
        self.listed: Sequence[Transfer] = listed

    def reserve(self, one: books.ReservationIntended) -> Answer:
        return self.balance(one.player)

    def roll_back(self, one: books.ReservationIntended | books.ToSend) -> Answer:
        return self.balance(one.player)

    def settle(self, one: books.SettlementDue) -> Answer:
        return self.balance(one.player)

    def balance(self, player: str) -> Answer:  # noqa: ARG002 - of the port
        return Done(0)

    def transfers(self, after: int) -> Sequence[Transfer] | NoAnswer:
        return [one for one in self.listed if one.number > after][:2]


def listed(number: int, name: str, kind: str, cents: int, player: str = "p1") -> Transfer:
    return Transfer(number=number, id=name, kind=kind, player=player, cents=cents)


def intended(name: str, cents: int) -> books.ReservationIntended:
    return books.ReservationIntended(at=1, id=name, player="p1", cents=cents, round="t1:1")


def taken(name: str, cents: int) -> books.ReservationTaken:
    return books.ReservationTaken(at=1, id=name, player="p1", cents=cents, round="t1:1")


def unused(name: str, cents: int) -> books.ReservationUnused:
    return books.ReservationUnused(at=1, id=name, player="p1", cents=cents, round="t1:1")


def rolled_back(name: str) -> books.ReservationRolledBack:
    return books.ReservationRolledBack(at=1, id=name, player="p1")


def due(name: str, cents: int, *closes: str) -> books.SettlementDue:
    return books.SettlementDue(at=1, id=name, player="p1", cents=cents, closes=closes)


def sent(name: str) -> books.SettlementTaken:
    return books.SettlementTaken(at=1, id=name, player="p1")


@pytest.fixture
def stream(tmp_path: Path) -> Stream[books.AnyWalletEvent, books.Books]:
    return Stream(SqliteStore(tmp_path / "house.db"), books.WALLETS, books.Books())


OurStream = Stream[books.AnyWalletEvent, books.Books]


def write(stream: OurStream, *events: books.AnyWalletEvent) -> None:
    for event in events:
        assert stream.append(event) is event


def differences(stream: OurStream, *theirs: Transfer) -> list[str]:
    reconciling, before = Reconciling(), stream.version
    reconciling.list_of(Listing(*theirs))
    return reconciling.compared(stream.store, before)


def test_what_both_have_differs_in_nothing(stream: OurStream) -> None:
    write(stream, intended(A, 500), taken(A, 500), due(B, 900, "t1:1"), sent(B))
    write(stream, intended(C, 300), rolled_back(C), intended(D, 400), taken(D, 400))
    write(stream, unused(D, 400), rolled_back(D))
    theirs = (
        listed(1, A, "reserve", 500),
        listed(2, B, "settle", 900),
        listed(3, C, "roll-back", 0),
        listed(4, D, "reserve", 400),
        listed(5, D, "roll-back", 400),
    )
    assert differences(stream, *theirs) == []


def test_each_difference_is_named_by_its_id(stream: OurStream) -> None:
    write(stream, intended(A, 500), taken(A, 500), due(B, 900, "t1:1"), sent(B))
    assert differences(stream, listed(1, A, "reserve", 400), listed(2, C, "reserve", 100)) == [
        f"{A}: 5.00 reserved of p1 here, 4.00 reserved of p1 in the wallet",
        f"{B}: 9.00 added of p1 here, and the wallet has nothing of it",
        f"{C}: 1.00 reserved of p1 in the wallet, and this house knows nothing of it",
    ]
    other = (listed(1, A, "reserve", 500, "p2"), listed(2, B, "settle", 900))
    assert differences(stream, *other) == [
        f"{A}: 5.00 reserved of p1 here, 5.00 reserved of p2 in the wallet"
    ]
    undone = (listed(1, A, "reserve", 500), listed(2, B, "settle", 900))
    assert differences(stream, *undone, listed(3, A, "roll-back", 500)) == [
        f"{A}: 5.00 reserved of p1 here, 0.00 added of p1 in the wallet"
    ]


def test_what_is_under_way_is_no_difference(stream: OurStream) -> None:
    write(stream, intended(A, 500), intended(B, 500), taken(B, 500), due(C, 100))
    assert differences(stream, listed(1, B, "reserve", 500)) == []
    assert differences(stream, listed(1, A, "reserve", 500), listed(2, B, "reserve", 500)) == []
    assert outstanding(stream.state) == Outstanding(1, 1, 100)


def test_what_was_written_after_the_list_is_compared_the_next_time(stream: OurStream) -> None:
    reconciling, wallet = Reconciling(), Listing()
    before = stream.version
    reconciling.list_of(wallet)
    write(stream, intended(A, 500), taken(A, 500))
    assert reconciling.compared(stream.store, before) == []
    lacks = [f"{A}: 5.00 reserved of p1 here, and the wallet has nothing of it"]
    assert reconciling.compared(stream.store, stream.version) == lacks
    wallet.listed = [listed(1, A, "reserve", 500)]
    reconciling.list_of(wallet)
    assert reconciling.compared(stream.store, stream.version) == []
    assert (reconciling.ours, reconciling.theirs) == ({}, {})
    write(stream, unused(A, 500), rolled_back(A))
    wallet.listed = [listed(2, A, "roll-back", 500)]
    reconciling.list_of(wallet)
    assert reconciling.compared(stream.store, stream.version) == []


class Repeating(Listing):
    def transfers(self, after: int) -> Sequence[Transfer] | NoAnswer:  # noqa: ARG002
        return self.listed


class Silent(Listing):
    def transfers(self, after: int) -> Sequence[Transfer] | NoAnswer:  # noqa: ARG002
        return NoAnswer("cannot be reached")


def test_a_wallet_that_lists_for_ever_or_not_at_all_is_said() -> None:
    with pytest.raises(BadInput, match="lists the same transfers again"):
        Reconciling().list_of(Repeating(listed(1, A, "reserve", 1)))
    with pytest.raises(BadInput, match="lists the same transfers again"):
        Reconciling().list_of(Repeating(listed(2, A, "reserve", 1), listed(1, B, "reserve", 1)))
    with pytest.raises(BadInput, match="the wallet cannot be reached"):
        Reconciling().list_of(Silent())


def test_state_is_a_fold(stream: OurStream) -> None:
    write(stream, intended(A, 500), taken(A, 500), intended(B, 200), taken(B, 200))
    write(stream, unused(B, 200), due(C, 0, "t1:1"))
    again = Stream(stream.store, books.WALLETS, books.Books())
    assert again.state == books.Books({}, {"p1": {B: unused(B, 200), C: due(C, 0, "t1:1")}}, {})
    assert (again.state.owing("p1"), again.state.owing("p2")) == (200, 0)
    write(stream, sent(C), rolled_back(B))
    assert stream.state == books.Books()


def test_a_snapshot_is_read_as_it_was_saved(stream: OurStream) -> None:
    write(stream, intended(A, 500), taken(A, 500), intended(B, 1), due(C, 7), intended(D, 2))
    codec = books.BOOKS
    assert codec.load(codec.save(stream.state)) == stream.state


def test_each_event_moves_its_money_between_the_wallet_and_the_player() -> None:
    assert books.postings(intended(A, 5)) == books.postings(rolled_back(A)) == ()
    assert books.postings(taken(A, 5)) == (("wallet", -5), ("player:p1", 5))
    assert books.postings(unused(A, 5)) == (("wallet", 5), ("player:p1", -5))
    assert books.postings(due(A, 5)) == (("wallet", 5), ("player:p1", -5))
    assert books.postings(due(A, 0)) == books.postings(sent(A)) == ()
