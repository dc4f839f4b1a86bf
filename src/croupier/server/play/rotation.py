"""Who deals where since when, by the rounds that people open; relief, recorded in the journal.

The journal's own entries say who deals: nobody keeps a list beside them. Only that the pit has
relieved a dealer is an entry of its own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.store import Selection
from croupier.server.journal.stream import Fold, Stream
from croupier.table import events as happened
from croupier.table.authority import PERSON, dealer_of
from croupier.table.commands import AUTOMATIC, CLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store
    from croupier.server.play.house import Happened, House

DEALER_DOES_NOT_DEAL_THERE = Sentence("dealer-does-not-deal-there", "{dealer} does not deal there")
RELIEF_DEALS_ELSEWHERE = Sentence("relief-deals-elsewhere", "{dealer} deals at {table}")

STREAM = "rotation"
LOOKS_BACK = 4 * 3_600_000
"""Milliseconds of which a house that opens again knows who dealt."""
MOST_ENTRIES = 200_000
"""Of the journal that it looks through for that."""
TELLS = (happened.BettingOpened, happened.TableClosed)


class DealerRelieved(msgspec.Struct, frozen=True, tag_field="event", tag="dealer-relieved"):
    by: str
    at: int
    table: str
    dealer: str
    relief: str | None = None
    """Who deals on; nobody yet, where none is named."""


decoder: msgspec.json.Decoder[DealerRelieved] = msgspec.json.Decoder(DealerRelieved)


class Spell(msgspec.Struct, frozen=True):
    """Of one dealer at one table."""

    table: str
    since: int
    until: int | None = None
    """None: it goes on."""


Spells = dict[str, tuple[Spell, ...]]
"""Of each dealer, the newest last."""


def dealing(spells: Spells) -> dict[str, tuple[str, int]]:
    """Who deals at which table, and since when."""
    return {
        mine[-1].table: (dealer, mine[-1].since)
        for dealer, mine in spells.items()
        if mine and mine[-1].until is None
    }


def ended(spells: Spells, dealer: str, at: int) -> Spells:
    mine = spells.get(dealer, ())
    if not mine or mine[-1].until is not None:
        return spells
    last = msgspec.structs.replace(mine[-1], until=at)
    return spells | {dealer: (*mine[:-1], last)}


def left(spells: Spells, table: str, at: int) -> Spells:
    """Nobody deals at the table any longer."""
    now = dealing(spells).get(table)
    return ended(spells, now[0], at) if now else spells


def dealt(spells: Spells, table: str, dealer: str, at: int) -> Spells:
    """Whoever opens a round deals it; one who dealt there or elsewhere before does so no longer."""
    now = dealing(spells).get(table)
    if now is not None and now[0] == dealer:
        return spells
    spells = ended(left(spells, table, at), dealer, at)
    recent = [one for one in spells.get(dealer, ()) if (one.until or at) > at - LOOKS_BACK]
    return spells | {dealer: (*recent, Spell(table, at))}


def relieved(spells: Spells, event: DealerRelieved) -> Spells:
    spells = left(spells, event.table, event.at)
    return dealt(spells, event.table, event.relief, event.at) if event.relief else spells


def followed(spells: Spells, table: str, event: happened.AnyEvent) -> Spells:
    if isinstance(event, happened.TableClosed):
        return left(spells, table, event.at)
    if isinstance(event, happened.BettingOpened) and event.by not in {CLOCK.name, AUTOMATIC.name}:
        return dealt(spells, table, event.by, event.at)
    return spells


RELIEFS: Fold[DealerRelieved, None] = Fold(STREAM, decoder, lambda _, __: None)


class Rotation:
    """Whoever calls `relieve` holds the write lock."""

    def __init__(self, store: Store, house: House, now: int) -> None:
        self.house = house
        self.stream: Stream[DealerRelieved, None] = Stream(
            store, RELIEFS, None, after=store.head(STREAM)[0]
        )
        self.spells: Spells = {}
        for table, event in sorted(self.told(store, now), key=lambda one: one[1].at):
            if isinstance(event, DealerRelieved):
                self.spells = relieved(self.spells, event)
            else:
                self.spells = followed(self.spells, table, event)

    def told(
        self, store: Store, now: int
    ) -> Iterator[tuple[str, DealerRelieved | happened.AnyEvent]]:
        """What was written while the house may have been closed."""
        since, after = now - LOOKS_BACK, max(0, store.tree_size() - MOST_ENTRIES)
        for entry in store.select(Selection(stream=STREAM, since=since, after=after)):
            yield "", decoder.decode(entry.body)
        for name, live in self.house.tables.items():
            for kind in TELLS if dealer_of(live.table) == PERSON else ():
                wanted = Selection(
                    stream=live.name, event=happened.tag_of(kind), since=since, after=after
                )
                for entry in store.select(wanted):
                    yield name, happened.decoder.decode(entry.body)

    def heard(self, happened_: Happened) -> None:
        if dealer_of(happened_.before) != PERSON:
            return
        for event in happened_.events:
            self.spells = followed(self.spells, happened_.table, event)

    def follow(self, entry: Entry) -> None:
        """What another node has recorded."""
        self.spells = relieved(self.spells, decoder.decode(entry.body))

    def relieve(
        self, table: str, dealer: str, relief: str | None, by: str, at: int
    ) -> DealerRelieved | Refused:
        now = dealing(self.spells)
        if table not in now or now[table][0] != dealer:
            return declined(Policy.NOTHING_WAITS, DEALER_DOES_NOT_DEAL_THERE(dealer=dealer))
        where = {name: there for there, (name, _) in now.items()}
        if relief is not None and relief in where:
            said = RELIEF_DEALS_ELSEWHERE(dealer=relief, table=where[relief])
            return declined(Policy.ALREADY_SO, said)
        event = DealerRelieved(by=by, at=at, table=table, dealer=dealer, relief=relief)
        written = self.stream.append(event)
        if not isinstance(written, Refused):
            self.spells = relieved(self.spells, event)
        return written


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a dealer's day: at a table, or a break."""

    table: str | None
    since: int
    until: int
    planned: bool = False
    over: bool = False
    """Longer at the table than the house has its dealers deal."""
    relieves: str | None = None


