"""Exact odds that are asked for by a game's name, with the default house's jackpot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.argument_checks import checked
from croupier.games import game
from croupier.lab.odds import odds as exact_odds
from croupier.lab.paytables import Change, with_pays
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.lab.figures import GameOdds


@checked
def odds(  # noqa: PLR0913 - each a question of its own, by keyword
    game_name: str,
    *,
    decks: int | None = None,
    interpretations: Mapping[str, str] | None = None,
    meter_cents: int | None = None,
    hands: int = 1,
    pays: Sequence[Change] = (),
) -> GameOdds:
    """The exact odds of a game: `odds("royal-three-pictures").bets["tie"].house_edge`."""
    of = with_pays(game(game_name).under(dict(interpretations or {})), pays)
    jackpot = default_house()[game_name].jackpot
    return exact_odds(of, decks=decks, jackpot=jackpot, meter_cents=meter_cents, hands=hands)
