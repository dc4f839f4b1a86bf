"""Evenings as the library and the command line ask for them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from croupier.argument_checks import check_options
from croupier.montecarlo.options import asked_of as table_of
from croupier.montecarlo.players.asking import REDUCE, Evenings, whole
from croupier.montecarlo.players.systems import system_of
from croupier.problems import BadInput
from croupier.wire.session import MOST_PER_HOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Unpack

    from croupier.cards import Hand
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.players.asking import Staking

PLAYERS, PER_HOUR = 10_000, 60


class Options(TypedDict, total=False):
    """Left out: 10,000 players for four hours of 60 rounds, within the house's limits."""

    players: int
    system: str | Staking
    rounds_each: int | None
    hours: int | float | Fraction | None
    per_hour: int
    win_goal_cents: int | None
    stop_loss_cents: int | None
    minimum_cents: int | None
    maximum_cents: int | None
    over_limit: str
    """Or "stop": a stake above the maximum or the bankroll ends the evening."""
    seed: int
    workers: int
    decks: int | None
    interpretations: Mapping[str, str]
    pays: Sequence[str]
    strategy: str | Callable[[Hand], bool]
    meter_cents: int | None


HOURS = 4
OF_TABLE = ("seed", "workers", "decks", "interpretations", "pays", "strategy", "meter_cents")


def evenings_of(
    game_name: str, cents: Mapping[str, int], bankroll_cents: int, **options: Unpack[Options]
) -> Evenings:
    check_options(options, Options)
    of_table = {name: value for name, value in options.items() if name in OF_TABLE}
    table = table_of(game_name, **of_table)  # type: ignore[arg-type] # the same options
    return evenings_at(table, cents, bankroll_cents, **options)


def evenings_at(
    table: Asked, cents: Mapping[str, int], bankroll_cents: int, **options: Unpack[Options]
) -> Evenings:
    """At a table whose own options are told already."""
    if not cents:
        raise BadInput(f"a round needs a bet, like {table.game.bets[0].name}")
    system = options.get("system", "flat")
    per_hour = options.get("per_hour", PER_HOUR)
    asked = Evenings(
        table=table,
        players=options.get("players", PLAYERS),
        cents=dict(cents),
        system=system if callable(system) else system_of(system),
        bankroll_cents=bankroll_cents,
        rounds_each=rounds_of(options.get("rounds_each"), options.get("hours"), per_hour),
        per_hour=per_hour,
        win_goal_cents=options.get("win_goal_cents"),
        stop_loss_cents=options.get("stop_loss_cents"),
        minimum_cents=options.get("minimum_cents"),
        maximum_cents=options.get("maximum_cents"),
        over_limit=options.get("over_limit", REDUCE),
    )
    asked.check()
    return asked


def rounds_of(rounds: int | None, hours: float | Fraction | None, per_hour: int) -> int:
    whole(per_hour, 1, MOST_PER_HOUR, "per-hour", "rounds are an hour")
    if rounds is not None:
        if hours is not None:
            raise BadInput("either the rounds or the hours of an evening are meant")
        return rounds
    try:
        return int(Fraction(HOURS if hours is None else hours) * per_hour)
    except (ValueError, OverflowError, TypeError):
        raise BadInput(f"{str(hours)[:20]!r} is not like 4 or 2.5", "hours") from None
