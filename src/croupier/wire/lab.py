"""Questions to the odds lab over HTTP, bounded, and their exact answers, cached."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.engine.bets import METER, Awards, Pays
from croupier.engine.configuration import check_decks
from croupier.games import GAMES, game
from croupier.lab.odds import odds
from croupier.lab.paytables import readings_that_matter, slug, with_pays
from croupier.money import format_amount, read_amount
from croupier.problems import BadInput
from croupier.wire.house import default_house
from croupier.wire.odds import OddsOut, odds_out, return_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds, GameOdds

KEPT = 256
"""Answers to different questions, the latest asked."""
MOST_CHANGES = 30
"""Lines paid otherwise, or readings chosen, in one question."""
MOST_METER_CENTS = 10**9
AFTER = tuple(round(10 ** (3 + step / 4)) for step in range(17))
"""Rounds from a thousand to ten million, evenly on a chart of powers."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """A bet in one line; edge, return and frequencies are exact fractions."""

    game: str
    game_title: str
    bet: str
    title: str
    edge: str
    returns: str
    hit: str
    push: str
    sd: str
    falls_short: bool
    """It returns less than the 75 % that standards ask."""


class Reach(msgspec.Struct, frozen=True):
    """Between which returns at least nine in ten lie after so many rounds."""

    rounds: int
    low: str
    high: str
    method: str
    volatility: str
    """The volatility index over the root of the rounds: plus or minus, about the mean return."""


class PayEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A line that may be paid otherwise, named as a change names it."""

    bet: str
    title: str
    counts_in: str
    """The bet whose odds it moves."""
    line: str
    event: str
    pays: str
    approved: str
    is_award: bool
    """An amount of money instead of odds."""
    clauses: tuple[str, ...]


class LabOdds(msgspec.Struct, frozen=True):
    odds: OddsOut
    figures: tuple[Figures, ...]
    approved: tuple[Figures, ...]
    """As the documents are approved and the default house reads them."""
    reach: dict[str, tuple[Reach, ...]]
    pays: tuple[PayEntry, ...]
    changed: tuple[str, ...]
    """What is paid otherwise than approved."""


class Edge(msgspec.Struct, frozen=True):
    edge: str
    change: str
    """Against the default reading; both exact."""


class Reading(msgspec.Struct, frozen=True):
    name: str
    value: str
    is_default: bool
    clauses: tuple[str, ...]
    edges: dict[str, Edge]


class Readings(msgspec.Struct, frozen=True):
    game: str
    bets: dict[str, str]
    """Titles by name."""
    hands: int | None
    most_hands: int | None
    """None where the number of hands moves nothing."""
    readings: tuple[Reading, ...]


class Asked(NamedTuple):
    """A question about a game; the same question has the same answer."""

    game: str
    decks: int | None = None
    readings: tuple[tuple[str, str], ...] = ()
    pays: tuple[str, ...] = ()
    meter_cents: int | None = None
    hands: int = 1


def asked(  # noqa: PLR0913 - each a question of its own, by keyword
    name: str,
    *,
    decks: int | None = None,
    readings: str = "",
    pays: str = "",
    meter: str | None = None,
    hands: int | None = None,
) -> Asked:
    """From what a request brings, with everything wrong in it refused."""
    of = game(name)
    if decks is not None and of.packs.most == 1:
        raise BadInput(f"{name} has always one deck", "decks", clauses=of.packs.cite.numbers)
    if decks is not None:
        check_decks(of, decks)
    if of.jackpot is None and (meter is not None or hands is not None):
        raise BadInput(f"{name} has no jackpot", "hands" if meter is None else "meter")
    if hands is not None and hands > (most := most_hands(of)):
        raise BadInput(f"a table of the house has 1 to {most}", "hands")
    chosen = dict(pair(one) for one in parts(readings, "readings"))
    changes = tuple(parts(pays, "pays"))
    with_pays(of.under(chosen), changes)
    decided = ((one, value) for one, value in chosen.items() if of.readings[one] != value)
    cents = None if meter is None else meter_of(meter)
    return Asked(name, decks, tuple(sorted(decided)), changes, cents, hands or 1)


def parts(text: str, option: str) -> list[str]:
    found = [one.strip() for one in text.split(",") if one.strip()]
    if len(found) > MOST_CHANGES:
        raise BadInput(f"at most {MOST_CHANGES} at once", option)
    return found


def pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise BadInput(f"{text[:40]!r} is not like name=value", "readings")
    return name.strip(), value.strip()


