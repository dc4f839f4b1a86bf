"""The exact odds of a game, by the method that its shape allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.lab import pictures, poker, tableau
from croupier.lab.figures import GameOdds
from croupier.lab.hands import PAIRS
from croupier.lab.jackpot import MOST_HANDS, progressive
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds


def odds(
    game: Game,
    *,
    decks: int | None = None,
    jackpot: JackpotTerms | None = None,
    meter_cents: int | None = None,
    hands: int = 1,
) -> GameOdds:
    if isinstance(game.deal, Tableau):
        decks = game.packs.most if decks is None else decks
        if decks < 1:
            raise BadInput("at least one deck is needed", "decks")
        total, bets = tableau.odds(game, tableau.full_shoe(decks))
        return GameOdds(game, decks, total, bets)
    if decks is not None and decks != 1:
        raise BadInput("is played with one deck", game.name, clauses=game.packs.cite.numbers)
    if game.decision is None:
        return GameOdds(game, 1, pictures.total(game), pictures.odds(game))
    if jackpot is not None and meter_cents is None:
        meter_cents = jackpot.seed_cents
    bets = decided(game, jackpot, meter_cents, hands)
    return GameOdds(game, 1, PAIRS, bets, meter_cents, hands)


def decided(
    game: Game, jackpot: JackpotTerms | None, meter_cents: int | None, hands: int
) -> dict[str, BetOdds]:
    """Best play of the entry bet; the bets on the own hand apart."""
    assert game.decision is not None
    if not 1 <= hands < MOST_HANDS:
        raise BadInput(f"a table has 1 to {MOST_HANDS - 1} hands beside the dealer's", "hands")
    lab = poker.Lab(game)
    bets = {game.decision.entry: lab.entry(poker.best)}
    together = {game.decision.entry, game.decision.play}
    for bet in game.bets:
        if bet.bonus_on or bet.name in together:
            continue
        if game.jackpot is None or bet.name != game.jackpot.bet:
            bets[bet.name] = poker.own_hand(lab, bet)
        elif jackpot is not None and meter_cents is not None:
            bets[bet.name] = progressive(lab, bet, meter_cents, jackpot.bet_cents, hands)
    return bets
