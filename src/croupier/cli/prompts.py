"""Messages of `croupier play` during a round: the prompt, one's bets, those of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from croupier.cli.sitting import box_to_decide, cards_on, listed, own_wagers
from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.sim.evening import YOU
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import TERMINALS
from croupier.table.dealing import UNREAD
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.sim.evening import Sitting
    from croupier.table.events import AnyEvent


def prompt(sitting: Sitting, *, may_repeat: bool) -> str:
    return f"{choices(sitting, may_repeat=may_repeat)} > "


def choices(sitting: Sitting, *, may_repeat: bool) -> str:
    """What can be done now, the most obvious first."""
    if sitting.view.step is Step.BETTING:
        if own_wagers(sitting):
            return "Enter deals; or bet more, clear, ?"
        again = "again, " if may_repeat else ""
        return f'Bet, like "{example(sitting)}"; or {again}rules, ?, quit'
    looks = listed(sitting, asks.Look)
    if not listed(sitting, asks.Decide):
        look = f"Enter looks at box {looks[0].box}; or turn, ?" if looks else ""
        return look or "Enter turns the hands over; or ?"
    box = box_to_decide(sitting)
    choice = f"play ({price(sitting, box)} more) or fold, ?"
    if looks:
        return f"Box {box}: Enter looks; or {choice}"
    unseen = ", unseen" if UNREAD in cards_on(sitting, box) else ""
    return f"Box {box}{unseen}: {choice}"


def default(sitting: Sitting) -> str:
    """What the Enter key alone does; nothing where money would be staked."""
    if sitting.view.step is Step.BETTING:
        return "deal" if own_wagers(sitting) else ""
    if listed(sitting, asks.Look):
        return "look"
    return "" if listed(sitting, asks.Decide) else "turn"


def hint(sitting: Sitting) -> str:
    """For a line that does not fit here."""
    if sitting.view.step is Step.BETTING:
        return f'place a bet first, like "{example(sitting)}"'
    return f"box {box_to_decide(sitting)} waits for you: play or fold"


def example(sitting: Sitting) -> str:
    """The game's first bet, at its least."""
    first = listed(sitting, asks.Place)[0]
    return f"{first.bet} {format_amount(first.cents).removesuffix('.00')}"


def price(sitting: Sitting, box: int) -> str:
    return format_amount(sitting.cost(asks.Decide(YOU.name, box, Choice.PLAY)))


def bets_lying(sitting: Sitting) -> Text:
    """The player's bets as they lie, and what he has left."""
    text = Text()
    before = None
    for box, one in own_wagers(sitting):
        if box != before:
            text.append(" " if before is None else "; ")
            text.append(f"Box {box}: " if box != TERMINALS else "")
        else:
            text.append(", ")
        before = box
        text.append(f"{one.bet} {format_amount(one.cents)}", "bold")
    text.append(" No bets" if before is None else "")
    text.append(f"; {format_amount(sitting.bankroll_cents)} left.")
    return text.append(too_little_to_play(sitting), "yellow")


def too_little_to_play(sitting: Sitting) -> str:
    """Before the cards: a hand that cannot be paid for later can only be folded."""
    decision = sitting.table.game.decision
    entry = decision.entry if decision else ""
    entered = sum(one.cents for _, one in own_wagers(sitting) if one.bet == entry)
    if entered <= sitting.bankroll_cents:
        return ""
    return f" To play every hand takes {format_amount(entered)} more."


def others_bets(sitting: Sitting) -> str:
    told = []
    for box in sitting.view.boxes:
        for name in dict.fromkeys(one.player for one in box.wagers if one.player != YOU.name):
            bets = [one for one in box.wagers if one.player == name]
            where = "" if box.box == TERMINALS else f" on box {box.box}"
            said = ", ".join(f"{one.bet} {format_amount(one.cents)}" for one in bets)
            told.append(f"{name}{where}: {said}")
    return "; ".join(told)


def told_of(event: AnyEvent) -> str | None:
    cited = f"({', '.join(event.clauses)})"
    match event:
        case happened.ExcessRejected(player=YOU.name):
            return f"{format_amount(event.cents)} of {event.bet} is over the maximum {cited}."
        case happened.PlayerAdvised(player=YOU.name):
            return f"{event.bet}: {event.says} {cited}."
        case happened.WagerReturned(player=YOU.name):
            return f"{event.bet} {format_amount(event.cents)} goes back to you {cited}."
    return None
