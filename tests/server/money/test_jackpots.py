"""One jackpot for many tables, through the running house: order, freezing, corrections, crashes."""

from __future__ import annotations

import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.server.journal.checkpoints import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.money.jackpots import Jackpots
from croupier.server.money.ledger import CORRECTIONS
from croupier.server.play.house import Carried, House, Request
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.meter import (
    ContributionTakenBack,
    MajorPaid,
    MajorReversed,
    MeterCorrected,
    MeterCorrectionProposed,
    MeterCorrectionRefused,
    MeterFed,
    MeterFrozen,
    MeterResumed,
)
from croupier.table.meter import decoder as meter_decoder
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.play.house import Reply
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

GAME, STREAM = "three-card-poker", "meter:three-card-poker"
SEED, BET = 2_000_000, 500
KEYS = Keys.new()
D1, S1, M1, M2 = (
    Who("d1", Role.DEALER),
    Who("s1", Role.PIT_SUPERVISOR),
    Who("m1", Role.PIT_MANAGER),
    Who("m2", Role.PIT_MANAGER),
)
MAJOR, ODD = "As Ks Qs", "Jc 8c 2h"
OTHER, UPCARDS = "4c 4d 6h", "Qc 8s 3h"


def setup(rate: str = "1/5", readings: dict[str, str] | None = None) -> asks.Setup:
    return replace(
        setup_of(GAME),
        device="automated",
        jackpot=(BET, SEED, rate),
        interpretations=readings or {},
    )


class Pit:
    """A house with tables of the game, and its clock."""

    def __init__(
        self, path: Path, tables: int = 2, rate: str = "1/5", readings: dict[str, str] | None = None
    ) -> None:
        self.path, self.at = path, 0
        self.house = House(SqliteStore(path), KEYS)
        for number in range(1, tables + 1):
            self.house.add_table(f"t{number}", setup(rate, readings), "m1", 0)
        cage = Cage(self.house.store, self.house.balances)
        for number in range(1, tables + 1):
            for box in (1, 2):
                cage.buy_in(f"t{number}p{box}", 100_000_000, "c1", 0)

    @property
    def staff(self) -> Jackpots:
        return Jackpots(self.house.meters, self.house.balances)

    @property
    def shown(self) -> int:
        return self.house.meters[GAME].jackpot.displayed_cents

    def reopened(self) -> None:
        self.house.store.close()
        self.house = House(SqliteStore(self.path), KEYS)

    def table(self, name: str) -> Table:
        return self.house.tables[name].table

    def request(self, name: str, command: asks.AnyCommand, who: Who) -> Request:
        self.at += 10
        return Request(name, who, command, self.at)

    def ask(self, name: str, command: asks.AnyCommand, who: Who = D1) -> Reply:
        return self.house.submit([self.request(name, command, who)])[0]

    def carry(self, name: str, command: asks.AnyCommand, who: Who = D1) -> None:
        reply = self.ask(name, command, who)
        assert isinstance(reply, Carried), (name, command, reply)

    def open(self, name: str, in_jackpot: tuple[bool, ...] = (True, False)) -> list[Reply]:
        self.carry(name, asks.OpenBetting())
        replies = []
        for box, bets in enumerate(in_jackpot, 1):
            player = Who(f"{name}p{box}", Role.PLAYER)
            self.carry(name, asks.Place(player.name, "ante", 2500, box), player)
            if bets:
                place = asks.Place(player.name, "progressive", BET, box)
                replies.append(self.ask(name, place, player))
        return replies

    def deal(self, name: str, hand: str) -> None:
        hands = zip((hand, OTHER), self.table(name).boxes_in_play(), strict=False)
        for cards in (*(hand for hand, _ in hands), UPCARDS):
            self.carry(name, asks.Deal(cards))

    def decide(self, name: str, choice: Choice = Choice.PLAY) -> None:
        for box in self.table(name).undecided:
            player = Who(f"{name}p{box}", Role.PLAYER)
            self.carry(name, asks.Decide(player.name, box, choice), player)
        self.carry(name, asks.ExposeDealer())

    def until_exposed(self, name: str, hand: str = MAJOR) -> None:
        self.open(name)
        self.carry(name, asks.CloseBetting())
        self.deal(name, hand)
        self.decide(name)

    def void(self, name: str) -> None:
        self.carry(name, asks.Report(irregularity="foreign-card"))
        self.carry(name, asks.Rule("a joker"), S1)

    def fault(self, name: str, choice: str = "no-jackpot-bets") -> None:
        self.carry(name, asks.Report(irregularity="jackpot-fault", facts={"seen": True}, box=7))
        self.carry(name, asks.Rule("dark", jackpot=choice), S1)

    def awarded(self, name: str) -> list[int | None]:
        return [one.award_cents for one in self.table(name).round.lines if one.from_meter]

    def journal(self) -> Iterator[AnyMeterEvent]:
        return (meter_decoder.decode(one.body) for one in self.house.store.read(STREAM))

    @property
    def kinds(self) -> list[type[AnyMeterEvent]]:
        return [type(one) for one in self.journal()]


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path / "house.db")


