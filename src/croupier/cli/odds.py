"""`croupier odds`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from croupier.cli import figures
from croupier.cli.figures import Reading
from croupier.cli.pays import pays_of
from croupier.cli.reading import amount, pairs
from croupier.cli.verb import (
    AnyGameName,
    AsJson,
    Decks,
    Hands,
    Interpretation,
    Meter,
    Pays,
    declared,
)
from croupier.engine.configuration import check_decks
from croupier.games import GAMES, game
from croupier.lab.paytables import readings_that_matter
from croupier.mathematics import odds
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.lab.figures import GameOdds
    from croupier.lab.paytables import Change

app = declared()


class Asked(NamedTuple):
    """The options of `odds` beside the game."""

    decks: int | None = None
    interpretations: tuple[str, ...] = ()
    pays: tuple[Change, ...] = ()
    meter: str | None = None
    hands: int | None = None

    @property
    def meter_cents(self) -> int | None:
        return None if self.meter is None else amount(self.meter, "meter")


@app.command()
def run(
    name: AnyGameName = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="all games side by side")] = False,
    decks: Decks = None,
    interpretation: Interpretation = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="the house edge under every reading, side by side")
    ] = False,
    pays: Pays = None,
    meter: Meter = None,
    hands: Hands = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact odds of every bet and line of a game."""
    asked = Asked(decks, tuple(interpretation or ()), pays_of(pays), meter, hands)
    if everything:
        if name or asked != Asked() or readings:
            raise BadInput("--all takes no game and no other option but --json")
        figures.show_all([odds(one.name) for one in GAMES], as_json=as_json)
        return
    if name is None:
        raise BadInput(f"which game? one of {', '.join(one.name for one in GAMES)}; or --all")
    check_options(name, asked)
    if readings:
        figures.show_readings(list(under_each_reading(name, asked)), as_json=as_json)
        return
    found = compute(name, asked)
    figures.show(found, as_json=as_json, pays=tuple(map(str, asked.pays)))
    if not as_json and found.game.jackpot:
        figures.show_prospects(found, asked.meter_cents)


def compute(name: str, asked: Asked, more: Mapping[str, str] | None = None) -> GameOdds:
    return odds(
        name,
        decks=asked.decks,
        interpretations=pairs(asked.interpretations, "interpretation") | dict(more or {}),
        meter_cents=asked.meter_cents,
        hands=1 if asked.hands is None else asked.hands,
        pays=asked.pays,
    )


def under_each_reading(name: str, asked: Asked) -> Iterator[Reading]:
    """The odds under each value of each open point that moves them, one at a time."""
    points = list(readings_that_matter(game(name)))
    if not points:
        yield Reading(None, None, compute(name, asked))
    for one, value in points:
        yield Reading(one.name, value, compute(name, asked, {one.name: value}))


def check_options(name: str, asked: Asked) -> None:
    packs = game(name).packs
    if asked.decks is not None and packs.most == 1:
        raise BadInput(f"{name} has always one deck", "decks", clauses=packs.cite.numbers)
    if asked.decks is not None:
        check_decks(game(name), asked.decks)
    for option, value in {"meter": asked.meter, "hands": asked.hands}.items():
        if value is not None and game(name).jackpot is None:
            raise BadInput(f"{name} has no jackpot", option)
