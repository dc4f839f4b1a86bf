"""`strategy`: play or fold, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import parse_cards
from croupier.lab.figures import decimal
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.bets import Bet
    from croupier.lab.strategy import Strategy


class PolicyOut(msgspec.Struct, frozen=True):
    policy: str
    house_edge: str
    element_of_risk: str


class HandOut(msgspec.Struct, frozen=True):
    """What both choices are worth with one hand, in antes."""

    cards: str
    name: str
    play: str
    fold: str
    best: str


class StrategyOut(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    game: str
    weakest_played: str
    strongest_folded: str
    policies: tuple[PolicyOut, ...]
    chart: dict[str, dict[str, str]]
    lost_by_folding: dict[str, int]
    hand: HandOut | None = None


def strategy_out(found: Strategy, hand: str | None = None) -> StrategyOut:
    return StrategyOut(
        game=found.lab.game.name,
        weakest_played=str(found.weakest_played),
        strongest_folded=str(found.strongest_folded),
        policies=tuple(
            PolicyOut(one.name, decimal(one.odds.house_edge), decimal(one.element_of_risk))
            for one in found.policies
        ),
        chart=found.chart(),
        lost_by_folding={bet.name: found.lost_by_folding(bet) for bet in own_hand_bets(found)},
        hand=None if hand is None else hand_out(found, hand),
    )


def own_hand_bets(found: Strategy) -> list[Bet]:
    """The bets that a fold forfeits besides the one that it gives up."""
    apart = (found.lab.entry_bet.name, found.lab.play_bet.name)
    return [bet for bet in found.lab.game.bets if not bet.bonus_on and bet.name not in apart]


def hand_out(found: Strategy, text: str) -> HandOut:
    cards = parse_cards(text)
    name = found.lab.game.name_of(cards)
    if len(set(cards)) != len(cards) or name is None:
        raise BadInput(f"{text[:30]!r} is no hand of three cards")
    value = found.value(cards)
    best = "fold" if value.best_is_fold else "play"
    return HandOut(str(cards), name, str(value.play), str(value.fold), best)
