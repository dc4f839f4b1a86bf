"""Errors for the school's table: a report that the engine would take, and what is seen of it.

An error is drawn from what the game's document knows. Nothing of it is written for a game: the
table itself is asked whether it could be reported so, now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.engine.reports import Carried
from croupier.engine.rulings import ruling
from croupier.school.following import facts_that_matter, values_of
from croupier.table import commands as asks
from croupier.table.commands import DEALER, PLAYER_HAND, Who
from croupier.table.events import IrregularityReported
from croupier.table.reported import POWER
from croupier.table.situation import DEALERS_HAND, EXPOSED, PLAYERS_HAND
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from croupier.scenario.floor import Floor
    from croupier.table.events import Ruled
    from croupier.table.state import Placed, Table

TRAINEE = Who("trainee", Role.DEALER)
TRIES = 8
"""Of one irregularity, with other facts or at another box."""
LATE, UNCOVERED = "error-noticed-late", "uncovered"
NOT_PUT_IN = {POWER, LATE, UNCOVERED}
"""A power failure interrupts and is not reported; the others show nothing at this table."""
OF_CARDS = {Carried.LIES, Carried.CARDS}
"""What is about cards needs some on the table."""


class LyingWager(msgspec.Struct, frozen=True):
    """Chips as they lie, whatever was registered; none: they are gone."""

    box: int
    player: str
    bet: str
    cents: int


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What can be seen of an error; nothing in it says that it is one."""

    place: int | None = None
    """A box, or a hand of a table of play."""
    more_cards: int = 0
    face_up: str = ""
    wager: LyingWager | None = None
    happens: str = ""
    """What is told in words, where the layout shows nothing."""
    player: str | None = None


class Incident(NamedTuple):
    report: asks.Report
    ruled: Ruled
    sign: Sign


class Idea(NamedTuple):
    report: asks.Report
    sign: Sign


def incident(floor: Floor, chance: Random) -> Incident | None:
    """One that the table would take as a report now; none where it takes nothing."""
    known = dict.fromkeys(case.irregularity for case in floor.table.game.irregularities)
    names = [name for name in known if name not in NOT_PUT_IN]
    for name in chance.sample(names, len(names)):
        for _ in range(TRIES):
            idea = idea_of(name, floor.table, chance)
            if idea is not None and (ruled := taken(floor, idea.report)):
                return Incident(idea.report, ruled, idea.sign)
    return None


def taken(floor: Floor, report: asks.Report) -> Ruled | None:
    """The ruling at the table, where it is the one that the document alone gives."""
    answer = floor.copy().ask(report, TRAINEE)
    if isinstance(answer, Refused):
        return None
    [ruled] = [one.ruling for one in answer if isinstance(one, IrregularityReported)]
    if ruled.report.round != floor.table.round.number:
        return None
    made = ruling(floor.table.game, ruled.report.irregularity, ruled.facts)
    same = (made.remedies, made.clauses, made.decided_by) == (
        ruled.remedies,
        ruled.clauses,
        ruled.decided_by,
    )
    return ruled if same else None


def idea_of(name: str, table: Table, chance: Random) -> Idea | None:
    """With facts that may or may not be so: the table knows."""
    if table.game.reports[name] & OF_CARDS and not table.round.drawn:
        return None
    made = SEEN.get(name, in_words)(name, table, chance)
    if made is None:
        return None
    facts = {
        fact.name: chance.choice(values_of(fact))
        for fact in facts_that_matter(table.game, name).values()
    }
    may = table.game.reports[name]
    kept = {one.value: getattr(made.report, one) if one in may else empty(one) for one in Carried}
    return Idea(replace(made.report, facts=facts, **kept), made.sign)


def empty(carried: Carried) -> str | None:
    return "" if carried in {Carried.CARDS, Carried.DRAWN} else None


def in_words(name: str, table: Table, chance: Random) -> Idea | None:
    wager = any_wager(table, chance)
    if wager is None:
        return None
    about = table.game.reports[name]
    sign = Sign(
        place=wager.box or None if Carried.BOX in about else None,
        happens=name,
        player=wager.player if Carried.PLAYER in about else None,
    )
    report = asks.Report(irregularity=name, box=wager.box, player=wager.player, bet=wager.bet)
    return Idea(report, sign)


def hand_miscounted(name: str, table: Table, chance: Random) -> Idea | None:
    both = [PLAYER_HAND, DEALER] if table.game.drawn_by_tableau else table.boxes_in_play()
    places = [place for place in both if table.cards_of(place)]
    if not places:
        return None
    place = chance.choice(places)
    return Idea(
        asks.Report(irregularity=name, box=place),
        Sign(place=place, more_cards=chance.choice((1, 1, -1))),
    )


