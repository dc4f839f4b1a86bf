"""A table, its game and its limits, from the setup that the house chose."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.engine.configuration import Configuration, JackpotTerms, check_configuration
from croupier.engine.deal import Deal
from croupier.engine.irregularities import Device
from croupier.engine.limits import Limit
from croupier.engine.steps import Dealing
from croupier.games import game as game_named
from croupier.rulebook.marks import carries, defines
from croupier.table.commands import JackpotBeyond
from croupier.table.state import Table

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.table.commands import Setup


@carries(Deal, Dealing)
@defines("automated shoe")
def new_table(name: str, setup: Setup) -> Table:
    game, limits = configured(setup)
    dealing = game.procedure.deals[Device(setup.device)]
    size = game.deal.cards if isinstance(game.deal, Deal) else 0
    return Table(name=name, setup=setup, game=game, limits=limits, dealing=dealing, hand_size=size)


@lru_cache(maxsize=256)
def game_under(name: str, chosen: tuple[tuple[str, str], ...]) -> Game:
    """One and the same value for the same readings, so that a replayed table equals the first."""
    return game_named(name).under(dict(chosen))


def configured(setup: Setup) -> tuple[Game, dict[str, Limit]]:
    """The game and limits of a setup; BadInput says what is wrong with it."""
    game = game_under(setup.game, tuple(sorted(setup.interpretations.items())))
    limits = {bet: Limit(*both) for bet, both in setup.limits.items()}
    check_configuration(Configuration(game, setup.boxes, setup.decks, limits, jackpot_of(setup)))
    return game, limits


def jackpot_of(setup: Setup) -> JackpotTerms | None:
    if setup.jackpot is None:
        return None
    bet, seed, contribution = setup.jackpot
    terms, more = JackpotTerms(bet, seed, Fraction(contribution)), setup.jackpot_beyond
    if more is None:
        return terms
    return terms._replace(
        cap_cents=more.cap_cents,
        reserve=Fraction(more.reserve),
        attendant_cents=more.attendant_cents,
    )


def beyond(terms: JackpotTerms) -> JackpotBeyond | None:
    """As a setup says it; nothing where a jackpot has none of it."""
    if terms.cap_cents is None and terms.attendant_cents is None and not terms.reserve:
        return None
    return JackpotBeyond(
        cap_cents=terms.cap_cents,
        reserve=str(terms.reserve),
        attendant_cents=terms.attendant_cents,
    )
