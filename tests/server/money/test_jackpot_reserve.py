"""The cap of a jackpot, its hidden rate and the reserve of which the next seed is taken."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.refusals import Refused
from croupier.money import Posting
from croupier.server.journal.store import New, Part, Write
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import JackpotBeyond
from croupier.table.events import BettingClosed
from croupier.table.feeding import follows
from croupier.table.meter import ContributionRefused, MeterFed, evolve
from tests.support.jackpot_tables import BET, GAME, KEYS, ODD, S1, SEED, STREAM, Pit, whole

if TYPE_CHECKING:
    from pathlib import Path

RESERVE = f"reserve:{GAME}"


def opened(tmp_path: Path, rate: str = "1/5", **beyond: object) -> Pit:
    return Pit(tmp_path / "house.db", rate=rate, beyond=JackpotBeyond(**beyond))  # type: ignore[arg-type]


def a_round(pit: Pit, name: str = "t1", hand: str = ODD) -> None:
    pit.until_exposed(name, hand)
    pit.carry(name, asks.Settle())


def held(pit: Pit) -> tuple[int, int]:
    """What is displayed, and what lies in the reserve by the books."""
    return pit.shown, pit.house.store.balance(RESERVE)


@pytest.mark.standard(47)
@pytest.mark.parametrize(
    ("cap", "after"),
    [(SEED + 101, (SEED + 101, 99)), (SEED + 200, (SEED + 200, 0)), (SEED + 201, (SEED + 200, 0))],
)
def test_what_is_contributed_beyond_the_cap_goes_to_the_reserve(
    tmp_path: Path, cap: int, after: tuple[int, int]
) -> None:
    pit = opened(tmp_path, cap_cents=cap)
    a_round(pit)
    assert held(pit) == (SEED + 100, 0)
    a_round(pit, "t2")
    assert held(pit) == after
    whole(pit)


@pytest.mark.standard(47)
def test_the_hidden_part_of_each_bet_is_carried_to_the_fraction_of_a_cent(tmp_path: Path) -> None:
    pit = opened(tmp_path, rate="1/7", reserve="1/3000")
    for name in ("t1", "t2", "t1"):
        a_round(pit, name)
    pool = pit.house.meters[GAME].jackpot.pool
    assert pool.reserve == Fraction(3 * BET, 3000)
    assert pool.meter.cents == SEED + Fraction(3 * BET, 7)
    assert held(pit) == (SEED + 214, 0)
    whole(pit)


@pytest.mark.standard(43, 47)
@pytest.mark.clause(
    "three-card-poker",
    "1.15",
    "4.4",
    title="The next seed is taken of the reserve as far as it reaches",
)
def test_the_next_seed_is_taken_of_the_reserve_as_far_as_it_reaches(tmp_path: Path) -> None:
    """The award is what was displayed, and the meter stands at its seed again, as without it."""
    pit = opened(tmp_path, cap_cents=SEED + 100, reserve="1/2")
    a_round(pit)
    a_round(pit, "t2")
    assert held(pit) == (SEED + 100, 100 + 500)
    house = pit.house.store.balance("house:t1")
    pit.until_exposed("t1")
    assert held(pit) == (SEED + 100, 950)
    pit.carry("t1", asks.Settle())
    assert pit.awarded("t1") == [SEED + 100]
    assert held(pit) == (SEED, 0)
    fed = [one.before for one in pit.journal()]
    assert fed[-1] == str(SEED + 100)
    paid = house - pit.house.store.balance("house:t1")
    assert (
        paid
        == SEED
        - 950
        + 350
        + sum(  # the seed less the reserve, what was put aside, the rest
            one.back_cents - one.stake_cents - (one.award_cents or 0)
            for one in pit.table("t1").round.lines
        )
    )
    whole(pit)


@pytest.mark.standard(43, 47)
def test_a_win_that_is_taken_back_gives_the_reserve_its_seed_back(tmp_path: Path) -> None:
    pit = opened(tmp_path, cap_cents=SEED + 100, reserve="1/2")
    a_round(pit)
    a_round(pit, "t2")
    pit.until_exposed("t1")
    before = held(pit)
    pit.carry("t1", asks.Settle())
    pit.void("t1")
    assert held(pit) == (SEED + 100, before[1] - 350)
    whole(pit)


@pytest.mark.standard(42, 47)
def test_a_void_round_takes_back_what_it_put_above_the_cap_and_aside(tmp_path: Path) -> None:
    pit = opened(tmp_path, cap_cents=SEED + 130, reserve="1/50")
    a_round(pit)
    pit.until_exposed("t2", ODD)
    assert held(pit) == (SEED + 130, 70 + 20)
    pit.void("t2")
    assert held(pit) == (SEED + 100, 10)
    whole(pit)


@pytest.mark.standard(47)
def test_a_correction_is_within_the_cap(tmp_path: Path) -> None:
    pit = opened(tmp_path, cap_cents=SEED + 1000)
    reply = pit.staff.propose(GAME, SEED + 1001, "counted", S1, 1)
    assert isinstance(reply, Refused)
    assert (reply.why, str(reply.says)) == (
        "unfit-amount",
        "a correction is to 20010.00 or less, the jackpot's cap",
    )
    assert not isinstance(pit.staff.propose(GAME, SEED + 1000, "counted", S1, 1), Refused)


@pytest.mark.threat("T48")
@pytest.mark.standard(47)
@pytest.mark.parametrize(
    ("cents", "kind"),
    [(BET, MeterFed), (BET + 1, ContributionRefused), (99 * BET, ContributionRefused)],
)
def test_a_contribution_that_no_bets_explain_does_not_feed_the_meter(
    pit: Pit, cents: int, kind: type
) -> None:
    pit.open("t1")
    table, jackpot = pit.table("t1"), pit.house.meters[GAME].jackpot
    closed = BettingClosed(by="d1", at=1, jackpot_cents=cents, clauses=())
    [event] = follows(table, closed, jackpot)
    assert type(event) is kind
    assert evolve(jackpot, event).displayed_cents == SEED + (100 if kind is MeterFed else 0)


@pytest.mark.standard(20, 47)
def test_the_check_of_the_journal_finds_a_contribution_without_its_bets(pit: Pit) -> None:
    a_round(pit)
    store = pit.house.store
    *_, fed = [one for one in pit.journal() if isinstance(one, MeterFed)]
    again = replace(fed, before=fed.after, after=str(SEED + 200))
    money = (Posting(STREAM, 100), Posting("house:t1", -100))
    new = New(fed.at, msgspec.json.encode(again), money)
    store.append([Write((Part(STREAM, store.head(STREAM)[0], (new,)),))])
    assert pit.house.checkpoint(pit.at)
    assert list(faults(store, KEYS.public)) == [
        f"{STREAM} entry 2: fed by bets of 500 cents, and 0 lay in round 1 of t1"
    ]


@pytest.mark.standard(20, 47)
@pytest.mark.parametrize("posted", [9, 11])
def test_the_check_of_the_journal_finds_a_reserve_that_the_books_do_not_have(
    tmp_path: Path, posted: int
) -> None:
    pit = opened(tmp_path, reserve="1/50")
    pit.open("t1")
    store = pit.house.store
    fed = MeterFed(
        at=1,
        before=str(SEED),
        after=str(SEED),
        clauses=(),
        table="t1",
        round=1,
        bets_cents=0,
        reserve_before="0",
        reserve_after="10",
    )
    money = (Posting(RESERVE, posted), Posting("house:t1", -posted))
    store.append([Write((Part(STREAM, 0, (New(1, msgspec.json.encode(fed), money),)),))])
    assert pit.house.checkpoint(1)
    assert list(faults(store, KEYS.public)) == [
        f"{STREAM} entry 1: its reserve's step comes to 10 cents, its postings to {posted}",
        f"{RESERVE}: holds {posted}, its reserve shows 10",
    ]