def whole(pit: Pit) -> None:
    """Rebuilt it is the same; the ledger agrees with the meter to the cent; nothing is at fault."""
    before = pit.house.meters[GAME]
    pit.reopened()
    assert pit.house.meters[GAME] == before
    balance = pit.house.store.balance(STREAM)
    assert balance == int(before.jackpot.meter.cents) - SEED
    assert list(faults(pit.house.store, KEYS.public)) == []


# Who is paid what


@pytest.mark.clause("three-card-poker", "4.9", "4.9.1", "4.4", "1.15")
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


@pytest.mark.clause("three-card-poker", "4.9.1")
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


@pytest.mark.clause("three-card-poker", "4.9.1", "3.12.1")
@pytest.mark.parametrize(
    ("choice", "first", "second"),
    [(Choice.PLAY, [SEED + 200], [SEED]), (Choice.FOLD, [], [SEED + 200])],
)
def test_a_hand_dealt_earlier_is_waited_for_until_its_player_has_decided(
    pit: Pit, choice: Choice, first: list[int], second: list[int]
) -> None:
    """For one who folds wins nothing, and the next one is then the first."""
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, MAJOR)
    pit.decide("t2")
    waits = Refused(
        Refusal.NOT_NOW, ("4.9", "4.9.1"), "a hand that was dealt earlier is paid first"
    )
    assert pit.ask("t2", asks.Settle()) == waits
    pit.decide("t1", choice)
    pit.carry("t2", asks.Settle())
    pit.carry("t1", asks.Settle())
    assert (pit.awarded("t1"), pit.awarded("t2")) == (first, second)
    whole(pit)


@pytest.mark.clause("three-card-poker", "4.9.1")
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


@pytest.mark.clause("three-card-poker", "4.9.1", "1.15")
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


def test_the_display_changes_with_the_commit_that_closes_betting(pit: Pit) -> None:
    pit.open("t1", (True, True))
    assert pit.shown == SEED
    pit.carry("t1", asks.CloseBetting())
    assert pit.shown == SEED + 200


@pytest.mark.clause("three-card-poker", "1.15")
@pytest.mark.parametrize("rate", ["1/3", "1/5", "1/3000"])
def test_fractions_of_a_cent_of_all_tables_are_carried(tmp_path: Path, rate: str) -> None:
    pit = Pit(tmp_path / "house.db", 3, rate)
    for name in ("t1", "t2", "t3", "t1", "t2"):
        pit.until_exposed(name, ODD)
        pit.carry(name, asks.Settle())
    assert pit.house.meters[GAME].jackpot.meter.cents == SEED + Fraction(rate) * 5 * BET
    whole(pit)


# Terms


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
    Cage(house.store, house.balances).buy_in("p1", 100_000, "c1", 0)
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


# Freezing


