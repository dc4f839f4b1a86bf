"""Simulated staff, who answer whatever a table waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Remedy, Role
from croupier.table import commands as asks
from croupier.table.commands import Who

if TYPE_CHECKING:
    from random import Random

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

STAFF = (
    Who("d1", Role.DEALER),
    Who("s1", Role.PIT_SUPERVISOR),
    Who("s2", Role.PIT_SUPERVISOR),
    Who("m1", Role.PIT_MANAGER),
    Who("f1", Role.SHIFT_MANAGER),
)
HALF = 0.5


def resolve_pending(rng: Random, table: Table, *, sound: bool = False) -> AnyCommand:
    """Return a command for the ruling, offer or report that the table waits for.

    Random, unless `sound`: then rulings leave the round as it is and reports are approved.
    """
    waiting = table.awaiting
    assert waiting is not None
    if waiting.ruling is not None:
        ruled = waiting.ruling
        open_ = Remedy.SHIFT_MANAGER_DECIDES in ruled.remedies
        remedies = (rng.choice((Remedy.PLAY_ON, Remedy.VOID_ROUND, Remedy.NO_EFFECT)),)
        cards = ruled.report.cards.split()
        return asks.Rule(
            "seen and decided",
            ((Remedy.NO_EFFECT,) if sound else remedies) if open_ else None,
            " ".join(cards if sound else rng.sample(cards, len(cards))),
            rng.random() < HALF,
            rng.choice(("close-box", "no-jackpot-bets", None)),
        )
    if waiting.offers and not sound:
        offer = rng.choice(waiting.offers)
        return asks.Choose(offer.player, rng.choice(offer.options), offer.box)
    if sound or rng.random() < HALF:
        return asks.Approve()
    return asks.Reject("not convinced")
