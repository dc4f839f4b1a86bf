"""How a ruling's sentence begins: what happened, by irregularity and facts.

A game says it in words of its own where its document means something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTICED_LATE = "It was noticed only after the next round began"
IN_ORDER = "It is a dealing error and the cards can be put back in order"
NOT_IN_ORDER = "It is a dealing error and the cards cannot be put back in order"

SITUATIONS: Mapping[tuple[str, str], str] = {
    ("over-maximum", "noticed=before-close"): "A box is over its maximum and betting is open",
    ("over-maximum", ""): "The excess over a box's maximum was not rejected in time",
    ("under-minimum", "noticed=before-close"): "A box is under its minimum and betting is open",
    ("under-minimum", ""): "A bet under the minimum was not noticed in time",
    ("dealer-hand-miscounted", "reconstructable=false"): (
        "The dealer's hand has a wrong number of cards that cannot be put back in order"
    ),
    ("dealer-hand-miscounted", "reconstructable=true"): IN_ORDER,
    ("player-hand-miscounted", "reconstructable=true"): IN_ORDER,
    ("player-hand-miscounted", ""): (
        "A player's hand has a wrong number of cards that cannot be put back in order"
    ),
    ("player-walked-away", ""): "The player has left the table",
    ("player-walked-away", "decision-pending=true"): (
        "The player has left the table before deciding"
    ),
    ("power-failure", "established=true"): (
        "By the cards {established_by:said} a bet {outcome_established:said} has surely won or lost"
    ),
    ("power-failure", ""): (
        "By the cards {established_by:said} no bet {outcome_established:said}"
        " has surely won or lost"
    ),
    ("foreign-card", ""): "A card was found that is not of the set",
    ("card-count-wrong", ""): "The deck has too few or too many cards",
    ("cards-not-shuffled", ""): "The cards were not shuffled",
    ("misdealt", "handled=false, movable=true"): (
        "No player has handled the misdealt cards and whole hands can be moved"
    ),
    ("misdealt", "handled=false"): (
        "No player has handled the misdealt cards and whole hands cannot be moved"
    ),
    ("misdealt", "movable=true"): (
        "A player has handled the misdealt cards and whole hands can be moved"
    ),
    ("misdealt", "reconstructable=true"): IN_ORDER,
    ("misdealt", ""): NOT_IN_ORDER,
    ("misdealt", "movable=true, seen=false"): (
        "No player has seen the misdealt cards and whole hands can be moved"
    ),
    ("misdealt", "seen=false"): (
        "No player has seen the misdealt cards and whole hands cannot be moved"
    ),
    ("cards-run-out", ""): "The shoe has too few cards to finish the round",
    ("dealing-error", "reconstructable=true"): IN_ORDER,
    ("dealing-error", ""): NOT_IN_ORDER,
    ("card-drawn-in-excess", "reconstructable=true"): IN_ORDER,
    ("card-drawn-in-excess", ""): NOT_IN_ORDER,
    ("card-exposed", "seen=true"): "A card was exposed and a player has seen a card of his own",
    ("card-exposed", "cards=1"): (
        "One card alone was exposed and no player has seen his cards, so it is a dealing error"
    ),
    ("bet-after-close", ""): "Betting is closed",
    ("bet-increased-after-close", ""): "Betting is closed",
    ("bet-withdrawn-after-close", ""): "Betting is closed",
    ("card-face-up-in-shoe", ""): "A card lies face up in the shoe",
    ("cards-drawn-together", "order-known=false"): (
        "Cards were drawn together and their order is not known"
    ),
    ("cards-drawn-together", ""): "Cards were drawn together and their order is known",
    ("error-noticed-late", ""): NOTICED_LATE,
    ("bet-misplaced", ""): "What counts is where the chips lie when betting closes",
    ("jackpot-bet-without-ante", ""): "The box has a jackpot bet and no ante",
    ("play-bet-differs", "more=true"): "The play bet is more than the ante",
    ("play-bet-differs", ""): "The play bet is less than the ante",
    ("burn-missed", "reconstructable=true, seen=false"): (
        "No card was burnt, no player has seen a card and the cards can be put back in order"
    ),
    ("burn-missed", ""): (
        "No card was burnt, and a player has seen a card or they cannot be put back in order"
    ),
    ("jackpot-fault", "seen=true"): "The jackpot does not work and a player has seen his cards",
    ("jackpot-fault", ""): "The jackpot does not work and no player has seen his cards",
    ("extra-hand-examined", "intentional=true"): "The player examined a further hand on purpose",
    ("extra-hand-examined", ""): "The player examined a further hand by mistake",
}
"""Facts as on a command line, by name; none of them: what is left when no other case holds."""


def situation(irregularity: str, facts: str) -> str | None:
    if facts == "noticed=after-next-round":
        return NOTICED_LATE
    return SITUATIONS.get((irregularity, facts))
