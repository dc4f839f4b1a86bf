"""`croupier session`."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rich.console import Console

from croupier.api import session as session_of
from croupier.cli.reading import amount
from croupier.games import game as game_named
from croupier.lab.boxes import TwoBoxes, is_exact, two_boxes
from croupier.lab.figures import decimal, root
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.engine.game import Game
    from croupier.lab.sessions import Session, Standing

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
LIKELY = (0.99, 0.999)
MOST_PER_HOUR = 3600
HOURS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
ROWS, COLUMNS = 6, 60
BESIDE = 12
"""Columns beside the picture."""
MARKS, MARKS_ASCII = tuple("·─━│┃"), tuple(".-=|#")
"""98 %, nine in ten, half of the results; even; the median."""
BY = {
    True: "the exact distribution",
    False: "a normal approximation with the exact mean and variance",
}


class Length(NamedTuple):
    rounds: int | None
    hours: str | None
    per_hour: int

    def in_rounds(self) -> int:
        if not 1 <= self.per_hour <= MOST_PER_HOUR:
            raise BadInput(f"an hour has 1 to {MOST_PER_HOUR:,} rounds", "per-hour")
        if self.rounds is not None:
            if self.hours is not None:
                raise BadInput("either --rounds or --hours is meant")
            return self.rounds
        hours = "1" if self.hours is None else self.hours
        if not HOURS.fullmatch(hours):
            raise BadInput(f"{hours[:20]!r} is not like 4 or 2.5", "hours")
        rounds = int(Fraction(hours) * self.per_hour)
        if not rounds:
            raise BadInput("at least one round is needed", "hours")
        return rounds


class Evening(NamedTuple):
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


class Table(NamedTuple):
    """So many boxes like the player's, against one dealer."""

    boxes: int
    two: TwoBoxes
    per_hour: int
    losses: Sequence[float]


def run(
    name: str,
    bets: tuple[str, ...],
    length: Length,
    bankroll: str | None,
    boxes: int | None,
    *,
    as_json: bool,
) -> None:
    game = game_named(name)
    if not bets:
        raise BadInput(f"a round needs a bet, like --bet {game.bets[0].name}=25")
    evening = evening_of(game, parse_bets(bets), length, bankroll)
    table = None if boxes is None else table_of(evening, boxes)
    if as_json:
        print(msgspec.json.encode(told(evening) | (told_table(table) if table else {})).decode())
        return
    console = screen()
    show(evening, console)
    if table:
        show_table(table, console)


def evening_of(
    game: Game, cents: Mapping[str, int], length: Length, bankroll: str | None
) -> Evening:
    check_prescribed(game, cents)
    rounds = length.in_rounds()
    held = None if bankroll is None else amount(bankroll, "bankroll")
    session = session_of(game.name, in_dollars(cents))
    if held is not None and held < 100 * session.staked:
        raise BadInput(f"one round may need {dollars(session.staked)}", "bankroll")
    standing, ruin = session.after(rounds), None
    if held is not None:
        ruin = session.ruin(Fraction(held, 100), rounds, watched("following the bankroll"))
    fan = fan_of(session, rounds, standing)
    losses = [session.worst_for_the_house(length.per_hour, chance) for chance in LIKELY]
    return Evening(game, cents, session, rounds, length.per_hour, standing, fan, losses, held, ruin)


