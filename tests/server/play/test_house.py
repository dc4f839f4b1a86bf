"""The house over a real store: rounds, money, jackpots, crashes at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.server.journal.sqlite import ADD, SqliteStore
from croupier.server.money.books import BalanceCorrected, TicketIssued
from croupier.server.money.cage import Cage
from croupier.server.money.ledger import owed, player_account, provisional
from croupier.server.play.requests import Carried, Request, carried_decoder, to_repeat
from croupier.table import commands as asks
from croupier.table import saved
from croupier.table.clocks import until
from croupier.table.commands import CLOCK
from croupier.table.events import decoder as event_decoder
from croupier.table.evolve import evolve, new_table
from croupier.table.state import Step, Table
from croupier.wire.house import setup_of
from tests.support import killed_writes
from tests.support.each_game import each_game
from tests.support.played_house import (
    BANKROLL,
    DEALER,
    F1,
    KEYS,
    PLAYERS,
    Floor,
    balanced,
    furnished,
    journal,
    opened,
    released_round,
    reopened,
    staked,
    voided_round,
    whole_round,
)
from tests.support.said import declined

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.play.house import House
    from croupier.server.play.requests import Reply


def is_paused(reply: object) -> bool:
    return isinstance(reply, Refused) and reply.why is Policy.PAUSED


@each_game
def test_rounds_are_durable_and_rebuilt(game: Game, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", game.name)
    floor = Floor(house)
    for _ in range(3):
        floor.round()
    balanced(house)
    house.store.close()
    again = opened(tmp_path / "house.db")
    assert again.tables["t1"].table == floor.table
    assert again.tables["t1"].version == house.tables["t1"].version
    assert again.meters == house.meters
    balanced(again)


@pytest.mark.standard(2)
@each_game
def test_a_settlement_is_provisional_until_the_next_opening(game: Game, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", game.name)
    floor = Floor(house)
    back = {who.name: 0 for who in PLAYERS}
    while not any(back.values()):
        floor.round()
        for line in floor.table.round.lines:
            back[line.player] += line.back_cents
    for name, cents in back.items():
        assert house.balances.get(provisional("t1", name), 0) == cents
        account = house.balances[player_account(name)]
        refused = Cage(house.store, house.balances, house.own_play).cash_out(
            name, account + 1, "c1", floor.at
        )
        assert isinstance(refused, Refused)
    floor.open()
    for name in back:
        assert house.balances.get(provisional("t1", name), 0) == 0
        won = sum(
            line.back_cents - line.stake_cents
            for event in journal(house, "t1")
            for line in getattr(event, "lines", ())
            if line.player == name
        )
        assert house.balances[player_account(name)] == BANKROLL + won
    balanced(house)


def test_a_ruling_in_the_gap_takes_the_settlement_back(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    floor.round()
    lies = {0: "2h 3h"}
    floor.carried(asks.Report(irregularity="dealer-hand-miscounted", lies=lies), DEALER)
    floor.carried(asks.Rule("two cards"), F1)
    assert [house.balances[player_account(who.name)] for who in PLAYERS] == [BANKROLL] * 2
    assert not any(cents for name, cents in house.balances.items() if "provisional" in name)
    balanced(house)


@pytest.mark.standard(8)
def test_what_a_correction_cannot_take_is_owed(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    cage = Cage(house.store, house.balances, house.own_play)
    alone = cage.correct("p1", -100, by="s1", approved_by="s1", reason="miscounted", at=5)
    assert alone == declined(Refusal.SECOND_PERSON, "a second person approves a correction")
    made = cage.correct(
        "p1", -BANKROLL - 2500, by="s1", approved_by="m1", reason="paid twice", at=5
    )
    assert isinstance(made, BalanceCorrected)
    assert (made.before_cents, made.after_cents, made.owed_cents) == (BANKROLL, 0, 2500)
    assert house.balances[player_account("p1")] == 0
    assert house.balances[owed("p1")] == -2500
    balanced(house)


def test_tickets(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    cage = Cage(house.store, house.balances, house.own_play)
    ticket = cage.cash_out("p1", 40_000, "c1", 9)
    assert isinstance(ticket, TicketIssued)
    assert cage.cash_out("p1", BANKROLL, "c1", 9) == declined(Policy.NOT_ENOUGH, "600.00 is there")
    assert cage.cash_out("p1", 0, "c1", 9) == declined(
        Policy.UNFIT_AMOUNT, "more than 0.00 is paid out"
    )
    again = Cage(house.store, house.balances, house.own_play)
    assert again.tickets == {ticket.ticket: 40_000}
    none = declined(Policy.NO_SUCH_THING, "no such ticket is open")
    assert again.redeem(ticket.ticket, "c1", 10) == none, "its number alone is not enough"
    assert not isinstance(again.redeem(ticket.shown, "c1", 10), Refused)
    assert again.redeem(ticket.shown, "c1", 10) == none
    balanced(house)


@pytest.mark.threat("T5")
@pytest.mark.standard(1)
def test_two_tables_cannot_spend_the_same_money(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat", "baccarat")
    first, second = Floor(house, "t1"), Floor(house, "t2")
    first.open()
    second.open()
    both = [
        Request(name, PLAYERS[0], asks.Place("p1", "player", 60_000), 9000, name)
        for name in ("t1", "t2")
    ]
    taken, refused = house.submit(both)
    assert isinstance(taken, Carried)
    assert refused == declined(Policy.NOT_ENOUGH, "the balance is 400.00")
    assert (staked(house, "t1"), staked(house, "t2")) == (60_000, 0)
    balanced(house)


@pytest.mark.standard(28)
def test_a_batch_goes_on_after_one_that_fails(tmp_path: Path) -> None:
    """What comes behind a write that fails is decided anew, on the ground that there really is."""
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    floor.open()
    sizes = (60_000, 60_000, 20_000)
    replies = house.submit(
        [
            Request("t1", PLAYERS[0], asks.Place("p1", "player", cents), 9000, str(cents) + str(i))
            for i, cents in enumerate(sizes)
        ]
    )
    assert [type(reply) for reply in replies] == [Carried, Refused, Carried]
    assert staked(house, "t1") == 80_000
    balanced(house)


def test_a_request_sent_again_is_not_carried_out_again(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    floor.open()
    request = Request("t1", PLAYERS[0], asks.Place("p1", "player", 2500), 9000, "r1")
    replies = [house.submit([request])[0] for _ in range(3)]
    replies += house.submit([request, request])
    assert len({version_of(reply) for reply in replies}) == 1
    assert staked(house, "t1") == 2500
    house.store.close()
    [again] = opened(tmp_path / "house.db").submit([request])
    assert version_of(again) == version_of(replies[0])


def test_a_locked_store_pauses_the_tables(tmp_path: Path) -> None:
    import sqlite3  # noqa: PLC0415

    path = tmp_path / "house.db"
    house = furnished(path, "baccarat")
    assert isinstance(house.store, SqliteStore)
    house.store.connection.execute("PRAGMA busy_timeout = 10")
    floor = Floor(house)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    paused = floor.ask(asks.OpenBetting(), DEALER)
    assert is_paused(paused)
    assert (house.paused, floor.table.step) == ("database is locked", Step.CONCLUDED)
    other.execute("ROLLBACK")
    other.close()
    floor.open()
    assert house.paused is None
    balanced(house)


@each_game
def test_a_snapshot_is_the_table(game: Game, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", game.name)
    floor = Floor(house)
    moments = []
    for play in (floor.open, floor.bet, floor.deal, floor.finish):
        play()
        moments.append(floor.table)
    for table in moments:
        assert saved.load(saved.save(table)) == table
    derived = set(Table.__struct_fields__) - set(saved.Saved.__struct_fields__)
    assert derived == saved.DERIVED


def test_start_up_reads_what_came_after_the_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.journal.snapshots.EVERY", 20)
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    for _ in range(4):
        floor.round()
    floor.open()
    live, kept = house.tables["t1"], house.store.snapshot("table:t1")
    assert kept is not None
    assert live.version - 25 < kept.version < live.version
    again = opened(tmp_path / "house.db").tables["t1"]
    assert (again.table, again.version) == (live.table, live.version)
    table = new_table("t1", setup_of("baccarat"))
    for entry in house.store.read("table:t1"):
        table = evolve(table, event_decoder.decode(entry.body))
    assert table == live.table


# A kill at every step of every write


@pytest.mark.slow
@pytest.mark.standard(3)
@each_game
@pytest.mark.standard(10)
@pytest.mark.parametrize(
    "play", [whole_round, voided_round, released_round], ids=["settled", "voided", "released"]
)
def test_a_kill_at_any_step_of_any_write_loses_and_doubles_nothing(
    game: Game, play: Callable[[House], None], tmp_path: Path
) -> None:
    """GLI-19 B.3.5: recovery neither loses nor doubles a transaction."""
    start, path = tmp_path / "house.db", tmp_path / "left.db"
    furnished(start, game.name).store.close()
    played = killed_writes.Played(start, KEYS, play)
    steps = {moment.step for moment in played.moments}
    assert steps >= {"begin", *ADD, "commit", "committed", "checkpoint", "checkpoint kept"}
    first = 0 if play is whole_round else len(played.answers) - 2
    """A voided or released round is like any other until it is reported or left alone."""
    for moment in played.left(first):
        moment.files.put(path)
        asked_again(path, played, moment)
        moment.files.put(path)
        left_alone(path)
    for moment, files in played.torn(first):
        files.put(path)
        house = reopened(path)
        done = played.answers[moment.acknowledged - 1] if moment.acknowledged else None
        assert done is None or house.tables["t1"].table == done.table
        assert house.store.answer_to(asked_at(played, moment).request.id or "") is None
        house.store.close()


def asked_at(played: killed_writes.Played, moment: killed_writes.Moment) -> killed_writes.Answered:
    """What was asked when the kill came, or the last thing asked."""
    return played.answers[min(moment.acknowledged, len(played.answers) - 1)]


def asked_again(path: Path, played: killed_writes.Played, moment: killed_writes.Moment) -> None:
    """Terminals repeat what they asked: the answers are the same, and so is the house."""
    house = reopened(path)
    before = list(house.balances.items()), house.tables["t1"].version
    acknowledged = played.answers[: moment.acknowledged]
    again = house.submit([one.request for one in acknowledged])
    assert [version_of(reply) for reply in again] == [version_of(one.reply) for one in acknowledged]
    assert (list(house.balances.items()), house.tables["t1"].version) == before
    cut_off = asked_at(played, moment)
    assert version_of(house.submit([cut_off.request])[0]) == version_of(cut_off.reply)
    assert house.tables["t1"].table == cut_off.table
    assert killed_writes.money(house) == cut_off.balances
    balanced(house)
    house.store.close()


def version_of(reply: Reply) -> int:
    """All that a request carried out before is told again."""
    assert isinstance(reply, Carried), reply
    return reply.version


def left_alone(path: Path) -> None:
    """Nobody repeats anything: the round is resolved by its clause, and play goes on."""
    house = reopened(path)
    balanced(house)
    staked(house, "t1")
    resolved(house)
    house.store.close()


STEPS = len(ADD) + 3
"""Of a write: its beginning, each table's rows, the commit, and the moment after it."""