@pytest.mark.clause("three-card-poker", "5.17", "5.17.1", "5.17.2c")
def test_a_fault_at_one_table_freezes_the_meter_of_all(pit: Pit) -> None:
    """G 4.15: while it is disabled nothing is bet on it, and it goes on with the same value."""
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", MAJOR)
    pit.fault("t1")
    [refused] = pit.open("t2")
    says = "no jackpot bets are taken or paid"
    assert refused == Refused(Refusal.NO_JACKPOT_BETS, ("5.17.2c",), says)
    pit.carry("t2", asks.CloseBetting())
    assert pit.shown == SEED + 100
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.awarded("t1") == [SEED + 100]
    pit.deal("t2", ODD)
    pit.decide("t2")
    pit.carry("t2", asks.Settle())
    [still] = pit.open("t2")
    assert isinstance(still, Refused)
    pit.void("t2")
    pit.carry("t1", asks.OpenTable(), S1)
    assert pit.shown == SEED
    for name in ("t1", "t2"):
        [taken] = pit.open(name)
        assert isinstance(taken, Carried)
    assert pit.kinds == [MeterFed, MeterFrozen, MajorPaid, MeterResumed]
    whole(pit)


@pytest.mark.clause("three-card-poker", "5.17.1", "1.15")
def test_bets_accepted_before_the_fault_are_fed_when_the_meter_goes_on(pit: Pit) -> None:
    """A contribution is never lost; it is not displayed or paid while the meter is frozen."""
    pit.open("t2", (True, True))
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", MAJOR)
    pit.fault("t1")
    pit.carry("t2", asks.CloseBetting())
    assert pit.shown == SEED + 100
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert (pit.awarded("t1"), pit.shown) == ([SEED + 100], SEED)
    pit.carry("t1", asks.OpenTable(), S1)
    assert pit.shown == SEED + 200
    whole(pit)


@pytest.mark.clause("three-card-poker", "5.17.2b")
def test_only_a_box_is_out_until_the_next_round_of_its_table(pit: Pit) -> None:
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", ODD)
    pit.fault("t1", "close-box")
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.house.meters[GAME].jackpot.frozen
    pit.carry("t1", asks.OpenBetting())
    assert not pit.house.meters[GAME].jackpot.frozen


@pytest.mark.clause("three-card-poker", "5.17.1", "1.15")
def test_the_meter_goes_on_when_the_last_fault_is_over(pit: Pit) -> None:
    for name in ("t1", "t2"):
        pit.open(name)
    for name in ("t1", "t2"):
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, ODD)
        pit.fault(name)
    assert pit.shown == SEED + 100
    for name, shown in (("t1", SEED + 100), ("t2", SEED + 200)):
        pit.decide(name)
        pit.carry(name, asks.Settle())
        pit.carry(name, asks.OpenTable(), S1)
        assert pit.shown == shown
    assert pit.kinds == [MeterFed, MeterFrozen, MeterFed, MeterFrozen, MeterResumed, MeterResumed]
    whole(pit)


def test_staff_freeze_and_resume(pit: Pit) -> None:
    """With a reason, by name; a table's own all-clear does not lift it."""
    pit.open("t1")
    assert pit.staff.freeze(GAME, D1, "dark", 1) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit supervisor or higher does this"
    )
    assert isinstance(pit.staff.freeze(GAME, S1, " ", 1), Refused)
    assert pit.staff.freeze("baccarat", S1, "dark", 1) == declined(
        Policy.NO_SUCH_THING, "there is no jackpot of 'baccarat'"
    )
    frozen = pit.staff.freeze(GAME, S1, "the display is dark", 7)
    now = str(SEED)
    assert frozen == MeterFrozen(
        at=7,
        before=now,
        after=now,
        clauses=("5.17.2c",),
        table="",
        by="s1",
        reason="the display is dark",
    )
    assert pit.staff.freeze(GAME, S1, "again", 8) == declined(
        Policy.ALREADY_SO, "the jackpot is frozen already"
    )
    pit.reopened()
    [refused] = pit.open("t2")
    assert isinstance(refused, Refused)
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", ODD)
    pit.fault("t1", "close-box")
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    pit.carry("t1", asks.OpenBetting())
    assert pit.house.meters[GAME].jackpot.faults == {""}
    resumed = pit.staff.resume(GAME, S1, 9)
    assert isinstance(resumed, MeterResumed)
    assert (resumed.before, resumed.after, resumed.by) == (str(SEED + 100), str(SEED + 100), "s1")
    assert pit.staff.resume(GAME, S1, 10) == declined(
        Policy.ALREADY_SO, "the jackpot is not frozen"
    )
    assert pit.shown == SEED + 100
    whole(pit)


