"""Many settled rounds on one screen: sums by game and bet, by player, and what needs a look."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cli.settled import signed
from croupier.engine.bets import Result
from croupier.money import format_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from croupier.engine.settlement import Settled, Settlement

MOST_PLAYERS, MOST_TOLD = 12, 12
"""That are shown; of others it is said how many they are."""


class Sums:
    """Of the wagers of a bet, or of a player."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self.staked_cents = self.back_cents = 0

    def add(self, line: Settled) -> None:
        self.results[line.result] += 1
        self.staked_cents += line.stake_cents
        self.back_cents += line.back_cents

    @property
    def won_cents(self) -> int:
        return self.back_cents - self.staked_cents

    @property
    def cells(self) -> list[str]:
        counts = (f"{self.results[result]:,}" for result in Result)
        return [*counts, format_amount(self.staked_cents), signed(self.won_cents)]


class Notable(NamedTuple):
    place: int
    what: str


class Summary(NamedTuple):
    rounds: Counter[str]
    bets: dict[tuple[str, str], Sums]
    players: dict[str, Sums]
    notable: list[Notable]


def summary(settlements: Sequence[Settlement]) -> Summary:
    bets: dict[tuple[str, str], Sums] = defaultdict(Sums)
    players: dict[str, Sums] = defaultdict(Sums)
    rounds: Counter[str] = Counter()
    notable = []
    for number, one in enumerate(settlements, 1):
        name = one.round.game.name
        rounds[name] += 1
        for line in one.lines:
            bets[name, line.bet].add(line)
            players[line.player].add(line)
        notable += [Notable(number, what) for what in dict.fromkeys(to_look_at(one))]
    return Summary(rounds, dict(bets), dict(players), notable)


def to_look_at(settled: Settlement) -> Iterator[str]:
    """What an auditor would ask about first."""
    void = settled.round.void
    if void is not None:
        yield f"void by clause {void}"
        return
    for line in settled.lines:
        on = f"{line.player} on {line.bet}"
        if line.award_cents is not None:
            yield f"{on}: {line.event}, an award of {format_amount(line.award_cents)}"
        if line.result is Result.RETURNED:
            yield f"{on}: {format_amount(line.stake_cents)} returned ({', '.join(line.clauses)})"
        elif line.stake_cents and line.counted_cents != line.stake_cents:
            counted, stake = format_amount(line.counted_cents), format_amount(line.stake_cents)
            yield f"{on}: {counted} of {stake} play ({', '.join(line.clauses)})"
        if line.rounded_off:
            yield f"{on}: {line.rounded_off * 100} cent rounded off"


def show(settlements: Sequence[Settlement], console: Console) -> None:
    told = summary(settlements)
    house = sum(one.house_cents for one in settlements)
    console.print(f"{len(settlements):,} rounds, house {signed(house)}", style="bold")
    console.print(sums("bet", by_bet(told)))
    busiest = sorted(told.players.items(), key=lambda entry: -abs(entry[1].won_cents))
    console.print(sums("player", busiest[:MOST_PLAYERS]))
    if len(busiest) > MOST_PLAYERS:
        console.print(f"and {len(busiest) - MOST_PLAYERS:,} more who won or lost less")
    show_notable(told.notable, console)
    console.print("--each shows every round, --json answers them for programs.", style="dim")


def show_notable(found: list[Notable], console: Console) -> None:
    if not found:
        return
    console.print(f"To look at, {len(found):,} by round:", style="bold")
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True, min_width=8)
    table.add_column()
    for one in found[:MOST_TOLD]:
        table.add_row(f"{one.place:,}", one.what)
    if len(found) > MOST_TOLD:
        table.add_row("", f"and {len(found) - MOST_TOLD:,} more")
    console.print(table)


def by_bet(told: Summary) -> Iterator[tuple[str, Sums | None]]:
    for game, rounds in told.rounds.items():
        yield f"{game} ({rounds:,})", None
        yield from ((f"  {bet}", of) for (name, bet), of in told.bets.items() if name == game)


def sums(head: str, rows: Iterable[tuple[str, Sums | None]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(head, overflow="fold")
    for heading in (*Result, "staked", "won"):
        table.add_column(heading, justify="right", overflow="fold")
    for name, of in rows:
        table.add_row(name, *(of.cells if of else ()), style=None if of else "bold")
    return table
