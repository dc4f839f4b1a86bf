"""The house's own rules around rounds: what ends first, when winnings are released, how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.games import game
from croupier.server.money.cage import Cage
from croupier.server.money.ledger import owed, player_account, provisional
from croupier.server.past.played import played_round
from croupier.server.play.holds import HeldStakes
from croupier.server.play.requests import Carried, Request
from croupier.server.play.round_rules import RoundTerms
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.clocks import until
from croupier.table.commands import CLOCK
from croupier.table.state import Step
from croupier.wire.house import setup_of
from tests.support.each_game import each_game
from tests.support.played_house import (
    BANKROLL,
    DEALER,
    F1,
    PLAYERS,
    S1,
    Floor,
    balanced,
    furnished,
    journal,
    opened,
)
from tests.support.said import declined

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.play.house import House

P1, P2 = PLAYERS
HOUR = 3_600_000
OTHER = {"baccarat": "three-pictures"}
HELD_AT_T1 = declined(
    Policy.HELD_ELSEWHERE,
    "a stake of p1 is held at table t1: that round comes to its end before another of this game"
    " begins",
)


def least(floor: Floor, box: int = 1) -> asks.Place:
    """Of p1 on the main bet."""
    place = 0 if floor.table.setup.boxes is None else box
    return asks.Place("p1", floor.table.main_bet, 2500, place)


def floors(path: Path, game: Game) -> tuple[Floor, Floor, Floor]:
    """Two tables of a game and one of another, where bets are taken, and p1's lie at the first."""
    house = furnished(path, game.name, game.name, OTHER.get(game.name, "baccarat"))
    first, second, other = (Floor(house, f"t{number}") for number in (1, 2, 3))
    for one in (first, second, other):
        one.open()
    first.carried(least(first), P1)
    return first, second, other


def goes_on(floor: Floor) -> None:
    """By the document's own clause, a ruling and options included."""
    floor.carried(asks.Resume(), CLOCK)
    while (waiting := floor.table.awaiting) is not None:
        if waiting.offers:
            floor.at = until(floor.table) or 0
            floor.carried(asks.TimeUp(), CLOCK)
        else:
            floor.carried(asks.Rule("it is as reported"), F1)


@pytest.mark.slow
@pytest.mark.standard(5)
@each_game
def test_a_round_that_holds_a_stake_ends_before_another_of_the_game_begins(
    game: Game, tmp_path: Path
) -> None:
    first, second, other = floors(tmp_path / "house.db", game)
    second.carried(least(second), P1)  # a round that simply runs keeps nobody from another
    second.carried(asks.Withdraw("p1", second.table.main_bet, least(second).box), P1)
    first.carried(asks.Interrupt(), DEALER)
    before = first.house.store.versions()
    assert second.ask(least(second), P1) == HELD_AT_T1
    assert first.house.store.versions() == before
    second.carried(replace(least(second, 2), player="p2"), P2)  # nobody else is affected
    other.carried(least(other), P1)
    first.house.store.close()
    again = opened(tmp_path / "house.db")
    second = Floor(again, "t2", second.at)
    second.asked = 100
    assert second.ask(least(second), P1) == HELD_AT_T1
    first = Floor(again, "t1", second.at)
    first.asked = 100
    goes_on(first)
    second.carried(least(second), P1)
    balanced(again)


