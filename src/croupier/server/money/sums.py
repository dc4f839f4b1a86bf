"""What bets came to, in sums that can be added up: by table and dealer, and by player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.engine.readings import ENVY_OWN_HANDS, OwnHands
from croupier.table.evolve import game_under
from croupier.wire.report import Terms  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table.events import SettledLine

SPLIT = "\t"
"""Between the names of two bets."""


class Key(NamedTuple):
    """A round counts once with its dealer for all, once more for each player and each box."""

    terms: Terms
    dealer: str = ""
    player: str = ""
    box: int = 0

    @property
    def is_for_all(self) -> bool:
        return not self.player and not self.box


class BetSums(msgspec.Struct, array_like=True, kw_only=True):
    """What one bet came to."""

    wagers: int = 0
    handle: int = 0
    win: int = 0
    from_meter: int = 0
    fed: int = 0
    base: int = 0
    """Stakes that the lab's figure is of; the ante alone where a play bet follows."""
    contributed: int = 0
    """Of what was fed to a jackpot what bets gave; the rest were seeds."""
    envied: dict[int, int] = {}
    """Stakes on a jackpot, by how many other hands could make the box envious."""
    seeds: int = 0
    meters: int = 0
    """Where the jackpot started and what it showed, added up over its bets."""

    def add(self, other: BetSums) -> None:
        self.contributed += other.contributed
        self.seeds += other.seeds
        self.meters += other.meters
        for hands, cents in other.envied.items():
            self.envied[hands] = self.envied.get(hands, 0) + cents
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
    hits: int = 0
    by_hand: int = 0
    by_hand_cents: int = 0
    """Awards that two people have paid by hand."""

    def add(self, other: MeterSums) -> None:
        self.fed += other.fed
        self.won += other.won
        self.corrected += other.corrected
        self.hits += other.hits
        self.by_hand += other.by_hand
        self.by_hand_cents += other.by_hand_cents

    @property
    def moved(self) -> int:
        return self.fed + self.won + self.corrected


class Brought(msgspec.Struct, array_like=True):
    """What a player has put on a table of his own, when all it gave him is staked again first."""

    least: int = 0
    """Cents with which he could have made all his stakes there."""
    lost: int = 0
    """By him so far; below nothing where he has won."""

    def stake(self, cents: int, lost: int) -> None:
        self.least = max(self.least, self.lost + cents)
        self.lost += lost

    def then(self, later: Brought) -> None:
        """What follows it in time: stretches can be put together, but not in another order."""
        self.least = max(self.least, self.lost + later.least)
        self.lost += later.lost


class Bucket(msgspec.Struct, kw_only=True):
    """All that happened in a stretch of time."""

    first: int = 0
    last: int = 0
    """Positions in the journal from which and up to which it is told."""
    paid_out: int = 0
    drops: dict[str, int] = {}
    """Bought in, by player."""
    plays: dict[Key, PlaySums] = {}
    meters: dict[str, MeterSums] = {}
    cashed_out: dict[str, int] = {}
    """Taken as tickets, by player."""
    brought: dict[str, Brought] = {}
    """By table and player."""

    def play(self, key: Key) -> PlaySums:
        found = self.plays.get(key)
        if found is None:
            found = self.plays[key] = PlaySums()
        return found

    def meter(self, game: str) -> MeterSums:
        return self.meters.setdefault(game, MeterSums())

    def brings(self, table: str, player: str) -> Brought:
        return self.brought.setdefault(f"{table}{SPLIT}{player}", Brought())

    def saw(self, position: int) -> None:
        self.first = min(self.first or position, position)
        self.last = max(self.last, position)

    def add(self, other: Bucket) -> None:
        for position in (other.first, other.last):
            if position:
                self.saw(position)
        self.paid_out += other.paid_out
        for mine, more in ((self.drops, other.drops), (self.cashed_out, other.cashed_out)):
            for player, cents in more.items():
                mine[player] = mine.get(player, 0) + cents
        for place, one in other.brought.items():
            self.brought.setdefault(place, Brought()).then(one)
        for key, sums in other.plays.items():
            self.play(key).add(sums)
        for game, moved in other.meters.items():
            self.meter(game).add(moved)


