"""An evening at one table: a player with a bankroll, other players, and the automatic dealer."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.sim import dealer, punters
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, Setup, Who, for_round
from croupier.table.configuring import check
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.postings import player as account_of
from croupier.table.postings import postings
from croupier.table.state import Step
from croupier.table.views import View, view

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import UnionType

    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent, SettledLine

YOU = Who("p1", Role.PLAYER)
SEAT = 1
"""The player's box, next to the dealer's left; the others sit further on."""
MOST_AT_TERMINALS, MOST_BOXES = 9, 16
"""Of boxes, as many as a pack fills beside the dealer's hand."""
FORMATS = UNCHAINED, FORMAT = 1, 2
"""Of a transcript, which begins with the opening; the first kind's digest is not chained."""
BETWEEN = 1000
"""Milliseconds from one command to the next: an evening has a clock of its own."""
STEPS_TO_CONCLUDE = 1000
MOST_SEEDS = 2**63
SEEDS = 10**9
"""Of which one is drawn: short enough to be written down."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that an evening follows from, besides what its player does."""

    format: int
    game: str
    seed: int
    bankroll_cents: int
    others: int
    setup: Setup


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    who: Who
    asks: asks.AnyCommand


class Short(NamedTuple):
    """The bankroll does not reach."""

    needs_cents: int
    has_cents: int


Answer = list["AnyEvent"] | Refused


class Sitting:
    """The table, the money and the meter as commands have left them; and a digest of it all."""

    def __init__(
        self,
        opening: Opening,
        heard: Callable[[Asked, Answer], None] | None = None,
        written: bytes | None = None,
    ) -> None:
        """`written`: the opening as it was written down, maybe by a program that knew less."""
        check_opening(opening)
        self.opening = opening
        self.heard = heard
        self.table = new_table("t1", opening.setup)
        terms = jackpot_of(opening.setup)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.balances: dict[str, int] = {}
        self.at = 0
        self.told = [written or msgspec.json.encode(opening)]

    def ask(self, command: AnyCommand, who: Who = YOU) -> Answer | Short:
        """What follows from a command; nothing does from one that the bankroll cannot pay."""
        command = for_round(command, self.table.round.number)
        answer = decide(self.table, command, who, self.at + BETWEEN)
        if isinstance(answer, list) and (cost := cost_of(answer)) > self.bankroll_cents:
            return Short(cost, self.bankroll_cents)
        return self.carry_out(Asked(self.at + BETWEEN, who, command))

    def cost(self, command: AnyCommand) -> int:
        """What the player would have to put down for a command."""
        answer = decide(self.table, command, YOU, self.at + BETWEEN)
        return cost_of(answer) if isinstance(answer, list) else 0

    def carry_out(self, asked: Asked) -> Answer:
        self.at = asked.at
        answer = decide(self.table, asked.asks, asked.who, asked.at)
        for event in answer if isinstance(answer, list) else ():
            self.record(event)
        self.told.append(msgspec.json.encode(answer))
        if self.opening.format != UNCHAINED:
            self.told = [sha256(b"".join(self.told)).digest()]
        if self.heard is not None:
            self.heard(asked, answer)
        return answer

    def record(self, event: AnyEvent) -> None:
        if self.jackpot is not None:
            for one in follows(self.table, event, self.jackpot):
                self.jackpot = jackpots.evolve(self.jackpot, one)
        for account, cents in postings(event):
            self.balances[account] = self.balances.get(account, 0) + cents
        self.table = evolve(self.table, event)

    @property
    def view(self) -> View:
        return view(self.table, YOU)

    @property
    def bankroll_cents(self) -> int:
        return self.opening.bankroll_cents + self.balances.get(account_of(YOU.name), 0)

    @property
    def meter_cents(self) -> int | None:
        return self.jackpot.displayed_cents if self.jackpot else None

    @property
    def lines(self) -> tuple[SettledLine, ...]:
        """The player's own part of the last settlement."""
        return tuple(line for line in self.table.round.lines if line.player == YOU.name)

    @property
    def digest(self) -> str:
        """Over the opening and every answer, each chained to those before it."""
        return sha256(b"".join(self.told)).hexdigest()


