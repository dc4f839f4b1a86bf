"""A table in memory that a trainee deals at: its players bet, look and decide by themselves."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.scenario.floor import Floor
from croupier.scenario.setups import Start
from croupier.school.incidents import TRAINEE
from croupier.sim import dealer, punters
from croupier.sim.staff import STAFF, resolve_pending
from croupier.table import commands as asks
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, DEALER, PLAYER_HAND, Who
from croupier.table.dealing import UNREAD
from croupier.table.state import INITIAL, Step
from croupier.table.views import view
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from croupier.engine.game import Game
    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

PLAYERS = tuple(Who(f"p{number}", Role.PLAYER) for number in range(1, 5))
A_MINUTE_MS = 60_000
MOST_ACTS = 8
"""Of one player before the dealer goes on."""
MOST_WAITING = 40


class StepName(StrEnum):
    """What a dealer does, in the order of a round."""

    OPEN = "open-betting"
    CLOSE = "close-betting"
    DEAL = "deal"
    SHOW = "expose-dealer"
    SETTLE = "settle"


NEXT: Mapping[StepName, tuple[type[AnyCommand], ...]] = {
    StepName.OPEN: (asks.OpenBetting, asks.ReplaceShoe),
    StepName.CLOSE: (asks.CloseBetting,),
    StepName.DEAL: (asks.Deal,),
    StepName.SHOW: (asks.ExposeDealer, asks.ReturnHand),
    StepName.SETTLE: (asks.Settle,),
}
"""The commands by which each step is known to be next."""


class DealtTable:
    def __init__(self, game: Game, chance: Random) -> None:
        self.game, self.chance = game, chance
        self.begin()

    def begin(self) -> None:
        setup = replace(setup_of(self.game.name), dealer="person", shoe=False)
        self.floor = Floor(Start(setup=setup))
        self.shoe = dealer.Shoe(setup.decks, self.chance)
        for box, who in enumerate(PLAYERS, 1):
            if setup.boxes is not None:
                self.floor.ask(asks.Sit(who.name, box), who)

    @property
    def table(self) -> Table:
        return self.floor.table

    @property
    def may(self) -> list[AnyCommand]:
        return [one.command for one in view(self.table, TRAINEE).next]

    @property
    def next(self) -> StepName | None:
        kinds = {type(one) for one in self.may}
        return next((name for name, of in NEXT.items() if kinds & set(of)), None)

    def step(self, name: StepName) -> Refused | None:
        """As the table takes it from a dealer, or refuses it."""
        match name:
            case StepName.OPEN:
                refused = self.open()
            case StepName.CLOSE:
                refused = self.ask(asks.CloseBetting())
            case StepName.DEAL:
                refused = self.deal()
            case StepName.SHOW:
                refused = self.show()
            case StepName.SETTLE:
                refused = self.ask(asks.Settle())
        if refused is None:
            self.players_act()
        return refused

    def ask(self, command: AnyCommand) -> Refused | None:
        answer = self.floor.ask(command, TRAINEE)
        return answer if isinstance(answer, Refused) else None

    def open(self) -> Refused | None:
        """With fresh cards, where the last ones are to be replaced."""
        kinds = {type(one) for one in self.may}
        if asks.ReplaceShoe in kinds and asks.OpenBetting not in kinds:
            self.ask(asks.ReplaceShoe())
            self.shoe.shuffle()
        refused = self.ask(asks.OpenBetting())
        if refused is None and self.table.setup.decks == 1:
            self.shoe.shuffle()
        return refused

    def deal(self) -> Refused | None:
        """All that is dealt at once; at a table of play the first four, then card by card."""
        command = self.to_deal()
        if command is None:
            return self.ask(asks.Deal(UNREAD))
        while command is not None:
            cards = self.shoe.take(self.table, len(command.cards.split()))
            refused = self.ask(asks.Deal(" ".join(map(str, cards)), command.to))
            if refused or self.has_first_cards:
                return refused
            command = self.to_deal()
        return None

    def to_deal(self) -> asks.Deal | None:
        return next((one for one in self.may if isinstance(one, asks.Deal)), None)

    @property
    def has_first_cards(self) -> bool:
        hands = (self.table.cards_of(place) for place in (PLAYER_HAND, DEALER))
        return self.game.drawn_by_tableau and sum(map(len, hands)) >= INITIAL

    def show(self) -> Refused | None:
        """The dealer's hand is turned up, and those that nobody has laid open, in either order."""
        refused = self.ask(asks.ExposeDealer())
        for _ in self.table.boxes:
            command = next((one for one in self.may if isinstance(one, asks.ReturnHand)), None)
            if command is not None:
                self.ask(command)
        return refused and self.ask(asks.ExposeDealer())

    def players_act(self) -> None:
        """Bets, looks, decisions; then nobody is waited for any longer."""
        for who in PLAYERS:
            for _ in range(MOST_ACTS):
                command = punters.next_command(view(self.table, who), who.name, self.chance)
                if command is None or isinstance(command, asks.ReturnHand):
                    break  # hands are laid open by the dealer, when he says so
                if isinstance(self.floor.ask(command, who), Refused):
                    break
        if self.table.step is Step.PLAYING and until(self.table) is not None:
            self.floor.at += A_MINUTE_MS
            self.floor.ask(asks.TimeUp(), CLOCK)

    def carry_out(self, report: asks.Report) -> None:
        """A report is made, the school answers as whoever decides, and players choose."""
        self.floor.ask(report, TRAINEE)
        for _ in range(MOST_WAITING):
            if self.table.awaiting is None:
                break
            self.floor.at += A_MINUTE_MS
            self.towards_a_ruling()
        if self.table.awaiting is not None or self.table.interrupted:
            self.begin()
        self.players_act()

    def towards_a_ruling(self) -> None:
        waiting = self.table.awaiting
        assert waiting is not None
        if waiting.offers:
            offer = self.chance.choice(waiting.offers)
            option = self.chance.choice(offer.options)
            whose = Who(offer.player, Role.PLAYER)
            self.floor.ask(asks.Choose(offer.player, option, offer.box), whose)
            return
        for who in STAFF[1:]:
            if self.table.awaiting == waiting:
                command = resolve_pending(self.chance, self.table, sound=True)
                self.floor.ask(command, who)
