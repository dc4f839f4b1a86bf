"""What the Tab key offers for the arguments and options of the verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer  # noqa: TC002 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.game import Game


SHELLS = ("bash", "zsh", "fish")
ASKED_BY_SHELL = "_CROUPIER_COMPLETE"
"""The variable of the environment by which a shell asks."""


def matching(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def values_before(ctx: typer.Context) -> list[str]:
    """Return what was typed before as arguments, and as values of options that take one.

    Arguments before an option whose value is still missing are not parsed: they are in `args`.
    """
    return [value for value in (*ctx.params.values(), *ctx.args) if isinstance(value, str)]


def game_before(ctx: typer.Context) -> Game | None:
    from croupier.games import BY_NAME

    return next((BY_NAME[value] for value in values_before(ctx) if value in BY_NAME), None)


def games(incomplete: str) -> list[str]:
    from croupier.games import BY_NAME

    return matching(BY_NAME, incomplete)


def games_and_papers(incomplete: str) -> list[str]:
    return [*games(incomplete), *matching(("trace", "amended", "conformity"), incomplete)]


def clauses(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the clauses of the game; after `rules conformity` the games."""
    game = game_before(ctx)
    if game is not None:
        return matching(game.document.clauses, incomplete)
    return games(incomplete) if "conformity" in values_before(ctx) else []


def interpretations(ctx: typer.Context, incomplete: str) -> list[str]:
    points = game.interpretations if (game := game_before(ctx)) else ()
    return matching(
        (f"{point.name}={value}" for point in points for value in point.values), incomplete
    )


def bets(ctx: typer.Context, incomplete: str) -> list[str]:
    game = game_before(ctx)
    return matching((f"{name}=" for name in game.placeable), incomplete) if game else []


def irregularities(incomplete: str) -> list[str]:
    from croupier.engine.irregularities import IRREGULARITIES

    return matching(IRREGULARITIES, incomplete)


def facts(ctx: typer.Context, incomplete: str) -> list[str]:
    from croupier.engine.irregularities import IRREGULARITIES

    known = (IRREGULARITIES.get(value, ()) for value in values_before(ctx))
    return matching((f"{fact.name}=" for some in known for fact in some), incomplete)


def devices(incomplete: str) -> list[str]:
    from croupier.engine.irregularities import Device

    return matching(Device, incomplete)


def processors(incomplete: str) -> list[str]:
    return matching(("cpu", "cuda"), incomplete)


def drill_kinds(incomplete: str) -> list[str]:
    return matching(("pay", "draws", "follows"), incomplete)


def shells(incomplete: str) -> list[str]:
    return matching(SHELLS, incomplete)
