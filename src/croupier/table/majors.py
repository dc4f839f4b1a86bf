"""Who may still win the meter, in which order, and what a settlement pays of it.

Which hands are waited for is known to everybody: a hand counts, whatever its cards, from when it is
complete until it is folded or its round is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.engine.bets import Awards
from croupier.engine.decisions import Choice
from croupier.engine.jackpot import Jackpot as JackpotRules
from croupier.engine.readings import CONTRIBUTION_OF_WINNING_ROUND, Contribution
from croupier.rulebook.marks import carries, field_of
from croupier.table import pool as pools
from croupier.table.events import MajorOrder, RoundSettled
from croupier.table.pool import Win
from croupier.table.state import Step, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.table.events import AnyEvent
    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

IN_PLAY = {Step.DEALING, Step.PLAYING, Step.EXPOSED}


class Contender(NamedTuple):
    """A complete hand with a jackpot bet, of a round that is not over."""

    table: Table
    box: int

    @property
    def at(self) -> int:
        return self.table.round.complete_at[self.box]


class Known(NamedTuple):
    """All that deciding has to know of a meter that tables share."""

    jackpot: Jackpot
    contenders: tuple[Contender, ...] = ()
    """Of all tables that share it, where a settlement pays the meter."""
    recorded: Mapping[tuple[str, int], int] = {}
    """By table and box, where the house has written down that the hand was complete: the order of
    those that were complete in one and the same moment."""


def known_at(
    table: Table,
    tables: Iterable[Table],
    jackpot: Jackpot,
    recorded: Callable[[Table, int], int],
) -> Known:
    """What is to be known of the meter at a table; only a winner has to know of others."""
    if winning_box(table) is None:
        return Known(jackpot)
    found = tuple(
        one for other in tables if other.setup.game == table.setup.game for one in contenders(other)
    )
    written = {(one.table.name, one.box): recorded(one.table, one.box) for one in found}
    return Known(jackpot, found, written)


def contenders(table: Table) -> Iterator[Contender]:
    rule, round_ = table.game.jackpot, table.round
    if rule is None or table.step not in IN_PLAY:
        return
    for box in sorted({one.box for one in round_.wagers.values() if one.bet == rule.bet}):
        folded = round_.decisions.get(box) is Choice.FOLD
        if box in round_.complete_at and table.has(box, rule.entry) and not folded:
            yield Contender(table, box)


def winning_box(table: Table) -> int | None:
    """Whose hand wins the meter; of one pack, no more than one."""
    return next((one.box for one in contenders(table) if wins_the_meter(one)), None)


def wins_the_meter(contender: Contender) -> bool:
    table = contender.table
    hand, rule = read(table.cards_of(contender.box)), table.game.jackpot
    if rule is None or hand is None or len(hand) != table.hand_size:
        return False
    line = table.game.bet[rule.bet].settle(table.game.outcome(hand, hand, folded=False))
    return isinstance(line, Awards) and line.amount_cents is None


@carries(field_of(JackpotRules, "order"))
def order_of(table: Table, known: Known) -> MajorOrder | None:
    """The place of the hand that wins the meter at a table; none where no hand does."""
    box = winning_box(table)
    if box is None:
        return None
    at, recorded = table.round.complete_at[box], known.recorded.get((table.name, box), 0)
    earlier = {
        (one.table.name, one.table.round.number)
        for one in known.contenders
        if one.table.name != table.name
        and (one.at, known.recorded.get((one.table.name, one.box), 0)) < (at, recorded)
    }
    return MajorOrder(at, recorded, tuple(sorted(earlier)))


@carries(field_of(JackpotRules, "order"))
def to_pay(table: Table, order: MajorOrder, jackpot: Jackpot) -> int:
    """What is displayed; while a hand that was complete earlier may still win, the seed alone."""
    pool, key = jackpot.pool, (table.name, table.round.number)
    win = Win(
        table=table.name,
        round=table.round.number,
        player="",
        order=(order.at, order.recorded),
        until=pool.until(table.name),
        paid_cents=0,
        settled_cents=0,
        waits=frozenset(order.earlier),
        leaves_own=table.game.reads(CONTRIBUTION_OF_WINNING_ROUND) is Contribution.AFTER_RESET,
    )
    after = pools.claimed(pool, win)
    place = [one.key for one in after.wins].index(key)
    return after.share.due_cents[place]


def as_ordered(event: AnyEvent, order: MajorOrder) -> AnyEvent:
    """A settlement with the place of the hand that it pays the meter to."""
    if not isinstance(event, RoundSettled) or not any(line.from_meter for line in event.lines):
        return event
    return replace(event, major=order)