# Corrections


def test_a_correction_is_by_two_people_with_a_reason_and_on_record(pit: Pit) -> None:
    """G 2.9.5: who, who approved, why, the value before and after."""
    assert isinstance(pit.staff.propose(GAME, SEED, "the same", S1, 1), Refused)
    assert isinstance(pit.staff.propose(GAME, -1, "below", S1, 1), Refused)
    assert isinstance(pit.staff.propose(GAME, 1, "", S1, 1), Refused)
    assert pit.staff.approve(GAME, M1, 1) == declined(
        Policy.NOTHING_WAITS, "no correction waits for its approval"
    )
    proposed = pit.staff.propose(GAME, SEED + 5000, "counted again", M1, 5)
    assert isinstance(proposed, MeterCorrectionProposed)
    assert pit.shown == SEED
    assert isinstance(pit.staff.propose(GAME, 5, "another", S1, 5), Refused)
    pit.reopened()
    assert isinstance(pit.staff.approve(GAME, M1, 6), Refused)
    assert pit.staff.approve(GAME, S1, 6) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this"
    )
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    assert pit.staff.approve(GAME, M2, 7) == MeterCorrected(
        at=7,
        before=str(SEED + 100),
        after=str(SEED + 5100),
        clauses=("5.23",),
        by="m1",
        approved_by="m2",
        reason="counted again",
    )
    assert pit.shown == SEED + 5100
    assert pit.house.store.balance(CORRECTIONS) == -5000
    whole(pit)


@pytest.mark.parametrize(("cents", "taken"), [(0, True), (1, True), (-1, False)])
def test_a_correction_is_to_nothing_or_more(pit: Pit, cents: int, *, taken: bool) -> None:
    proposed = pit.staff.propose(GAME, cents, "counted again", S1, 5)
    assert isinstance(proposed, MeterCorrectionProposed) == taken
    if taken:
        assert isinstance(pit.staff.approve(GAME, M1, 6), MeterCorrected)
        assert pit.shown == cents


def test_a_proposal_can_be_refused_and_does_not_outlive_the_jackpot(pit: Pit) -> None:
    pit.staff.propose(GAME, 5, "counted again", S1, 5)
    assert isinstance(pit.staff.refuse(GAME, M1, 6), MeterCorrectionRefused)
    assert isinstance(pit.staff.approve(GAME, M1, 6), Refused)
    pit.staff.propose(GAME, 5, "counted again", S1, 7)
    pit.until_exposed("t1")
    pit.carry("t1", asks.Settle())
    assert isinstance(pit.staff.approve(GAME, M1, 8), Refused)
    assert pit.shown == SEED


# What always holds


