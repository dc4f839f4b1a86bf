"""What a house took and won: by table, game and bet, against what the lab says it should win."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.lab.figures import decimal, root
from croupier.lab.odds import odds
from croupier.problems import BadInput
from croupier.server.journal.notes import encoded
from croupier.server.money import books
from croupier.table import events as happened
from croupier.table.evolve import game_under
from croupier.table.postings import HOUSE
from croupier.wire.report import Offer, Readings, Report, Row, SignedHead, TableRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds
    from croupier.server.journal.store import Entry, Store
    from croupier.table.commands import Setup
    from croupier.table.events import SettledLine

IMPROBABLE = Fraction("3.29")
"""Standard deviations that a result passes once in a thousand times, either way."""
ENVY = "envy-bonus"


class Sums:
    """What one offered bet came to."""

    def __init__(self) -> None:
        self.wagers = self.handle = self.win = self.from_meter = self.fed = 0
        self.base = 0
        """Stakes that the lab's figure is of; the ante alone where a play bet follows."""
        self.squares = self.products = 0
        """Of those stakes: each box with itself, and with the other boxes of its round."""


Bet = tuple[Offer, Sums]


class Counts:
    def __init__(self) -> None:
        self.rounds = self.voided = 0


class Tally:
    def __init__(self, since: int | None, until: int | None) -> None:
        self.since, self.until = since, until
        self.setups: dict[str, tuple[Setup, int]] = {}
        self.sums: dict[Offer, Sums] = defaultdict(Sums)
        self.counts: dict[tuple[str, str], Counts] = defaultdict(Counts)
        self.drop = self.paid_out = 0

    def is_in(self, at: int) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    def follow(self, entry: Entry) -> None:
        kind, _, name = entry.stream.partition(":")
        if kind == books.STREAM and self.is_in(entry.at):
            event = books.decoder.decode(entry.body)
            self.drop += event.cents if isinstance(event, books.BoughtIn) else 0
            self.paid_out += event.cents if isinstance(event, books.TicketRedeemed) else 0
        elif kind == "table":
            self.at_table(name, entry)
        elif kind == "meter" and self.is_in(entry.at):
            self.at_meter(entry)

    def at_table(self, name: str, entry: Entry) -> None:
        event = happened.decoder.decode(entry.body)
        if isinstance(event, happened.TableConfigured):
            self.setups[name] = event.setup, event.version
        if not self.is_in(entry.at):
            return
        counts = self.counts[name, self.setups[name][0].game]
        match event:
            case happened.RoundSettled():
                counts.rounds += 1
                self.add(name, event.lines, 1)
            case happened.SettlementReversed():
                counts.rounds -= 1
                self.add(name, event.lines, -1)
            case happened.SettlementCorrected():
                self.add(name, event.before, -1)
                self.add(name, event.lines, 1)
            case happened.RoundConcluded():
                counts.rounds += 1
            case happened.RoundVoided():
                counts.voided += 1

    def at_meter(self, entry: Entry) -> None:
        for account, cents in entry.postings:
            kind, _, table = account.partition(":")
            jackpot = game_of(self.setups[table][0]).jackpot if kind == HOUSE else None
            if jackpot is not None:
                self.sums[self.offer(table, jackpot.bet)].fed -= cents

    def offer(self, table: str, bet: str) -> Offer:
        setup, version = self.setups[table]
        game = game_of(setup)
        readings = tuple(sorted(game.readings.items()))
        terms = setup.jackpot if game.jackpot and bet == game.jackpot.bet else None
        return Offer(
            table=table,
            game=setup.game,
            version=version,
            decks=setup.decks,
            readings=readings,
            bet=bet,
            jackpot=terms,
        )

    def add(self, table: str, lines: Iterable[SettledLine], sign: int) -> None:
        """A round's lines; wagers on one bet of one box are won and lost as one."""
        game = game_of(self.setups[table][0])
        staked: dict[Offer, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for line in lines:
            bet = counted_with(game, line.bet)
            offer = self.offer(table, bet)
            sums = self.sums[offer]
            sums.handle += sign * line.counted_cents
            sums.win += sign * (line.stake_cents - line.back_cents)
            sums.from_meter += sign * ((line.award_cents or 0) if line.from_meter else 0)
            if line.bet == bet and line.counted_cents:
                sums.wagers += sign
                sums.base += sign * line.counted_cents
                staked[offer][line.box] += line.counted_cents
        for offer, boxes in staked.items():
            squares = sum(cents**2 for cents in boxes.values())
            self.sums[offer].squares += sign * squares
            self.sums[offer].products += sign * (sum(boxes.values()) ** 2 - squares)


def report(
    store: Store,
    since: int | None = None,
    until: int | None = None,
    watched: Callable[[Sequence[Bet]], Iterable[Bet]] = iter,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """All entries are read, as many as `progress` is told, and each bet is then counted."""
    if since is not None and until is not None and since >= until:
        raise BadInput("the shift ends before it begins")
    tally = Tally(since, until)
    for done, entry in enumerate(store.everything(), 1):
        tally.follow(entry)
        progress(done)
    rows = tuple(row_of(offer, sums) for offer, sums in watched(list(tally.sums.items())))
    plain = [row for row in rows if row.offer.jackpot is None]
    counts = tally.counts
    return Report(
        since=since,
        until=until,
        drop_cents=tally.drop,
        paid_out_cents=tally.paid_out,
        handle_cents=sum(row.handle_cents for row in plain),
        win_cents=sum(row.win_cents for row in plain),
        jackpot_win_cents=sum(row.win_cents for row in rows if row.offer.jackpot is not None),
        rounds=sum(one.rounds for one in counts.values()),
        voided=sum(one.voided for one in counts.values()),
        tables=tuple(summed(table, game, [one], plain) for (table, game), one in counts.items()),
        games=tuple(
            summed("", game, [one for key, one in counts.items() if key[1] == game], plain)
            for game in dict.fromkeys(game for _, game in counts)
        ),
        rows=rows,
        checkpoint=last_signed(store),
    )


def last_signed(store: Store) -> SignedHead | None:
    last = store.last_checkpoint()
    return SignedHead(last.size, encoded(last.root), last.at, last.note) if last else None


def summed(table: str, game: str, counts: list[Counts], rows: Iterable[Row]) -> TableRow:
    """Of one table, or of all tables of a game."""
    own = [row for row in rows if row.offer.game == game and table in ("", row.offer.table)]
    expected = sum((Fraction(row.theoretical_cents or 0) for row in own), Fraction(0))
    return TableRow(
        table=table,
        game=game,
        rounds=sum(one.rounds for one in counts),
        voided=sum(one.voided for one in counts),
        handle_cents=sum(row.handle_cents for row in own),
        win_cents=sum(row.win_cents for row in own),
        theoretical_cents=str(expected),
    )


def game_of(setup: Setup) -> Game:
    return game_under(setup.game, tuple(sorted(setup.interpretations.items())))


def counted_with(game: Game, bet: str) -> str:
    """The bet whose figure a line belongs to: a play bet and a bonus count with their ante."""
    if game.decision is not None and bet == game.decision.play:
        return game.decision.entry
    if bet == ENVY and game.jackpot is not None:
        return game.jackpot.bet
    return game.bet[bet].bonus_on or bet


def row_of(offer: Offer, sums: Sums) -> Row:
    game = game_under(offer.game, offer.readings)
    expected = z = None
    if offer.jackpot is None and offer.version == game.version:
        figures = lab_figures(offer.game, offer.readings, offer.decks)[offer.bet]
        expected = figures.house_edge * sums.base
        z = z_score(sums.win - expected, variance(offer, figures, sums))
    return Row(
        offer=offer,
        wagers=sums.wagers,
        handle_cents=sums.handle,
        win_cents=sums.win + (sums.from_meter - sums.fed if offer.jackpot else 0),
        theoretical_cents=None if expected is None else str(expected),
        z=None if z is None else decimal(z, 2),
        flag=flagged(z),
        from_meter_cents=sums.from_meter,
        fed_cents=sums.fed,
    )


@lru_cache(maxsize=256)
def lab_figures(name: str, readings: Readings, decks: int) -> dict[str, BetOdds]:
    game = game_under(name, readings)
    many = decks if isinstance(game.deal, Tableau) else None
    return dict(odds(game, decks=many).bets)


@lru_cache(maxsize=256)
def covariance(name: str, readings: Readings, bet: str) -> Fraction:
    """How two boxes move together, as they play against one dealer."""
    from croupier.lab.boxes import two_boxes  # noqa: PLC0415 - numpy only where it is needed

    return two_boxes(game_under(name, readings), {bet: 1}).covariance


def variance(offer: Offer, figures: BetOdds, sums: Sums) -> Fraction:
    found = figures.variance * sums.squares
    if sums.products:
        found += covariance(offer.game, offer.readings, offer.bet) * sums.products
    return found


def z_score(difference: Fraction, spread: Fraction) -> Fraction | None:
    if spread <= 0:
        return None
    return difference / Fraction(root(spread))


def flagged(z: Fraction | None) -> str:
    if z is None or abs(z) <= IMPROBABLE:
        return ""
    return f"improbable: the house won far {'more' if z > 0 else 'less'} than the rules give it"
