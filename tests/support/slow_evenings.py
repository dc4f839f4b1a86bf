"""An evening as a person would write it down: one player, one round, one stake at a time.

Plain Python and the rulebook's settlement in cents; nothing of how evenings are simulated is used
but the order of the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace as with_fields

from croupier.cards import Hand
from croupier.engine.decisions import Choice
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.montecarlo.dealing import Draw, shuffled
from croupier.montecarlo.one_round import round_shown, written
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.settlement import Settlement
    from croupier.montecarlo.asking import Asked


VALUES = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", 1)}


@dataclass
class Told:
    """What a player has seen so far."""

    base: int
    last: int = 0
    streak: int = 0
    level: int = 1
    winners: list[str] = field(default_factory=list)
    """Of this shoe."""

    def hear(self, won: int, stake: int) -> None:
        self.last = stake
        if won > 0:
            self.streak = self.streak + 1 if self.streak > 0 else 1
            self.level = max(1, self.level - 1)
        elif won < 0:
            self.streak = self.streak - 1 if self.streak < 0 else -1
            self.level += 1


def flat(told: Told) -> int:
    return told.base


def martingale(told: Told) -> int:
    return told.base * 2**-told.streak if told.streak < 0 else told.base


def paroli(told: Told) -> int:
    return [1, 2, 4][told.streak % 3] * told.base if told.streak > 0 else told.base


def one_three_two_six(told: Told) -> int:
    if told.streak <= 0:
        return told.base
    return {1: 3, 2: 2, 3: 6, 0: 1}[told.streak % 4] * told.base


def dalembert(told: Told) -> int:
    return told.base * told.level


SLOW: dict[str, Callable[[Told], int]] = {
    "flat": flat,
    "martingale": martingale,
    "paroli": paroli,
    "1-3-2-6": one_three_two_six,
    "dalembert": dalembert,
    "follow": flat,
}


@dataclass
class Evening:
    """How it went: the reason of its end, the money after each round, and every stake."""

    end: str
    money: list[int]
    stakes: list[tuple[str, int]]


@dataclass(frozen=True, kw_only=True)
class Terms:
    bet: str
    base: int
    others: dict[str, int]
    bankroll: int
    rounds: int
    least: int
    most: int
    stop: bool = False
    goal: int | None = None
    loss: int | None = None
    chip: int = 100

    def needs(self, stake: int) -> int:
        """In a round at most: an ante is played with as much again."""
        stakes = {self.bet: stake} | self.others
        return sum(cents * (2 if bet == "ante" else 1) for bet, cents in stakes.items())


def slow_evening(terms: Terms, system: str, deals: Iterator[tuple[bool, Round]]) -> Evening:
    told, money = Told(terms.base), terms.bankroll
    evening = Evening("rounds", [money], [])
    for number in range(terms.rounds + 1):
        stake, end = staked(terms, money, SLOW[system](told))
        if end:
            evening.end = end
            break
        if number == terms.rounds:
            break
        new, dealt = next(deals)
        if new:
            told.winners.clear()
        bet = told.winners[-1] if system == "follow" and told.winners else terms.bet
        settled = settle(with_wagers(dealt, {bet: stake} | terms.others))
        money += sum(line.won_cents for line in settled.lines)
        told.hear(won_by(settled, bet), stake)
        if dealt.boxes[0].number is None:
            told.winners += winner(settled)
        evening.money.append(money)
        evening.stakes.append((bet, stake))
    return evening


def staked(terms: Terms, money: int, wanted: int) -> tuple[int, str | None]:
    """A stake, or why there is none."""
    if terms.goal is not None and money - terms.bankroll >= terms.goal:
        return 0, "goal"
    if terms.loss is not None and terms.bankroll - money >= terms.loss:
        return 0, "loss"
    if terms.stop and wanted > terms.most:
        return 0, "maximum"
    if terms.stop:
        return wanted, None if terms.needs(wanted) <= money else "ruin"
    stake = min(wanted, terms.most)
    if terms.needs(stake) > money:
        stake -= stake % terms.chip
        while stake > 0 and terms.needs(stake) > money:
            stake -= terms.chip
    return stake, None if stake >= terms.least else "ruin"


def winner(settled: Settlement) -> list[str]:
    """By the hands themselves."""
    of = settled.round
    hands = of.boxes[0].hand, of.against
    player, banker = (sum(VALUES[card.rank] for card in hand or ()) % 10 for hand in hands)
    if player == banker:
        return []
    return ["player" if player > banker else "banker"]


def won_by(settled: Settlement, bet: str) -> int:
    """By a bet with all that hangs on it."""
    with_it = {bet} | ({"play", "ante-bonus"} if bet == "ante" else set())
    return sum(line.won_cents for line in settled.lines if line.bet in with_it)


def with_wagers(dealt: Round, cents: dict[str, int]) -> Round:
    [box] = dealt.boxes
    if box.decision is Choice.PLAY and "ante" in cents:
        cents = cents | {"play": cents["ante"]}
    wagers = tuple(Wager("p1", bet, stake) for bet, stake in cents.items())
    return with_fields(dealt, boxes=(with_fields(box, wagers=wagers),))


def fresh_rounds(asked: Asked, player: int) -> Iterator[tuple[bool, Round]]:
    number = player << 20
    wide = replace(asked, rounds=1 << 47)
    while True:
        yield False, round_shown(wide, number)
        number += 1


def rounds_of_shoes(asked: Asked, player: int, behind: int) -> Iterator[tuple[bool, Round]]:
    """One card after another, by the table of play."""
    table, size = asked.game.deal, 52 * (asked.decks or 8)
    number = player << 20
    while True:
        places = shuffled(key_of(asked.seed), np.array([number], np.uint64), Draw(size, size, 2))
        left, new = list(written(places[:, 0], size)), True
        while len(left) > behind:
            player_hand, banker = Hand((left[0], left[2])), Hand((left[1], left[3]))
            del left[:4]
            while side := table.draws(player_hand, banker):  # type: ignore[union-attr] # baccarat
                card = left.pop(0)
                if side.value == "player":
                    player_hand = Hand((*player_hand, card))
                else:
                    banker = Hand((*banker, card))
            box = Box(None, (), player_hand)
            yield new, Round(game=asked.game, boxes=(box,), against=banker, decks=size // 52)
            new = False
        number += 1
