"""Why a mutant may survive: what it breaks makes no difference that anybody could see."""

from __future__ import annotations

NOT_REGISTERED = (
    "chips that were never registered have nothing to undo, and registered they cannot lie there,"
    " as placing refuses them and the close returns them"
)

REASONS = {
    "side-bet-without-main: return-bet not carried out": NOT_REGISTERED,
    "jackpot-bet-without-ante: return-bet not carried out": NOT_REGISTERED,
    "terminal-failure: return-bet not carried out": NOT_REGISTERED,
    "under-minimum (repeat=True): return-bet not carried out": NOT_REGISTERED,
    "card-exposed: use-in-next-round not carried out": (
        "the cards are put back in order, which keeps what the round does not need"
    ),
}
"""By the name of the mutant."""
