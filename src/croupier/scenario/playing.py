"""A situation played: whether it holds, and if not, at which line and what came instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Refused
from croupier.money import format_amount
from croupier.scenario.floor import Floor
from croupier.scenario.reading import ANYTHING, REFUSED, Act, Claimed, Wait
from croupier.scenario.words import is_player, who
from croupier.table.postings import player as account_of

if TYPE_CHECKING:
    from croupier.scenario.reading import Script
    from croupier.table.events import AnyEvent

PLAYER = account_of("")


class LinePlayed(msgspec.Struct, frozen=True):
    line: int
    said: str
    events: tuple[str, ...]
    """The tag of each."""
    refused: str | None


class Outcome(msgspec.Struct, frozen=True):
    title: str
    game: str
    held: bool
    failed: str | None
    """The line, what it says, and what came instead."""
    lines: tuple[LinePlayed, ...]
    """Of play, up to the one that failed."""
    balances: dict[str, str]
    """Each player's net since the start: what lies on a table is spent."""


class Answered(msgspec.Struct):
    """All that came of one line of play."""

    events: list[AnyEvent]
    refused: Refused | None = None
    wrong: str | None = None


def play(script: Script) -> Outcome:
    return played_on(script)[0]


def played_on(script: Script, floor: Floor | None = None) -> tuple[Outcome, Floor]:
    """The outcome, and the tables as they were left; these may have been played at before."""
    floor = floor or Floor(script.start)
    lines, players = list[LinePlayed](), dict[str, None]()
    failed = None
    for step in script.steps:
        if isinstance(step, Wait):
            floor.at += 1000 * step.seconds
            continue
        if isinstance(step, Claimed):
            why = step.holds(floor, step.table)
        else:
            answer = asked(floor, step)
            lines.append(line_played(step, answer))
            players |= dict.fromkeys(took_part(step, answer))
            why = unlike(step, answer)
        why = why or next(iter(floor.broken), None)
        if why is not None:
            failed = f"line {step.line}: {said_in(step)}: {why}"
            break
    if failed is None and not floor.replayed():
        failed = f"line {script.situation.at}: replaying the journal gives another table"
    outcome = Outcome(
        title=script.situation.title,
        game=script.situation.game,
        held=failed is None,
        failed=failed,
        lines=tuple(lines),
        balances=balances(floor, players),
    )
    return outcome, floor


def said_in(step: Act | Claimed) -> str:
    expected = step.expected if isinstance(step, Act) else None
    return step.said if expected is None else f"{step.said} -> {expected}"


def asked(floor: Floor, act: Act) -> Answered:
    """Every command of the line is asked, also after one that is refused."""
    answer = Answered([])
    for command in act.asks(lambda: floor.tables[act.table]):
        if isinstance(command, str):
            answer.wrong = command
            break
        one = floor.ask(command, who(act.asker), act.table)
        if not isinstance(one, Refused):
            answer.events += one
        elif answer.refused is None:
            answer.refused = one
    return answer


def line_played(act: Act, answer: Answered) -> LinePlayed:
    tags = tuple(str(event.__struct_config__.tag) for event in answer.events)
    refused = answer.refused
    return LinePlayed(act.line, act.said, tags, None if refused is None else str(refused.why))


def unlike(act: Act, answer: Answered) -> str | None:
    """What came instead of what the line says; none where it came."""
    if answer.wrong is not None:
        return answer.wrong
    refused, expected = answer.refused, act.expected
    came = told_of(answer)
    if expected == REFUSED:
        fits = refused is not None
    elif expected is None:
        fits = refused is None and bool(answer.events)
    else:
        fits = expected in {ANYTHING, came}
    if not fits:
        says = "" if refused is None else f" ({refused.says})"
        return f"there came {came}{says}" if came else "nothing happened"
    if not act.clauses or cited(answer) == act.clauses:
        return None
    return f"it is by {' '.join(cited(answer)) or 'no clause'}, and not by {' '.join(act.clauses)}"


def told_of(answer: Answered) -> str:
    """As it stands behind `->`."""
    if answer.refused is not None:
        return f"{REFUSED} {answer.refused.why}"
    return ", ".join(map(event_told, answer.events))


def event_told(event: AnyEvent) -> str:
    tag = str(event.__struct_config__.tag)
    cents = getattr(event, "cents", None)
    return tag if cents is None else f"{tag} {format_amount(cents)}"


def cited(answer: Answered) -> tuple[str, ...]:
    if answer.refused is not None:
        return answer.refused.clauses
    return tuple(dict.fromkeys(clause for one in answer.events for clause in one.clauses))


def took_part(act: Act, answer: Answered) -> list[str]:
    """Players who asked for something, or for whom something was done."""
    names = [act.asker, *(getattr(event, "player", None) for event in answer.events)]
    return [name for name in names if name is not None and is_player(name)]


def balances(floor: Floor, players: dict[str, None]) -> dict[str, str]:
    moved = [one.removeprefix(PLAYER) for one in floor.balances if one.startswith(PLAYER)]
    names = dict.fromkeys([*players, *moved])
    return {name: format_amount(floor.balances.get(account_of(name), 0)) for name in names}
