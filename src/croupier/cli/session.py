"""`croupier session`."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rich.console import Console

from croupier.cli.reading import amount
from croupier.games import game as game_named
from croupier.lab.boxes import TwoBoxes, is_exact, two_boxes
from croupier.lab.figures import decimal, root
from croupier.problems import BadInput
from croupier.wire.house import default_house
from croupier.wire.session import (
    LIKELY,
    MOST_PER_HOUR,
    QUANTILES,
    Evening,
    check_prescribed,
    in_dollars,
    named,
    rounds_of,
    session_of,
    session_out,
    signed,
)
from croupier.wire.session import evening_of as evening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.engine.game import Game

HOURS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
COLUMNS = 60
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
        told = msgspec.to_builtins(session_out(evening)) | (told_table(table) if table else {})
        print(msgspec.json.encode(told).decode())
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
    session, following = session_of(rounds_of(game), cents), watched("following the bankroll")
    return evening(
        game,
        cents,
        session,
        rounds,
        per_hour=length.per_hour,
        bankroll_cents=held,
        watched=following,
    )


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


def watched(what: str) -> Callable[[Sequence[Any]], Iterable[Any]]:
    """A bar for whoever waits at a terminal."""
    if not sys.stderr.isatty():
        return iter
    from rich.progress import track

    return lambda many: track(many, what, console=Console(stderr=True), transient=True)


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


def dollars(value: Fraction | float | str) -> str:
    return signed(f"{float(value):,.2f}")
