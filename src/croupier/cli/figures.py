"""Odds as people read them on a terminal, or as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cli.settled import joined
from croupier.cli.show import screen, title
from croupier.cli.writing import put_json
from croupier.lab.figures import ROUNDS, decimal, root
from croupier.lab.jackpot import prospects
from croupier.wire.house import default_house
from croupier.wire.odds import odds_out

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds, GameOdds

WIDE, LEAST, MOST_WIDE = 112, 80, 1000
"""Columns for every figure, those that the most of them need, and more than any has."""
SHORT = ("1 k", "10 k", "100 k", "1 M", "10 M")
"""The rounds after which the return is told."""
MILLION = 1_000_000


class Reading(NamedTuple):
    """What an open point makes of the odds; without one, they are the same under any."""

    point: str | None
    value: str | None
    odds: GameOdds


def show(found: GameOdds, *, as_json: bool, pays: tuple[str, ...] = ()) -> None:
    if as_json:
        put_json(odds_out(found))
        return
    console = screen(LEAST)
    decks = "this shoe" if found.decks is None else f"{found.decks} deck{'s'[: found.decks > 1]}"
    console.print(title(found.game), style="bold")
    console.print(
        f"{found.combinations:,} equally likely deals, {decks}; per unit staked, pays to 1"
    )
    if pays:
        console.print(f"Paid otherwise than approved: {', '.join(pays)}", style="yellow")
    for bet in found.bets.values():
        name = found.game.bet[bet.bet].title
        console.print(bet_table(name, bet, whole=console.width >= WIDE))
        console.print("\n".join(joined(summary(bet), console.width)))
        if found.decks is not None:
            console.print(ranges(bet))
            console.print()
        if bet.falls_short:
            told = percent(bet.returns, 1)
            console.print(f"It returns {told}, less than the 75 % that standards ask.", style="red")


def show_prospects(found: GameOdds, meter_cents: int | None) -> None:
    """What the jackpot comes to in the long run."""
    jackpot, terms = found.game.jackpot, default_house()[found.game.name].jackpot
    if jackpot is None or terms is None:
        return
    meter = terms.seed_cents if meter_cents is None else meter_cents
    ahead = prospects(found.bets[jackpot.bet], found.game.bet[jackpot.bet], terms, meter)
    seeds, contributions = ahead.cost(MILLION)
    screen(LEAST).print(
        f"The meter is won once in {float(ahead.bets_between_hits):,.0f} bets, on average at"
        f" {dollars(ahead.mean_meter_at_hit)}; the bet breaks even at"
        f" {dollars(ahead.break_even_meter)}.\n"
        f"In the long run it returns {percent(1 + ahead.ev_in_the_long_run, 2)}."
        f" A million bets cost {dollars(seeds)} in seeds and {dollars(contributions)} in"
        " contributions."
    )


def dollars(cents: Fraction) -> str:
    return f"{float(cents / 100):,.2f}"


def bet_table(caption: str, bet: BetOdds, *, whole: bool = True) -> Table:
    """Where it cannot be whole, `1 in` says what the probability does."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=caption, title_justify="left")
    table.add_column("event")
    probability = ("probability",) if whole else ()
    for heading in ("pays", "combinations", "1 in", *probability, "expected net"):
        table.add_column(heading, justify="right", no_wrap=True)
    for line in bet.lines:
        table.add_row(
            line.event,
            decimal(line.net, 2).rstrip("0").rstrip("."),
            f"{line.combinations:,}",
            "never" if line.one_in is None else f"{float(line.one_in):,.2f}",
            *(decimal(line.probability, 9) for _ in probability),
            decimal(line.brings, 9),
        )
    total = f"{sum(line.combinations for line in bet.lines):,}"
    certain = ("1.000000000" for _ in probability)
    table.add_row("total", "", total, "", *certain, decimal(bet.ev, 9), style="bold")
    return table


def summary(bet: BetOdds) -> list[str]:
    return [
        f"house edge {percent(bet.house_edge, 6)}",
        f"hit {percent(bet.hit_frequency, 4)}",
        f"push {percent(bet.push_frequency, 4)}",
        f"SD {root(bet.variance, 4)}",
        f"volatility index {decimal(Fraction(bet.volatility()), 4)}",
    ]


def ranges(bet: BetOdds) -> Table:
    """At least nine returns in ten, and what the volatility index makes of them."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    told = [bet.return_after(rounds) for rounds in ROUNDS]
    by = ", ".join(dict.fromkeys(one.method for one in told))
    for heading in (
        "return after",
        f"at least nine in ten lie, {by}",
        "± volatility index / √rounds",
    ):
        table.add_column(heading, justify="right")
    for short, one in zip(SHORT, told, strict=True):
        about = percent(Fraction(bet.volatility(one.rounds)), 2)
        lies = f"{decimal(100 * one.low, 1)} to {percent(one.high, 1)}"
        table.add_row(short, lies, f"± {about}")
    return table


def percent(value: Fraction, places: int) -> str:
    return f"{decimal(100 * value, places)} %"


def show_all(found: list[GameOdds], *, as_json: bool) -> None:
    if as_json:
        put_json([odds_out(one) for one in found])
        return
    console = screen(LEAST)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("game", no_wrap=True)
    table.add_column("bet", no_wrap=True)
    for heading in ("house edge", "return ", "hit", "SD"):
        table.add_column(heading, justify="right", no_wrap=True)
    bets = [(one.game.name, bet) for one in found for bet in one.bets.values()]
    for name, bet in sorted(bets, key=lambda entry: entry[1].house_edge):
        table.add_row(
            name,
            bet.bet,
            percent(bet.house_edge, 4),
            percent(bet.returns, 2) + ("*" if bet.falls_short else " "),
            percent(bet.hit_frequency, 2),
            root(bet.variance, 3),
        )
    console.print(table)
    console.print(
        "Best to worst for the player; 3 Card Poker at best play, the jackpot at its seed."
        " * returns less than the 75 % that standards ask."
    )


def show_readings(rows: list[Reading], *, as_json: bool) -> None:
    """The house edge of every bet under each of them."""
    if as_json:
        told = [
            {"interpretation": point, "value": value} | msgspec.to_builtins(odds_out(found))
            for point, value, found in rows
        ]
        put_json(told)
        return
    console = screen(LEAST)
    moved = rows[0].point is not None
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("interpretation", no_wrap=True)
    table.add_column("value", no_wrap=True)
    for bet in rows[0].odds.bets:
        table.add_column(bet, justify="right", no_wrap=True)
    for point, value, found in rows:
        edges = (percent(bet.house_edge, 4) for bet in found.bets.values())
        table.add_row(point or "any", value or "any", *edges)
    console.print(
        "House edge by reading; the first value of each is the default."
        if moved
        else "No open point moves the odds of this game."
    )
    wanted = console.measure(table, options=console.options.update(max_width=MOST_WIDE)).maximum
    console.print(table if wanted <= console.width else by_bet(rows))


def by_bet(rows: list[Reading]) -> Table:
    """The same one below the other, where the bets do not stand side by side."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("interpretation", "value", "bet"):
        table.add_column(heading, overflow="fold")
    table.add_column("house edge", justify="right", no_wrap=True)
    for point, value, found in rows:
        heads = [(point or "any", value or "any"), *[("", "")] * (len(found.bets) - 1)]
        for head, bet in zip(heads, found.bets.values(), strict=True):
            table.add_row(*head, bet.bet, percent(bet.house_edge, 4))
        table.add_section()
    return table
