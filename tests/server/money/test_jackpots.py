"""One jackpot for many tables, through the running house: who is paid what, and on what terms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.meter import (
    MajorPaid,
)
from croupier.wire.house import setup_of
from tests.support.jackpot_tables import (
    BET,
    D1,
    GAME,
    KEYS,
    M1,
    M2,
    MAJOR,
    ODD,
    OTHER,
    SEED,
    UPCARDS,
    Pit,
    setup,
    whole,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.standard(42, 44)
@pytest.mark.clause(
    "three-card-poker",
    "4.9",
    "4.9.1",
    "4.4",
    "1.15",
    title="Two winners are not paid the same meter",
)
@pytest.mark.parametrize("dealt_first", ["t1", "t2"])
@pytest.mark.parametrize("settled_first", ["t1", "t2"])
@pytest.mark.parametrize("together", [True, False])
def test_two_winners_are_not_paid_the_same_meter(
    pit: Pit, dealt_first: str, settled_first: str, *, together: bool
) -> None:
    """The hand dealt first takes what is displayed, whichever table settles first."""
    other = {"t1": "t2", "t2": "t1"}
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
    for name in (dealt_first, other[dealt_first]):
        pit.deal(name, MAJOR)
    for name in ("t1", "t2"):
        pit.decide(name)
    asked = [pit.request(name, asks.Settle(), D1) for name in (settled_first, other[settled_first])]
    for batch in [asked] if together else [[one] for one in asked]:
        assert all(isinstance(reply, Carried) for reply in pit.house.submit(batch))
    assert pit.awarded(dealt_first) == [SEED + 200]
    assert pit.awarded(other[dealt_first]) == [SEED]
    assert pit.shown == SEED
    won = {one.table: one.cents for one in pit.journal() if isinstance(one, MajorPaid)}
    assert won == {dealt_first: SEED + 200, other[dealt_first]: SEED}
    whole(pit)


@pytest.mark.standard(44)
@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    title="Hands of the same instant go by the order in which the house wrote them",
)
def test_hands_of_the_same_instant_go_by_the_order_in_which_the_house_wrote_them(pit: Pit) -> None:
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
    hands = [pit.request(name, asks.Deal(MAJOR), D1) for name in ("t2", "t1")]
    pit.house.submit([replace(one, at=pit.at) for one in hands])
    for name in ("t1", "t2"):
        for cards in (OTHER, UPCARDS):
            pit.carry(name, asks.Deal(cards))
        pit.decide(name)
    assert pit.table("t1").round.complete_at[1] == pit.table("t2").round.complete_at[1]
    pit.carry("t1", asks.Settle())
    pit.carry("t2", asks.Settle())
    assert (pit.awarded("t1"), pit.awarded("t2")) == ([SEED], [SEED + 200])


@pytest.mark.standard(44)
@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    "3.12.1",
    title="An award is provisional until the rounds of hands dealt earlier are over",
)
@pytest.mark.parametrize(
    ("choice", "won"),
    [
        (Choice.PLAY, {"t1p1": SEED + 200, "t2p1": SEED}),
        (Choice.FOLD, {"t2p1": SEED + 200}),
    ],
)
def test_an_award_is_provisional_until_the_rounds_of_hands_dealt_earlier_are_over(
    pit: Pit, choice: Choice, won: dict[str, int]
) -> None:
    """For one who folds wins nothing, and the next one is then the first."""
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, MAJOR)
    pit.decide("t2")
    pit.carry("t2", asks.Settle())
    assert (pit.awarded("t2"), pit.shown) == ([SEED], SEED + 200)
    pit.decide("t1", choice)
    pit.carry("t1", asks.Settle())
    assert (pit.won, pit.shown) == (won, SEED)
    whole(pit)


@pytest.mark.clause("three-card-poker", "4.9.1", title="A hand dealt later is not waited for")
def test_a_hand_dealt_later_is_not_waited_for(pit: Pit) -> None:
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, MAJOR)
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    pit.decide("t2")
    pit.carry("t2", asks.Settle())
    assert (pit.awarded("t1"), pit.awarded("t2")) == ([SEED + 200], [SEED])


@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    "1.15",
    title="A round's own contribution is in its award or in the next meter",
)
@pytest.mark.parametrize(
    ("reading", "paid", "left"),
    [("in-the-award", SEED + 200, SEED), ("after-reset", SEED + 100, SEED + 100)],
)
def test_a_round_s_own_contribution_is_in_its_award_or_in_the_next_meter(
    tmp_path: Path, reading: str, paid: int, left: int
) -> None:
    pit = Pit(tmp_path / "house.db", readings={"contribution-of-winning-round": reading})
    pit.until_exposed("t1", ODD)
    pit.carry("t1", asks.Settle())
    pit.until_exposed("t2")
    pit.carry("t2", asks.Settle())
    assert (pit.awarded("t2"), pit.shown) == ([paid], left)
    whole(pit)


def test_the_amount_is_the_house_s_to_say(pit: Pit) -> None:
    """Whatever a dealer's terminal sends."""
    pit.until_exposed("t1")
    pit.carry("t1", asks.Settle(99_999_999))
    assert pit.awarded("t1") == [SEED + 100]


