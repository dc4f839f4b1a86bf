"""One table of each game, driven by whatever anyone may try, in any order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES, Device, Remedy, Role
from croupier.games import GAMES
from croupier.sim.staff import STAFF, resolve_pending
from croupier.table import commands as asks
from croupier.table.commands import CLOCK, Who
from croupier.table.evolve import fold
from croupier.table.state import Step
from croupier.table.views import candidates, view
from croupier.wire.house import setup_of
from tests.simulation.hostile import (
    EVERYONE,
    PLAYERS,
    hostile,
    irregular,
)
from tests.simulation.soak import Floor

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
VIEWERS = (*PLAYERS[:2], STAFF[0], Who("a1", Role.AUDITOR))
BETS = sorted({bet.name for one in GAMES for bet in one.bets} | {"roulette"})

players = st.sampled_from(PLAYERS[:3])
staff = st.sampled_from(STAFF)
anyone = st.sampled_from(EVERYONE)
boxes = st.integers(-1, 4)
bets = st.sampled_from(BETS)
cents = st.sampled_from((-100, 0, 1, 100, 500, 2500, 10_000, 500_000, 10**9))
cards = st.lists(st.sampled_from([*map(str, DECK[::5]), "??", "1x"]), max_size=4).map(" ".join)
facts = st.sampled_from(("handled", "seen", "movable", "reconstructable", "noticed", "intentional"))
remedies = st.sampled_from((None, (), (Remedy.VOID_ROUND,), (Remedy.PLAY_ON,), tuple(Remedy)[:2]))


class Watched(Floor):
    """A floor of one table that keeps its whole journal."""

    def __init__(self, setup: Setup) -> None:
        super().__init__((setup,), seed=1)
        self.journal: list[AnyEvent] = []
        self.first = self.tables["t1"]

    def record(self, name: str, event: AnyEvent, command: AnyCommand) -> None:
        self.journal.append(event)
        super().record(name, event, command)


class AtTheTable(RuleBasedStateMachine):
    def __init__(self, name: str, device: Device) -> None:
        super().__init__()
        self.floor = Watched(setup_of(name, device))
        self.checked = 0

    @property
    def table(self) -> Table:
        return self.floor.tables["t1"]

    def ask(self, command: AnyCommand, who: Who) -> None:
        self.floor.at += 1000
        self.floor.ask("t1", command, who)

    @rule(seconds=st.sampled_from((1, 25, 3600)))
    def time_goes_by(self, seconds: int) -> None:
        self.floor.at += 1000 * seconds

    @rule(who=players, number=st.integers(0, 40))
    def do_what_might_be_done(self, who: Who, number: int) -> None:
        might = list(candidates(self.table, who))
        if might:
            self.ask(might[number % len(might)], who)

    @initialize(times=st.sampled_from((0, 4, 30)))
    def begin(self, times: int) -> None:
        self.play_a_round(times)

    @rule(times=st.sampled_from((0, 4, 30)))
    def play_a_round(self, times: int) -> None:
        """Two players bet and sit down, and the dealer does so many things."""
        first = self.table.boxes[0]
        self.ask(asks.OpenBetting(), CLOCK)
        for who, box in zip(PLAYERS, (first, min(first + 1, self.table.boxes[-1])), strict=False):
            self.ask(asks.Sit(who.name, box), who)
            self.ask(asks.Place(who.name, self.table.main_bet, 10_000, box), who)
        self.the_dealer_goes_on(times)

    @rule(times=st.integers(1, 12))
    def the_dealer_goes_on(self, times: int) -> None:
        for _ in range(times):
            command = self.floor.dealers_choice("t1", self.table, STAFF[0])
            empty = self.table.step is Step.BETTING and not self.table.round.wagers
            if command is not None and not empty:
                self.ask(command, STAFF[0])

    @rule(number=st.integers(0, 40))
    def players_do_what_they_may(self, number: int) -> None:
        for who in PLAYERS[:2]:
            might = [one.command for one in view(self.table, who).next]
            if might:
                self.ask(might[number % len(might)], who)

    @rule(who=anyone, name=players, bet=bets, stake=cents, box=boxes)
    def place(self, who: Who, name: Who, bet: str, stake: int, box: int) -> None:
        self.ask(asks.Place(name.name, bet, stake, box), who)

    @rule(who=players, bet=bets, stake=st.none() | cents, box=boxes)
    def withdraw(self, who: Who, bet: str, stake: int | None, box: int) -> None:
        self.ask(asks.Withdraw(who.name, bet, box, stake), who)

    @rule(who=anyone, command=st.sampled_from((asks.OpenBetting(), asks.CloseBetting())))
    def open_or_close(self, who: Who, command: AnyCommand) -> None:
        self.ask(command, who)

    @rule(who=staff, given=cards, to=st.none() | boxes)
    def deal(self, who: Who, given: str, to: int | None) -> None:
        self.ask(asks.Deal(given, to), who)

    @rule(who=players, box=boxes)
    def look(self, who: Who, box: int) -> None:
        self.ask(asks.Look(who.name, box), who)

    @rule(who=players, box=boxes, choice=st.sampled_from(Choice))
    def decide(self, who: Who, box: int, choice: Choice) -> None:
        self.ask(asks.Decide(who.name, box, choice), who)

    @rule(who=anyone, box=boxes, given=cards)
    def lay_open(self, who: Who, box: int, given: str) -> None:
        self.ask(asks.ReturnHand(box, given), who)
        self.ask(asks.ExposeDealer(given), who)

    @rule(who=staff, meter=st.none() | st.just(2_000_000))
    def settle(self, who: Who, meter: int | None) -> None:
        self.ask(asks.Settle(meter), who)

    @rule(who=players, box=boxes)
    def sit_stand_or_leave(self, who: Who, box: int) -> None:
        self.ask(asks.Sit(who.name, box), who)
        self.ask((asks.StandUp if box % 2 else asks.WalkAway)(who.name), who)

    @rule(
        who=staff,
        name=st.sampled_from(sorted(IRREGULARITIES)),
        known=st.dictionaries(facts, st.booleans(), max_size=2),
        box=st.none() | boxes,
        given=cards,
    )
    def report(
        self, who: Who, name: str, known: dict[str, bool], box: int | None, given: str
    ) -> None:
        self.ask(
            asks.Report(irregularity=name, facts=dict(known), box=box, player="p1", cards=given),
            who,
        )

    @rule(seed=st.integers(0, 999), who=staff)
    def report_what_could_be(self, seed: int, who: Who) -> None:
        self.floor.rng.seed(seed)
        self.ask(irregular(self.floor.rng, self.table), who)

    @rule(who=staff, why=st.sampled_from(("", "seen")), remedies=remedies, order=cards)
    def rule_on_it(
        self, who: Who, why: str, remedies: tuple[Remedy, ...] | None, order: str
    ) -> None:
        self.ask(asks.Rule(why, remedies, order), who)

    @rule(who=staff)
    def decide_what_is_awaited(self, who: Who) -> None:
        if self.table.awaiting is not None:
            self.ask(resolve_pending(self.floor.rng, self.table), who)

    @rule(who=anyone, command=st.sampled_from((asks.Approve(), asks.Reject(""), asks.Reject("no"))))
    def approve_or_reject(self, who: Who, command: AnyCommand) -> None:
        self.ask(command, who)

    @rule(who=players, option=st.sampled_from(("continue", "withdraw", "maybe")), box=boxes)
    def choose(self, who: Who, option: str, box: int) -> None:
        self.ask(asks.Choose(who.name, option, box), who)

    @rule(who=staff, name=players, box=boxes)
    def permit_withdrawal(self, who: Who, name: Who, box: int) -> None:
        self.ask(asks.PermitWithdrawal(name.name, box), who)

    @rule(who=anyone)
    def interrupt(self, who: Who) -> None:
        self.ask(asks.Interrupt(), who)

    @rule(who=anyone)
    def resume(self, who: Who) -> None:
        self.ask(asks.Resume(), who)

    @rule(who=anyone)
    def time_up(self, who: Who) -> None:
        self.ask(asks.TimeUp(), who)

    @rule(seed=st.integers(0, 999), who=anyone)
    def be_hostile(self, seed: int, who: Who) -> None:
        self.floor.rng.seed(seed)
        self.ask(hostile(self.floor.rng, self.table), who)

    @invariant()
    def replay_equals_the_table(self) -> None:
        assert fold(self.floor.first, self.floor.journal) == self.table

    @invariant()
    def no_view_shows_a_hidden_card(self) -> None:
        if self.checked == len(self.floor.journal):
            return
        self.checked = len(self.floor.journal)
        for who in VIEWERS:
            seen = set(CARD.findall(msgspec.json.encode(view(self.table, who)).decode()))
            allowed = self.floor.public["t1"] | self.floor.own.get(("t1", who.name), set())
            assert seen <= {str(card) for card in allowed}, who

    def teardown(self) -> None:
        """Whatever was done, the round can be brought to its end."""
        self.floor.conclude()


@pytest.mark.slow
@pytest.mark.standard(28)
@pytest.mark.parametrize(
    ("name", "device"),
    [
        *((one.name, Device.MANUAL) for one in GAMES),
        ("three-card-poker", Device.AUTOMATED),
    ],
)
def test_any_order_of_anything(name: str, device: Device) -> None:
    class OneTable(AtTheTable):
        def __init__(self) -> None:
            super().__init__(name, device)

    run = settings(max_examples=60, stateful_step_count=50, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(OneTable, settings=run)
