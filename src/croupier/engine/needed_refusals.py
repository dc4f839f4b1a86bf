"""The refusals for which a game has a clause of its own, given what it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.engine.steps import Refusal, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

ALWAYS = (
    Refusal.NOT_PERMITTED,
    Refusal.TABLE_CLOSED,
    Refusal.INTERRUPTED,
    Refusal.BETTING_NOT_OPEN,
    Refusal.BETTING_CLOSED,
    Refusal.WITHDRAWAL_CLOSED,
    Refusal.NOT_NOW,
    Refusal.NO_SUCH_BOX,
    Refusal.NO_SUCH_BET,
    Refusal.NO_SUCH_WAGER,
    Refusal.NOT_IN_CHIPS,
    Refusal.OVER_MAXIMUM,
    Refusal.NO_SUCH_CARD,
    Refusal.CARD_ALREADY_OUT,
    Refusal.WRONG_RECIPIENT,
    Refusal.WRONG_NUMBER_OF_CARDS,
    Refusal.CARDS_UNREAD,
)
WITH_DECISION = (Refusal.NOTHING_TO_DECIDE, Refusal.HANDS_NOT_READY)
WITH_JACKPOT = (
    Refusal.BOX_CLOSED,
    Refusal.NO_JACKPOT_BETS,
    Refusal.NOT_THE_PRESCRIBED_AMOUNT,
)


def needed_refusals(game: Game) -> Iterator[Refusal]:
    yield from ALWAYS
    if game.decision:
        yield from WITH_DECISION
    if game.jackpot:
        yield from WITH_JACKPOT
    if isinstance(game.deal, Tableau):
        yield Refusal.SHOE_ENDED
    if any(bet.needs for bet in game.bets):
        yield Refusal.NO_MAIN_BET
    if not game.procedure.limits.advised:
        yield Refusal.UNDER_MINIMUM
    yield from of_people(game)
    yield from of_looking(game)


def of_people(game: Game) -> Iterator[Refusal]:
    if game.boxes:
        yield Refusal.SEAT_TAKEN
    if game.procedure.on_behalf is None:
        yield Refusal.NOT_BY_STAFF
    if game.procedure.restricting:
        yield Refusal.ONE_BOX_ONLY
    if game.sharing.players_a_box:
        yield Refusal.BOX_TAKEN
    if game.sharing.wagers_an_area:
        yield Refusal.AREA_FULL


def of_looking(game: Game) -> Iterator[Refusal]:
    looking, exposing = game.procedure.looking, game.procedure.exposing
    if looking:
        yield from (Refusal.NOT_YOUR_HAND, Refusal.ONE_HAND_ONLY)
    if looking and looking.who is Viewer.FIRST_SEATED_BETTOR:
        yield Refusal.NOT_SEATED
    if looking and looking.unseen:
        yield Refusal.NOT_TO_BE_SEEN
    if exposing and (exposing.returned or exposing.examined):
        yield Refusal.HANDS_NOT_READY
