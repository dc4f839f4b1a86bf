"""A fan of money over rounds above a histogram of final money."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from croupier.montecarlo.players import words
from croupier.montecarlo.players.drawing import Area, Drawing, Line, Text
from croupier.montecarlo.players.histogram import BINS, histogram, round_step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.montecarlo.players.drawing import Point
    from croupier.montecarlo.players.results import Players

WIDTH, HEIGHT = 900, 760
LEFT, RIGHT = 90, 870
FAN_TOP, FAN_BOTTOM = 110, 420
BARS_TOP, BARS_BOTTOM = 500, 700
BANDS = ("#d6e4f0", "#a8c8e4", "#6fa3d0")
"""From 1 to 99 %, 5 to 95 %, 25 to 75 %."""
NAMES = ("98 %", "90 %", "half of the players")
MEDIAN, BEGAN, GREY, GRID = "#12406b", "#b5472f", "#4a5a68", "#e3e8ec"
TICKS = 6


class Axis(NamedTuple):
    """Values between two places of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        span = self.high - self.low or 1.0
        return self.start + (value - self.low) / span * (self.end - self.start)

    def ticks(self) -> list[int]:
        step = round_step((self.high - self.low) / TICKS)
        return list(range(ceil(self.low / step) * step, floor(self.high) + 1, step))


def chart(found: Players) -> Drawing:
    asked = found.asked
    title = f"{asked.table.game.title}: {words.heading(asked)}"
    lines = [words.setting(found), f"{words.result(found)}; {words.ruin(found)}"]
    drawing = Drawing(WIDTH, HEIGHT, title, ". ".join([*lines, SHOWS]))
    drawing.add(Text(24, 32, title, 18))
    for place, line in enumerate(lines):
        drawing.add(Text(24, 56 + 20 * place, line, 13, fill=GREY))
    drawing.add(*fan(found), *legend(), *bars(found))
    return drawing


SHOWS = "Above, quantiles of money over the rounds; below, the players by their final money."


def fan(found: Players) -> Iterator[Area | Line | Text]:
    rows = {mark: [cents / 100 for cents in row] for mark, row in found.fan.items()}
    began = found.asked.bankroll_cents / 100
    low = min(began, *(row[0] for row in rows.values()))
    high = max(began, *(row[-1] for row in rows.values()))
    across = Axis(0, found.asked.rounds_each, LEFT, RIGHT)
    up = Axis(low, high, FAN_BOTTOM, FAN_TOP)
    yield from grid(up, FAN_BOTTOM)
    yield from below(across, FAN_BOTTOM, "rounds")
    for depth, fill in enumerate(BANDS):
        upper = [(across.at(mark), up.at(row[-1 - depth])) for mark, row in rows.items()]
        lower = [(across.at(mark), up.at(row[depth])) for mark, row in rows.items()]
        yield Area([*upper, *reversed(lower)], fill)
    yield Line([(LEFT, up.at(began)), (RIGHT, up.at(began))], BEGAN)
    middle = [(across.at(mark), up.at(row[len(row) // 2])) for mark, row in rows.items()]
    yield Line(middle, MEDIAN, 2)
    yield Text(24, FAN_TOP - 8, "money", 12, fill=GREY)


def legend() -> Iterator[Area | Line | Text]:
    x = RIGHT - 470
    for name, fill in zip(NAMES, BANDS, strict=True):
        yield Area(rectangle(x, FAN_TOP - 18, x + 14, FAN_TOP - 6), fill)
        yield Text(x + 18, FAN_TOP - 8, name, 12, fill=GREY)
        x += 32 + 7 * len(name)
    for name, stroke in (("median", MEDIAN), ("brought along", BEGAN)):
        yield Line([(x, FAN_TOP - 12), (x + 14, FAN_TOP - 12)], stroke, 2)
        yield Text(x + 18, FAN_TOP - 8, name, 12, fill=GREY)
        x += 38 + 7 * len(name)


def bars(found: Players) -> Iterator[Area | Line | Text]:
    bins = histogram(found.played.money, found.table.parts, BINS)
    parts = [one.players / found.players * 100 for one in bins]
    step = min(one.high_cents - one.low_cents for one in bins) / 100
    first = bins[0].high_cents / 100 - step
    across = Axis(first, first + step * len(bins), LEFT, RIGHT)
    up = Axis(0, max(parts), BARS_BOTTOM, BARS_TOP)
    yield from grid(up, BARS_BOTTOM, " %")
    for place, part in enumerate(parts):
        left, right = (across.at(first + step * edge) for edge in (place, place + 1))
        yield Area(rectangle(left + 0.5, up.at(part), right - 0.5, BARS_BOTTOM), BANDS[-1])
    began = across.at(found.asked.bankroll_cents / 100)
    if LEFT <= began <= RIGHT:
        yield Line([(began, BARS_TOP), (began, BARS_BOTTOM)], BEGAN)
    yield from below(across, BARS_BOTTOM, "final money; the first and last bar hold all beyond")
    yield Text(24, BARS_TOP - 12, "part of the players", 12, fill=GREY)


def grid(up: Axis, bottom: float, unit: str = "") -> Iterator[Line | Text]:
    for tick in up.ticks():
        y = up.at(tick)
        yield Line([(LEFT, y), (RIGHT, y)], GRID)
        yield Text(LEFT - 8, y + 4, f"{tick:,}{unit}", 12, "end", GREY)
    yield Line([(LEFT, bottom), (RIGHT, bottom)], GREY)


def below(across: Axis, bottom: float, name: str) -> Iterator[Text]:
    for tick in across.ticks():
        yield Text(across.at(tick), bottom + 18, f"{tick:,}", 12, "middle", GREY)
    yield Text((LEFT + RIGHT) / 2, bottom + 38, name, 12, "middle", GREY)


def rectangle(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
