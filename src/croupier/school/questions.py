"""What a player asks when a round is paid: which clause is behind a line, and what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.bets import Result
from croupier.money import format_amount
from croupier.school.marking import ClauseSaid, said
from croupier.school.sheets import CALL, CLAUSE, GOES_BACK, TAKEN, DrillChoice, Part, Right
from croupier.table.reasons import because

if TYPE_CHECKING:
    from random import Random

    from croupier.engine.game import Game
    from croupier.table.events import SettledLine
    from croupier.table.state import Table

OTHERS = 2
WANTS = 0.4
"""How often a player names an amount that is not due, and does not just ask why."""


class PlayersQuestion(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    box: int | None
    bet: str
    stake_cents: int
    paid: str
    """As a dealer types it: an amount, 0.00 for a bet that was taken, R for one that went back."""
    wants: str | None
    """What the player says is due instead; null: he asks why it is so."""
    part: Part
    gists: tuple[ClauseSaid, ...]
    """Of the clauses that can be answered with."""


class Asked(msgspec.Struct, frozen=True):
    question: PlayersQuestion
    right: Right


def question(table: Table, chance: Random) -> Asked | None:
    """About a line of the round that is settled; none where nothing else could be answered."""
    lines = [line for line in table.round.lines if line.stake_cents and line.clauses]
    if not lines:
        return None
    line = chance.choice(lines)
    game, right = table.game, " ".join(line.clauses)
    others = [code for code in cited(game) if code != right]
    chosen = [right, *chance.sample(others, min(OTHERS, len(others)))]
    if not others:
        return None
    chance.shuffle(chosen)
    numbers = dict.fromkeys(number for code in chosen for number in code.split())
    return Asked(
        PlayersQuestion(
            player=line.player,
            box=line.box or None,
            bet=line.bet,
            stake_cents=line.stake_cents,
            paid=paid(line),
            wants=wanted(line) if chance.random() < WANTS else None,
            part=Part(name=CLAUSE, choices=tuple(map(DrillChoice, (*chosen, CALL)))),
            gists=said(game.name, numbers),
        ),
        Right(answer=right, clauses=line.clauses, because=because(table, line)),
    )


def cited(game: Game) -> list[str]:
    """By what the game's bets are settled."""
    lines = (line for bet in game.bets for line in bet.lines)
    return list(dict.fromkeys(" ".join(line.cite.numbers) for line in lines))


def paid(line: SettledLine) -> str:
    if line.result in {Result.PUSH, Result.RETURNED}:
        return GOES_BACK
    if line.result == Result.LOSE:
        return TAKEN
    won = line.back_cents - line.stake_cents
    return format_amount(won if line.award_cents is None else line.award_cents)


def wanted(line: SettledLine) -> str:
    """Another amount than the one that is due."""
    even, twice = line.stake_cents, 2 * line.stake_cents
    return format_amount(twice if paid(line) == format_amount(even) else even)