def added(some: Iterable[Bucket]) -> Bucket:
    """In the order of time."""
    total = Bucket()
    for one in some:
        total.add(one)
    return total


class Stood(NamedTuple):
    """A jackpot as a round found it, and of each box how many hands could make it envious."""

    meter_cents: int = 0
    seed_cents: int = 0
    others: Mapping[int, int] = {}


def others_at(terms: Terms, lines: tuple[SettledLine, ...]) -> dict[int, int]:
    """By box, the hands with a bet against the dealer whose awards bring it an Envy Bonus."""
    game = game_under(terms.game, terms.readings)
    if game.jackpot is None:
        return {}
    own_too = game.reads(ENVY_OWN_HANDS) is OwnHands.SAME_BOX
    entered = {(one.box, one.player) for one in lines if one.bet == game.jackpot.entry}
    return {
        box: sum(other != box and (own_too or theirs != player) for other, theirs in entered)
        for box, player in entered
    }


class Lines(NamedTuple):
    """A round's lines, taken in or taken back, and the jackpot as they found it."""

    lines: tuple[SettledLine, ...]
    sign: int
    stood: Stood = Stood()

    def only(self, *lines: SettledLine) -> Lines:
        return self._replace(lines=lines)


def count_lines(bucket: Bucket, terms: Terms, dealer: str, some: Lines) -> None:
    """For all, for each player and each box alone."""
    others = others_at(terms, some.lines) if terms.jackpot_bet else {}
    some = some._replace(stood=some.stood._replace(others=others))
    count(bucket.play(Key(terms, dealer)), terms, some)
    for player in dict.fromkeys(line.player for line in some.lines):
        own = some.only(*(line for line in some.lines if line.player == player))
        count_own(bucket, Key(terms, "", player), own)
        count_brought(bucket.brings(terms.table, player), own)
    for box in dict.fromkeys(line.box for line in some.lines if line.box):
        own = some.only(*(line for line in some.lines if line.box == box))
        count_own(bucket, Key(terms, box=box), own)


def count_brought(brought: Brought, some: Lines) -> None:
    """What is taken back was brought all the same."""
    staked = sum(line.stake_cents for line in some.lines)
    lost = staked - sum(line.back_cents for line in some.lines)
    brought.stake(staked if some.sign > 0 else 0, some.sign * lost)


def count_own(bucket: Bucket, key: Key, some: Lines) -> None:
    sums = bucket.play(key)
    count(sums, key.terms, some)
    sums.rounds += some.sign


def count(sums: PlaySums, terms: Terms, some: Lines) -> None:
    staked: dict[int, dict[str, int]] = {}
    sign = some.sign
    for line in some.lines:
        bet = terms.counted_with(line.bet)
        one = sums.of(bet)
        one.handle += sign * line.counted_cents
        one.win += sign * (line.stake_cents - line.back_cents)
        one.from_meter += sign * ((line.award_cents or 0) if line.from_meter else 0)
        if line.bet == bet and line.counted_cents:
            one.wagers += sign
            one.base += sign * line.counted_cents
            if bet == terms.jackpot_bet:
                count_jackpot(one, line, sign, some.stood)
            on_box = staked.setdefault(line.box, {})
            on_box[bet] = on_box.get(bet, 0) + line.counted_cents
    count_products(sums, terms, list(staked.values()), sign)


def count_jackpot(one: BetSums, line: SettledLine, sign: int, stood: Stood) -> None:
    others = stood.others.get(line.box, 0)
    one.envied[others] = one.envied.get(others, 0) + sign * line.counted_cents
    one.seeds += sign * stood.seed_cents
    one.meters += sign * stood.meter_cents


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
