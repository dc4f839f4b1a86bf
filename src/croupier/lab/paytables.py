"""Variants of a game, with other pays or under other readings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.engine.bets import METER, Awards, Pays
from croupier.engine.readings import ENVY_AFTER_FOLD, ENVY_SEVERAL_HANDS, JACKPOT_BET_RETURNED
from croupier.lab.variants import ODDS, Variant, with_variant
from croupier.money import format_amount, read_amount
from croupier.problems import BadInput, among

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.engine.bets import Line
    from croupier.engine.game import Game
    from croupier.engine.interpretations import Interpretation

CHANGE = re.compile(r"([^:=]+):([^:=]+)=(.+)")
Change = str | Variant


def slug(event: str) -> str:
    """A line's name as it is written in a change: `three-kings`."""
    return re.sub(r"[^a-z0-9]+", "-", event.lower()).strip("-")


def with_pays(game: Game, changes: Iterable[Change]) -> Game:
    """The game with lines paid otherwise, each change like `royal-pictures:three-kings=200:1`.

    A variant adds lines and side bets; what it adds can be changed like any other.
    """
    named = set()
    for change in changes:
        if isinstance(change, Variant):
            game = with_variant(game, change)
            continue
        if not isinstance(change, str):
            raise BadInput(f"a change is a text or a variant, not {type(change).__name__}", "pays")
        line = change.partition("=")[0]
        if line in named:
            raise BadInput(f"{line[:40]!r} is given twice", "pays")
        named.add(line)
        game = _with_change(game, change)
    return game


def _with_change(game: Game, change: str) -> Game:
    said = CHANGE.fullmatch(change)
    if said is None:
        raise BadInput(f"{change[:40]!r} is not like royal-pictures:three-kings=200:1", "pays")
    name, event, pays = (part.strip() for part in said.groups())
    if name not in game.bet:
        raise BadInput(f"no bet is called {name[:40]!r}; {among(name, game.bet)}", "pays")
    bet = game.bet[name]
    named = [slug(line.event) for line in bet.lines if isinstance(line, Pays | Awards)]
    if event not in named:
        raise BadInput(
            f"{name} pays no line {event[:40]!r}; {among(event, named, 'it has')}", "pays"
        )
    lines = tuple(
        _paid(line, pays) if isinstance(line, Pays | Awards) and slug(line.event) == event else line
        for line in bet.lines
    )
    changed = bet.with_lines(*lines)
    return replace(game, bets=tuple(changed if one is bet else one for one in game.bets))


def _paid(line: Pays | Awards, pays: str) -> Line:
    if isinstance(line, Awards):
        if line.amount == METER:
            raise BadInput("that line pays the meter; its amount is --meter", "pays")
        try:
            amount = format_amount(read_amount(pays))
        except BadInput as wrong:
            raise wrong.at("pays") from None
        return replace(line, amount=amount)
    if not ODDS.fullmatch(pays):
        raise BadInput(f"{pays[:20]!r} are no odds like 200:1", "pays")
    return replace(line, pays=pays)


JACKPOT_READINGS = (ENVY_AFTER_FOLD, ENVY_SEVERAL_HANDS, JACKPOT_BET_RETURNED)
"""Readings that move the odds without deciding a pay line."""


def readings_that_matter(game: Game) -> Iterator[tuple[Interpretation, str]]:
    """Each value of each interpretation that the odds depend on."""
    for one in game.interpretations:
        decides = any(
            getattr(line.when, "interpretation", None) is one
            for bet in game.bets
            for line in bet.lines
        )
        if decides or (game.jackpot and one.of in JACKPOT_READINGS):
            yield from ((one, value) for value in one.values)
