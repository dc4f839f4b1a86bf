"""Whatever people do in any order: limits hold, exclusions last, a restart changes nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.journal import snapshots
from croupier.server.money.books import BoughtIn, TicketIssued
from croupier.server.money.cage import Cage
from croupier.server.own_play import wishes
from croupier.server.own_play.events import AnyOwnPlayEvent
from croupier.server.own_play.figures import Sums
from croupier.server.own_play.limits import LimitKind
from croupier.server.own_play.state import EVOLVES
from croupier.server.play.requests import Carried, Request
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.state import Step
from croupier.wire.gaming_days import DAY, day_at, utc_day
from tests.support import configured_house
from tests.support.own_players import MANAGERS, MINUTE, START, Played
from tests.support.played_house import DEALER, PLAYERS, Floor, furnished, opened
from tests.support.said import declined

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.play.house import House

P1, P2 = PLAYERS


@pytest.mark.threat("T97")
@pytest.mark.parametrize("seed", range(8))
def test_whatever_people_do(seed: int, tmp_path: Path) -> None:
    chance, played = Random(seed), Played(tmp_path / "house.db")
    for _ in range(120):
        played.at += chance.choice((1_000, 5_000, MINUTE, 20 * MINUTE))
        if chance.random() < 0.03:
            played.at += chance.choice((DAY - MINUTE, DAY, DAY + MINUTE))
        for who in PLAYERS:
            played.lost_today(who.name)  # where the day began
        match chance.choice(("bets", "bets", "bets", "round", "round", "wish", "buy", "restart")):
            case "bets":
                played.bets(chance)
            case "round":
                played.round(chance.choice(("t1", "t2")))
            case "wish":
                played.own_wish(chance.choice(PLAYERS).name, chance)
            case "buy":
                played.buy_in(chance.choice(PLAYERS).name)
            case _:
                played.restart()
    for who in PLAYERS:
        own = played.house.own_play[who.name]
        net = sum(sums.net for sums in own.days.values())
        if played.at - START < 30 * DAY:
            assert net == played.lying(who.name) - played.lost(who.name), "as the ledger has it"
    assert list(faults(played.house.store)) == []


def test_every_event_changes_something_known() -> None:
    assert set(EVOLVES) == set(AnyOwnPlayEvent.__args__)


def ask(house: House, table: str, who: Who, command: asks.AnyCommand, at: int) -> object:
    [reply] = house.submit([Request(table, who, command, at)])
    return reply


def limited(house: House, kind: LimitKind, value: int | None, at: int = START) -> None:
    own = house.own_play
    no = own.wish("p1", at, lambda on: wishes.set_limit(on.own, "p1", kind, value, on.now))
    assert no is None


def both_open(tmp_path: Path, game: str = "baccarat") -> House:
    house = furnished(tmp_path / "house.db", game, game)
    for name in ("t1", "t2"):
        assert isinstance(ask(house, name, DEALER, asks.OpenBetting(), START), Carried)
        if house.tables[name].table.setup.boxes is not None:
            assert isinstance(ask(house, name, P1, asks.Sit("p1", 1), START), Carried)
    return house


@pytest.mark.threat("T93")
@pytest.mark.parametrize(
    ("by", "told"),
    [
        (P1, "own limit, loss a day: 50.00 of 99.99 is used, and this could add 50.00"),
        (DEALER, "p1: not by what holds for this player's play"),
    ],
    ids=["player", "dealer"],
)
def test_two_wagers_at_once_at_two_tables_do_not_pass_a_limit(
    tmp_path: Path, by: Who, told: str
) -> None:
    """To the dealer no figure is told."""
    house = both_open(tmp_path, "three-pictures")
    limited(house, LimitKind.LOSS_DAY, 9_999)
    bets = [
        Request(name, by, asks.Place("p1", "initial", 5_000, 1), START + 1) for name in ("t1", "t2")
    ]
    first, second = house.submit(bets)
    assert isinstance(first, Carried)
    assert second == declined(Policy.OWN_LIMIT, told)
    assert by == P1 or "9999" not in msgspec.json.encode(second).decode(), "nor as a fact"
    limited(house, LimitKind.LOSS_DAY, 9_000, START + 2)
    more = asks.Place("p1", "initial", 4_000, 1)
    assert isinstance(ask(house, "t2", by, more, START + 3), Carried)
    assert isinstance(ask(house, "t1", by, asks.Place("p1", "initial", 100, 1), START + 4), Refused)


def test_a_withdrawn_bet_is_no_stake(tmp_path: Path) -> None:
    house = both_open(tmp_path)
    limited(house, LimitKind.STAKED_DAY, 5_000)
    assert isinstance(ask(house, "t1", P1, asks.Place("p1", "player", 5_000), START + 1), Carried)
    assert isinstance(ask(house, "t2", P1, asks.Place("p1", "player", 2_500), START + 2), Refused)
    assert isinstance(ask(house, "t1", P1, asks.Withdraw("p1", "player"), START + 3), Carried)
    assert isinstance(ask(house, "t2", P1, asks.Place("p1", "player", 5_000), START + 4), Carried)


def test_an_ante_is_taken_only_if_the_play_bet_can_follow(tmp_path: Path) -> None:
    """And then it follows, whatever holds since."""
    house = furnished(tmp_path / "house.db", "three-card-poker")
    floor = Floor(house, "t1", START)
    limited(house, LimitKind.LOSS_DAY, 9_999)
    floor.open()
    floor.carried(asks.Sit("p1", 1), P1)
    assert isinstance(floor.ask(asks.Place("p1", "ante", 5_000, 1), P1), Refused)
    floor.carried(asks.Place("p1", "ante", 4_900, 1), P1)
    assert isinstance(floor.ask(asks.Place("p1", "pair-plus", 2_500, 1), P1), Refused)
    floor.deal()
    limited(house, LimitKind.LOSS_DAY, 0, floor.at)
    made = wishes.exclude(house.own_play["p1"], "p1", 6, floor.at)
    assert house.own_play.wish("p1", floor.at, lambda _: made) is None
    floor.carried(asks.Look("p1", 1), P1)
    floor.carried(asks.Decide("p1", 1, Choice.PLAY), P1)
    floor.carried(asks.ExposeDealer(), DEALER)
    floor.carried(asks.Settle(floor.meter()), DEALER)
    assert floor.table.step is Step.CONCLUDED
    sums = house.own_play["p1"].today(floor.at, utc_day(floor.at))
    assert (sums.staked, sums.rounds) == (9_800, 1)
    floor.open()
    told = floor.ask(asks.Place("p1", "ante", 2_500, 1), P1)
    assert isinstance(told, Refused)
    assert told.why is Policy.EXCLUDED


@pytest.mark.standard(55)
def test_who_is_excluded_is_paid_and_cannot_sit_or_buy_in(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    cage = Cage(house.store, house.balances, house.own_play)
    made = wishes.exclude(house.own_play["p1"], "p1", 6, START)
    assert house.own_play.wish("p1", START, lambda _: made) is None
    until = wishes.months_after(START, 6)
    for at in (START + 1, until - 1):
        for by in (P1, DEALER, Who("f1", Role.SHIFT_MANAGER)):
            told = ask(house, "t1", by, asks.Sit("p1", 1), at)
            assert isinstance(told, Refused)
        assert isinstance(cage.buy_in("p1", 100, "c1", at), Refused)
        assert isinstance(cage.cash_out("p1", 100, "p1", at), TicketIssued)
    house.store.close()
    again = opened(tmp_path / "house.db")
    assert isinstance(ask(again, "t1", P1, asks.Sit("p1", 1), until - 1), Refused)
    assert isinstance(ask(again, "t1", P1, asks.Sit("p1", 1), until), Carried)
    cage = Cage(again.store, again.balances, again.own_play)
    assert isinstance(cage.buy_in("p1", 100, "c1", until), BoughtIn)


def test_a_bar_is_lifted_by_two_people_and_lifts_no_exclusion(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    own, (first, second) = house.own_play, MANAGERS
    assert own.wish("p1", 1, lambda on: wishes.bar(on.own, "p1", first, "a secret", 1)) is None
    assert own.wish("p1", 2, lambda on: wishes.exclude(on.own, "p1", 6, 2)) is None
    lift = lambda on: wishes.propose_lift(on.own, "p1", first, "calm", 3)  # noqa: E731
    assert own.wish("p1", 3, lift) is None
    told = own.wish("p1", 4, lambda on: wishes.confirm_lift(on.own, "p1", first, 4))
    assert told is not None
    made = Who("m2", Role.PIT_MANAGER, apart=("m1",))
    told = own.wish("p1", 5, lambda on: wishes.confirm_lift(on.own, "p1", made, 5))
    assert told == wishes.SECOND_PERSON, "made by the first"
    assert own.wish("p1", 6, lambda on: wishes.confirm_lift(on.own, "p1", second, 6)) is None
    assert own["p1"].bar is None
    no = ask(house, "t1", P1, asks.Sit("p1", 1), 7)
    assert isinstance(no, Refused)
    assert no.why is Policy.EXCLUDED
    entries = list(house.store.read("own-play"))
    assert not any(b"a secret" in one.body for one in entries)


def test_a_request_that_is_repeated_is_carried_out_once(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    own = house.own_play

    def rest(at: int) -> Refused | None:
        return own.wish(
            "p1", at, lambda on: wishes.take_break(on.own, "p1", at + 15 * MINUTE, at), "@p1/play/1"
        )

    assert rest(START) is None
    before = own.stream.version
    assert rest(START + 5_000) is None
    assert own.stream.version == before
    assert own["p1"].rest is not None
    assert own["p1"].rest.until == START + 15 * MINUTE


def test_a_snapshot_holds_what_the_stream_comes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 5)
    monkeypatch.setattr("croupier.server.own_play.keeping.EVERY", 5)
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house, "t1", START)
    limited(house, LimitKind.LOSS_WEEK, 10**9)
    for _ in range(4):
        floor.round()
    assert house.own_play.stream.snapshot_at
    assert list(faults(house.store)) == []
    before = house.own_play.stream
    house.store.close()
    again = opened(tmp_path / "house.db")
    assert again.own_play.stream == before
    assert msgspec.msgpack.encode(again.own_play.stream.state)
    assert list(faults(again.store)) == []


def test_a_house_writes_its_gaming_day_with_what_it_counts(tmp_path: Path) -> None:
    text = 'time_zone = "Asia/Singapore"\ngaming_day = "06:00"\n' + configured_house.written(
        "baccarat"
    )
    house = configured_house.opened(tmp_path, text)
    at = house.clock()
    house.cage.buy_in("p1", 50_000, "c1", at)
    [entry] = house.store.read("own-play")
    day = list(day_at("Asia/Singapore", "06:00", at))
    assert msgspec.json.decode(entry.body)["day"] == day
    assert house.play.own_play["p1"].days == {day[0]: Sums(paid_in=50_000)}
    house.close()
