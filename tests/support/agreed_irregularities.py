"""The agreed list of irregularities and their facts, written down apart from the code."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = bool | int | str

LIST = """
foreign-card
card-count-wrong
cards-not-shuffled
cards-run-out
misdealt handled seen movable reconstructable
dealing-error reconstructable
dealer-hand-miscounted noticed reconstructable
player-hand-miscounted viewed handled movable noticed reconstructable
card-exposed cards seen first-card device
card-face-up-in-shoe
cards-drawn-together order-known
burn-missed seen reconstructable
cards-swapped
card-drawn-in-excess reconstructable
bet-after-close
bet-increased-after-close
bet-withdrawn-after-close
over-maximum noticed
under-minimum noticed repeat
side-bet-without-main noticed
jackpot-bet-without-ante noticed
play-bet-differs more
player-walked-away decision-pending
power-failure established
terminal-failure registered
jackpot-fault seen
extra-hand-examined intentional
wrong-result-registered
display-wrong
bet-misplaced
error-noticed-late
uncovered
"""
FACTS = {name: facts for name, *facts in map(str.split, LIST.split("\n")[1:-1])}
VALUES: dict[str, dict[str, Value]] = {
    "noticed": {one: one for one in ("before-next-round", "before-close", "after-next-round")},
    "device": {"manual": "manual", "automated": "automated"},
    "cards": {"1": 1, "2": 2, "3": 3},
}
BOOLEAN: dict[str, Value] = {"false": False, "true": True}

REMEDIES = """
void-round move-hands reconstruct offer-options offer-withdrawal remove-hand return-bet refuse-bet
reject-excess bet-stands settle-pro-rata settle-to-maximum settle-as-placed settle-once-then-return
advise-player fold-hand settle play-on turn-down-and-play-on use-as-next-card use-in-next-round
supervisor-orders-cards replace-shoe settle-by-cards settle-on-play-amount return-excess no-effect
pay-by-last-meter no-jackpot-bets shift-manager-decides
"""


def values(fact: str) -> dict[str, Value]:
    """What a fact can be, as written and as answered; the first is the default."""
    return VALUES.get(fact, BOOLEAN)


def combinations(irregularity: str, said: Mapping[str, str]) -> list[dict[str, Value]]:
    """Every listed fact with its value, for each value of those that are `*`."""
    names = FACTS[irregularity]
    chosen = [
        list(values(name).values())
        if said.get(name) == "*"
        else [values(name)[said.get(name, next(iter(values(name))))]]
        for name in names
    ]
    return [dict(zip(names, combination, strict=True)) for combination in product(*chosen)]


def every_combination(irregularity: str) -> list[dict[str, Value]]:
    return combinations(irregularity, dict.fromkeys(FACTS[irregularity], "*"))
