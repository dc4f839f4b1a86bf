"""Commands as lines of play: a run of them becomes a scenario file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.scenario.spelling import fact, on, place, quoted, report, set_up
from croupier.table import commands as asks
from croupier.table.commands import TERMINALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.state import Table


class Saying(NamedTuple):
    """Who asked, after how many seconds, and what came of it."""

    asker: str
    command: AnyCommand
    seconds: int
    came: str


def behalf(command: Any, asker: str) -> str:  # noqa: ANN401 - any command of a player
    return "" if command.player == asker else f" for {command.player}"


def dealt(command: asks.Deal, table: Table) -> str:
    to = "" if command.to is None else f"-to {place(command.to, table)}"
    return f"deals{to} {command.cards}"


def wager(verb: str, command: asks.Place | asks.Withdraw, asker: str) -> str:
    amount = "" if command.cents is None else f" {format_amount(command.cents)}"
    return f"{verb} {on(command.box)}{command.bet}{amount}{behalf(command, asker)}"


def decided(command: asks.Decide, asker: str) -> str:
    verb = "plays" if command.choice is Choice.PLAY else "folds"
    return f"{verb} {command.box}{behalf(command, asker)}"


def restricted(command: asks.Restrict) -> str:
    lifted = " lifted" if command.lift else ""
    if command.player is not None:
        return f"restricts {command.player}{lifted}"
    return f"restricts area{lifted or f' {command.wagers_an_area}'}"


def ruled(command: asks.Rule) -> str:
    words = ["rules", quoted(command.reason)]
    if command.remedies is not None:
        words.append(f"remedies={','.join(command.remedies)}")
    if command.order:
        words.append(f"order={quoted(command.order)}")
    if command.replace_shoe:
        words.append("shoe=new")
    if command.jackpot is not None:
        words.append(f"jackpot={command.jackpot}")
    return " ".join([*words, *(f"{name}={fact(value)}" for name, value in command.facts.items())])


def settled(command: asks.Settle) -> str:
    told = command.meter_cents
    return "settles" if told is None else f"settles {format_amount(told)}"


BARE: dict[type[Any], str] = {
    asks.OpenBetting: "opens",
    asks.CloseBetting: "closes",
    asks.TimeUp: "time-up",
    asks.ReplaceShoe: "replaces-shoe",
    asks.OpenTable: "opens-table",
    asks.Approve: "approves",
    asks.Interrupt: "interrupts",
    asks.Resume: "resumes",
}
SAID: dict[type[Any], Callable[[Any, str, Table], str]] = {
    asks.Sit: lambda one, asker, _: f"sits {one.box}{behalf(one, asker)}",
    asks.StandUp: lambda one, asker, _: f"stands-up{behalf(one, asker)}",
    asks.WalkAway: lambda one, asker, _: f"walks-away{behalf(one, asker)}",
    asks.Place: lambda one, asker, _: wager("places", one, asker),
    asks.Withdraw: lambda one, asker, _: wager("withdraws", one, asker),
    asks.Deal: lambda one, _, table: dealt(one, table),
    asks.Look: lambda one, asker, _: f"looks {one.box}{behalf(one, asker)}",
    asks.Decline: lambda one, asker, _: f"declines {one.box}{behalf(one, asker)}",
    asks.ReturnHand: lambda one, _, table: f"returns {place(one.box, table)} {one.cards}".strip(),
    asks.Decide: lambda one, asker, _: decided(one, asker),
    asks.ExposeDealer: lambda one, *_: f"exposes {one.cards}".strip(),
    asks.Settle: lambda one, *_: settled(one),
    asks.Restrict: lambda one, *_: restricted(one),
    asks.Report: lambda one, *_: f"reports {report(one)}",
    asks.Rule: lambda one, *_: ruled(one),
    asks.CloseTable: lambda one, *_: (
        f"closes-table {quoted(one.reason)}" if one.reason else "closes-table"
    ),
    asks.CountCards: lambda one, *_: f"counts-cards {one.found}",
    asks.ShuffleCards: lambda one, *_: f"shuffles {one.how}{'' if one.cut else ' uncut'}",
    asks.Reject: lambda one, *_: f"rejects {quoted(one.reason)}",
    asks.PermitWithdrawal: lambda one, *_: f"permits {one.player} {one.box}",
    asks.Choose: lambda one, asker, _: (
        f"chooses {on(one.box) if one.box != TERMINALS else ''}{one.option}{behalf(one, asker)}"
    ),
}
"""Each command but a change of the set-up, which is a line of set-up."""


def line_of(command: AnyCommand, asker: str, table: Table) -> str | None:
    """None: no line asks for it."""
    kind = type(command)
    if kind in BARE:
        return f"{asker} {BARE[kind]}"
    return f"{asker} {SAID[kind](command, asker, table)}" if kind in SAID else None


def written(title: str, setup: Setup, table: Table, said: Iterable[Saying]) -> Iterator[str]:
    """A file of one situation, in which every line may be answered in any way."""
    yield from (f"game {setup.game}", "", f"== {title}", *set_up(setup))
    for one in said:
        line = line_of(one.command, one.asker, table)
        if line is None:
            continue
        if one.seconds:
            yield f"after {one.seconds}"
        yield from (f"{line} -> anything", f"# {one.came}")
