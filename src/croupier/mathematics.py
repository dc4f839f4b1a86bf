"""The library's questions of mathematics: exact odds, best play, sessions, simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.argument_checks import checked
from croupier.cards import parse_cards
from croupier.games import DEALT_FROM_SHOES, DECIDED_BY_PLAYERS, game
from croupier.lab.joint import Stakes  # noqa: TC001 - read by `checked`
from croupier.lab.paytables import Change, with_pays
from croupier.lab.shoe import odds_of_shoe, parse_left, without
from croupier.problems import BadInput
from croupier.wire.asked_odds import odds
from croupier.wire.house import default_house
from croupier.wire.variants import variant_of

__all__ = [
    "odds",
    "players",
    "session",
    "shoe_moves",
    "shoe_odds",
    "simulate",
    "strategy",
    "two_boxes",
    "variant",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Unpack

    from croupier.engine.game import Game
    from croupier.lab.boxes import TwoBoxes
    from croupier.lab.figures import GameOdds
    from croupier.lab.moves import ShoeMoves
    from croupier.lab.sessions import Session
    from croupier.lab.strategy import Strategy
    from croupier.lab.variants import Variant
    from croupier.montecarlo.options import Options
    from croupier.montecarlo.players.options import Options as PlayersOptions
    from croupier.montecarlo.players.results import Players
    from croupier.montecarlo.simulation import Simulation


@checked
def variant(toml: str | bytes) -> Variant:
    """Lines and side bets from the text of a TOML file, to be given as one of `pays`."""
    return variant_of(toml)


@checked
def shoe_odds(*, left: str | None = None, seen: str | None = None, decks: int = 8) -> GameOdds:
    """The exact odds of baccarat for what is left in a shoe, by ranks or by the cards seen."""
    if (left is None) == (seen is None):
        raise BadInput("either what is left or what was seen is needed")
    cards = parse_left(left) if left is not None else without(str(seen), decks)
    return odds_of_shoe(DEALT_FROM_SHOES, cards)


@checked
def simulate(
    game_name: str, told: Callable[[int], None] = lambda _: None, **options: Unpack[Options]
) -> Simulation:
    """Many rounds beside the exact odds: `simulate("baccarat", rounds=10**9, seed=7).bets`."""
    from croupier.montecarlo.options import asked_of  # noqa: PLC0415 - as in session
    from croupier.montecarlo.simulation import simulate as simulated  # noqa: PLC0415

    return simulated(asked_of(game_name, **options), told)


@checked
def shoe_moves(*, left: str | None = None, seen: str | None = None, decks: int = 8) -> ShoeMoves:
    """How each card that leaves a shoe moves the edges; without `left` or `seen`, a whole shoe."""
    from croupier.lab.moves import shoe_moves as moves_of  # noqa: PLC0415 - as in session
    from croupier.lab.shoes import Shoes  # noqa: PLC0415

    if left is not None and seen is not None:
        raise BadInput("either what is left or what was seen is needed")
    cards = parse_left(left) if left is not None else without(seen or "", decks)
    known = None if seen is None else parse_cards(seen)
    return moves_of(Shoes(DEALT_FROM_SHOES), cards, known, decks)


@checked
def players(
    game_name: str,
    cents: Mapping[str, int],
    bankroll_cents: int,
    told: Callable[[int], None] = lambda _: None,
    **options: Unpack[PlayersOptions],
) -> Players:
    """Evenings: `players("baccarat", {"banker": 2500}, 100_000, system="martingale").ruined`."""
    from croupier.montecarlo.players.options import evenings_of  # noqa: PLC0415 - as in session
    from croupier.montecarlo.players.results import play  # noqa: PLC0415

    return play(evenings_of(game_name, cents, bankroll_cents, **options), told)


@checked
def session(  # noqa: PLR0913 - as in odds
    game_name: str,
    stakes: Stakes,
    *,
    decks: int | None = None,
    interpretations: Mapping[str, str] | None = None,
    meter_cents: int | None = None,
    pays: Sequence[Change] = (),
) -> Session:
    """Rounds alike with these stakes on one hand: `session(GAME, {"banker": 1}).after(70)`."""
    from croupier.lab.joint import Rounds  # noqa: PLC0415 - numpy only where it is needed
    from croupier.lab.sessions import Session  # noqa: PLC0415

    of = asked_game(game_name, interpretations, pays, decks=decks, meter_cents=meter_cents)
    jackpot = default_house()[game_name].jackpot
    rounds = Rounds(of, decks=decks, jackpot=jackpot, meter_cents=meter_cents)
    return Session(rounds.nets(stakes), rounds.staked(stakes))


@checked
def two_boxes(  # noqa: PLR0913 - as in odds
    game_name: str,
    stakes: Stakes,
    other: Stakes | None = None,
    *,
    decks: int | None = None,
    interpretations: Mapping[str, str] | None = None,
    meter_cents: int | None = None,
    pays: Sequence[Change] = (),
) -> TwoBoxes:
    """Two boxes against one dealer, the other staked the same unless told."""
    from croupier.lab.boxes import two_boxes as of_two  # noqa: PLC0415 - as in session

    of = asked_game(game_name, interpretations, pays, decks=decks, meter_cents=meter_cents)
    return of_two(of, stakes, other, most=default_house()[game_name].boxes)


@checked
def strategy(
    game_name: str = DECIDED_BY_PLAYERS.name,
    *,
    interpretations: Mapping[str, str] | None = None,
    pays: Sequence[Change] = (),
) -> Strategy:
    """Best play, and what other play costs: `strategy().weakest_played`."""
    from croupier.lab.strategy import strategy as best_play  # noqa: PLC0415 - as in session

    of = asked_game(game_name, interpretations, pays)
    if of.decision is None:
        raise BadInput(f"{game_name} has nothing to decide")
    return best_play(of)


def asked_game(
    game_name: str,
    interpretations: Mapping[str, str] | None,
    pays: Sequence[Change],
    *,
    decks: int | None = None,
    meter_cents: int | None = None,
) -> Game:
    """A game under other readings or pays, which has what else is asked of it."""
    of = with_pays(game(game_name).under(dict(interpretations or {})), pays)
    if decks is not None and decks != 1 and of.packs.most == 1:
        raise BadInput("is played with one deck", game_name, clauses=of.packs.cite.numbers)
    if decks is not None and decks < 1:
        raise BadInput("at least one deck is needed", "decks")
    if meter_cents is not None and of.jackpot is None:
        raise BadInput(f"{game_name} has no jackpot", "meter")
    if meter_cents is not None and meter_cents < 0:
        raise BadInput("a meter is not below 0.00", "meter")
    return of
