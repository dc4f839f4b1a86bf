"""Commands that a meter has to do with: decided by the table's rules and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal
from croupier.money import format_amount
from croupier.table import commands as asks
from croupier.table.decide import decide
from croupier.table.majors import to_pay
from croupier.table.setups import jackpot_of
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand, Setup, Who
    from croupier.table.events import AnyEvent
    from croupier.table.majors import Known
    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

METERED = (asks.Settle, asks.Place, asks.Configure)


def decide_metered(
    table: Table, command: AnyCommand, who: Who, at: int, known: Known
) -> list[AnyEvent] | Refused:
    """With the meter's own amount, and no bet on one that is frozen."""
    if isinstance(command, asks.Place) and known.jackpot.frozen:
        table = as_frozen(table)
    if isinstance(command, asks.Settle):
        exposed = table.step is Step.EXPOSED
        cents = to_pay(table, known) if exposed else known.jackpot.displayed_cents
        if isinstance(cents, Refused):
            return cents
        command = replace(command, meter_cents=cents)
    answer = decide(table, command, who, at)
    if isinstance(command, asks.Configure) and not isinstance(answer, Refused):
        why = other_terms(command.setup, known.jackpot)  # readable, as the table's rules took it
        if why is not None:
            return Refused(Refusal.NO_SUCH_SETUP, table.game.last_word.cite.numbers, why)
    return answer


def as_frozen(table: Table) -> Table:
    """As its rules and its screens have it while the jackpot of all tables does not work."""
    return replace(table, no_jackpot_bets=True)


def other_terms(setup: Setup, shared: Jackpot) -> str | None:
    """Why a table cannot have this jackpot: its seed and rate are those of the meter it shares."""
    terms, now = jackpot_of(setup), shared.meter
    if terms is None or (terms.seed_cents, terms.contribution) == (now.seed_cents, now.rate):
        return None
    seed = format_amount(now.seed_cents)
    return f"the jackpot that all its tables share starts at {seed} and takes {now.rate} of a bet"
