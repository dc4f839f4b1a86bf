"""Evenings in sentences, as the terminal and the charts say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.money import format_amount
from croupier.montecarlo.players.playing import End
from croupier.montecarlo.players.systems import System

if TYPE_CHECKING:
    from croupier.montecarlo.players.asking import Evenings
    from croupier.montecarlo.players.results import Players

ENDS = {
    End.ROUNDS: "played to the end",
    End.GOAL: "reached the win goal",
    End.LOSS: "reached the loss stop",
    End.RUIN: "could not cover a further round",
    End.MAXIMUM: "stopped at the table's maximum",
}


def heading(asked: Evenings) -> str:
    bets = ", ".join(
        f"{asked.table.game.bet[bet].title} {format_amount(cents)}"
        for bet, cents in asked.cents.items()
    )
    return f"{bets}; {asked.system_name}"


def setting(found: Players) -> str:
    """Who plays how long, with what."""
    asked = found.asked
    stops = {"win goal": asked.win_goal_cents, "loss stop": asked.stop_loss_cents}
    said = [
        f"{found.players:,} players with {format_amount(asked.bankroll_cents)} each",
        f"up to {asked.rounds_each:,} rounds at {asked.per_hour:,} an hour",
        *(f"{name} {format_amount(cents)}" for name, cents in stops.items() if cents is not None),
    ]
    return ", ".join(said)


def assumed(found: Players) -> str:
    """What the answer takes for granted."""
    asked, table = found.asked, found.table
    minimum, maximum = asked.limit(asked.bet)
    said = [f"limits {format_amount(minimum)} to {format_amount(maximum)}"]
    said.append(f"above them or the purse: {asked.over_limit}")
    deal = asked.table.game.deal
    said.append("shoes to the cut card" if isinstance(deal, Tableau) else "a deck for each round")
    if asked.table.policy:
        said.append(f"{asked.table.policy.name} play")
    if table.parts > 1 and any(
        cents % table.parts for cents in (*asked.cents.values(), table.chip)
    ):
        said.append("parts of a cent are not rounded")
    return "; ".join(said)


def result(found: Players) -> str:
    return (
        f"mean result {dollars(float(found.mean))} ± {dollars(found.standard_error)},"
        f" by the edge on {dollars(staked(found))} staked {dollars(float(found.exact))}"
    )


def staked(found: Players) -> float:
    return float(sum(found.staked.values()))


def ruin(found: Players) -> str:
    return f"ruined {percent(found.ruined)} ± {percent(found.ruined_error)}"


def dollars(cents: float) -> str:
    said = f"{cents / 100:,.2f}"
    return said.removeprefix("-") if set(said) <= set("-0.,") else said


def percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def system_says(asked: Evenings) -> str:
    system = asked.system
    return system.says if isinstance(system, System) else "a function"