class Evening(RuleBasedStateMachine):
    """Tables in any order against a meter kept by hand: the rate of all bets, less what was won."""

    TABLES: ClassVar = ("t1", "t2", "t3")
    NAMES = st.sampled_from(TABLES)

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(
        rate=st.sampled_from(("1/5", "1/3", "2/7", "1/3000")),
        reading=st.sampled_from(("in-the-award", "after-reset")),
    )
    def opens(self, rate: str, reading: str) -> None:
        readings = {"contribution-of-winning-round": reading}
        self.pit = Pit(self.folder / "house.db", 3, rate, readings)
        self.rate, self.corrected = Fraction(rate), 0
        self.bets = dict.fromkeys(self.TABLES, 0)
        """Accepted at each table in rounds that can no longer change."""
        self.paid = dict.fromkeys(self.TABLES, 0)
        """Above the seed, out of the meter, in those rounds."""

    def lying(self, name: str) -> int:
        table = self.pit.table(name)
        if table.step is Step.BETTING:
            return 0
        return sum(one.cents for one in table.round.wagers.values() if one.bet == "progressive")

    def won(self, name: str) -> int:
        return sum((cents or 0) - SEED for cents in self.pit.awarded(name))

    def closes_the_books(self, name: str) -> None:
        self.bets[name] += self.lying(name)
        self.paid[name] += self.won(name)

    @rule(
        names=st.lists(NAMES, min_size=4, max_size=12),
        bets=st.tuples(st.sampled_from((True, True, False)), st.booleans()),
        hand=st.sampled_from((MAJOR, MAJOR, ODD)),
    )
    def go_on(self, names: list[str], bets: tuple[bool, bool], hand: str) -> None:
        for name in names:
            self.goes_on(name, bets, hand)

    def goes_on(self, name: str, bets: tuple[bool, bool], hand: str) -> None:
        """The next thing that happens at a table in the course of a round."""
        pit, table = self.pit, self.pit.table(name)
        if table.step is Step.CONCLUDED:
            self.closes_the_books(name)
            pit.open(name, bets)
        elif table.step is Step.BETTING:
            pit.carry(name, asks.CloseBetting())
        elif table.step is Step.DEALING:
            pit.deal(name, hand)
        elif table.step is Step.PLAYING:
            pit.decide(name)
        else:
            pit.ask(name, asks.Settle())

    @rule(names=st.permutations(TABLES))
    def settle_in_one_commit(self, names: list[str]) -> None:
        asked = [self.pit.request(name, asks.Settle(), D1) for name in names]
        self.pit.house.submit(asked)

    @rule(name=NAMES)
    def is_voided(self, name: str) -> None:
        table = self.pit.table(name)
        if table.round.number and not table.round.voided and table.step is not Step.BETTING:
            self.pit.void(name)

    @rule(name=NAMES, choice=st.sampled_from(("no-jackpot-bets", "close-box")))
    def has_a_fault(self, name: str, choice: str) -> None:
        if self.pit.table(name).step is Step.PLAYING:
            self.pit.fault(name, choice)

    @rule(name=NAMES)
    def works_again(self, name: str) -> None:
        self.pit.ask(name, asks.OpenTable(), S1)

    @rule()
    def is_frozen(self) -> None:
        self.pit.staff.freeze(GAME, S1, "dark", self.pit.at)

    @rule()
    def is_resumed(self) -> None:
        self.pit.staff.resume(GAME, S1, self.pit.at)

    @rule(cents=st.integers(0, 2 * SEED))
    def is_to_be_corrected(self, cents: int) -> None:
        self.pit.staff.propose(GAME, cents, "counted", S1, self.pit.at)

    @rule()
    def is_corrected(self) -> None:
        made = self.pit.staff.approve(GAME, M1, self.pit.at)
        if isinstance(made, MeterCorrected):
            moved = Fraction(made.after) - Fraction(made.before)
            assert moved.denominator == 1
            self.corrected += int(moved)

    @rule()
    def goes_dark(self) -> None:
        """Nothing of the house is left but its file."""
        before = self.pit.house.meters.get(GAME)
        self.pit.reopened()
        assert self.pit.house.meters.get(GAME) == before

    @precondition(lambda self: hasattr(self, "pit"))
    @invariant()
    def the_meter_is_the_exact_sum(self) -> None:
        bets = sum(self.bets.values()) + sum(map(self.lying, self.TABLES))
        paid = sum(self.paid.values()) + sum(map(self.won, self.TABLES))
        jackpot = self.pit.house.meters[GAME].jackpot
        assert jackpot.meter.cents == SEED + self.rate * bets - paid + self.corrected
        assert jackpot.displayed_cents <= jackpot.meter.cents
        balance = self.pit.house.store.balance(STREAM)
        assert balance == int(jackpot.meter.cents) - SEED

    @precondition(lambda self: hasattr(self, "pit"))
    @invariant()
    def the_journal_is_whole(self) -> None:
        before = Fraction(SEED)
        for event in self.pit.journal():
            assert Fraction(event.before) == before
            before = Fraction(event.after)
            falls = before < Fraction(event.before)
            assert not falls or isinstance(
                event, MajorPaid | ContributionTakenBack | MeterCorrected | MajorReversed
            )


Evening.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
TestEvening = pytest.mark.clause("three-card-poker", "1.15", "4.4", "4.9.1")(Evening.TestCase)
