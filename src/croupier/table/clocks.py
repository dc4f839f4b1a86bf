"""The clock of a table: whose time runs, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.authority import PERSON
from croupier.table.state import BETTING, PLAYING
from croupier.table.viewing import could_look, yet_to_look

if TYPE_CHECKING:
    from croupier.table.state import Table


def stands(table: Table) -> bool:
    """While the table waits for people, nobody's time runs out but that for their options."""
    return table.awaiting is not None or table.interrupted


def awaits_a_bet(table: Table) -> bool:
    """Nobody plays where the house deals: bets are open, and the first one starts the clock.

    Not where an electronic shoe stands: its cards come whether anybody plays or not.
    """
    if table.round.wagers or table.step is not BETTING:
        return False
    return table.setup.dealer != PERSON and not table.setup.shoe


def until(table: Table) -> int | None:
    """When time is up, while someone's time runs."""
    seconds = seconds_given(table)
    return None if seconds is None else table.since + 1000 * seconds


def seconds_given(table: Table) -> int | None:
    """For bets, decisions and options, or to look at a hand; none while the clock stands."""
    setup, options = table.setup, table.awaiting is not None and bool(table.awaiting.offers)
    if table.interrupted or (stands(table) and not options) or awaits_a_bet(table):
        return None
    if table.step is BETTING and table.round.warned and not options:
        return None
    if options or table.step is BETTING or (table.step is PLAYING and table.undecided):
        return setup.betting_seconds
    return setup.looking_seconds if yet_to_look(table) else None


def look_until(table: Table) -> int | None:
    """How long an automatic dealer leaves closed hands to who may look, where no clause says so."""
    by_person = table.setup.dealer == PERSON
    if by_person or stands(table) or table.game.procedure.looking is None or table.game.decision:
        return None
    return table.since + 1000 * seconds_to_look(table) if could_look(table) else None


def seconds_to_look(table: Table) -> int:
    return min(table.setup.looking_seconds, table.setup.betting_seconds)


def time_is_left(table: Table, at: int) -> bool:
    over = until(table)
    return over is not None and at < over
