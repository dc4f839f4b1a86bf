"""The PAR sheet that is asked for by a game's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.argument_checks import checked
from croupier.lab.paytables import Change  # noqa: TC001 - read by `checked`
from croupier.par.sheet import ParSheet
from croupier.par.simulation import read_simulation
from croupier.wire.asked_odds import odds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@checked
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
    found = odds(
        game_name,
        decks=decks,
        interpretations=interpretations,
        meter_cents=meter_cents,
        hands=hands,
        pays=pays,
    )
    if simulation is None:
        return ParSheet(found, tuple(map(str, pays)))
    if isinstance(simulation, str):
        simulation = simulation.encode("utf-8", "surrogatepass")
    return ParSheet(found, tuple(map(str, pays)), read_simulation(simulation, found))
