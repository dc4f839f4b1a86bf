"""Why a mutant may survive: what it breaks makes no difference that anybody could see."""

from __future__ import annotations

NOT_REGISTERED = (
    "chips that were never registered have nothing to undo, and registered they cannot lie there,"
    " as placing refuses them and the close returns them"
)
NAMED_BY_CARDS = (
    "at a table the cards give such a report another name, whose own case decides; this one is for"
    " those who ask for a ruling"
)
KEPT_ALREADY = "the cards are put back in order, which keeps what the round does not need"
NO_CHIPS = "a terminal has what was registered on it: no chips are found beside it"
DEALING_ERRORS = ("three-pictures", "lucky-three-pictures", "three-card-poker")
NOT_ORDERED = "(reconstructable=True): reconstruct not carried out"
NOT_OFFERED = "(reconstructable=True): offer-options not carried out"

REASONS = {
    **{(game, f"dealing-error {NOT_ORDERED}"): NAMED_BY_CARDS for game in DEALING_ERRORS},
    **{(game, f"dealing-error {NOT_OFFERED}"): NAMED_BY_CARDS for game in DEALING_ERRORS},
    **{(game, f"card-drawn-in-excess {NOT_ORDERED}"): NAMED_BY_CARDS for game in DEALING_ERRORS},
    **{(game, f"card-drawn-in-excess {NOT_OFFERED}"): NAMED_BY_CARDS for game in DEALING_ERRORS},
    **{
        (game, "side-bet-without-main: return-bet not carried out"): NOT_REGISTERED
        for game in ("three-pictures", "lucky-three-pictures", "royal-three-pictures")
    },
    (
        "royal-three-pictures",
        "card-face-up-in-shoe: turn-down-and-play-on not carried out",
    ): NAMED_BY_CARDS,
    (
        "royal-three-pictures",
        "player-hand-miscounted (handled=False, movable=True): move-hands not carried out",
    ): NAMED_BY_CARDS,
    (
        "royal-three-pictures",
        "under-minimum (repeat=True): return-bet not carried out",
    ): NOT_REGISTERED,
    (
        "three-card-poker",
        "jackpot-bet-without-ante: return-bet not carried out",
    ): NOT_REGISTERED,
    ("baccarat", "terminal-failure: return-bet not carried out"): NOT_REGISTERED,
    ("baccarat", "card-exposed: use-in-next-round not carried out"): KEPT_ALREADY,
    ("baccarat", "bet-misplaced: settle-as-placed not carried out"): NO_CHIPS,
}
"""By game and mutant."""
