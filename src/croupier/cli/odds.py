"""`croupier odds`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from croupier.api import odds
from croupier.cli.reading import pairs
from croupier.engine.configuration import check_decks
from croupier.games import GAMES, game
from croupier.lab.figures import VOLATILITY, decimal, root
from croupier.lab.jackpot import prospects
from croupier.lab.paytables import readings_that_matter
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.wire.house import default_house
from croupier.wire.odds import odds_out

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.lab.figures import BetOdds, GameOdds

WIDE, LEAST = 112, 80
"""Columns for every figure, and those that a terminal needs for the most of them."""
ROUNDS = {"1 k": 10**3, "10 k": 10**4, "100 k": 10**5, "1 M": 10**6, "10 M": 10**7}


class Asked(NamedTuple):
    """The options of `odds` beside the game."""

    decks: int | None = None
    interpretations: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    meter: str | None = None
    hands: int | None = None


def run_odds(
    name: str | None, asked: Asked, *, everything: bool, every_reading: bool, as_json: bool
) -> None:
    if everything:
        if name or asked != Asked() or every_reading:
            raise BadInput("--all takes no game and no other option but --json")
        show_all([odds(one.name) for one in GAMES], as_json=as_json)
        return
    if name is None:
        raise BadInput(f"which game? one of {', '.join(one.name for one in GAMES)}; or --all")
    check_options(name, asked)
    if every_reading:
        show_readings(name, asked, as_json=as_json)
    else:
        found = compute(name, asked)
        show(found, as_json=as_json, pays=asked.pays)
        if not as_json and found.game.jackpot:
            show_prospects(found, asked)


def compute(name: str, asked: Asked, more: Mapping[str, str] | None = None) -> GameOdds:
    return odds(
        name,
        decks=asked.decks,
        interpretations=pairs(asked.interpretations, "interpretation") | dict(more or {}),
        meter_cents=None if asked.meter is None else meter_of(asked.meter),
        hands=1 if asked.hands is None else asked.hands,
        pays=asked.pays,
    )


def meter_of(text: str) -> int:
    try:
        return parse_amount(text)
    except BadInput as wrong:
        raise wrong.at("meter") from None


def show_readings(name: str, asked: Asked, *, as_json: bool) -> None:
    """The house edge of every bet under each value of each open point, one at a time."""
    rows = []
    for one, value in readings_that_matter(game(name)):
        found = compute(name, asked, {one.name: value})
        rows.append((one.name, value, found))
    if as_json:
        told = [
            {"interpretation": point, "value": value} | msgspec.to_builtins(odds_out(found))
            for point, value, found in rows
        ]
        print(msgspec.json.encode(told).decode())
        return
    console = screen(WIDE)
    if not rows:
        console.print("No open point moves the odds of this game.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("interpretation", no_wrap=True)
    table.add_column("value", no_wrap=True)
    for bet in rows[0][2].bets:
        table.add_column(bet, justify="right", no_wrap=True)
    for point, value, found in rows:
        edges = (percent(bet.house_edge, 4) for bet in found.bets.values())
        table.add_row(point, value, *edges)
    console.print("House edge by reading; the first value of each is the default.")
    console.print(table)


def check_options(name: str, asked: Asked) -> None:
    packs = game(name).packs
    if asked.decks is not None and packs.most == 1:
        raise BadInput(f"{name} has always one deck", "decks", clauses=packs.cite.numbers)
    if asked.decks is not None:
        check_decks(game(name), asked.decks)
    for option, value in {"meter": asked.meter, "hands": asked.hands}.items():
        if value is not None and game(name).jackpot is None:
            raise BadInput(f"{name} has no jackpot", option)


def show(found: GameOdds, *, as_json: bool, pays: tuple[str, ...] = ()) -> None:
    if as_json:
        print(msgspec.json.encode(odds_out(found)).decode())
        return
    console = screen()
    document = found.game.document
    decks = "this shoe" if found.decks is None else f"{found.decks} deck{'s'[: found.decks > 1]}"
    console.print(
        f"{document.title} ({document.operator}), version {document.version}", style="bold"
    )
    console.print(
        f"{found.combinations:,} equally likely deals, {decks}; per unit staked, pays to 1"
    )
    if pays:
        console.print(f"Paid otherwise than approved: {', '.join(pays)}", style="yellow")
    for bet in found.bets.values():
        title = found.game.bet[bet.bet].title
        console.print(bet_table(title, bet, whole=console.width >= WIDE))
        console.print(summary(bet))
        if bet.falls_short:
            told = percent(bet.returns, 1)
            console.print(f"It returns {told}, less than the 75 % that standards ask.", style="red")


def show_prospects(found: GameOdds, asked: Asked) -> None:
    """What the jackpot comes to in the long run."""
    jackpot, terms = found.game.jackpot, default_house()[found.game.name].jackpot
    if jackpot is None or terms is None:
        return
    meter = terms.seed_cents if asked.meter is None else meter_of(asked.meter)
    ahead = prospects(found.bets[jackpot.bet], found.game.bet[jackpot.bet], terms, meter)
    seeds, contributions = ahead.cost(MILLION)
    screen().print(
        f"The meter is won once in {float(ahead.bets_between_hits):,.0f} bets, on average at"
        f" {dollars(ahead.mean_meter_at_hit)}; the bet breaks even at"
        f" {dollars(ahead.break_even_meter)}.\n"
        f"In the long run it returns {percent(1 + ahead.ev_in_the_long_run, 2)}."
        f" A million bets cost {dollars(seeds)} in seeds and {dollars(contributions)} in"
        " contributions."
    )


def dollars(cents: Fraction) -> str:
    return f"{float(cents / 100):,.2f}"


MILLION = 1_000_000


def screen(least: int = LEAST) -> Console:
    """Tables stand whole in a file; a terminal has its own width, and needs some."""
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, least if console.is_terminal else WIDE)
    return console


def bet_table(title: str, bet: BetOdds, *, whole: bool = True) -> Table:
    """Where it cannot be whole, `1 in` says what the probability does."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    table.add_column("event")
    probability = ("probability",) if whole else ()
    for heading in ("pays", "combinations", "1 in", *probability, "return"):
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


def summary(bet: BetOdds) -> str:
    ranges = "  ".join(
        f"{name} {' to '.join(percent_text(end) for end in bet.reach(rounds))}"
        for name, rounds in ROUNDS.items()
    )
    volatility = root(VOLATILITY**2 * bet.variance, 4)
    return (
        f"house edge {percent(bet.house_edge, 6)}  hit {percent(bet.hit_frequency, 4)}"
        f"  push {percent(bet.push_frequency, 4)}  SD {root(bet.variance, 4)}"
        f"  volatility index {volatility}\n"
        f"nine returns in ten, after rounds:  {ranges}"
    )


def percent(value: Fraction, places: int) -> str:
    return f"{decimal(100 * value, places)} %"


def percent_text(value: str) -> str:
    return f"{float(value):.1%}"


def show_all(found: list[GameOdds], *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode([odds_out(one) for one in found]).decode())
        return
    console = screen()
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
