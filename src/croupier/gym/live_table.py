"""A live table of any game, run by its rules, for players who are programs."""

from __future__ import annotations

from collections import Counter
from copy import copy, deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from croupier.cards import RANKS
from croupier.engine.irregularities import Device, Role
from croupier.engine.refusals import Refused
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, DEALER, PLAYER_HAND, TERMINALS, Who, for_round
from croupier.table.configuring import check
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.seen import visible
from croupier.table.sight import STRANGER
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.random import Generator

    from croupier.gym.hand_tables import Numbers
    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent

BETWEEN = 1000
"""Milliseconds from one command to the next."""
MOST_AT_TERMINALS = 10
STEPS_TO_CONCLUDE = 1000


def setup_for(
    name: str, decks: int | None = None, interpretations: Mapping[str, str] | None = None
) -> Setup:
    """As the default house has it; cards come in sets where the document lets them."""
    game = game_named(name)
    device = Device.AUTOMATED if Device.AUTOMATED in game.procedure.deals else Device.MANUAL
    setup = setup_of(name, device)
    setup = replace(
        setup,
        decks=setup.decks if decks is None else decks,
        interpretations=setup.interpretations | dict(interpretations or {}),
    )
    check(setup)
    return setup


class LiveTable:
    """Each player at a box of his own, or at a terminal, and one stake on each bet."""

    def __init__(self, setup: Setup, players: int, rng: Random) -> None:
        most = MOST_AT_TERMINALS if setup.boxes is None else setup.boxes
        check_number(players, most, "players")
        self.table = new_table("t1", setup)
        self.game = self.table.game
        terms = jackpot_of(setup)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.shoe = dealer.Shoe(setup.decks, rng)
        self.at = 0
        self.seen: Counter[str] = Counter()
        """Cards of the shoe that have lain open, by rank."""
        self.stake_cents = max(least for least, _ in setup.limits.values())
        self.players = [Who(f"player_{number}", Role.PLAYER) for number in range(1, players + 1)]
        self.bets = list(self.game.placeable)
        if setup.boxes is not None:
            for who in self.players:
                self.do(asks.Sit(who.name, self.box_of(who)), who)

    def __deepcopy__(self, memo: dict[int, Any]) -> LiveTable:
        """A copy plays on by itself; what never changes is the same in both."""
        other = copy(self)
        other.shoe, other.seen = deepcopy(self.shoe, memo), self.seen.copy()
        return other

    def box_of(self, who: Who) -> int:
        return TERMINALS if self.game.at_terminals else 1 + self.players.index(who)

    def wager(self, who: Who, bet: str) -> AnyCommand:
        """One stake; of the jackpot's bet what is prescribed."""
        jackpot = self.game.jackpot
        prescribed = jackpot is not None and bet == jackpot.bet and self.table.setup.jackpot
        cents = prescribed[0] if prescribed else self.stake_cents
        return asks.Place(who.name, bet, cents, self.box_of(who))

    def staked(self, who: Who, bet: str) -> bool:
        return (self.box_of(who), bet, who.name) in self.table.round.wagers

    def why_not(self, command: AnyCommand, who: Who) -> Refused | None:
        answer = decide(self.table, self.meant(command), who, self.at + BETWEEN)
        return answer if isinstance(answer, Refused) else None

    def meant(self, command: AnyCommand) -> AnyCommand:
        return for_round(command, self.table.round.number)

    def do(self, command: AnyCommand, who: Who) -> Refused | None:
        """Carried out, unless the rules refuse it."""
        self.at += BETWEEN
        answer = decide(self.table, self.meant(command), who, self.at)
        if isinstance(answer, Refused):
            return answer
        for event in answer:
            self.record(event)
        return None

    def record(self, event: AnyEvent) -> None:
        if self.jackpot is not None:
            for one in follows(self.table, event, self.jackpot):
                self.jackpot = jackpots.evolve(self.jackpot, one)
        self.table = evolve(self.table, event)

    @property
    def meter_cents(self) -> int | None:
        return self.jackpot.displayed_cents if self.jackpot else None

    def open_betting(self) -> None:
        self.dealt_until(lambda: self.table.step is Step.BETTING)

    def deal(self) -> None:
        """Betting closes and the cards go out; who has something to decide looks at his hand."""
        self.dealt_until(lambda: self.table.step not in {Step.BETTING, Step.DEALING})
        for who in self.players if self.table.step is Step.PLAYING else ():
            if self.is_to_decide(who):
                self.do(asks.Look(who.name, self.box_of(who)), who)

    def is_to_decide(self, who: Who) -> bool:
        playing = self.table.step is Step.PLAYING
        return playing and self.box_of(who) in self.table.undecided

    def conclude(self) -> None:
        """To the end of the round, when everything is decided."""
        while not self.is_over():
            self.dealt_until(self.is_over)
            if not self.is_over():
                self.wait()
        for place in (PLAYER_HAND, DEALER) if self.game.shoe_lasts else ():
            self.seen.update(card.rank for card in visible(self.table, place, STRANGER) if card)

    def is_over(self) -> bool:
        return self.table.step is Step.CONCLUDED

    def wait(self) -> None:
        """Until the time is over for those who might still look at a hand."""
        over = until(self.table)
        assert over is not None, self.table
        self.at = max(self.at, over)
        refused = self.do(asks.TimeUp(), CLOCK)
        assert refused is None, refused

    def dealt_until(self, reached: Callable[[], bool]) -> None:
        """The dealer goes on until it is reached, or others have to act."""
        for _ in range(STEPS_TO_CONCLUDE):
            if reached():
                return
            command = dealer.next_command(self.table, dealer.NAME, self.shoe, self.meter_cents)
            if command is None:
                return
            if isinstance(command, asks.ReplaceShoe):
                self.seen.clear()
            refused = self.do(command, dealer.NAME)
            assert refused is None, refused
        raise AssertionError(self.table)

    def net(self, who: Who) -> float:
        """Of the last settlement, in stakes."""
        lines = (line for line in self.table.round.lines if line.player == who.name)
        return sum(line.back_cents - line.stake_cents for line in lines) / self.stake_cents

    @property
    def left(self) -> list[int]:
        """Cards of each rank, from the two on, that nobody has seen of this shoe."""
        of_a_rank = 4 * self.table.setup.decks
        return [of_a_rank - self.seen[rank] for rank in RANKS]


def seeded(rng: Generator) -> Random:
    """Chance for a shoe out of an environment's own."""
    return Random(int(rng.integers(1 << 63)))  # noqa: S311 - repeatable, for no money


def checked(actions: object, number: int, kinds: int) -> Numbers:
    """Of so many environments."""
    chosen = np.asarray(actions)
    if chosen.shape != (number,) or chosen.dtype.kind not in "iub":
        raise BadInput(f"{number} whole numbers are needed", "actions")
    if chosen.min() < 0 or chosen.max() >= kinds:
        raise BadInput(f"0 to {kinds - 1}", "actions")
    return chosen


def check_number(given: object, most: int, what: str) -> None:
    if not isinstance(given, int) or isinstance(given, bool) or not 1 <= given <= most:
        raise BadInput(f"a whole number from 1 to {most:,}", what)