def meter_of(text: str) -> int:
    try:
        cents = read_amount(text)
    except BadInput as wrong:
        raise wrong.at("meter") from None
    if cents > MOST_METER_CENTS:
        raise BadInput(f"is at most {format_amount(MOST_METER_CENTS)} here", "meter")
    return cents


def most_hands(of: Game) -> int:
    return default_house()[of.name].boxes or 1


@lru_cache(maxsize=KEPT)
def exact_odds(question: Asked) -> GameOdds:
    of = with_pays(game(question.game).under(dict(question.readings)), question.pays)
    return odds(
        of,
        decks=question.decks,
        jackpot=default_house()[question.game].jackpot,
        meter_cents=question.meter_cents,
        hands=question.hands,
    )


def figures(of: GameOdds) -> tuple[Figures, ...]:
    return tuple(figures_of(of.game, bet) for bet in of.bets.values())


def figures_of(of: Game, bet: BetOdds) -> Figures:
    return Figures(
        game=of.name,
        game_title=of.title,
        bet=bet.bet,
        title=of.bet[bet.bet].title,
        edge=str(bet.house_edge),
        returns=str(bet.returns),
        hit=str(bet.hit_frequency),
        push=str(bet.push_frequency),
        sd=bet.sd,
        falls_short=bet.falls_short,
    )


@cache
def compared() -> tuple[Figures, ...]:
    """Every bet of every game, best to worst for the player."""
    every = [(bet.house_edge, figures_of(one, bet)) for one in GAMES for bet in bets_of(one.name)]
    return tuple(told for _, told in sorted(every, key=lambda entry: entry[0]))


def bets_of(name: str) -> list[BetOdds]:
    return list(exact_odds(Asked(name)).bets.values())


@lru_cache(maxsize=KEPT)
def lab_odds(question: Asked) -> LabOdds:
    told, approved = exact_odds(question), exact_odds(Asked(question.game))
    reach = {
        name: tuple(reach_of(bet, rounds) for rounds in AFTER) for name, bet in told.bets.items()
    }
    entries = tuple(pay_entries(told.game, approved.game))
    return LabOdds(odds_out(told), figures(told), figures(approved), reach, entries, question.pays)


def reach_of(bet: BetOdds, rounds: int) -> Reach:
    told = return_out(bet, rounds)
    return Reach(rounds, told.low, told.high, told.method, bet.volatility(rounds))


def pay_entries(of: Game, approved: Game) -> Iterator[PayEntry]:
    """Lines of one name are paid alike; the meter's own line is no matter of a pay table."""
    for bet, before in zip(of.bets, approved.bets, strict=True):
        named = set()
        for line, was in zip(bet.lines, before.lines, strict=True):
            if not isinstance(line, Pays | Awards) or slug(line.event) in named:
                continue
            if isinstance(line, Awards) and line.amount == METER:
                continue
            named.add(slug(line.event))
            yield PayEntry(
                bet=bet.name,
                title=bet.title,
                counts_in=counted_in(of, bet),
                line=slug(line.event),
                event=line.event,
                pays=line.amount if isinstance(line, Awards) else line.pays,
                approved=was.amount if isinstance(was, Awards) else getattr(was, "pays", ""),
                is_award=isinstance(line, Awards),
                clauses=line.cite.numbers,
            )


def counted_in(of: Game, bet: Bet) -> str:
    """What is staked or paid along with the entry bet counts in its odds."""
    if bet.bonus_on:
        return bet.bonus_on
    return of.decision.entry if of.decision and bet.name == of.decision.play else bet.name


@lru_cache(maxsize=KEPT)
def readings(name: str, decks: int | None, hands: int | None) -> Readings:
    """The edge of every bet under each value of each open point that moves it, one at a time."""
    of = game(name)
    plain = exact_odds(Asked(name, decks, hands=hands or 1))
    rows = []
    for one, value in readings_that_matter(of):
        chosen = () if value == one.default else ((one.name, str(value)),)
        under = exact_odds(Asked(name, decks, chosen, hands=hands or 1))
        edges = {
            bet: Edge(str(told.house_edge), str(told.house_edge - plain.bets[bet].house_edge))
            for bet, told in under.bets.items()
        }
        rows.append(Reading(one.name, str(value), value == one.default, one.cite.numbers, edges))
    titles = {bet: of.bet[bet].title for bet in plain.bets}
    most = most_hands(of) if of.jackpot else None
    return Readings(name, titles, hands, most, tuple(rows))