@pytest.mark.standard(46)
def test_the_display_changes_with_the_commit_that_closes_betting(pit: Pit) -> None:
    pit.open("t1", (True, True))
    assert pit.shown == SEED
    pit.carry("t1", asks.CloseBetting())
    assert pit.shown == SEED + 200


@pytest.mark.standard(20, 42)
@pytest.mark.clause(
    "three-card-poker", "1.15", title="Fractions of a cent of all tables are carried"
)
@pytest.mark.parametrize("rate", ["1/3", "1/5", "1/3000"])
def test_fractions_of_a_cent_of_all_tables_are_carried(tmp_path: Path, rate: str) -> None:
    pit = Pit(tmp_path / "house.db", 3, rate)
    for name in ("t1", "t2", "t3", "t1", "t2"):
        pit.until_exposed(name, ODD)
        pit.carry(name, asks.Settle())
    assert pit.house.meters[GAME].jackpot.meter.cents == SEED + Fraction(rate) * 5 * BET
    whole(pit)


@pytest.mark.standard(47, 48)
@pytest.mark.parametrize(
    ("seed", "rate", "taken"),
    [(SEED, "1/5", True), (SEED, "2/10", True), (SEED + 1, "1/5", False), (SEED, "1/4", False)],
)
def test_a_table_has_the_terms_of_the_meter_that_it_shares(
    pit: Pit, seed: int, rate: str, *, taken: bool
) -> None:
    """G 2.4.2: the rate of a jackpot that is running is not changed, at no table of it."""
    other = replace(setup(), jackpot=(BET, seed, rate))
    reply = pit.ask("t1", asks.Configure(other), M1)
    assert isinstance(reply, Carried) == taken
    if taken:
        pit.house.add_table("t9", other, "m1", 1)
    else:
        assert isinstance(reply, Refused)
        assert reply.why == "no-such-setup"
        with pytest.raises(BadInput, match="all its tables share"):
            pit.house.add_table("t9", other, "m1", 1)


def test_a_table_that_comes_to_play_the_game_feeds_its_meter(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "house.db"), KEYS)
    house.add_table("t1", setup_of("three-pictures"), "m1", 0)
    Cage(house.store, house.balances, house.own_play).buy_in("p1", 100_000, "c1", 0)
    p1 = Who("p1", Role.PLAYER)
    asked: list[tuple[Who, asks.AnyCommand]] = [
        (M1, asks.Configure(setup())),
        (M2, asks.Approve()),
        (D1, asks.OpenBetting()),
        (p1, asks.Place("p1", "ante", 2500, 1)),
        (p1, asks.Place("p1", "progressive", BET, 1)),
        (D1, asks.CloseBetting()),
    ]
    replies = house.submit([Request("t1", who, one, 1) for who, one in asked])
    assert [type(reply) for reply in replies] == [Carried] * 6
    assert house.meters[GAME].jackpot.displayed_cents == SEED + 100
