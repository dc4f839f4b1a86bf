"""What bets came to, in sums that can be added up: by table and dealer, and by player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.wire.report import Terms  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import SettledLine

SPLIT = "\t"
"""Between the names of two bets."""


class Key(NamedTuple):
    """A round counts once with its dealer for all players, and once more for each player."""

    terms: Terms
    dealer: str = ""
    player: str = ""


class BetSums(msgspec.Struct, array_like=True):
    """What one bet came to."""

    wagers: int = 0
    handle: int = 0
    win: int = 0
    from_meter: int = 0
    fed: int = 0
    base: int = 0
    """Stakes that the lab's figure is of; the ante alone where a play bet follows."""

    def add(self, other: BetSums) -> None:
        self.wagers += other.wagers
        self.handle += other.handle
        self.win += other.win
        self.from_meter += other.from_meter
        self.fed += other.fed
        self.base += other.base


class PlaySums(msgspec.Struct, array_like=True):
    """What was played under the same terms."""

    rounds: int = 0
    voided: int = 0
    voided_cents: int = 0
    bets: dict[str, BetSums] = {}
    within: dict[str, int] = {}
    """Products of the stakes on one box, of every two bets."""
    across: dict[str, int] = {}
    """Products of the stakes on two boxes of a round, of every two bets, either way."""

    def of(self, bet: str) -> BetSums:
        found = self.bets.get(bet)
        if found is None:
            found = self.bets[bet] = BetSums()
        return found

    def add(self, other: PlaySums) -> None:
        self.rounds += other.rounds
        self.voided += other.voided
        self.voided_cents += other.voided_cents
        for bet, sums in other.bets.items():
            self.of(bet).add(sums)
        for mine, more in ((self.within, other.within), (self.across, other.across)):
            for pair, cents in more.items():
                mine[pair] = mine.get(pair, 0) + cents


class MeterSums(msgspec.Struct, array_like=True):
    """How a jackpot's money moved."""

    fed: int = 0
    won: int = 0
    """Less what the house put in anew; below nothing where it was paid."""
    corrected: int = 0

    def add(self, other: MeterSums) -> None:
        self.fed += other.fed
        self.won += other.won
        self.corrected += other.corrected

    @property
    def moved(self) -> int:
        return self.fed + self.won + self.corrected


class Bucket(msgspec.Struct):
    """All that happened in a stretch of time."""

    first: int = 0
    last: int = 0
    """Positions in the journal from which and up to which it is told."""
    paid_out: int = 0
    drops: dict[str, int] = {}
    """Bought in, by player."""
    plays: dict[Key, PlaySums] = {}
    meters: dict[str, MeterSums] = {}

    def play(self, key: Key) -> PlaySums:
        found = self.plays.get(key)
        if found is None:
            found = self.plays[key] = PlaySums()
        return found

    def meter(self, game: str) -> MeterSums:
        return self.meters.setdefault(game, MeterSums())

    def saw(self, position: int) -> None:
        self.first = min(self.first or position, position)
        self.last = max(self.last, position)

    def add(self, other: Bucket) -> None:
        for position in (other.first, other.last):
            if position:
                self.saw(position)
        self.paid_out += other.paid_out
        for player, cents in other.drops.items():
            self.drops[player] = self.drops.get(player, 0) + cents
        for key, sums in other.plays.items():
            self.play(key).add(sums)
        for game, moved in other.meters.items():
            self.meter(game).add(moved)


def added(some: Iterable[Bucket]) -> Bucket:
    total = Bucket()
    for one in some:
        total.add(one)
    return total


def count_lines(
    bucket: Bucket, terms: Terms, dealer: str, lines: tuple[SettledLine, ...], sign: int
) -> None:
    """A round's lines, taken in or taken back: for all, and for each player alone."""
    count(bucket.play(Key(terms, dealer)), terms, lines, sign)
    for player in dict.fromkeys(line.player for line in lines):
        own = tuple(line for line in lines if line.player == player)
        sums = bucket.play(Key(terms, "", player))
        count(sums, terms, own, sign)
        sums.rounds += sign


def count(sums: PlaySums, terms: Terms, lines: Iterable[SettledLine], sign: int) -> None:
    staked: dict[int, dict[str, int]] = {}
    for line in lines:
        bet = terms.counted_with(line.bet)
        one = sums.of(bet)
        one.handle += sign * line.counted_cents
        one.win += sign * (line.stake_cents - line.back_cents)
        one.from_meter += sign * ((line.award_cents or 0) if line.from_meter else 0)
        if line.bet == bet and line.counted_cents:
            one.wagers += sign
            one.base += sign * line.counted_cents
            on_box = staked.setdefault(line.box, {})
            on_box[bet] = on_box.get(bet, 0) + line.counted_cents
    count_products(sums, terms, list(staked.values()), sign)


def count_products(sums: PlaySums, terms: Terms, boxes: list[dict[str, int]], sign: int) -> None:
    totals: dict[str, int] = {}
    for stakes in boxes:
        for bet, cents in stakes.items():
            totals[bet] = totals.get(bet, 0) + cents
    bets = [bet for bet in terms.bets if bet in totals]
    for place, one in enumerate(bets):
        for other in bets[place:]:
            own = sum(stakes.get(one, 0) * stakes.get(other, 0) for stakes in boxes)
            pair = f"{one}{SPLIT}{other}"
            for mine, cents in (
                (sums.within, own),
                (sums.across, totals[one] * totals[other] - own),
            ):
                if cents:
                    mine[pair] = mine.get(pair, 0) + sign * cents