@each_game
@pytest.mark.parametrize("step", [3, STEPS * 5 + 7, STEPS * 9 + 8])
def test_a_process_that_is_really_killed(game: Game, step: int, tmp_path: Path) -> None:
    """In mid-write, just before a commit, and between a commit and its acknowledgement."""
    path = tmp_path / "house.db"
    furnished(path, game.name).store.close()
    acknowledged = killed_writes.killed(path, KEYS, whole_round, step)
    house = opened(path)
    kept = [house.store.answer_to(f"t1-{number}") is not None for number in range(1, 20)]
    assert kept == [number < acknowledged + (step % STEPS == 8) for number in range(19)]
    house.store.close()
    left_alone(path)


def resolved(house: House) -> None:
    """The round that was in play ends by its document, and the next one is played."""
    was = house.tables["t1"].table
    told = house.recover(10**7).get("t1", [])
    assert bool(told) == (was.step is not Step.CONCLUDED)
    for reply in told[-1:]:
        assert isinstance(reply, Carried)
        assert reply.events[0].clauses
        assert set(reply.events[0].clauses) <= set(was.game.document.clauses)
    floor = Floor(house, at=10**7)
    floor.asked = 10_000
    table = floor.table
    if table.awaiting is not None and table.awaiting.offers:
        floor.at += 60_000
        floor.carried(asks.TimeUp(), CLOCK)
    if floor.table.step is not Step.CONCLUDED:
        goes_on(floor)
    assert staked(house, "t1") == 0
    balanced(house)
    floor.round()
    balanced(house)


