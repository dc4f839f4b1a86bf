"""Entries of a journal counted into quarters of an hour, whichever come first."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING

from croupier.server.money import books
from croupier.server.money.drawer_events import CashedOut
from croupier.server.money.sums import Bucket, Key, Lines, Stood, count_lines
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.evolve import game_under
from croupier.table.postings import HOUSE, METER
from croupier.wire.report import Terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game
    from croupier.server.journal.store import Store, Told
    from croupier.table.commands import Setup

QUARTER = 15 * 60 * 1000
"""In milliseconds: hours and days of every time zone begin with one."""
TABLE = "table:"
ENVY = "envy-bonus"
CONFIGURES = happened.tag_of(happened.TableConfigured)
SETTLES = happened.tag_of(happened.RoundSettled)
AT_TABLES = (
    happened.TableConfigured,
    happened.RoundSettled,
    happened.SettlementReversed,
    happened.SettlementCorrected,
    happened.RoundConcluded,
    happened.RoundVoided,
)
AT_CAGE = (books.BoughtIn, books.TicketIssued, books.TicketRedeemed, CashedOut)
FED = {jackpots.MeterFed, jackpots.ContributionTakenBack}


def begins(tag: object) -> bytes:
    """How the body of such an event begins: its tag stands first."""
    return f'{{"event":"{tag}"'.encode()


COUNTED_AT_TABLES = tuple(begins(happened.tag_of(kind)) for kind in AT_TABLES)
COUNTED_AT_CAGE = tuple(begins(kind.__struct_config__.tag) for kind in AT_CAGE)
AWARDS = tuple(
    begins(kind.__struct_config__.tag)
    for kind in (jackpots.MajorPaid, jackpots.MajorReversed, jackpots.AwardPaidByHand)
)


@lru_cache(maxsize=1024)
def terms_of(table: str, body: bytes) -> Terms:
    """What a table offers from an entry on that configures it."""
    event = happened.decoder.decode(body)
    assert isinstance(event, happened.TableConfigured)
    setup, game = event.setup, game_of(event.setup)
    return Terms(
        table=table,
        game=setup.game,
        version=event.version,
        decks=setup.decks,
        readings=tuple(sorted(game.readings.items())),
        bets=tuple(one.name for one in game.bets),
        counts_with=counts_with(game),
        jackpot_bet=game.jackpot.bet if game.jackpot else "",
        jackpot=setup.jackpot if game.jackpot else None,
    )


def game_of(setup: Setup) -> Game:
    return game_under(setup.game, tuple(sorted(setup.interpretations.items())))


def counts_with(game: Game) -> tuple[tuple[str, str], ...]:
    both = [(one.name, counted_with(game, one.name)) for one in game.bets]
    envy = [(ENVY, game.jackpot.bet)] if game.jackpot else []
    return tuple([pair for pair in both if pair[0] != pair[1]] + envy)


def counted_with(game: Game, bet: str) -> str:
    """The bet whose figure a line belongs to: a play bet and a bonus count with their ante."""
    if game.decision is not None and bet == game.decision.play:
        return game.decision.entry
    return game.bet[bet].bonus_on or bet


class Counting:
    """Entries after a position, each into the bucket of its time."""

    def __init__(
        self,
        store: Store,
        into: Callable[[Told], Bucket | None],
        after: int = 0,
        until: int | None = None,
    ) -> None:
        self.store, self.into, self.after, self.until = store, into, after, until
        self.terms: dict[str, Terms] = {}
        self.meters: dict[str, Stood] = {}
        self.settled: dict[str, Stood] = {}
        """What each jackpot shows, and showed when a table last settled."""
        accounts = [one for one in store.balances() if one.startswith((f"{HOUSE}:", f"{METER}:"))]
        self.moved: dict[int, list[tuple[str, int]]] = {}
        """What entries moved of the house's own and of jackpots, by position."""
        for account in accounts:
            for position, cents in store.moves(account, after):
                if until is not None and position > until:
                    break
                self.moved.setdefault(position, []).append((account, cents))

    def read(self, progress: Callable[[int], None] = lambda _: None) -> int:
        """How many entries there were."""
        done = 0
        for done, told in enumerate(self.store.told(self.after, self.until), 1):
            self.follow(told)
            progress(done)
        return done

    def follow(self, told: Told) -> None:
        kind, _, name = told.stream.partition(":")
        if kind == "table" and told.body.startswith(COUNTED_AT_TABLES):
            self.at_table(name, told)
        elif kind == books.STREAM and told.body.startswith(COUNTED_AT_CAGE):
            self.at_cage(told)
        elif kind == METER:
            self.at_meter(told)

    def bucket(self, told: Told) -> Bucket | None:
        found = self.into(told)
        if found is not None:
            found.saw(told.position)
        return found

    def at_cage(self, told: Told) -> None:
        bucket = self.bucket(told)
        if bucket is None:
            return
        event = books.decoder.decode(told.body)
        if isinstance(event, books.BoughtIn):
            bucket.drops[event.player] = bucket.drops.get(event.player, 0) + event.cents
        elif isinstance(event, books.TicketIssued | CashedOut):
            taken = bucket.cashed_out
            taken[event.player] = taken.get(event.player, 0) + event.cents
        if isinstance(event, books.TicketRedeemed | CashedOut):
            bucket.paid_out += event.cents

    def at_table(self, table: str, told: Told) -> None:
        if told.body.startswith(COUNTED_AT_TABLES[0]):
            self.terms[table] = terms_of(table, told.body)
        bucket = self.bucket(told)
        if bucket is None:
            return
        terms = self.terms_at(table, told.version)
        event = happened.decoder.decode(told.body)
        self.count(bucket, terms, told, event)
        for account, cents in self.moved.get(told.position, ()):
            if account.startswith(METER):
                bucket.meter(account.partition(":")[2]).won += cents

    def count(self, bucket: Bucket, terms: Terms, told: Told, event: happened.AnyEvent) -> None:
        match event:
            case happened.TableConfigured():
                bucket.play(Key(terms))
            case happened.RoundSettled():
                bucket.play(Key(terms, event.by)).rounds += 1
                stood = self.settled[terms.table] = self.stood(terms)
                count_lines(bucket, terms, event.by, Lines(event.lines, 1, stood))
            case happened.SettlementReversed():
                dealer = self.dealer_before(told.stream, told.version)
                bucket.play(Key(terms, dealer)).rounds -= 1
                stood = self.settled.get(terms.table) or self.stood(terms)
                count_lines(bucket, terms, dealer, Lines(event.lines, -1, stood))
            case happened.SettlementCorrected():
                dealer = self.dealer_of(told.stream, told.version, event.round)
                count_lines(bucket, terms, dealer, Lines(event.before, -1))
                count_lines(bucket, terms, dealer, Lines(event.lines, 1))
            case happened.RoundConcluded():
                bucket.play(Key(terms, event.by)).rounds += 1
            case happened.RoundVoided():
                sums = bucket.play(Key(terms, event.by))
                sums.voided += 1
                sums.voided_cents += sum(one.cents for one in event.returned)
                for one in event.returned:
                    bucket.play(Key(terms, "", one.player)).voided_cents += one.cents
                    if one.box:
                        bucket.play(Key(terms, box=one.box)).voided_cents += one.cents

    def stood(self, terms: Terms) -> Stood:
        """The game's jackpot, as its last entry has left it."""
        if terms.jackpot is None:
            return Stood()
        if terms.game not in self.meters:
            stream = f"{METER}:{terms.game}"
            seen = self.store.version_at(stream, self.after)
            for entry in self.store.read_back(stream, seen + 1) if seen else ():
                self.follow_meter(terms.game, jackpots.decoder.decode(entry.body))
                break
        found = self.meters.get(terms.game) or Stood(terms.jackpot[1])
        return found if found.seed_cents else found._replace(seed_cents=terms.jackpot[1])

    def follow_meter(self, game: str, event: jackpots.AnyMeterEvent) -> None:
        """Earlier programs did not write down where it starts: by the terms of its tables."""
        seed = self.meters.get(game, Stood()).seed_cents
        if isinstance(event, jackpots.MeterFed):
            seed = event.seed_cents
        self.meters[game] = Stood(floor(Fraction(event.after)), seed)

    def at_meter(self, told: Told) -> None:
        event = jackpots.decoder.decode(told.body)
        self.follow_meter(told.stream.partition(":")[2], event)
        if told.body.startswith(AWARDS):
            self.at_award(told, event)
        moved = self.moved.get(told.position)
        bucket = self.bucket(told) if moved else None
        if not moved or bucket is None:
            return
        for account, cents in moved:
            kind, _, name = account.partition(":")
            if kind == HOUSE:
                terms = self.terms_at(name, None)
                if terms.jackpot_bet:
                    of_bet = bucket.play(Key(terms)).of(terms.jackpot_bet)
                    of_bet.fed -= cents
                    of_bet.contributed -= cents if type(event) in FED else 0
                continue
            meter = bucket.meter(name)
            if type(event) in FED:
                meter.fed += cents
            elif isinstance(event, jackpots.MeterCorrected):
                meter.corrected += cents
            else:
                meter.won += cents

    def at_award(self, told: Told, event: jackpots.AnyMeterEvent) -> None:
        bucket = self.bucket(told)
        if bucket is None:
            return
        meter = bucket.meter(told.stream.partition(":")[2])
        match event:
            case jackpots.MajorPaid():
                meter.hits += 1
            case jackpots.MajorReversed():
                meter.hits -= 1
            case jackpots.AwardPaidByHand(cents=cents):
                meter.by_hand += 1
                meter.by_hand_cents += cents
            case _:
                pass

    def terms_at(self, table: str, version: int | None) -> Terms:
        """Under which terms an entry was written; without a version, those of where we are."""
        if table not in self.terms:
            stream = f"{TABLE}{table}"
            if version is None:
                version = self.store.version_at(stream, self.after)
            found = self.store.last_of(stream, CONFIGURES, version + 1)
            assert found is not None
            self.terms[table] = terms_of(table, found[3])
        return self.terms[table]

    def dealer_before(self, stream: str, version: int) -> str:
        """Who settled last."""
        found = self.store.last_of(stream, SETTLES, version)
        return happened.decoder.decode(found[3]).by if found else ""

    def dealer_of(self, stream: str, version: int, number: int) -> str:
        """Who settled a round of some time ago."""
        until = version
        while found := self.store.last_of(stream, happened.OPENS, version):
            event = happened.decoder.decode(found[3])
            assert isinstance(event, happened.BettingOpened)
            if event.round <= number:
                break
            until = version = found[1]
        return self.dealer_before(stream, until)


class Quarters:
    """A bucket for each quarter of an hour."""

    def __init__(self, skips: Callable[[Told], bool] = lambda _: False) -> None:
        self.buckets: dict[int, Bucket] = {}
        self.skips = skips

    def __call__(self, told: Told) -> Bucket | None:
        if self.skips(told):
            return None
        quarter = told.at // QUARTER
        found = self.buckets.get(quarter)
        if found is None:
            found = self.buckets[quarter] = Bucket()
        return found
