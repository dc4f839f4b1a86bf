"""The result of a session on a terminal: figures, and a picture of the distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cli.show import title
from croupier.lab.boxes import By, TwoBoxes
from croupier.lab.figures import decimal, root
from croupier.wire.session import LIKELY, QUANTILES, Evening, in_dollars, named, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from rich.console import Console

COLUMNS = 60
BESIDE = 12
"""Columns beside the picture."""
MARKS, MARKS_ASCII = tuple("·─━│┃"), tuple(".-=|#")
"""98 %, nine in ten, half of the results; even; the median."""
FAR_OFF = ";\nwhere a bet pays seldom and much, it may be far off."


class Boxes(NamedTuple):
    """So many boxes like the player's, against one dealer."""

    boxes: int
    two: TwoBoxes
    per_hour: int
    losses: Sequence[float]


def show(evening: Evening, console: Console) -> None:
    session, standing = evening.session, evening.standing
    console.print(title(evening.game), style="bold")
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
    said = ", ".join(
        f"{game.bet[bet].title} {dollars(stake)}"
        for bet, stake in in_dollars(evening.cents).items()
    )
    said += f"; {rounds:,} round{'s'[: rounds > 1]}"
    if game.decision:
        said += "; at best play"
    if game.jackpot and game.jackpot.bet in evening.cents:
        said += ", the jackpot at its seed and no Envy Bonus"
    if (100 * evening.session.step).denominator > 1:
        said += "; parts of a cent are not rounded"
    return said


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


def boxes_json(table: Boxes) -> dict[str, Any]:
    two, boxes = table.two, table.boxes
    return {
        "boxes": boxes,
        "mean": str(two.mean(boxes)),
        "variance": str(two.variance(boxes)),
        "sd": root(two.variance(boxes)),
        "covariance": str(two.covariance),
        "correlation": str(two.correlation),
        "house_loses_at_most": named(LIKELY, table.losses)
        | {"rounds": table.per_hour, "by": two.by(boxes)},
    }


def show_boxes(table: Boxes, console: Console) -> None:
    two, boxes = table.two, table.boxes
    them = "one such box" if boxes == 1 else f"{boxes} such boxes"
    console.print(
        f"\n{them[0].upper()}{them[1:]} against one dealer: a round brings"
        f" {dollars(two.mean(boxes))} on average, SD {dollars(root(two.variance(boxes)))}.\n"
        f"Any two have the covariance {decimal(two.covariance, 4)} and the correlation"
        f" {decimal(two.correlation, 6)}."
    )
    console.print(hourly(them, table.per_hour, table.losses))
    by = two.by(boxes)
    console.print(f"That is by {by}{FAR_OFF if by is By.NORMAL else '.'}")


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
