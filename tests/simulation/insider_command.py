"""Search for what one lying dealer can change, and print a finding as a scenario file."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.progress import counted
from croupier.cli.verb import FOUND_SOMETHING
from croupier.cli.writing import put_json
from croupier.engine.refusals import Refused
from croupier.money import format_amount
from croupier.scenario.saying import Saying, written
from croupier.table.postings import player as account_of
from tests.simulation.insider.hunt import hunt, tables_of_each_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.insider.hunt import Found, Tally
    from tests.simulation.insider.twice import Said

PLAYER = account_of("")
LAST = 2
"""Of refusals only the last are told: what is refused changes nothing."""


def run_insider(seed: int, rounds: int, *, as_json: bool) -> int:
    started = perf_counter()
    with counted(rounds, "lying", "rounds") as progress:
        tally, found = hunt(tables_of_each_game(), seed, rounds, progress)
    seconds = perf_counter() - started
    if as_json:
        told = {"seed": seed, **msgspec.to_builtins(tally), "seconds": round(seconds, 3)}
        wrong, scenario = (None, None) if found is None else (found.wrong, scenario_of(found))
        put_json(told | {"broken": wrong, "scenario": scenario})
    elif found is not None:
        print(f"# seed {seed}: {' '.join(found.wrong.split())}")
        print(scenario_of(found))
    else:
        tell(seed, tally, seconds)
    return 0 if found is None else FOUND_SOMETHING


def tell(seed: int, tally: Tally, seconds: float) -> None:
    for name, value in (
        ("rounds", tally.rounds),
        ("commands", tally.commands),
        ("refused, each with its clause", tally.refused),
        ("rulings on the dealer's word alone", tally.rulings),
        ("rejected by the second person", tally.rejected),
        ("answers compared with other hidden cards", tally.compared),
    ):
        print(f"{name:<42}{value:>14,}")
    print(
        f"Seed {seed}: every wager was settled as by the record;"
        f" {tally.commands / seconds:,.0f} commands a second."
    )


def scenario_of(found: Found) -> str:
    """What was said, and at its end what everybody would have without the lies."""
    said, plan = list(found.run.said), found.run.plan
    title = " ".join(found.wrong.split())[:80].replace("|", "/")
    lines = written(title, plan.setup, found.run.table, sayings(said))
    return "\n".join([*lines, *claims(found.true), ""])


def sayings(said: list[Said]) -> Iterator[Saying]:
    at = 0
    for number, one in enumerate(said):
        if isinstance(one.answer, Refused) and number < len(said) - LAST:
            continue
        yield Saying(one.who.name, one.command, (one.at - at) // 1000, came(one))
        at = one.at


def came(one: Said) -> str:
    if isinstance(one.answer, Refused):
        return f"refused {one.answer.why} ({one.answer.says})"
    return ", ".join(str(event.__struct_config__.tag) for event in one.answer)


def claims(balances: dict[str, int]) -> Iterator[str]:
    for account, cents in sorted(balances.items()):
        if account.startswith(PLAYER):
            sign = "+" if cents > 0 else ""
            yield f"= {account.removeprefix(PLAYER)} has {sign}{format_amount(cents)}"
