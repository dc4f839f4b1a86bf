"""A table of any game with two players and every bet, taken to a moment of its round."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, Who
from croupier.table.state import next_place
from croupier.wire.house import setup_of
from tests.simulation.soak import Floor

if TYPE_CHECKING:
    from croupier.engine.game import Game


D1, S1, S2 = (
    Who("d1", Role.DEALER),
    Who("s1", Role.PIT_SUPERVISOR),
    Who("s2", Role.PIT_SUPERVISOR),
)
F1 = Who("f1", Role.SHIFT_MANAGER)
P1, P2 = Who("p1", Role.PLAYER), Who("p2", Role.PLAYER)
MOMENTS = ("betting", "closed", "mid-deal", "dealt", "looked", "exposed", "settled")


def floor_at(game: Game, moment: str, seed: int = 1) -> Floor:
    """A table with two players and every bet, taken to a moment of its round."""
    floor = Floor([setup_of(game.name)], seed)
    boxed = game.boxes is not None
    carried(floor, asks.OpenBetting(), D1)
    for box, who in enumerate((P1, P2), 1):
        if boxed:
            carried(floor, asks.Sit(who.name, box), who)
        for bet in game.bets:
            if not bet.bonus_on and not (game.decision and bet.name == game.decision.play):
                cents = 500 if game.jackpot and bet.name == game.jackpot.bet else 2500
                carried(floor, asks.Place(who.name, bet.name, cents, box if boxed else 0), who)
    for step in MOMENTS[1 : MOMENTS.index(moment) + 1]:
        STEPS[step](floor, game)
    return floor


def again(floor: Floor) -> Floor:
    """The same moment once more; tables are values, so they need no copy."""
    other = copy(floor)
    other.tables, other.tally = dict(floor.tables), copy(floor.tally)
    other.shoes = {name: copy(shoe) for name, shoe in floor.shoes.items()}
    for shoe in other.shoes.values():
        shoe.cards = list(shoe.cards)
    other.balances = {name: dict(accounts) for name, accounts in floor.balances.items()}
    other.since = {name: (table, list(events)) for name, (table, events) in floor.since.items()}
    other.public = {name: set(cards) for name, cards in floor.public.items()}
    other.own = {key: set(cards) for key, cards in floor.own.items()}
    return other


def carried(floor: Floor, command: asks.AnyCommand, who: Who) -> None:
    floor.at += 1000
    answer = floor.ask("t1", command, who)
    assert not isinstance(answer, Refused), (command, answer)


def close(floor: Floor, _game: Game) -> None:
    carried(floor, asks.CloseBetting(), D1)


def deal_some(floor: Floor, _game: Game) -> None:
    for _ in range(3):
        deal_one(floor)


def deal_one(floor: Floor) -> None:
    [card] = floor.shoes["t1"].take(floor.tables["t1"], 1)
    carried(floor, asks.Deal(str(card)), D1)


def deal_all(floor: Floor, _game: Game) -> None:
    while next_place(floor.tables["t1"]) is not None:
        deal_one(floor)


def look(floor: Floor, game: Game) -> None:
    if game.procedure.looking:
        carried(floor, asks.Look("p1", 1), P1)


def expose(floor: Floor, game: Game) -> None:
    if game.boxes is None:
        return
    if until(floor.tables["t1"]) is not None:
        floor.at += 60_000
        carried(floor, asks.TimeUp(), CLOCK)
    for box in (1, 2):
        if not game.decision and game.procedure.exposing and game.procedure.exposing.returned:
            carried(floor, asks.ReturnHand(box), D1)
    floor.at += 60_000
    carried(floor, asks.ExposeDealer(), D1)


def settle(floor: Floor, _game: Game) -> None:
    carried(floor, asks.Settle(2_000_000), D1)


STEPS: dict[str, Any] = {
    "closed": close,
    "mid-deal": deal_some,
    "dealt": deal_all,
    "looked": look,
    "exposed": expose,
    "settled": settle,
}