def goes_on(floor: Floor) -> None:
    """An outcome was established: the same round is played to its end."""
    floor.at += 60_000
    for _ in range(200):
        table = floor.table
        if table.step is Step.CONCLUDED:
            return
        if table.awaiting is not None:
            floor.carried(asks.Rule("seen"), F1)
        elif table.step is Step.BETTING:
            floor.carried(asks.CloseBetting(), DEALER)
        elif table.step is Step.DEALING:
            [card] = floor.shoe.take(table, 1)
            floor.carried(asks.Deal(str(card)), DEALER)
        elif table.step is Step.PLAYING and until(table) is not None:
            floor.at += 60_000
            floor.carried(asks.TimeUp(), CLOCK)
        elif table.step is Step.PLAYING:
            closed = [box for box in table.boxes_in_play() if box not in table.round.face_up]
            exposing = table.game.procedure.exposing
            if exposing and exposing.returned and closed:
                floor.carried(asks.ReturnHand(closed[0]), DEALER)
            else:
                floor.carried(asks.ExposeDealer(), DEALER)
        else:
            floor.carried(asks.Settle(floor.meter()), DEALER)
    raise AssertionError(floor.table)


def test_an_answer_can_be_given_again() -> None:
    carried = Carried(7, ())
    assert carried_decoder.decode(msgspec.json.encode(carried)) == carried
    request = Request("t1", DEALER, asks.OpenBetting(), 1, "r1")
    assert to_repeat(request, (), carried).answer == msgspec.json.encode(carried)
