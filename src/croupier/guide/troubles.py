"""How interruptions and errors are dealt with, for players: a game's own clauses by what happened.

Which clauses stand where is read off the game, as the rulebook's topics are: nothing is written
for one game alone.
"""

from __future__ import annotations

from functools import cache

import msgspec

from croupier.engine.irregularities import Remedy
from croupier.games import game
from croupier.guide.subjects import ALSO, MAIN, subjects
from croupier.guide.topics import Topic
from croupier.rulebook import Kind

OTHER = "other"
ASKED_FOR = ("power", "line", "void", "misdeal", "result", "dispute")
CLAIMS = ["dispute", "result", "power", "line", "jackpot", "cards", "misdeal", "bets", "void"]
"""Whose a clause is of which several speak: the narrower first."""
TROUBLES = (
    Topic("power", "Power failure", ("power-failure",)),
    Topic("line", "Lost connection", ("terminal-failure", "player-walked-away")),
    Topic("void", "Void round", remedies=(Remedy.VOID_ROUND,), parts=("void",)),
    Topic(
        "misdeal",
        "Misdeal",
        (
            "misdealt",
            "dealing-error",
            "dealer-hand-miscounted",
            "player-hand-miscounted",
            "cards-drawn-together",
            "card-drawn-in-excess",
            "cards-swapped",
            "burn-missed",
            "card-exposed",
            "card-face-up-in-shoe",
            "extra-hand-examined",
        ),
        remedies=(Remedy.OFFER_OPTIONS, Remedy.OFFER_WITHDRAWAL),
    ),
    Topic(
        "cards",
        "Wrong cards",
        ("foreign-card", "card-count-wrong", "cards-not-shuffled", "cards-run-out"),
    ),
    Topic(
        "result",
        "Wrong result",
        ("wrong-result-registered", "display-wrong", "error-noticed-late"),
    ),
    Topic(
        "bets",
        "Bets late, short or over",
        (
            "bet-after-close",
            "bet-increased-after-close",
            "bet-withdrawn-after-close",
            "bet-misplaced",
            "over-maximum",
            "under-minimum",
            "side-bet-without-main",
            "jackpot-bet-without-ante",
            "play-bet-differs",
        ),
    ),
    Topic("jackpot", "Jackpot", ("jackpot-fault",)),
    Topic("dispute", "Disputes", ("uncovered",), parts=("last_word",)),
)


class Trouble(msgspec.Struct, frozen=True):
    """What can happen, and by which clauses it is dealt with."""

    topic: str
    clauses: tuple[str, ...]
    """In the order of the document; what each says stands on the game's card."""


@cache
def troubles(name: str) -> tuple[Trouble, ...]:
    """Each clause once; what everybody asks for and no clause covers is for the last word."""
    of, placed = game(name), topics_of(name)
    clauses = of.document.clauses
    found = {
        topic: tuple(number for number in clauses if placed.get(number) == topic)
        for topic in (*(one.name for one in TROUBLES), OTHER)
    }
    for topic in ASKED_FOR:
        found[topic] = found[topic] or of.last_word.cite.numbers
    return tuple(Trouble(topic, numbers) for topic, numbers in found.items() if numbers)


def topics_of(name: str) -> dict[str, str]:
    """By clause: the topic that it says most of, else that of its nearest in the document."""
    clauses, spoken = game(name).document.clauses, subjects(name)
    placed: dict[str, str] = {}
    for least in (MAIN, ALSO):
        for topic in sorted(TROUBLES, key=lambda one: CLAIMS.index(one.name)):
            for number in clauses:
                said = spoken.get(number, {}).items()
                if any(topic.covers(subject) for subject, weight in said if weight >= least):
                    placed.setdefault(number, topic.name)
    for clause in clauses.values():
        if clause.kind is Kind.IRREGULARITY and clause.number not in placed:
            near = [one for one in placed if related(one, clause.number)]
            placed[clause.number] = placed[near[0]] if near else OTHER
    return placed


def related(one: str, other: str) -> bool:
    """Whether one clause is part of the other."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")