def fan_of(session: Session, rounds: int, standing: Standing) -> dict[int, list[float]]:
    stops = sorted({-(-rounds * row // ROWS) for row in range(1, ROWS)} - {rounds})
    standings = {stop: session.after(stop) for stop in stops} | {rounds: standing}
    return {stop: [one.quantile(chance) for chance in QUANTILES] for stop, one in standings.items()}


def table_of(evening: Evening, boxes: int) -> Table:
    most = default_house()[evening.game.name].boxes
    if most is not None and not 1 <= boxes <= most:
        raise BadInput(f"the house has 1 to {most} at this table", "boxes")
    counting = watched("counting two boxes")
    two = two_boxes(evening.game, in_dollars(evening.cents), most=most, watched=counting)
    losses = [two.worst_for_the_house(boxes, evening.per_hour, chance) for chance in LIKELY]
    return Table(boxes, two, evening.per_hour, losses)


def parse_bets(given: Iterable[str]) -> dict[str, int]:
    cents: dict[str, int] = {}
    for one in given:
        name, separator, stake = one.partition("=")
        if not separator:
            raise BadInput(f"{one[:40]!r} is not like name=stake", "bet")
        if name in cents:
            raise BadInput(f"{name[:40]!r} is given twice", "bet")
        cents[name] = amount(stake, name[:40])
    return cents


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


def watched(what: str) -> Callable[[Sequence[Any]], Iterable[Any]]:
    """A bar for whoever waits at a terminal."""
    if not sys.stderr.isatty():
        return iter
    from rich.progress import track

    return lambda many: track(many, what, console=Console(stderr=True), transient=True)


def told(evening: Evening) -> dict[str, Any]:
    session, rounds, standing = evening.session, evening.rounds, evening.standing
    ruin = {} if evening.ruin is None else {"ruin": chance_of(evening.ruin)}
    held = evening.bankroll_cents
    return {
        "game": evening.game.name,
        "version": evening.game.version,
        "interpretations": evening.game.readings,
        "bets": {bet: format_amount(stake) for bet, stake in evening.cents.items()},
        "staked": plain(session.staked),
        "rounds": rounds,
        "mean": str(rounds * session.mean),
        "sd": root(rounds * session.variance),
        "ahead": chance_of(standing.ahead),
        "even": chance_of(standing.even),
        "behind": chance_of(standing.behind),
        "quantiles": [
            {"rounds": stop, "results": named(QUANTILES, row)} for stop, row in evening.fan.items()
        ],
        **({} if held is None else {"bankroll": format_amount(held)}),
        **ruin,
        "house_loses_at_most": named(LIKELY, evening.losses) | {"rounds": evening.per_hour},
    }


def told_table(table: Table) -> dict[str, Any]:
    two, boxes = table.two, table.boxes
    return {
        "table": {
            "boxes": boxes,
            "mean": str(two.mean(boxes)),
            "variance": str(two.variance(boxes)),
            "sd": root(two.variance(boxes)),
            "covariance": str(two.covariance),
            "correlation": str(two.correlation),
            "house_loses_at_most": named(LIKELY, table.losses)
            | {"rounds": table.per_hour, "by": BY[is_exact(boxes)]},
        }
    }


def named(chances: Iterable[float], results: Iterable[float]) -> dict[str, Any]:
    return {f"{chance:g}": plain(one) for chance, one in zip(chances, results, strict=True)}


def screen() -> Console:
    """Words wrap on a terminal; elsewhere a sentence stays a line."""
    return Console(highlight=False, markup=False, soft_wrap=not sys.stdout.isatty())


def show(evening: Evening, console: Console) -> None:
    document, session, standing = evening.game.document, evening.session, evening.standing
    title = f"{document.title} ({document.operator}), version {document.version}"
    console.print(title, style="bold")
    console.print(asked(evening))
    console.print(
        f"mean {dollars(evening.rounds * session.mean)}"
        f"  SD {dollars(root(evening.rounds * session.variance))}"
        f"  ahead {percent(standing.ahead)}  even {percent(standing.even)}"
        f"  behind {percent(standing.behind)}\n"
    )
    columns = max(1, min(COLUMNS, console.width - BESIDE))
    marks = MARKS_ASCII if console.options.ascii_only else MARKS
    for line in picture(evening.fan, columns, marks):
        console.print(line)
    if evening.bankroll_cents is not None and evening.ruin is not None:
        held, ruin = dollars(evening.bankroll_cents / 100), percent(evening.ruin)
        console.print(f"Risk that a bankroll of {held} some time covers no further round: {ruin}.")
    console.print(hourly("such a player", evening.per_hour, evening.losses))


def asked(evening: Evening) -> str:
    """The question, and what the answer takes for granted."""
    game, rounds = evening.game, evening.rounds
    said = ", ".join(f"{game.bet[bet].title} {dollars(stake)}" for bet, stake in stakes_of(evening))
    said += f"; {rounds:,} round{'s'[: rounds > 1]}"
    if game.decision:
        said += "; at best play"
    if game.jackpot and game.jackpot.bet in evening.cents:
        said += ", the jackpot at its seed and no Envy Bonus"
    if (100 * evening.session.step).denominator > 1:
        said += "; parts of a cent are not rounded"
    return said


def stakes_of(evening: Evening) -> Iterable[tuple[str, Fraction]]:
    return in_dollars(evening.cents).items()


def picture(
    fan: Mapping[int, Sequence[float]], columns: int, marks: Sequence[str]
) -> Iterator[str]:
    """A row for each number of rounds, and the last one in figures."""
    lowest = min(0.0, *(row[0] for row in fan.values()))
    width = max(0.0, *(row[-1] for row in fan.values())) - lowest

    def place(result: float) -> int:
        return round((result - lowest) / width * (columns - 1)) if width else 0

    most, nine, half, even, median = marks
    told = f"{half} half of the results, {nine} nine in ten, {most} 98 %; {median} median"
    yield f"{'rounds':>10} {told}, {even} even"
    for stop, row in fan.items():
        cells = drawn([place(one) for one in row], place(0.0), columns, marks)
        yield f"{stop:>10,} {cells}"
    left, right = dollars(lowest), dollars(lowest + width)
    yield f"{'':>10} {left}{right:>{max(0, columns - len(left))}}\n"
    amounts = [dollars(one) for one in fan[max(fan)]]
    yield "  ".join(
        f"{percent_of(q):>{len(one)}}" for q, one in zip(QUANTILES, amounts, strict=True)
    )
    yield "  ".join(f"{one:>4}" for one in amounts) + "\n"


def drawn(places: Sequence[int], even: int, columns: int, marks: Sequence[str]) -> str:
    cells = [" "] * columns
    for depth, mark in enumerate(marks[:3]):
        start, end = places[depth], places[-1 - depth] + 1
        cells[start:end] = mark * (end - start)
    cells[even] = marks[3]
    cells[places[len(places) // 2]] = marks[4]
    return "".join(cells).rstrip()


def show_table(table: Table, console: Console) -> None:
    two, boxes = table.two, table.boxes
    them = "one such box" if boxes == 1 else f"{boxes} such boxes"
    console.print(
        f"\n{them[0].upper()}{them[1:]} against one dealer: a round brings"
        f" {dollars(two.mean(boxes))} on average, SD {dollars(root(two.variance(boxes)))}.\n"
        f"Any two have the covariance {decimal(two.covariance, 4)} and the correlation"
        f" {decimal(two.correlation, 6)}."
    )
    console.print(hourly(them, table.per_hour, table.losses))
    console.print(f"That is by {BY[is_exact(boxes)]}{'.' if is_exact(boxes) else FAR_OFF}")


FAR_OFF = ";\nwhere a bet pays seldom and much, it may be far off."


def hourly(whom: str, per_hour: int, losses: Sequence[float]) -> str:
    most = " and ".join(
        f"{dollars(loss)} in {percent_of(chance)}"
        for chance, loss in zip(LIKELY, losses, strict=True)
    )
    return f"In an hour of {per_hour:,} rounds the house loses to {whom} at most {most} of hours."


def percent_of(chance: float) -> str:
    return f"{round(100 * chance, 1):g} %"


def percent(chance: float) -> str:
    return f"{100 * chance:.4f} %"


def chance_of(chance: float) -> str:
    return f"{chance:.9f}"


def dollars(value: Fraction | float | str) -> str:
    return signed(f"{float(value):,.2f}")


def plain(value: Fraction | float) -> str:
    return signed(f"{float(value):.2f}")


def signed(said: str) -> str:
    """Nothing has no sign."""
    return said.removeprefix("-") if set(said) <= set("-0.") else said
