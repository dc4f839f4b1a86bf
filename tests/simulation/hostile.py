"""Hostile commands, random irregularities, and the people who send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES, Device, Remedy, Role
from croupier.sim.staff import STAFF
from croupier.table import commands as asks
from croupier.table.commands import CLOCK, Who
from croupier.table.dealing import UNREAD

if TYPE_CHECKING:
    from random import Random

    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.state import Table

PLAYERS = tuple(Who(f"p{number}", Role.PLAYER) for number in range(1, 6))
EVERYONE = (*PLAYERS, *STAFF, Who("a1", Role.AUDITOR), CLOCK)
HALF = 0.5


def hostile(rng: Random, table: Table) -> AnyCommand:
    """Nonsense, near misses and things out of turn."""
    player, box = rng.choice(PLAYERS).name, rng.randrange(-2, 10)
    bets = [*table.game.bet, "roulette"]
    cents = rng.choice((-100, 0, 1, 50, 99, 100, 2500, 499_900, 500_000, 10**9))
    card = " ".join(str(one) for one in rng.sample(DECK, rng.randrange(4)))
    commands: tuple[AnyCommand, ...] = (
        asks.Sit(player, box),
        asks.StandUp(player),
        asks.WalkAway(player),
        asks.OpenBetting(),
        asks.CloseBetting(),
        asks.Place(player, rng.choice(bets), cents, box),
        asks.Place(player, rng.choice(bets), cents, max(0, box)),
        asks.Withdraw(player, rng.choice(bets), box, rng.choice((None, cents))),
        asks.Deal(card or "1x", rng.choice((None, box))),
        asks.Look(player, box),
        asks.ReturnHand(box, card),
        asks.Decide(player, box, rng.choice(tuple(Choice))),
        asks.ExposeDealer(card),
        asks.Settle(rng.choice((None, 0, 10**9))),
        asks.TimeUp(),
        asks.ReplaceShoe(),
        asks.Restrict(rng.choice((None, player)), box, rng.random() < HALF),
        asks.Rule(rng.choice(("", "because")), rng.choice((None, (), (Remedy.VOID_ROUND,)))),
        asks.Approve(),
        asks.Reject(""),
        asks.PermitWithdrawal(player, box),
        asks.Choose(player, rng.choice(("withdraw", "continue", "maybe")), box),
        asks.Resume(),
        asks.OpenTable(),
        asks.CloseTable(),
        asks.Configure(changed(rng, table)),
    )
    return rng.choice(commands)


def changed(rng: Random, table: Table) -> Setup:
    """The table's own setup with another shoe, other chips, or a device that there is not."""
    device = rng.choice((*Device, "sleeve"))
    return replace(table.setup, device=device, chip_cents=rng.choice((0, 100, 500)))


def irregular(rng: Random, table: Table) -> AnyCommand:
    """An irregularity with random facts, and cards and chips that could lie so."""
    name = rng.choice(tuple(IRREGULARITIES))
    facts = {
        fact.name: rng.choice(fact.values[:3])
        for fact in IRREGULARITIES[name]
        if rng.random() < HALF
    }
    wager = rng.choice(tuple(table.round.wagers.values()) or (None,))
    drawn = set(table.round.drawn)
    fresh = [card for card in DECK if card not in drawn]
    boxes = [place for place in table.round.hands if place > 0]
    return asks.Report(
        irregularity=name,
        facts=facts,
        box=wager.box if wager else rng.choice((None, 1)),
        player=wager.player if wager else rng.choice((None, "p1")),
        bet=wager.bet if wager else None,
        cents=rng.choice((None, None, 100, 2500)),
        cards=" ".join(map(str, rng.sample(fresh, rng.randrange(3)))),
        lies=swapped(rng, table) if rng.random() < HALF else None,
        moves=dict(zip(boxes, [*boxes[1:], *boxes[:1]], strict=True)) if len(boxes) > 1 else None,
    )


def swapped(rng: Random, table: Table) -> dict[int, str] | None:
    """The hands as they would lie if a card of one had come to another."""
    hands = {place: list(cards) for place, cards in table.round.hands.items() if cards}
    if len(hands) < 2:
        return None
    one, other = rng.sample(sorted(hands), 2)
    hands[one][-1], hands[other][-1] = hands[other][-1], hands[one][-1]
    return {place: " ".join(str(card or UNREAD) for card in hands[place]) for place in hands}
