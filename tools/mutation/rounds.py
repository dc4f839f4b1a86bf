"""Mutants of how a round is conducted: calls, dealing, looking, deciding, refusals, the jackpot."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.engine import checks, settlement
from croupier.engine import jackpot as jackpots
from croupier.engine.decisions import Choice, Decision
from croupier.engine.game import Shown
from croupier.engine.jackpot import Carried, Jackpot
from croupier.engine.limits import Counted
from croupier.engine.steps import (
    Allows,
    Announces,
    BeforeClose,
    Counting,
    Dealing,
    Exposing,
    Looking,
    OnBehalf,
    Refusal,
    Refuses,
    Restricting,
    Screen,
    Viewer,
)
from croupier.table import configuring, majors, placing, playing
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.events import MajorOrder
from croupier.table.state import Table, next_place
from tools.mutation.breaking import Mutant, constant, exchange, never_refused, patch, put, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.tracing.parts import Part


def announces(part: Part) -> Iterator[Mutant]:
    words = "Something else"
    yield Mutant(f"{part.held_as}: another call", lambda: put(part.value, "words", words))


def before_close(part: Part) -> Iterator[Mutant]:
    value: BeforeClose = part.value
    if part.field == "over":

        def unlimited(asked: Any, command: Any) -> Any:
            return [placing.wager_placed(asked, command, command.cents)]

        yield Mutant(
            "no maximum while betting is open",
            lambda: exchange(placing.place_within_limits, unlimited),
        )
    else:
        other = not value.advised
        name = "advised" if other else "refused"
        yield Mutant(f"under the minimum: {name}", lambda: put(value, "advised", other))


def dealing(part: Part) -> Iterator[Mutant]:
    value: Dealing = part.value
    game = part.inside[0][0]
    if game.drawn_by_tableau:
        yield Mutant("the first card goes to the banker", lambda: exchange(next_place, crossed))
        return
    other = 3 if value.at_once == 1 else 1
    yield Mutant(f"{other} cards at once", lambda: put(value, "at_once", other))
    if value.burns:
        yield Mutant("no card is burnt", lambda: put(value, "burns", new=False))


def crossed(table: Table) -> int | None:
    other = {PLAYER_HAND: DEALER, DEALER: PLAYER_HAND}
    place = NEXT_PLACE(table)
    return other.get(place, place) if place is not None else None


def looking(part: Part) -> Iterator[Mutant]:
    value: Looking = part.value
    if part.field == "one_hand":
        yield Mutant("several hands are looked at", lambda: never_refused(Refusal.ONE_HAND_ONLY))
    elif part.field == "unseen":
        yield Mutant("it is looked at all the same", lambda: put(value, "unseen", None))
    else:
        alone = {Viewer.ONLY_PLAYER, Viewer.SEATED_PLAYER}  # one and the same on a box for one
        for other in Viewer:
            if other is not value.who and not {other, value.who} <= alone:
                yield Mutant(f"looks: {other.name}", partial(put, value, "who", other))


def exposing(part: Part) -> Iterator[Mutant]:
    value: Exposing = part.value
    if part.field == "cite":
        yield Mutant(
            "the dealer's hand stays closed",
            lambda: exchange(playing.expose_dealer, constant([])),
        )
    elif part.field == "opened":

        def closed(asked: Any, command: Any) -> Any:
            events = EXPOSE(asked, command)
            return events[:1] if isinstance(events, list) else events

        def stays() -> None:
            exchange(playing.expose_dealer, closed)
            exchange(playing.return_hand, only_looked)

        yield Mutant("hands that nobody looks at stay closed", stays)
    else:
        yield Mutant(f"not {part.field}", lambda: put(value, part.field, None))


EXPOSE, RETURN_HAND, NEXT_PLACE = playing.expose_dealer, playing.return_hand, next_place


def only_looked(asked: Any, command: Any) -> Any:
    looked = command.box in asked.table.round.looked.values()
    return RETURN_HAND(asked, command) if looked or asked.table.game.cards_open else []


def on_behalf(part: Part) -> Iterator[Mutant]:
    yield Mutant("staff place no bets", lambda: put(part.holder, "on_behalf", None))


def restricting(part: Part) -> Iterator[Mutant]:
    restrict = configuring.restrict

    def unless(asked: Any, command: Any) -> Any:
        gone = (command.player is None) == (part.field == "wagers")
        return [] if gone else restrict(asked, command)

    yield Mutant(f"{part.field} are not restricted", lambda: exchange(restrict, unless))


def layout(part: Part) -> Iterator[Mutant]:
    bets = [bet for bet in part.holder.bets if bet.spot]

    def elsewhere() -> None:
        for bet, spot in zip(bets, [bets[-1].spot, *(bet.spot for bet in bets)], strict=False):
            put(bet, "spot", spot)

    yield Mutant("each bet lies where another has its area", elsewhere)


def shown(part: Part) -> Iterator[Mutant]:
    held = getattr(part.holder, part.held_as)
    rest = without(held, part.value)
    yield Mutant("it is not shown", lambda: put(part.holder, part.held_as, rest))


def allows(part: Part) -> Iterator[Mutant]:
    rest = without(part.holder.allows, part.value)
    yield Mutant("it is not allowed", lambda: put(part.holder, "allows", rest))


def counting(part: Part) -> Iterator[Mutant]:
    yield Mutant("nobody is told to count", lambda: put(part.holder, "counting", None))


def refuses(part: Part) -> Iterator[Mutant]:
    why = part.value.why
    yield Mutant(f"{why}: not refused", lambda: never_refused(why))


def decision(part: Part) -> Iterator[Mutant]:
    yield DECISIONS[part.field]


def undecided() -> None:
    patch(Table, "undecided", property(constant([])))


DECIDED = playing.decided


def never_folds() -> None:
    def plays(asked: Any, box: int, _choice: Choice, clauses: Any = None) -> Any:
        return DECIDED(asked, box, Choice.PLAY, clauses)

    exchange(DECIDED, plays)


def no_play_bet() -> None:
    def only_says(asked: Any, box: int, choice: Choice, clauses: Any = None) -> Any:
        return DECIDED(asked, box, choice, clauses)[-1:]

    exchange(DECIDED, only_says)


def play_counts(*, more: bool) -> None:
    cut = Decision.counted_play

    def counted(self: Any, stake: int, entry: int, part: Counted, *rest: Any) -> Counted:
        differs = stake > entry if more else stake < entry
        return Counted(entry, ()) if differs else cut(self, stake, entry, part, *rest)

    patch(Decision, "counted_play", counted)


DECISIONS = {
    "cite": Mutant("nobody has to decide", undecided),
    "fold": Mutant("a hand that folds plays on", never_folds),
    "place": Mutant("to play places no bet", no_play_bet),
    "more": Mutant("a larger play bet is as the ante", lambda: play_counts(more=True)),
    "less": Mutant("a smaller play bet is as the ante", lambda: play_counts(more=False)),
}


def jackpot(part: Part) -> Iterator[Mutant]:
    assert part.field == "prescribed"
    yield Mutant("any jackpot bet", lambda: exchange(checks.check_jackpot, constant(None)))


def carried(part: Part) -> Iterator[Mutant]:
    yield from CARRIED[part.held_as]


def does_not_grow() -> None:
    exchange(jackpots.grown_by, constant(Fraction(0)))


def last_first() -> None:
    pay = jackpots.pay_majors

    def backwards(seed_cents: int, fed: Any, claims: Any) -> Any:
        share = pay(seed_cents, fed, claims[::-1])
        return share._replace(due_cents=share.due_cents[::-1])

    exchange(pay, backwards)


def later_first() -> None:
    order_of = majors.order_of

    def backwards(table: Any, known: Any) -> Any:
        order = order_of(table, known)
        return order and MajorOrder(-order.at, -order.recorded, ())

    exchange(order_of, backwards)


def envied_without() -> None:
    seats = settlement.jackpot_seats

    def everyone(round_: Any, outcomes: Any) -> Any:
        jackpot = round_.game.jackpot
        if jackpot is None:
            return seats(round_, outcomes)
        entry = jackpot.entry
        put(jackpot, "entry", "pair-plus")
        try:
            return seats(round_, outcomes)
        finally:
            put(jackpot, "entry", entry)

    exchange(seats, everyone)


CARRIED = {
    "grows": [Mutant("the meter does not grow", does_not_grow)],
    "envy": [Mutant("nobody is envious", lambda: exchange(jackpots.envy, constant([])))],
    "order": [
        Mutant("the last is paid first", last_first),
        Mutant("across tables the later hand comes first", later_first),
    ],
    "not_envied": [Mutant("a hand with pair plus alone is envied", envied_without)],
}

OF_ROUNDS: dict[type, Callable[[Part], Iterator[Mutant]]] = {
    Announces: announces,
    BeforeClose: before_close,
    Dealing: dealing,
    Looking: looking,
    Exposing: exposing,
    OnBehalf: on_behalf,
    Restricting: restricting,
    Screen: shown,
    Shown: layout,
    Allows: allows,
    Counting: counting,
    Refuses: refuses,
    Decision: decision,
    Jackpot: jackpot,
    Carried: carried,
}