def check_opening(opening: Opening) -> None:
    if opening.game != opening.setup.game:
        raise BadInput("the game and its setup are not the same")
    if opening.bankroll_cents < 0:
        raise BadInput("a bankroll is not below 0.00", "bankroll")
    if not 0 <= opening.seed < MOST_SEEDS:
        raise BadInput(f"a whole number from 0 to {MOST_SEEDS - 1}", "seed")
    boxes = opening.setup.boxes
    if boxes is not None and boxes > MOST_BOXES:
        raise BadInput(f"a table has at most {MOST_BOXES}", "boxes")
    check(opening.setup)
    most = MOST_AT_TERMINALS if boxes is None else boxes - 1
    if not 0 <= opening.others <= most:
        raise BadInput(f"0 to {most} other players find room at this table", "others")


def cost_of(answer: list[AnyEvent]) -> int:
    mine = account_of(YOU.name)
    moved = (one for event in answer for one in postings(event))
    return -sum(one.cents for one in moved if one.account == mine)


class Evening(Sitting):
    """With a dealer and other players, who act when it is their turn."""

    def __init__(
        self, opening: Opening, heard: Callable[[Asked, Answer], None] | None = None
    ) -> None:
        super().__init__(opening, heard)
        self.others = tuple(
            Who(f"p{number}", Role.PLAYER) for number in range(2, opening.others + 2)
        )
        self.shoe = dealer.Shoe(opening.setup.decks, Random(f"{opening.seed} shoe"))  # noqa: S311
        self.rng = Random(f"{opening.seed} others")  # noqa: S311 - repeatable, for play money
        if opening.setup.boxes is not None:
            for box, who in enumerate((YOU, *self.others), SEAT):
                self.ask(asks.Sit(who.name, box), who)

    @property
    def box(self) -> int:
        """The player's own; a terminal has one place for all wagers."""
        return asks.TERMINALS if self.opening.setup.boxes is None else SEAT

    @property
    def cards(self) -> str:
        """The player's hand, as far as he may see it; in baccarat the Player Hand."""
        seen = self.view
        if self.box == asks.TERMINALS:
            return seen.player_hand
        return next(box.cards for box in seen.boxes if box.box == self.box)

    @property
    def won_cents(self) -> int:
        """In the last settlement."""
        return sum(line.back_cents - line.stake_cents for line in self.lines)

    def place(self, bet: str, cents: int, box: int | None = None) -> Answer | Short:
        return self.ask(asks.Place(YOU.name, bet, cents, self.box if box is None else box))

    def look(self, box: int | None = None) -> Answer | Short:
        return self.ask(asks.Look(YOU.name, self.box if box is None else box))

    def choose(self, choice: str, box: int | None = None) -> Answer | Short:
        """To play or to fold."""
        if choice not in set(Choice):
            raise BadInput(f"{choice[:20]!r} is neither play nor fold", "decision")
        return self.ask(asks.Decide(YOU.name, self.box if box is None else box, Choice(choice)))

    def open_betting(self) -> None:
        self.deal_until(lambda: self.table.step is Step.BETTING)
        self.others_act(asks.Place)

    def deal(self) -> None:
        """Betting closes, the cards go out, and the others look at theirs."""
        self.deal_until(lambda: self.table.step not in {Step.BETTING, Step.DEALING})
        self.others_act(asks.Look | asks.Decide)

    def conclude(self) -> None:
        """To the end of the round; nothing happens while a decision is open."""
        self.others_act(asks.ReturnHand)
        over = until(self.table)
        if over is not None and not self.table.undecided:  # who has not looked by now, will not
            self.at = max(self.at, over)
            self.ask(asks.TimeUp(), CLOCK)
        self.deal_until(lambda: self.table.step is Step.CONCLUDED)

    def deal_until(self, reached: Callable[[], bool]) -> None:
        for _ in range(STEPS_TO_CONCLUDE):
            if reached():
                return
            command = dealer.next_command(self.table, dealer.NAME, self.shoe, self.meter_cents)
            if command is None:
                return
            answer = self.ask(command, dealer.NAME)
            assert isinstance(answer, list), answer
        raise AssertionError(self.table)

    def others_act(self, kinds: type | UnionType) -> None:
        for who in self.others:
            while True:
                seen = view(self.table, who)
                command = punters.next_command(seen, who.name, self.rng)
                if command is None or not isinstance(command, kinds):
                    break
                if isinstance(self.ask(command, who), Refused):
                    break
