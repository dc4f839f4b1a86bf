"""Why each line of a settlement is as it is, by the cards that everybody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.bets import Result
from croupier.engine.decisions import Choice
from croupier.engine.reasons import AS_LISTED, reason
from croupier.games._reasons import FOLDED
from croupier.said import Said, Sentence
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.seen import is_open
from croupier.table.state import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Hand
    from croupier.table.events import SettledLine
    from croupier.table.state import Table

VOID = Sentence("round-is-void", "The round is void, and every bet comes back.")
DID_NOT_PLAY = Sentence("bet-did-not-play", "The bet did not play, and comes back.")
ENVY = Sentence(
    "envy-of-box", "Box {box} has [{cards:symbols}|the hand], for which you get {cents:money}."
)
PLAYED_IN_PART = Sentence(
    "bet-played-in-part", "{because:said} {counted:money} of {stake:money} played."
)


def in_pay_order(table: Table, lines: Iterable[SettledLine]) -> tuple[SettledLine, ...]:
    """Box by box as the pay table lists the bets, each with its reason."""
    order = table.game.pay_order
    listed = sorted(lines, key=lambda line: (line.box, order.get(line.bet, len(order))))
    return tuple(replace(line, because=because(table, line)) for line in listed)


def because(table: Table, line: SettledLine) -> Said:
    if line.result == Result.RETURNED:
        return VOID() if table.round.voided else DID_NOT_PLAY()
    said = decided(table, line)
    if line.counted_cents and line.counted_cents != line.stake_cents:
        counted, stake = line.counted_cents, line.stake_cents
        return PLAYED_IN_PART(because=said, counted=counted, stake=stake)
    return said


def decided(table: Table, line: SettledLine) -> Said:
    if line.from_box is not None:
        hand = open_hand(table, line.from_box)
        cards = str(hand) if hand else ""
        return ENVY(box=line.from_box, cards=cards, cents=line.award_cents)
    if table.round.decisions.get(line.box) is Choice.FOLD:
        return FOLDED() if line.result == Result.LOSE else AS_LISTED(event=line.event)
    place = PLAYER_HAND if table.game.drawn_by_tableau else line.box
    mine, theirs = open_hand(table, place), open_hand(table, DEALER)
    if mine is None or theirs is None:
        return AS_LISTED(event=line.event)
    outcome = table.game.outcome(mine, theirs)
    return reason(table.game, line.bet, outcome, line.event, line.award_cents)


def open_hand(table: Table, place: int) -> Hand | None:
    """A whole hand that lies open before everybody."""
    hand = read(table.cards_of(place)) if is_open(table, place) else None
    return hand if hand and len(hand) in table.game.ranked_sizes else None
