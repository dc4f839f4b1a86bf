"""Who must agree: one person never moves money, changes a hand or lets anybody out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Remedy, Role
from croupier.table.commands import Who
from croupier.table.remedies.carry_out import FOUND, reopens
from croupier.table.remedies.wagers import named_wager
from croupier.table.seen import any_card_seen, visible_to
from croupier.table.situation import EXPOSED
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.table.events import Ruled
    from croupier.table.state import Table

ALWAYS = {
    Remedy.VOID_ROUND,
    Remedy.MOVE_HANDS,
    Remedy.RECONSTRUCT,
    Remedy.REMOVE_HAND,
    Remedy.OFFER_WITHDRAWAL,
    Remedy.FOLD_HAND,
}
"""Of these a second person is always needed."""
CHANGES_NOTHING = {Remedy.NO_EFFECT, Remedy.REPLACE_SHOE}
"""What is said about cards is then only noted."""
ONCE_SEEN = {Remedy.OFFER_OPTIONS, Remedy.RETURN_BET}
"""Of these, after any card of the round was seen."""


def second_person(table: Table, ruled: Ruled) -> Role | None:
    """The lowest role that a second person must hold, where a ruling takes two."""
    if not takes_two(table, ruled):
        return None
    result_is_open = table.step is Step.EXPOSED or bool(table.round.lines)
    least = Role.SHIFT_MANAGER if result_is_open else Role.PIT_SUPERVISOR
    return max(least, ruled.decided_by, key=POSITIONS.index)


def takes_two(table: Table, ruled: Ruled) -> bool:
    report, remedies = ruled.report, set(ruled.remedies)
    if named_wager(table, report) is None:
        remedies.discard(Remedy.RETURN_BET)
    if remedies <= CHANGES_NOTHING:
        return False
    if remedies & ALWAYS or report.lies is not None or report.drawn:
        return True
    if report.cents and remedies & FOUND:
        return True
    if (table.round.lines and reopens(table, ruled)) or claims_hidden_cards(table, ruled):
        return True
    if Remedy.USE_AS_NEXT_CARD in remedies and not is_in_charge(table, ruled.reported_by):
        return True
    if report.irregularity == EXPOSED and report.cards and table.step is Step.PLAYING:
        return True  # no longer during the deal: one word would lay hands open
    shown = report.irregularity == EXPOSED or any_card_seen(table)
    return bool(remedies & ONCE_SEEN) and shown


def is_in_charge(table: Table, name: str) -> bool:
    """Whether this person deals the round: what comes out of the shoe is then his to enter."""
    if table.setup.shoe:
        return False
    deals = table.round.dealt_by
    return deals == {name} if deals else table.round.opened_by == name


def claims_hidden_cards(table: Table, ruled: Ruled) -> bool:
    """Cards that the reporter cannot know are compared with the record before a second person.

    So is an exposed card of a hand that nobody has read: it would be read in by one word.
    """
    known = visible_to(table, Who(ruled.reported_by, Role.DEALER))
    named = {card for card in parsed(ruled.report.cards) if card is not None}
    hidden = {card for card in table.round.drawn if card is not None} - known
    reads_in = None in table.round.drawn and bool(named - set(table.round.drawn))
    unread = ruled.report.irregularity == EXPOSED and reads_in
    return unread or (bool(named - known) and bool(hidden))


def is_second(table: Table, who: Who, ruled: Ruled, needed: Role) -> bool:
    """Of that role, and another person than the reporter and whoever deals this round."""
    others = {ruled.reported_by} | table.round.dealt_by
    return who.holds(needed) and all(who.pairs_with(one) for one in others)