class Lane(msgspec.Struct, frozen=True, kw_only=True):
    dealer: str
    table: str | None
    """None: on a break."""
    since: int
    due: int
    """When the break is, or when it is over."""
    stretches: tuple[Stretch, ...]


class Minutes(msgspec.Struct, frozen=True):
    """As the house has its dealers rotate."""

    table: int = 60
    pause: int = 20


MINUTE = 60_000


def lanes(spells: Spells, minutes: Minutes, now: int) -> tuple[Lane, ...]:
    """Every dealer of the last hours: what was, and what the house's minutes come to next."""
    shown = {
        dealer: tuple(one for one in mine if (one.until or now) > now - LOOKS_BACK)
        for dealer, mine in sorted(spells.items())
    }
    drawn = {name: lane(name, mine, minutes, now) for name, mine in shown.items() if mine}
    return with_reliefs(drawn, minutes, now)


def lane(dealer: str, mine: tuple[Spell, ...], minutes: Minutes, now: int) -> Lane:
    last, at_table = mine[-1], minutes.table * MINUTE
    stretches = []
    for one, after in zip(mine, (*mine[1:], None), strict=True):
        until = now if one.until is None else one.until
        over = one.until is None and now - one.since > at_table
        stretches.append(Stretch(table=one.table, since=one.since, until=until, over=over))
        if one.until is not None:
            back = after.since if after else max(now, one.until)
            stretches.append(Stretch(table=None, since=one.until, until=back))
    rest = minutes.pause * MINUTE
    if last.until is not None:
        due = last.until + rest
        return lane_of(dealer, None, last.until, due, stretches)
    due = last.since + at_table
    if due > now:
        stretches.append(Stretch(table=last.table, since=now, until=due, planned=True))
    begins = max(now, due)
    stretches.append(Stretch(table=None, since=begins, until=begins + rest, planned=True))
    return lane_of(dealer, last.table, last.since, due, stretches)


def lane_of(dealer: str, table: str | None, since: int, due: int, some: list[Stretch]) -> Lane:
    kept = tuple(one for one in some if one.until > one.since)
    return Lane(dealer=dealer, table=table, since=since, due=due, stretches=kept)


def with_reliefs(drawn: dict[str, Lane], minutes: Minutes, now: int) -> tuple[Lane, ...]:
    """Who has rested longest takes the table whose dealer's break comes first."""
    leaving = sorted((one for one in drawn.values() if one.table), key=lambda one: one.due)
    resting = sorted((one for one in drawn.values() if not one.table), key=lambda one: one.since)
    planned: dict[str, list[Stretch]] = defaultdict(list)
    for off, on in zip(leaving, resting, strict=False):
        begins = max(now, off.due, on.due)
        if on.due > now:
            planned[on.dealer].append(Stretch(table=None, since=now, until=on.due, planned=True))
        planned[on.dealer].append(
            Stretch(
                table=off.table,
                since=begins,
                until=begins + minutes.table * MINUTE,
                planned=True,
                relieves=off.dealer,
            )
        )
    return tuple(
        msgspec.structs.replace(one, stretches=(*one.stretches, *planned[name]))
        for name, one in drawn.items()
    )
