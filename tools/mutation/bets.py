"""Mutants of what bets are paid by: lines, what they need, limits, rankings, the table of play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.engine import checks, configuration
from croupier.engine.bets import (
    METER,
    Awards,
    Bet,
    Loses,
    Needs,
    NotPlaced,
    Pays,
    Returned,
    Returns,
)
from croupier.engine.deal import Drawing, Packs, Tableau
from croupier.engine.game import Boxes, Game, Qualifies, Refund, Sharing
from croupier.engine.limits import AsPlaced, Limit, Limits, ProRata, ToMaximum, UnderMinimum
from croupier.engine.outcome import always
from croupier.engine.ranking import By, Ranking
from croupier.games._points import VALUES, points
from croupier.table import events as happened
from croupier.table.betting import all_of
from tools.mutation.breaking import Mutant, constant, exchange, patch, put, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table.state import Placed
    from croupier.tracing.parts import Part

NEVER = constant(answer=False)
TOTALS = range(10)
VALUED = {"A": "an ace counts", "23456789": "each number counts", "TJQK": "tens and pictures count"}


def line(part: Part) -> Iterator[Mutant]:
    """Lines of a pay table: one that never holds, and one that pays otherwise."""
    bet, value = part.holder, part.value

    def instead(*new: object) -> Callable[[], None]:
        lines = tuple(one for old in bet.lines for one in (new if old is value else (old,)))
        return lambda: put(bet, "lines", lines)

    if isinstance(value, Loses) and value.when is always:
        back: Returns | Pays = Returns(value.event, always, value.cite)
        if bet.bonus_on:  # for which nothing was staked that could go back
            back = Pays(value.event, "7:3", always, value.cite)
        yield Mutant(f"{bet.title}, {value.event}: does not lose", instead(back, value))
        return
    yield Mutant(f"{bet.title}, {value.event}: never so", instead(replace(value, when=NEVER)))
    if isinstance(value, Pays):
        yield Mutant(f"{bet.title}, {value.event}: pays 7:3", instead(replace(value, pays="7:3")))
    if isinstance(value, Awards):
        other = "7.00" if value.amount == METER else METER
        yield Mutant(f"{bet.title}, {value.event}: {other}", instead(replace(value, amount=other)))
        if value.envy:
            new = instead(replace(value, envy="7.00"))
            yield Mutant(f"{bet.title}, {value.event}: envy of 7.00", new)


def bet(part: Part) -> Iterator[Mutant]:
    game: Game = part.holder
    rest = without(game.bets, part.value)
    yield Mutant(f"{part.value.title}: cannot be placed", lambda: put(game, "bets", rest))


def needs(part: Part) -> Iterator[Mutant]:
    of: Bet = part.holder
    yield Mutant(f"{of.title}: needs no other bet", lambda: put(of, "needs", None))


def missing(part: Part) -> Iterator[Mutant]:
    of, cite = part.holder, part.cite
    other = Returned(cite) if isinstance(part.value, NotPlaced) else NotPlaced(cite)
    name = "goes back" if isinstance(other, Returned) else "cannot be there"
    yield Mutant(
        f"without {of.bet} it {name}: other bets than before", lambda: put(of, "missing", other)
    )


def key(part: Part) -> Iterator[Mutant]:
    ranking: Ranking = part.holder
    game: Game = part.inside[0][0]
    keys = tuple(By(constant(0), one.cite) if one is part.value else one for one in ranking.keys)
    number = ranking.keys.index(part.value) + 1

    def equal() -> None:
        put(game, "ranking", Ranking(*keys, name=ranking.name, points=ranking.points))

    yield Mutant(f"ranking: key {number} makes no difference", equal)
    if part.value.key is points:
        for ranks, name in VALUED.items():
            yield Mutant(f"points: {name} one more", partial(one_more, ranks))


def one_more(ranks: str) -> None:
    VALUES.update({rank: VALUES[rank] + 1 for rank in ranks})


def true(_hand: object) -> bool:
    return True


def qualifies(part: Part) -> Iterator[Mutant]:
    function: Any = getattr(part.value.when, "__wrapped__", part.value.when)

    def any_hand() -> None:
        function.__code__ = true.__code__

    yield Mutant("the dealer always qualifies", any_hand)


def boxes(_part: Part) -> Iterator[Mutant]:
    def any_number() -> None:
        exchange(configuration.check_boxes, constant(None))

    yield Mutant("any number of boxes", any_number)


def packs(_part: Part) -> Iterator[Mutant]:
    def any_number() -> None:
        exchange(configuration.check_decks, constant(None))

    yield Mutant("any number of decks", any_number)
    yield Mutant("a card more often than it is in the decks", more_often)


def more_often() -> None:
    exchange(checks.check_repeated, constant(None))


def sharing(part: Part) -> Iterator[Mutant]:
    value: Sharing = part.value
    if value.players_a_box:
        yield Mutant("players share a box", lambda: put(value, "players_a_box", None))
    elif value.wagers_an_area:
        more = value.wagers_an_area + 1
        fewer = value.wagers_an_area - 1
        yield Mutant("one wager more on an area", lambda: put(value, "wagers_an_area", more))
        yield Mutant("one wager fewer on an area", lambda: put(value, "wagers_an_area", fewer))
    else:
        yield Mutant("one player a box", lambda: put(value, "players_a_box", 1))


class NotExempt(ProRata):
    def counted(self, stakes: Any, limit: Limit, game: Game) -> Any:
        return ProRata.counted(self, stakes, Limit(0, limit.maximum_cents), game)


def over_maximum(part: Part) -> Iterator[Mutant]:
    limits: Limits = part.holder
    value, cite = part.value, part.cite
    if part.field == "exempt":
        new: object = NotExempt(value.cite, value.exempt)
        yield Mutant("under the minimum: cut too", lambda: put(limits, "over_maximum", new))
    elif isinstance(value, AsPlaced):
        cut = ToMaximum(cite)
        yield Mutant("over the maximum: cut", lambda: put(limits, "over_maximum", cut))
    else:
        whole = AsPlaced(cite)
        yield Mutant("over the maximum: not cut", lambda: put(limits, "over_maximum", whole))


def under_minimum(part: Part) -> Iterator[Mutant]:
    value: UnderMinimum = part.value
    if value.once:
        yield Mutant("under the minimum: every time", lambda: put(value, "once", new=False))
    yield Mutant("no wager is under the minimum", not_under)


def not_under() -> None:
    patch(Limits, "is_under", NEVER)


def refund(_part: Part) -> Iterator[Mutant]:
    yield Mutant("a void round: half of each bet goes back", lambda: exchange(all_of, half_of))


def half_of(wager: Placed) -> happened.Returned:
    return happened.Returned(wager.player, wager.box, wager.bet, wager.cents // 2)


def drawing(part: Part) -> Iterator[Mutant]:
    value: Drawing = part.value
    other = frozenset(TOTALS) - value.on
    yield Mutant(f"{part.held_as}: exactly the other totals", lambda: put(value, "on", other))


def tableau(_part: Part) -> Iterator[Mutant]:
    hands = Tableau.hands

    def crossed(self: Tableau, cards: Any) -> Any:
        return hands(self, cards)[::-1]

    yield Mutant("the banker has the first card", lambda: patch(Tableau, "hands", crossed))


OF_BETS: dict[type, Callable[[Part], Iterator[Mutant]]] = {
    Pays: line,
    Awards: line,
    Returns: line,
    Loses: line,
    Bet: bet,
    Needs: needs,
    NotPlaced: missing,
    Returned: missing,
    By: key,
    Qualifies: qualifies,
    Boxes: boxes,
    Packs: packs,
    Sharing: sharing,
    ProRata: over_maximum,
    ToMaximum: over_maximum,
    AsPlaced: over_maximum,
    UnderMinimum: under_minimum,
    Refund: refund,
    Drawing: drawing,
    Tableau: tableau,
}
