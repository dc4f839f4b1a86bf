"""What readers look for across games, in the games' own vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import Remedy
from croupier.guide.subjects import subjects

if TYPE_CHECKING:
    from croupier.guide.subjects import Subject


class Topic(NamedTuple):
    """Clauses behind these irregularities, remedies or parts of a game."""

    name: str
    title: str
    irregularities: tuple[str, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    parts: tuple[str, ...] = ()

    def covers(self, subject: Subject) -> bool:
        if subject.where == "irregularities":
            return subject.what in self.irregularities
        if subject.where == "remedy":
            return subject.what in self.remedies
        return any(f"{subject.where}.".startswith(f"{part}.") for part in self.parts)


TOPICS = (
    Topic("ranking", "How hands rank", parts=("ranking",)),
    Topic("pays", "What bets pay", parts=("bets.lines",)),
    Topic("dealing", "Dealing and drawing", parts=("deal", "packs", "procedure.deals")),
    Topic(
        "looking",
        "Who looks at cards",
        ("extra-hand-examined",),
        parts=("procedure.looking", "procedure.exposing"),
    ),
    Topic("decision", "Play or fold", ("play-bet-differs",), parts=("decision", "qualifies")),
    Topic(
        "limits",
        "Limits and excess",
        ("over-maximum", "under-minimum"),
        parts=("limits", "procedure.limits"),
    ),
    Topic(
        "late-bets",
        "Late and misplaced bets",
        (
            "bet-after-close",
            "bet-increased-after-close",
            "bet-withdrawn-after-close",
            "bet-misplaced",
            "side-bet-without-main",
            "jackpot-bet-without-ante",
        ),
        parts=("procedure.closes",),
    ),
    Topic(
        "misdeal",
        "Misdeals and dealing errors",
        (
            "misdealt",
            "dealing-error",
            "cards-drawn-together",
            "card-drawn-in-excess",
            "cards-swapped",
            "burn-missed",
        ),
    ),
    Topic(
        "wrong-number",
        "Wrong number of cards",
        ("dealer-hand-miscounted", "player-hand-miscounted", "card-count-wrong", "cards-run-out"),
    ),
    Topic("wrong-cards", "Wrong or unshuffled cards", ("foreign-card", "cards-not-shuffled")),
    Topic("exposed", "Exposed cards", ("card-exposed", "card-face-up-in-shoe")),
    Topic(
        "options", "Play on or withdraw", remedies=(Remedy.OFFER_OPTIONS, Remedy.OFFER_WITHDRAWAL)
    ),
    Topic("void", "Void rounds", remedies=(Remedy.VOID_ROUND,), parts=("void",)),
    Topic("failure", "Power and terminal failure", ("power-failure", "terminal-failure")),
    Topic("jackpot", "Jackpot", ("jackpot-fault", "jackpot-bet-without-ante"), parts=("jackpot",)),
    Topic("noticed-late", "Noticed too late", ("error-noticed-late", "wrong-result-registered")),
    Topic(
        "staff", "Who decides", parts=("last_word", "procedure.on_behalf", "procedure.restricting")
    ),
    Topic("open-points", "Open points", parts=("interpretations",)),
)


def topics(name: str, number: str) -> tuple[str, ...]:
    spoken = subjects(name).get(number, {})
    return tuple(one.name for one in TOPICS if any(one.covers(subject) for subject in spoken))
