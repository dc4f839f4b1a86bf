"""Scenario files: situation, answer and clause as plain text.

A file begins with `game NAME`. A line `== TITLE` opens a situation: the lines below it lay it on
the table, and the wagers carry their answers. Any other line is one fact of its own. Clauses stand
behind `|`; they are asserted, and they are what the fact is evidence for.

    == A win on six points pays half | 1.8
    dealer 5h Js Td
    box 1 6c Qd Th
    p1 initial 100.00 win 1:2 +50.00 | 3.13.1 1.8 4.1

    name Kh Qd 9s is Double Pictures Nine | C
    beats Kh Qd 9s over Kh 7d 2s | C

    ruling misdealt handled=true movable=* -> play-on by dealer | 5.6 5.7
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.folders import ROOT, SCENARIOS

if TYPE_CHECKING:
    from pathlib import Path

ODDS = re.compile(r"\d+:\d+")
WON = re.compile(r"[+-]?\d+\.\d\d")


@dataclass(frozen=True)
class Fact:
    file: str
    game: str
    verb: str
    text: str
    clauses: tuple[str, ...]

    @property
    def shows(self) -> tuple[str, ...]:
        return self.clauses

    @property
    def says(self) -> str:
        return f"{self.verb} {self.text}"

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


@dataclass
class Situation:
    """A round in the shape that `settle` reads, and the lines, or the refusal, that it answers."""

    file: str
    game: str
    title: str
    also_shows: tuple[str, ...] = ()
    round: dict[str, Any] = field(default_factory=dict)
    answers: list[dict[str, Any]] = field(default_factory=list)
    refusal: str | None = None
    refusal_clauses: tuple[str, ...] = ()

    @property
    def shows(self) -> tuple[str, ...]:
        lines = [clause for line in self.answers for clause in line["clauses"]]
        return tuple(dict.fromkeys([*self.also_shows, *lines, *self.refusal_clauses]))

    @property
    def says(self) -> str:
        return self.title

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


@dataclass(frozen=True)
class Asked:
    """`ruling IRREGULARITY [FACT=VALUE|*]… [under READING=VALUE] -> REMEDY… by ROLE`."""

    irregularity: str
    facts: dict[str, str]
    readings: dict[str, str]
    remedies: list[str]
    decided_by: str

    @classmethod
    def read(cls, text: str) -> Asked:
        asked, answered = text.split(" -> ")
        said, _, under = asked.partition(" under ")
        irregularity, *facts = said.split()
        remedies, decided_by = answered.split(" by ")
        return cls(
            irregularity,
            dict(fact.split("=") for fact in facts),
            dict(reading.split("=") for reading in under.split()),
            remedies.split(),
            decided_by,
        )


def scenarios() -> tuple[list[Situation], list[Fact]]:
    situations: list[Situation] = []
    facts: list[Fact] = []
    for path in sorted(SCENARIOS.glob("*.txt")):
        read(path, situations, facts)
    return situations, facts


def read(path: Path, situations: list[Situation], facts: list[Fact]) -> None:
    game, file = "", path.relative_to(ROOT).as_posix()
    current: Situation | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        said, _, cited = line.partition("|")
        words, clauses = said.split(), tuple(cited.split())
        if not words:
            current = None
        elif words[0].startswith("#"):
            continue
        elif words[0] == "game":
            game = words[1]
        elif words[0] == "==":
            current = Situation(file, game, " ".join(words[1:]), clauses, {"game": game})
            situations.append(current)
        elif current is None:
            facts.append(Fact(file, game, words[0], " ".join(words[1:]), clauses))
        else:
            lay(current, words, clauses)


def lay(on: Situation, words: list[str], clauses: tuple[str, ...]) -> None:
    """One line of a situation."""
    verb, *rest = words
    if verb == "refused":
        on.refusal, on.refusal_clauses = " ".join(rest), clauses
    elif verb in ("dealer", "cards"):
        on.round[verb] = " ".join(rest)
    elif verb == "decks":
        on.round["decks"] = int(rest[0])
    elif verb == "void":
        on.round["void"] = rest[0]
    elif verb == "before":
        on.round["under_minimum_before"] = rest
    elif verb in ("meter", "bet"):
        on.round.setdefault("jackpot", {})[verb] = rest[0]
    elif verb == "reading":
        on.round.setdefault("interpretations", {})[rest[0]] = rest[1]
    elif verb == "limits":
        on.round.setdefault("limits", {})[rest[0]] = rest[1].split("..")
    elif verb == "box":
        lay_box(on, rest)
    else:
        lay_wager(on, words, clauses)


def lay_box(on: Situation, rest: list[str]) -> None:
    box: dict[str, Any] = {"box": int(rest[0]), "wagers": []}
    if rest[-1] in ("play", "fold"):
        box["decision"] = rest.pop()
    if rest[1:]:
        box["cards"] = " ".join(rest[1:])
    on.round.setdefault("boxes", []).append(box)


def lay_wager(on: Situation, words: list[str], clauses: tuple[str, ...]) -> None:
    """`p1 tie 25.00 win 8:1 +200.00 [plays 20.00] [rounded 1/200] [award 50.00] [from 2]`."""
    player, bet, stake, *answer = words
    if bet not in ("ante-bonus", "envy-bonus"):
        place = on.round if "boxes" not in on.round else on.round["boxes"][-1]
        place.setdefault("wagers", []).append({"player": player, "bet": bet, "stake": stake})
    if not answer:
        return
    result = answer.pop(0)
    expected: dict[str, Any] = {
        "player": player,
        "bet": bet,
        "stake": stake,
        "counted": "0.00" if result == "returned" else stake,
        "result": result,
        "odds": answer.pop(0) if answer and ODDS.fullmatch(answer[0]) else None,
        "won": answer.pop(0).removeprefix("+") if answer and WON.fullmatch(answer[0]) else "0.00",
        "rounded_off": "0",
        "clauses": list(clauses),
    }
    names = {"plays": "counted", "rounded": "rounded_off", "award": "award", "from": "from"}
    while answer:
        name, value = names[answer.pop(0)], answer.pop(0)
        expected[name] = int(value) if name == "from" else value
    on.answers.append(expected)
