"""Scenario files of live rounds: who does what, what happens, what each may see, by which clause.

A file begins with `game NAME`. A line `== TITLE | CLAUSES` opens a situation; lines of setup, then
lines of play. A line of play is `WHO VERB …`, then what follows behind `->` (every event of the
answer by its tag, with the amount where there is one; or `refused WHY`), then behind `|` the
clauses of all these events together. A line that begins with `=` says what is so by then.

    == A wager above the maximum is cut down to it | 5.1
    limits initial 25.00..100.00
    dealer opens
    p1 places 1 initial 150.00 -> wager-placed 100.00, excess-rejected 50.00 | 1.7 5.1
    = p1 has -100.00
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused
from croupier.money import format_amount
from croupier.wire.house import setup_of
from tests.support.folders import LIVE_SCENARIOS, ROOT
from tests.support.live_claims import holds
from tests.support.live_floor import Floor, who
from tests.support.live_verbs import VERBS, configured

if TYPE_CHECKING:
    from croupier.table.events import AnyEvent


@dataclass
class Live:
    file: str
    game: str
    title: str
    also_shows: tuple[str, ...]
    lines: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    @property
    def shows(self) -> tuple[str, ...]:
        said = [clause for _, _, clauses in self.lines for clause in clauses]
        return tuple(dict.fromkeys([*self.also_shows, *said]))

    @property
    def says(self) -> str:
        return self.title

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


def live_scenarios() -> list[Live]:
    found: list[Live] = []
    for path in sorted(LIVE_SCENARIOS.glob("*.txt")):
        game, file = "", path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            said, _, cited = line.partition("|")
            words, clauses = said.strip(), tuple(cited.split())
            if not words or words.startswith("#"):
                continue
            if words.startswith("game "):
                game = words.split()[1]
            elif words.startswith("== "):
                found.append(Live(file, game, words[3:], clauses))
            else:
                found[-1].lines.append((number, words, clauses))
    return found


def play(live: Live) -> None:
    """Run a situation; an assertion says where it fails."""
    setup = setup_of(live.game)
    lines = list(live.lines)
    while lines and (changed := configured(setup, lines[0][1])) is not None:
        setup = changed
        lines.pop(0)
    floor = Floor(setup)
    for number, words, clauses in lines:
        where = f"line {number}: {words}"
        if words.startswith("="):
            holds(floor, words[1:].strip(), clauses, where)
        elif words.startswith("after "):
            floor.at += 1000 * int(words.split()[1])
        else:
            act(floor, words, clauses, where)
    assert floor.replayed(), "replaying the journal gives another table"


def act(floor: Floor, words: str, clauses: tuple[str, ...], where: str) -> None:
    said, _, expected = words.partition(" -> ")
    asker, verb, *rest = shlex.split(said)
    answers = [floor.ask(one, who(asker)) for one in VERBS[verb](floor, asker, rest)]
    refused = next((one for one in answers if isinstance(one, Refused)), None)
    if refused is not None:
        told = f"refused {refused.why}"
        assert (told, refused.says) == (expected.strip(), refused.says), where
        assert not clauses or refused.clauses == clauses, (where, refused.clauses)
        return
    events = [event for one in answers if not isinstance(one, Refused) for event in one]
    if expected:
        assert ", ".join(map(told_of, events)) == expected.strip(), where
    elif not events:
        raise AssertionError(f"{where}: nothing happened")
    if clauses:
        cited = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
        assert cited == clauses, where


def told_of(event: AnyEvent) -> str:
    tag = event.__struct_config__.tag
    amount = getattr(event, "cents", None)
    return f"{tag} {format_amount(amount)}" if amount is not None else str(tag)
