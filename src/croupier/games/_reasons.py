"""Reasons that several games share; what decides is computed by the predicates that settle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cards import Hand
    from croupier.engine.reasons import Deciding

BEATS = "{winner:symbols}, {hand:said}, beats {loser:symbols}, {other:said}.[ {level:said}]"
WINS = Sentence("hand-wins", BEATS + " A win pays {odds:odds}.")
LOSES = Sentence("hand-loses", BEATS)
STANDS_OFF = Sentence(
    "hands-stand-off",
    "{mine:symbols}, {hand:said}, ranks the same as {theirs:symbols}, {other:said}:"
    " the bet comes back.",
)
FOLDED = Sentence("hand-was-folded", "You folded, and a folded hand gives up this bet.")


def stood_off(decided: Deciding, called: Callable[[Hand], Said] | None = None) -> Said:
    name, outcome = called or decided.called, decided.outcome
    return STANDS_OFF(
        mine=decided.mine,
        hand=name(outcome.hand),
        theirs=decided.theirs,
        other=name(outcome.against),
    )
