"""The PAR sheet that is asked for by a game's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import game
from croupier.lab.odds import odds
from croupier.lab.paytables import with_pays
from croupier.par.sheet import ParSheet
from croupier.par.simulation import read_simulation
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.lab.paytables import Change


def par(  # noqa: PLR0913 - each a question of its own, by keyword
    game_name: str,
    *,
    decks: int | None = None,
    interpretations: Mapping[str, str] | None = None,
    meter_cents: int | None = None,
    hands: int = 1,
    pays: Sequence[Change] = (),
    simulation: str | bytes | None = None,
) -> ParSheet:
    """A PAR sheet, beside the answer of a simulation where it is given as JSON."""
    of = with_pays(game(game_name).under(dict(interpretations or {})), pays)
    jackpot = default_house()[game_name].jackpot
    found = odds(of, decks=decks, jackpot=jackpot, meter_cents=meter_cents, hands=hands)
    if simulation is None:
        return ParSheet(found, tuple(map(str, pays)))
    data = simulation.encode() if isinstance(simulation, str) else simulation
    return ParSheet(found, tuple(map(str, pays)), read_simulation(data, found))
