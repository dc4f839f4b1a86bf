"""A simulated player: from what he sees at the table to what he does next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from croupier.cards import parse_cards
from croupier.engine.decisions import Choice
from croupier.games import game
from croupier.table import commands as asks
from croupier.table.commands import for_round
from croupier.table.dealing import UNREAD
from croupier.table.state import Step

if TYPE_CHECKING:
    from random import Random

    from croupier.table.commands import AnyCommand
    from croupier.table.views import BoxView, Limits, Next

SITS_OUT, HAS_ENOUGH = 0.05, 0.6
UNITS = (1, 1, 2, 2, 4, 10)
"""How often the minimum a main bet is."""


class Sight(Protocol):
    """Of a view, what he goes by."""

    @property
    def game(self) -> str: ...
    @property
    def step(self) -> Step: ...
    @property
    def round(self) -> int: ...
    @property
    def boxes(self) -> tuple[BoxView, ...]: ...
    @property
    def limits(self) -> dict[str, Limits]: ...
    @property
    def next(self) -> tuple[Next, ...]: ...


def next_command(view: Sight, name: str, rng: Random) -> AnyCommand | None:
    """For the round that he sees, and no other."""
    command = wanted(view, name, rng)
    return None if command is None else for_round(command, view.round)


def wanted(view: Sight, name: str, rng: Random) -> AnyCommand | None:
    """A bet on his own box and now and then another; then a look, a choice, the hand laid open."""
    if view.step is Step.BETTING:
        return wager(view, name, rng)
    box = own_box(view, name)
    listed = [one.command for one in view.next]
    for kind in (asks.Look, asks.Decide, asks.ReturnHand):
        for command in listed:
            if isinstance(command, kind) and command.box == box.box:
                decides = isinstance(command, asks.Decide)
                return asks.Decide(name, box.box, choice(view, box)) if decides else command
    return None


def own_box(view: Sight, name: str) -> BoxView:
    """Where he sits; a terminal has but one place for all wagers."""
    return next((box for box in view.boxes if box.seated == name), view.boxes[0])


def wager(view: Sight, name: str, rng: Random) -> AnyCommand | None:
    box = own_box(view, name)
    may = [
        one.command
        for one in view.next
        if isinstance(one.command, asks.Place) and one.command.box == box.box
    ]
    highest = max(limit.minimum_cents for limit in view.limits.values())
    mains = {bet for bet, limit in view.limits.items() if limit.minimum_cents == highest}
    placed = {one.bet for one in box.wagers if one.player == name}
    if placed & mains:
        sides = [one for one in may if one.bet not in placed | mains]
        return rng.choice(sides) if sides and rng.random() >= HAS_ENOUGH else None
    may = [one for one in may if one.bet in mains]
    if not may or rng.random() < SITS_OUT:
        return None
    least = rng.choice(may)
    most = view.limits[least.bet].maximum_cents
    cents = min(least.cents * rng.choice(UNITS), most)
    return asks.Place(name, least.bet, cents, box.box)


def choice(view: Sight, box: BoxView) -> Choice:
    """Play what would be good enough for the dealer, and a hand not looked at."""
    needed = game(view.game).qualifies
    if needed is None or UNREAD in box.cards:
        return Choice.PLAY
    return Choice.PLAY if needed.when(parse_cards(box.cards)) else Choice.FOLD