@pytest.mark.standard(5)
def test_who_waits_for_a_ruling_begins_no_other_and_ends_what_he_has_begun(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker", "three-card-poker")
    first, second = Floor(house), Floor(house, "t2")
    for floor in (first, second):
        floor.open()
        floor.bet()
    second.deal()
    first.deal()
    first.carried(asks.BeginReport(), DEALER)
    for box, who in enumerate(PLAYERS, 1):
        second.carried(asks.Look(who.name, box), who)
        second.carried(asks.Decide(who.name, box, Choice.PLAY), who)  # its bet is part of it
    second.carried(asks.ExposeDealer(), DEALER)
    second.carried(asks.Settle(second.meter()), DEALER)
    second.open()
    assert second.ask(least(second), P1) == HELD_AT_T1
    first.carried(asks.WithdrawReport(), DEALER)
    second.carried(least(second), P1)
    first.carried(asks.Report(irregularity="foreign-card"), DEALER)
    second.carried(replace(least(second), cents=5000), P1)  # he is in that round already
    first.carried(asks.Rule("a joker"), F1)
    assert (first.table.step, first.table.round.voided) == (Step.CONCLUDED, True)
    balanced(house)


def test_the_round_that_stands_still_is_known_within_one_commit(tmp_path: Path) -> None:
    first, second, _ = floors(tmp_path / "house.db", game("three-pictures"))
    house, at = first.house, 99_000
    replies = house.submit(
        [
            Request("t1", DEALER, asks.Interrupt(), at),
            Request("t2", P1, least(second), at),
        ]
    )
    assert isinstance(replies[0], Carried)
    assert replies[1] == HELD_AT_T1
    assert house.rounds.stakes.tables_of == {"p1": frozenset({"t1"})}
    rebuilt = HeldStakes(live.table for live in house.tables.values())
    assert rebuilt.players_at == house.rounds.stakes.players_at == {"t1": frozenset({"p1"})}
    first.at = at
    goes_on(first)
    assert (house.rounds.stakes.tables_of, house.rounds.stakes.game_of) == ({}, {})


@pytest.mark.standard(5)
def test_the_house_decides_for_who_is_away_on_record(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker")
    floor = Floor(house)
    floor.open()
    floor.bet()
    floor.deal()
    floor.carried(asks.Look("p2", 2), P2)
    floor.carried(asks.Decide("p2", 2, Choice.PLAY), P2)
    due = until(floor.table)
    assert due is not None
    floor.at = due - 1001
    early = floor.ask(asks.TimeUp(), CLOCK)
    assert isinstance(early, Refused)
    assert early.why is Refusal.TIME_NOT_OVER
    reply = floor.ask(asks.TimeUp(), CLOCK)
    assert isinstance(reply, Carried)
    [folded] = [one for one in reply.events if isinstance(one, happened.Decided)]
    assert (folded.by, folded.player, folded.choice) == ("clock", "p1", Choice.FOLD)
    assert floor.table.round.decisions == {1: Choice.FOLD, 2: Choice.PLAY}


def won(floor: Floor) -> dict[str, int]:
    """What the last round put aside, after as many as it takes for somebody to win."""
    back: dict[str, int] = {}
    while not any(back.values()):
        floor.round()
        back = {who.name: 0 for who in PLAYERS}
        for line in floor.table.round.lines:
            back[line.player] += line.back_cents
    return back


@pytest.mark.standard(10)
@each_game
def test_winnings_are_released_where_no_further_round_opens(game: Game, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", game.name)
    floor = Floor(house)
    back = won(floor)
    has = {name: house.balances[player_account(name)] for name in back}
    settled = floor.table.since
    assert house.rounds.releases_at(floor.table) == settled + 120_000
    for who in (DEALER, P1, F1):
        refused = floor.ask(asks.ReleaseWinnings(), who)
        assert isinstance(refused, Refused)
        assert refused.why is Refusal.NOT_PERMITTED
    stays = declined(Policy.NOTHING_WAITS, "what was won there stays aside for now")
    floor.at = settled + 120_000 - 1 - 1000
    assert floor.ask(asks.ReleaseWinnings(), CLOCK) == stays
    house.store.close()
    house = opened(tmp_path / "house.db")  # nothing of it is kept in memory alone
    floor.house, floor.asked, floor.at = house, 1000, settled + 120_000 - 1000
    floor.carried(asks.ReleaseWinnings(), CLOCK)
    for name, cents in back.items():
        assert house.balances.get(provisional("t1", name), 0) == 0
        assert house.balances[player_account(name)] == has[name] + cents
    number = floor.table.round.number
    told = [one for one in journal(house, "t1") if isinstance(one, happened.WinningsReleased)]
    assert told == [happened.WinningsReleased(by="clock", at=settled + 120_000, round=number)]
    released = played_round(house.store, "t1", number).released
    assert sum(one.cents for one in released if one.account.startswith("player:")) == sum(
        back.values()
    )
    assert house.rounds.releases_at(floor.table) is None
    assert floor.ask(asks.ReleaseWinnings(), CLOCK) == stays
    floor.open()
    assert [house.balances[player_account(name)] for name in back] == [
        has[name] + cents for name, cents in back.items()
    ]
    balanced(house)


@pytest.mark.standard(10)
def test_a_ruling_after_the_release_takes_what_is_there_and_the_rest_is_owed(
    tmp_path: Path,
) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    back = won(floor)
    winner = max(back, key=lambda name: back[name])
    floor.release()
    has = house.balances[player_account(winner)]
    cage = Cage(house.store, house.balances, house.own_play)
    assert not isinstance(cage.cash_out(winner, has, "c1", floor.at), Refused)
    floor.carried(asks.Report(irregularity="dealer-hand-miscounted", lies={0: "2h 3h"}), DEALER)
    assert house.rounds.releases_at(floor.table) is None
    floor.carried(asks.Rule("two cards"), F1)
    assert house.balances[owed(winner)] < 0
    assert floor.table.round.voided
    balanced(house)


@pytest.mark.standard(10)
def test_nothing_is_released_while_a_ruling_is_awaited_or_nothing_was_won(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    assert isinstance(floor.ask(asks.ReleaseWinnings(), CLOCK), Refused)
    back = won(floor)
    floor.carried(asks.BeginReport(), DEALER)
    assert house.rounds.releases_at(floor.table) is None
    floor.at += HOUR
    waits = floor.ask(asks.ReleaseWinnings(), CLOCK)
    assert isinstance(waits, Refused)
    assert waits.why is Refusal.RULING_AWAITED
    floor.carried(asks.WithdrawReport(), DEALER)
    floor.carried(asks.ReleaseWinnings(), CLOCK)
    assert sum(back.values()) > 0
    floor.carried(asks.CloseTable(), S1)
    balanced(house)


def limited(house: House, most: int) -> Floor:
    house.rounds.terms = RoundTerms(rounds_an_hour=most)
    return Floor(house)


@pytest.mark.standard(31)
def test_rounds_an_hour_have_a_most_that_outlives_a_start(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat", "baccarat")
    floor = limited(house, 3)
    opened_at = []
    for _ in range(3):
        floor.open()
        opened_at.append(floor.at)
        floor.deal()
        floor.carried(asks.Settle(), DEALER)
    assert floor.table.openings == tuple(opened_at)
    assert house.rounds.opens_at(floor.table) == opened_at[0] + HOUR
    house.store.close()
    house = opened(tmp_path / "house.db")
    floor = limited(house, 3)
    floor.asked, floor.at = 1000, opened_at[0] + HOUR - 1 - 1000
    refused = floor.ask(asks.OpenBetting(), DEALER)
    assert isinstance(refused, Refused)
    says = "the table has had its 3 rounds of an hour: the next one opens at"
    assert refused == declined(Policy.TOO_MANY_ROUNDS, f"{says} 1 January 1970, 01:00 UTC, in 1 s")
    Floor(house, "t2", floor.at).open()  # each table by itself
    floor.at = opened_at[0] + HOUR - 1000
    floor.open()
    assert floor.table.openings == (*opened_at[1:], floor.at)
    floor.deal()
    floor.carried(asks.Settle(), DEALER)
    house.rounds.terms = RoundTerms(rounds_an_hour=4)
    floor.open()


@pytest.mark.standard(31)
@pytest.mark.parametrize("seconds", [4, 5, 6])
def test_no_change_gives_players_less_time_to_bet(seconds: int, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    house.rounds.terms = RoundTerms(least_betting_seconds=5)
    floor = Floor(house)
    reply = floor.ask(asks.Configure(replace(setup_of("baccarat"), betting_seconds=seconds)), S1)
    says = "players of this house have at least 5 seconds to bet"
    if seconds < 5:
        assert reply == declined(Policy.BETTING_TOO_SHORT, says)
    else:
        assert isinstance(reply, Carried)


@pytest.mark.standard(31)
def test_a_change_proposed_before_the_house_asked_for_more_time_is_not_approved(
    tmp_path: Path,
) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    floor.carried(asks.Configure(replace(setup_of("baccarat"), betting_seconds=4)), S1)
    house.rounds.terms = RoundTerms(least_betting_seconds=5)
    reply = floor.ask(asks.Approve(), F1)
    assert isinstance(reply, Refused)
    assert reply.why is Policy.BETTING_TOO_SHORT
    floor.carried(asks.Reject("too short"), F1)
    assert floor.table.setup.betting_seconds == 25
    assert house.balances[player_account("p1")] == BANKROLL
