"""Jackpots held against the books: every step of a meter, and what its account holds in the end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games import game as game_named
from croupier.server.journal.store import UNREADABLE
from croupier.server.money.counting import begins
from croupier.server.money.jackpots import METERS
from croupier.table import events as happened
from croupier.table import meter, meter_postings
from croupier.table.postings import METER, RESERVE, attendant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store, Told
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent


TOLD_OF_BETS = tuple(
    begins(happened.tag_of(kind))
    for kind in (
        happened.TableConfigured,
        happened.BettingOpened,
        happened.BettingClosed,
        happened.WagerFound,
    )
)
FEEDS = begins(meter.MeterFed.__struct_config__.tag)
TOLD_OF_MONEY = (*TOLD_OF_BETS, FEEDS)
TABLE = "table"


def wrong_meters(store: Store) -> Iterator[str]:
    """Every meter by itself, and what it was fed by."""
    fed = FedByBets()
    for told in store.told(0):
        fed.follow(told)
    yield from wrong_books(store)
    yield from fed.wrong


def wrong_books(store: Store) -> Iterator[str]:
    """What cannot be read is told by the check of the entries themselves."""
    for stream in sorted(store.versions()):
        kind, _, game = stream.partition(":")
        if kind == METERS.kind:
            try:
                yield from wrong_steps(store, stream, f"{METER}:{game}")
                yield from wrong_reserve(store, stream, f"{RESERVE}:{game}")
                yield from wrong_held(store, stream)
            except UNREADABLE:
                continue


def wrong_steps(store: Store, stream: str, account: str) -> Iterator[str]:
    began = stands = None
    for entry in store.read(stream):
        event = meter.decoder.decode(entry.body)
        if stands is not None and event.before != stands:
            yield f"{stream} entry {entry.version}: begins at {event.before}, the meter at {stands}"
        gained, posted = gain(event), posted_to(account, entry)
        if posted != gained:
            yield (
                f"{stream} entry {entry.version}: its step comes to {gained} cents,"
                f" its postings to {posted}"
            )
        began, stands = event.before if began is None else began, event.after
    if began is not None and stands is not None:
        holds, shows = store.balance(account), int(Fraction(stands)) - int(Fraction(began))
        if holds != shows:
            yield f"{account}: holds {holds}, its meter shows {shows} above where it began"


def wrong_reserve(store: Store, stream: str, account: str) -> Iterator[str]:
    """Every step of what is put aside for the next seeds, and what its account holds."""
    stands = Fraction(0)
    for entry in store.read(stream):
        event = meter.decoder.decode(entry.body)
        gained, posted = gain(event, RESERVE), posted_to(account, entry)
        if posted != gained:
            yield (
                f"{stream} entry {entry.version}: its reserve's step comes to {gained} cents,"
                f" its postings to {posted}"
            )
        if not event.reserve_after:
            continue
        if Fraction(event.reserve_before or 0) != stands:
            yield (
                f"{stream} entry {entry.version}: its reserve begins at {event.reserve_before},"
                f" the reserve at {stands}"
            )
        stands = Fraction(event.reserve_after)
    if (holds := store.balance(account)) != int(stands):
        yield f"{account}: holds {holds}, its reserve shows {int(stands)}"


class FedByBets:
    """Contributions of more than the jackpot bets of their round, as its table has written them."""

    def __init__(self) -> None:
        self.lay: dict[str, LyingBets] = {}
        self.wrong: list[str] = []
        self.is_broken = False
        """Whether an event could not be read, and the next are not looked at."""

    def follow(self, told: Told) -> None:
        if not told.body.startswith(TOLD_OF_MONEY) or self.is_broken:
            return
        kind, _, name = told.stream.partition(":")
        try:
            if kind == TABLE and told.body.startswith(TOLD_OF_BETS):
                lay = self.lay.setdefault(name, LyingBets())
                lay.follow(happened.decoder.decode(told.body))
            elif kind == METERS.kind and told.body.startswith(FEEDS):
                self.fed(told, meter.decoder.decode(told.body))
        except UNREADABLE:
            self.is_broken = True

    def fed(self, told: Told, event: AnyMeterEvent) -> None:
        assert isinstance(event, meter.MeterFed)
        bets = self.lay.setdefault(event.table, LyingBets())
        there = bets.left(event.round)
        if event.bets_cents > there:
            self.wrong.append(
                f"{told.stream} entry {told.version}: fed by bets of {event.bets_cents} cents,"
                f" and {there} lay in round {event.round} of {event.table}"
            )
        bets.fed += event.bets_cents


class LyingBets:
    """On the jackpot, of a table's round: those at the close of betting, and those found later."""

    def __init__(self) -> None:
        self.bet, self.round, self.cents, self.fed, self.closed = "", 0, 0, 0, False

    def follow(self, event: AnyEvent) -> None:
        match event:
            case happened.TableConfigured(setup=setup):
                rule = game_named(setup.game).jackpot
                self.bet = rule.bet if rule else ""
            case happened.BettingOpened(round=number):
                self.round, self.cents, self.fed, self.closed = number, 0, 0, False
            case happened.BettingClosed(jackpot_cents=cents):
                self.cents, self.closed = cents, True
            case happened.WagerFound(bet=bet, cents=cents):
                self.cents += cents if self.closed and bet == self.bet else 0
            case _:
                pass

    def left(self, number: int) -> int:
        """That the meter was not fed by yet."""
        return self.cents - self.fed if number == self.round else 0


def wrong_held(store: Store, stream: str) -> Iterator[str]:
    """Awards that wait for an attendant, against the accounts on which they lie."""
    waits: dict[str, int] = {}
    for entry in store.read(stream):
        event = meter.decoder.decode(entry.body)
        if isinstance(event, meter.AwardHeld):
            account = attendant(event.table, event.round, event.player)
            waits[account] = waits.get(account, 0) + event.cents
        elif isinstance(event, meter.HeldAwardTakenBack | meter.AwardPaidByHand):
            account = attendant(event.table, event.round, event.player)
            waits[account] = waits.get(account, 0) - event.cents
    for account, cents in sorted(waits.items()):
        if (holds := store.balance(account)) != cents:
            yield f"{account}: holds {holds}, and {cents} waits for an attendant"


def gain(event: AnyMeterEvent, account: str = METER) -> int:
    """Of the account by this entry; what a settlement takes out of it is an entry of its table."""
    return sum(one.cents for one in meter_postings.postings(event) if one.account == account)


def posted_to(account: str, entry: Entry) -> int:
    return sum(one.cents for one in entry.postings if one.account == account)