def dealers_hand(name: str, table: Table, chance: Random) -> Idea | None:
    if not table.cards_of(DEALER):
        return None
    sign = Sign(place=DEALER, more_cards=chance.choice((1, 1, -1)))
    return Idea(asks.Report(irregularity=name), sign)


def card_exposed(name: str, table: Table, chance: Random) -> Idea | None:
    """A card of a hand that lies face down; with open cards one from the shoe, told in words."""
    closed = [
        place
        for place in (*table.boxes_in_play(), DEALER)
        if table.cards_of(place) and place not in table.round.face_up
    ]
    if table.game.cards_open or not closed or table.step is Step.EXPOSED:
        return in_words(name, table, chance)
    place = chance.choice(closed)
    card = str(chance.choice(table.cards_of(place)))
    report = asks.Report(irregularity=name, box=place or None, cards=card)
    return Idea(report, Sign(place=place, face_up=card))


def chips(name: str, wager: LyingWager, found_cents: int | None) -> Idea:
    report = asks.Report(
        irregularity=name,
        box=wager.box,
        player=wager.player,
        bet=wager.bet,
        cents=found_cents,
    )
    return Idea(report, Sign(place=wager.box or None, wager=wager))


def bet_added(name: str, table: Table, chance: Random) -> Idea | None:
    """The minimum on a bet of his box that a player did not place."""
    return on_another_bet(name, table, chance, lambda least: least)


def bet_short(name: str, table: Table, chance: Random) -> Idea | None:
    return on_another_bet(name, table, chance, lambda least: least - table.setup.chip_cents)


def on_another_bet(
    name: str, table: Table, chance: Random, amount: Callable[[int], int]
) -> Idea | None:
    own = any_wager(table, chance)
    placed = {(one.player, one.bet, one.box) for one in table.round.wagers.values()}
    if own is None:
        return None
    free = [
        bet
        for bet in table.limits
        if bet in table.game.placeable and (own.player, bet, own.box) not in placed
    ]
    if not free:
        return None
    bet = chance.choice(free)
    cents = amount(table.limits[bet].minimum_cents)
    if cents <= 0:
        return None
    return chips(name, LyingWager(own.box, own.player, bet, cents), cents)


def bet_alone(name: str, table: Table, chance: Random) -> Idea | None:
    """A side bet on a box where nobody has bet."""
    used = {one.box for one in table.round.wagers.values()}
    boxes = [box for box in table.boxes if box not in used]
    jackpot, terms = table.game.jackpot, table.setup.jackpot
    of_jackpot = jackpot is not None and name == "jackpot-bet-without-ante"
    sides = [bet.name for bet in table.game.bets if bet.needs is not None and bet.spot is not None]
    if of_jackpot and jackpot:
        sides = [jackpot.bet]
    own = any_wager(table, chance)
    if not boxes or not sides or own is None:
        return None
    bet = chance.choice(sides)
    least = table.limits[bet].minimum_cents if bet in table.limits else (terms or (0,))[0]
    wager = LyingWager(chance.choice(boxes), own.player, bet, least)
    return chips(name, wager, least) if least else None


def bet_raised(name: str, table: Table, chance: Random) -> Idea | None:
    wager = any_wager(table, chance)
    if wager is None or wager.bet not in table.limits:
        return None
    more = table.limits[wager.bet].minimum_cents
    lies = LyingWager(wager.box, wager.player, wager.bet, wager.cents + more)
    return chips(name, lies, more)


def bet_over(name: str, table: Table, chance: Random) -> Idea | None:
    wager = any_wager(table, chance)
    if wager is None or wager.bet not in table.limits:
        return None
    most = table.limits[wager.bet].maximum_cents
    there = sum(one.cents for one in table.on_box(wager.box) if one.bet == wager.bet)
    more = max(most - there, 0) + table.setup.chip_cents
    lies = LyingWager(wager.box, wager.player, wager.bet, wager.cents + more)
    return chips(name, lies, more)


def bet_gone(name: str, table: Table, chance: Random) -> Idea | None:
    wager = any_wager(table, chance)
    if wager is None:
        return None
    return chips(name, LyingWager(wager.box, wager.player, wager.bet, 0), None)


def any_wager(table: Table, chance: Random) -> Placed | None:
    wagers = tuple(table.round.wagers.values())
    return chance.choice(wagers) if wagers else None


SEEN: Mapping[str, Callable[[str, Table, Random], Idea | None]] = {
    PLAYERS_HAND: hand_miscounted,
    DEALERS_HAND: dealers_hand,
    EXPOSED: card_exposed,
    "bet-after-close": bet_added,
    "under-minimum": bet_short,
    "side-bet-without-main": bet_alone,
    "jackpot-bet-without-ante": bet_alone,
    "bet-increased-after-close": bet_raised,
    "over-maximum": bet_over,
    "bet-withdrawn-after-close": bet_gone,
}
"""Errors that the layout itself shows; all others are told in words."""
