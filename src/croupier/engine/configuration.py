"""What a document leaves to the table: boxes, decks, limits, jackpot, readings."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes
from croupier.engine.irregularities import Device
from croupier.engine.steps import Dealing
from croupier.problems import BadInput, among
from croupier.rulebook.marks import carries, defines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game
    from croupier.engine.limits import Limit


PACK = 52


class JackpotTerms(NamedTuple):
    bet_cents: int
    seed_cents: int
    contribution: Fraction
    cap_cents: int | None = None
    """More than this is never displayed: what comes in beyond goes to the reserve."""
    reserve: Fraction = Fraction(0)
    """The hidden part of each bet, put aside for the next seeds."""
    attendant_cents: int | None = None
    """From this amount on an award is paid by hand, by two people."""


class Configuration(NamedTuple):
    game: Game
    boxes: int | None
    decks: int
    limits: Mapping[str, Limit]
    jackpot: JackpotTerms | None


def check_configuration(table: Configuration) -> Configuration:
    check_boxes(table.game, table.boxes)
    check_decks(table.game, table.decks)
    check_limits(table.game, table.limits)
    check_jackpot(table.game, table.jackpot)
    return table


@carries(Boxes)
def check_boxes(game: Game, boxes: int | None) -> None:
    if game.boxes is None:
        if boxes is not None:
            raise BadInput("a terminal has no box", "boxes")
        return
    most = game.boxes.most or most_hands(game) - 1
    if boxes is None or not 1 <= boxes <= most:
        what = f"the layout has 1 to {most} boxes"
        raise BadInput(what, "boxes", clauses=game.boxes.cite.numbers)


@carries(Packs)
def most_hands(game: Game) -> int:
    """As many as the packs can fill, the dealer's among them."""
    assert isinstance(game.deal, Deal)
    return PACK * game.packs.most // game.deal.cards


@carries(Packs)
def check_decks(game: Game, decks: int) -> None:
    packs = game.packs
    if packs.fewest <= decks <= packs.most:
        return
    allowed = "one deck" if packs.most == 1 else f"{packs.fewest} to {packs.most} decks"
    given = "1 deck" if decks == 1 else f"{decks} decks"
    raise BadInput(
        f"{given}, and the game is played with {allowed}",
        "decks",
        clauses=packs.cite.numbers,
    )


@carries(Dealing)
@defines("automated shoe")
def check_device(game: Game, device: str) -> None:
    """The cards come out of a device by which the document has them dealt."""
    known = [one for one in Device if one in game.procedure.deals]
    if device not in known:
        raise BadInput(f"{device[:20]!r} is not one of {', '.join(known)}", "device")


def check_limits(game: Game, limits: Mapping[str, Limit]) -> None:
    for name, limit in limits.items():
        if name not in game.bet or game.bet[name].bonus_on:
            raise unknown_bet(game, name).at("limits")
        if not 0 <= limit.minimum_cents <= limit.maximum_cents or not limit.maximum_cents:
            raise BadInput(
                "the minimum is above the maximum, or the maximum is 0.00", "limits", name
            )


def check_jackpot(game: Game, jackpot: JackpotTerms | None) -> None:
    if (game.jackpot is None) != (jackpot is None):
        has = "has none" if game.jackpot is None else "needs one"
        raise BadInput(f"the game {has}", "jackpot")
    if jackpot and not (jackpot.bet_cents > 0 and 0 <= jackpot.contribution <= 1):
        raise BadInput("a bet above 0.00 and a contribution from 0 to 1 are needed", "jackpot")
    if jackpot:
        check_beyond(jackpot)


def check_beyond(jackpot: JackpotTerms) -> None:
    """Its seed, and what it may have beside it."""
    if jackpot.seed_cents < 0:
        raise BadInput("is not below 0.00", "jackpot", "seed")
    if jackpot.cap_cents is not None and jackpot.cap_cents < jackpot.seed_cents:
        raise BadInput("the cap is less than the seed", "jackpot", "cap")
    if jackpot.reserve < 0 or jackpot.contribution + jackpot.reserve > 1:
        raise BadInput("contribution and reserve are more than the bet", "jackpot", "reserve")
    if jackpot.attendant_cents is not None and jackpot.attendant_cents < 1:
        raise BadInput("an award above 0.00 is paid by hand", "jackpot", "attendant_from")


def unknown_bet(game: Game, name: str) -> BadInput:
    offered = (bet.name for bet in game.bets if not bet.bonus_on)
    return BadInput(f"no bet is called {name[:40]!r}; {among(name, offered, 'this game has')}")
