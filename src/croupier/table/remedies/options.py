"""Remedies that leave it to the players."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.engine.irregularities import OfferedTo, Remedy
from croupier.engine.readings import OPTIONS_UNANSWERED, Unanswered
from croupier.table import events as happened
from croupier.table.commands import BURNT, DEALER
from croupier.table.options import offers_for, withdrawal_offers
from croupier.table.remedies.hands import intended
from croupier.table.state import parsed

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table


def offer_options(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    ruled = made.ruling
    rebuilt = {Remedy.RECONSTRUCT, Remedy.MOVE_HANDS} & set(ruled.remedies)
    carry_on = "continue-reconstructed" if rebuilt else "continue"
    touched = affected(asked.table, made) if ruled.offered_to == OfferedTo.AFFECTED else None
    offers = offers_for(asked.table, (carry_on, "withdraw"), touched)
    return offered(asked, made, offers, carry_on)


def affected(table: Table, made: RulingMade) -> set[int] | None:
    """The boxes that an error touched; None for all, where it touched the dealer's hand."""
    report = made.ruling.report
    touched = {report.box} if report.box else set()
    touched |= set(report.moves or {}) | set((report.moves or {}).values())
    meant, _ = intended(table)
    for place, cards in (report.lies or {}).items():
        if Counter(parsed(cards)) != Counter(meant.get(place, ())):
            touched.add(place)
    for card in parsed(report.cards):
        touched |= {place for place, cards in table.round.hands.items() if card in cards}
    boxes = {place for place in touched if place}
    return None if DEALER in touched or not boxes - {BURNT} else boxes - {BURNT}


def offer_withdrawal(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return offered(asked, made, withdrawal_offers(asked.table), "continue")


def offered(
    asked: Asked, made: RulingMade, offers: tuple[happened.Offer, ...], carry_on: str
) -> list[AnyEvent]:
    if not offers:
        return []
    silence = asked.table.game.reads(OPTIONS_UNANSWERED, otherwise=Unanswered.CONTINUE)
    return [
        happened.OptionsOffered(
            by=made.by,
            at=asked.at,
            offers=offers,
            unanswered=carry_on if silence is Unanswered.CONTINUE else "withdraw",
            clauses=made.clauses,
        )
    ]
