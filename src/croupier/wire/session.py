"""`session`: a player's rounds, where they lead and how likely, as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import root
from croupier.lab.joint import Rounds
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.engine.game import Game
    from croupier.lab.sessions import Session, Standing

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
LIKELY = (0.99, 0.999)
MOST_PER_HOUR = 3600
ROWS = 6
"""On the way to the end, unless told."""


@dataclass(frozen=True, kw_only=True)
class Evening:
    """One player's rounds, as asked for."""

    game: Game
    cents: Mapping[str, int]
    session: Session
    rounds: int
    per_hour: int
    standing: Standing
    fan: Mapping[int, Sequence[float]]
    """The quantiles at the end, and on the way there."""
    losses: Sequence[float]
    bankroll_cents: int | None
    ruin: float | None


class Quantiles(msgspec.Struct, frozen=True):
    rounds: int
    results: dict[str, str]


class SessionOut(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    game: str
    version: int
    interpretations: dict[str, str]
    bets: dict[str, str]
    staked: str
    rounds: int
    mean: str
    sd: str
    ahead: str
    even: str
    behind: str
    quantiles: tuple[Quantiles, ...]
    house_loses_at_most: dict[str, str | int]
    bankroll: str | None = None
    ruin: str | None = None


def session_of(rounds: Rounds, cents: Mapping[str, int]) -> Session:
    from croupier.lab.sessions import Session  # noqa: PLC0415 - numpy only where it is needed

    check_prescribed(rounds.game, cents)
    stakes = in_dollars(cents)
    return Session(rounds.nets(stakes), rounds.staked(stakes))


def rounds_of(game: Game) -> Rounds:
    return Rounds(game, jackpot=default_house()[game.name].jackpot)


def evening_of(  # noqa: PLR0913 - each a question of its own
    game: Game,
    cents: Mapping[str, int],
    session: Session,
    rounds: int,
    *,
    per_hour: int,
    bankroll_cents: int | None = None,
    rows: int = ROWS,
    watched: Callable[[range], Iterable[int]] = iter,
) -> Evening:
    held = bankroll_cents
    if held is not None and held < 100 * session.staked:
        raise BadInput(f"one round may need {float(session.staked):,.2f}", "bankroll")
    standing, ruin = session.after(rounds), None
    if held is not None:
        ruin = session.ruin(Fraction(held, 100), rounds, watched)
    fan = fan_of(session, rounds, standing, rows)
    losses = [session.worst_for_the_house(per_hour, chance) for chance in LIKELY]
    return Evening(
        game=game,
        cents=cents,
        session=session,
        rounds=rounds,
        per_hour=per_hour,
        standing=standing,
        fan=fan,
        losses=losses,
        bankroll_cents=held,
        ruin=ruin,
    )


def fan_of(session: Session, rounds: int, standing: Standing, rows: int) -> dict[int, list[float]]:
    stops = sorted({-(-rounds * row // rows) for row in range(1, rows)} - {rounds})
    standings = {stop: session.after(stop) for stop in stops} | {rounds: standing}
    return {stop: [one.quantile(chance) for chance in QUANTILES] for stop, one in standings.items()}


def in_dollars(cents: Mapping[str, int]) -> dict[str, Fraction]:
    return {bet: Fraction(stake, 100) for bet, stake in cents.items()}


def check_prescribed(game: Game, cents: Mapping[str, int]) -> None:
    """The jackpot bet has one stake."""
    jackpot, terms = game.jackpot, default_house()[game.name].jackpot
    if jackpot is None or terms is None:
        return
    if cents.get(jackpot.bet, terms.bet_cents) != terms.bet_cents:
        prescribed = f"the prescribed bet is {format_amount(terms.bet_cents)}"
        raise BadInput(prescribed, jackpot.bet, clauses=jackpot.prescribed.numbers)


def session_out(evening: Evening) -> SessionOut:
    session, rounds, standing = evening.session, evening.rounds, evening.standing
    held = evening.bankroll_cents
    return SessionOut(
        game=evening.game.name,
        version=evening.game.version,
        interpretations=evening.game.readings,
        bets={bet: format_amount(stake) for bet, stake in evening.cents.items()},
        staked=plain(session.staked),
        rounds=rounds,
        mean=str(rounds * session.mean),
        sd=root(rounds * session.variance),
        ahead=chance_of(standing.ahead),
        even=chance_of(standing.even),
        behind=chance_of(standing.behind),
        quantiles=tuple(
            Quantiles(stop, named(QUANTILES, row)) for stop, row in evening.fan.items()
        ),
        house_loses_at_most={**named(LIKELY, evening.losses), "rounds": evening.per_hour},
        bankroll=None if held is None else format_amount(held),
        ruin=None if evening.ruin is None else chance_of(evening.ruin),
    )


def named(chances: Iterable[float], results: Iterable[float]) -> dict[str, str]:
    return {f"{chance:g}": plain(one) for chance, one in zip(chances, results, strict=True)}


def chance_of(chance: float) -> str:
    return f"{chance:.9f}"


def plain(value: Fraction | float) -> str:
    return signed(f"{float(value):.2f}")


def signed(said: str) -> str:
    """Nothing has no sign."""
    return said.removeprefix("-") if set(said) <= set("-0.") else said
