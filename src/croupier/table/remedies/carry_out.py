"""A ruling carried out: the events of all of its remedies, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Remedy
from croupier.rulebook.marks import carries, handles
from croupier.table import events as happened
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND
from croupier.table.dealing import cards_text
from croupier.table.evolve import evolve
from croupier.table.remedies.cards import loose, lying
from croupier.table.remedies.corrections import corrected, is_late
from croupier.table.remedies.jackpot import no_jackpot_bets
from croupier.table.remedies.register import CARRIES
from croupier.table.remedies.wagers import named_wager
from croupier.table.state import Cards, as_drawn, parsed

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, Ruled, RulingMade
    from croupier.table.state import Table


REOPENS = {
    Remedy.VOID_ROUND,
    Remedy.MOVE_HANDS,
    Remedy.RECONSTRUCT,
    Remedy.OFFER_OPTIONS,
    Remedy.OFFER_WITHDRAWAL,
    Remedy.REMOVE_HAND,
    Remedy.RETURN_BET,
    Remedy.SETTLE_BY_CARDS,
}
"""What cannot be done to a round that is settled: its settlement is reversed first."""


FOUND = {
    Remedy.SETTLE_PRO_RATA,
    Remedy.SETTLE_TO_MAXIMUM,
    Remedy.SETTLE_AS_PLACED,
    Remedy.SETTLE_ONCE_THEN_RETURN,
    Remedy.RETURN_EXCESS,
    Remedy.SETTLE_ON_PLAY_AMOUNT,
}
"""Settled with the chips that were found, or found missing."""


PUTS_RIGHT = {Remedy.VOID_ROUND, Remedy.RECONSTRUCT, Remedy.SETTLE_BY_CARDS}
"""After which the hands of a table of play are again such as it gives, or none."""


def made_by(asked: Asked, by: str, ruled: Ruled, approved_by: str | None = None) -> list[AnyEvent]:
    made = happened.RulingMade(
        by=by, at=asked.at, ruling=ruled, approved_by=approved_by, clauses=ruled.clauses
    )
    return [made, *carry_out(asked, made)]


@carries(Remedy.NO_EFFECT, Remedy.PLAY_ON)
def carry_out(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """The events of all remedies in their order; a round that is over is not that on the table."""
    if is_late(asked.table, made.ruling.report):
        return corrected(asked, made)
    events: list[AnyEvent] = []

    def happen(more: list[AnyEvent]) -> None:
        nonlocal asked
        for event in more:
            asked = asked.with_table(evolve(asked.table, event))
        events.extend(more)

    asked = asked.with_table(evolve(asked.table, made))
    if asked.table.round.lines and reopens(asked.table, made.ruling):
        happen([reversal(asked, made)])
    happen(as_reported(asked, made))
    for remedy in made.ruling.remedies:
        happen(CARRIES[remedy](asked, made))
    if made.ruling.jackpot and Remedy.NO_JACKPOT_BETS not in made.ruling.remedies:
        happen(no_jackpot_bets(asked, made))
    return events


def reopens(table: Table, ruled: Ruled) -> bool:
    """Whether something is done to the round that its settlement does not survive."""
    report, remedies = ruled.report, set(ruled.remedies)
    if report.cents and remedies & FOUND:
        return True
    if named_wager(table, report) is None:
        remedies.discard(Remedy.RETURN_BET)
    if report.lies is None:
        remedies.discard(Remedy.SETTLE_BY_CARDS)
    if loose(table, report):
        remedies.discard(Remedy.RECONSTRUCT)
    return bool(remedies & REOPENS)


def reversal(asked: Asked, made: RulingMade) -> happened.SettlementReversed:
    return happened.SettlementReversed(
        by=made.by, at=asked.at, lines=asked.table.round.lines, clauses=made.clauses
    )


@carries(Remedy.SETTLE_BY_CARDS)
@handles("card-exposed")
def as_reported(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """The cards as the report says that they lie, or came into view."""
    events: list[AnyEvent] = []
    report, remedies = made.ruling.report, made.ruling.remedies
    put_right = not asked.table.game.drawn_by_tableau or set(remedies) & PUTS_RIGHT
    touched = put_right and Remedy.NO_EFFECT not in remedies
    if touched and (report.lies is not None or report.drawn):
        hands = {place: cards_text(parsed(cards)) for place, cards in (report.lies or {}).items()}
        by_cards = Remedy.SETTLE_BY_CARDS in remedies
        shown = as_shown(asked.table, report) if by_cards else ()
        drawn = cards_text(parsed(report.drawn) or shown)
        events.append(
            happened.CardsFoundLying(
                by=made.by, at=asked.at, hands=hands, drawn=drawn, clauses=made.clauses
            )
        )
    turned = Remedy.TURN_DOWN_AND_PLAY_ON in made.ruling.remedies
    if (turned or report.irregularity == "card-exposed") and report.cards:
        cards = cards_text(parsed(report.cards))
        events.append(
            happened.CardsExposed(
                by=made.by, at=asked.at, cards=cards, box=report.box, clauses=made.clauses
            )
        )
    return events


def as_shown(table: Table, report: Report) -> Cards:
    """The order that the hands of a table of play give away once both are named."""
    hands = lying(table, report)
    if not table.game.drawn_by_tableau or not {PLAYER_HAND, DEALER} <= set(report.lies or {}):
        return ()
    shown = as_drawn(hands.get(PLAYER_HAND, ()), hands.get(DEALER, ()))
    return (*table.cards_of(BURNT), *shown, *table.round.removed, *table.kept)
