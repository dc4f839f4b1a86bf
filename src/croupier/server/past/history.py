"""What happened: a round step by step, a player's last rounds, a round captured for a dispute."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise, takewhile
from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server.journal import snapshots
from croupier.server.journal.checkpoints import is_genuine
from croupier.server.journal.store import Checkpoint, Entry, New, Posting, hashed
from croupier.server.money.ledger import player_account, provisional
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table import saved
from croupier.table.commands import Setup, Who
from croupier.table.dealing import place_name
from croupier.table.events import SettledLine  # noqa: TC001 - part of what is sent
from croupier.table.evolve import evolve, new_table
from croupier.table.views import shown, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

TABLE = "table:"
LAST = 10
"""Rounds that a player can recall: the last, and nine before it."""
FORMAT = "croupier-dispute-1"
OPENS = "betting-opened"
STAKES_GONE = (happened.RoundVoided, happened.HandRemoved, happened.OptionChosen)
"""Events after which a wager is no longer there to be recalled."""


class Moment(msgspec.Struct, frozen=True):
    """An event, and the table before and after it."""

    entry: Entry
    event: AnyEvent
    before: Table
    after: Table


class Played(msgspec.Struct, frozen=True):
    """A round from its opening, what it did to the meter, and what came after it."""

    moments: tuple[Moment, ...]
    meter: tuple[tuple[Entry, AnyMeterEvent], ...]
    released: tuple[Posting, ...]
    """Winnings that became the players' own when the next round opened or the table closed."""


class Opens(msgspec.Struct, frozen=True):
    """All that is read of an event where rounds are looked for."""

    event: str
    round: int = 0


opens_decoder = msgspec.json.Decoder(Opens)


def moments(store: Store, table: str, after: int = 0) -> Iterator[Moment]:
    """A table's journal, folded, from after an entry on, with the state that was kept before it."""
    now: Table | None = None
    stream, version = f"{TABLE}{table}", 0
    if after and (kept := snapshots.trusted(store, stream, saved.Saved, after + 1)):
        now, version = saved.load(kept.state), kept.version
    for entry in store.read(stream, version):
        before, event, now = followed(now, table, entry)
        if entry.version > after:
            yield Moment(entry, event, before, now)


def followed(table: Table | None, name: str, entry: Entry) -> tuple[Table, AnyEvent, Table]:
    event = happened.decoder.decode(entry.body)
    if table is None:
        assert isinstance(event, happened.TableConfigured)
        table = new_table(name, event.setup)
    return table, event, evolve(table, event)


def tables_of(store: Store) -> list[str]:
    return [name.removeprefix(TABLE) for name in store.versions() if name.startswith(TABLE)]


def played(store: Store, table: str, number: int) -> Played:
    if table not in tables_of(store):
        known = ", ".join(tables_of(store)) or "none"
        raise BadInput(f"there is no table {table[:40]!r}; there are: {known}")
    opening = opening_of(store, f"{TABLE}{table}", number)
    if opening is None:
        raise BadInput(f"table {table} has no round {number}")
    found: list[Moment] = []
    following: Moment | None = None
    for one in moments(store, table, opening - 1):
        if one.after.round.number != number:
            following = one
            break
        found.append(one)
    released = released_by([*found[1:], *([following] if following else [])])
    end = following.entry.position if following else None
    return Played(tuple(found), tuple(fed(store, found, end)), released)


def opening_of(store: Store, stream: str, number: int) -> int | None:
    """The entry that opened a round, found by halves: rounds stand in their order."""
    low, high = 0, store.head(stream)[0]
    while low < high:
        middle = (low + high) // 2
        version, round_ = next_opening(store, stream, middle)
        if round_ == number:
            return version
        low, high = (low, middle) if round_ is None or round_ > number else (version, high)
    return None


def next_opening(store: Store, stream: str, after: int) -> tuple[int, int | None]:
    for entry in store.read(stream, after):
        seen = opens_decoder.decode(entry.body)
        if seen.event == OPENS:
            return entry.version, seen.round
    return after, None


def opening_before(store: Store, stream: str, version: int) -> Entry | None:
    """The entry that opened the round to which another belongs."""
    for entry in store.read_back(stream, version + 1):
        if opens_decoder.decode(entry.body).event == OPENS:
            return entry
    return None


def before_position(store: Store, stream: str, position: int) -> int:
    """How many entries of a stream were written before a position."""
    low, high = 0, store.head(stream)[0]
    while low < high:
        middle = (low + high + 1) // 2
        is_before = next(store.read(stream, middle - 1)).position < position
        low, high = (middle, high) if is_before else (low, middle - 1)
    return low


def released_by(after: list[Moment]) -> tuple[Posting, ...]:
    frees = (happened.BettingOpened, happened.TableClosed)
    return tuple(
        posting for one in after if isinstance(one.event, frees) for posting in one.entry.postings
    )


def fed(
    store: Store, found: list[Moment], end: int | None
) -> Iterator[tuple[Entry, AnyMeterEvent]]:
    """With what staff did to it meanwhile; the meter's entries follow their table's at once."""
    table, stream = found[0].after, f"meter:{found[0].after.setup.game}"
    last = found[-1].entry.position
    for entry in store.read(stream, before_position(store, stream, found[0].entry.position)):
        if entry.position > (last + 1 if end is None else end):
            return
        last = max(last, entry.position)
        event = jackpots.decoder.decode(entry.body)
        if getattr(event, "table", "") in {"", table.name}:
            yield entry, event


# Recall


class Choice(msgspec.Struct, frozen=True):
    box: int
    choice: str
    by: str
    """The player, or the clock for one who did not choose in time."""


class Lay(msgspec.Struct, frozen=True):
    box: int
    bet: str
    cents: int


class Recalled(msgspec.Struct, frozen=True):
    """A round as one player had it; amounts in cents."""

    table: str
    game: str
    version: int
    round: int
    opened_at: int
    wagers: tuple[Lay, ...]
    decisions: tuple[Choice, ...]
    cards: dict[str, str]
    """Every hand by its place, with `??` for what the player was not shown."""
    results: tuple[SettledLine, ...]
    voided: bool
    clauses: tuple[str, ...]
    """By which the round was voided."""
    before_cents: int
    after_cents: int
    """The player's money, at all tables, with what is provisional but not what lies as a stake."""


class Recall:
    """Follows one player through a round."""

    def __init__(self, moment: Moment, player: str) -> None:
        self.who = Who(player, Role.PLAYER)
        self.opened = moment
        self.money: tuple[int, int] | None = None
        self.wagers: tuple[Lay, ...] = ()
        self.decisions: list[Choice] = []
        self.cards: dict[str, str] = {}
        self.known: dict[str, int] = {}
        self.after = moment.after
        self.void_by: tuple[str, ...] = ()

    def follow(self, moment: Moment, money: tuple[int, int]) -> None:
        event, self.after = moment.event, moment.after
        if money[0] != money[1]:
            self.money = (self.money or money)[0], money[1]
        if not isinstance(event, STAKES_GONE):
            self.wagers = tuple(
                Lay(one.box, one.bet, one.cents)
                for one in moment.after.round.wagers.values()
                if one.player == self.who.name
            )
        if isinstance(event, happened.Decided) and event.player == self.who.name:
            self.decisions.append(Choice(event.box, event.choice, event.by))
        elif isinstance(event, happened.OptionChosen) and event.player == self.who.name:
            self.decisions.append(Choice(event.box, event.option, event.by))
        elif isinstance(event, happened.RoundVoided):
            self.void_by = event.clauses
        if self.wagers:
            self.look(moment.after)

    def look(self, table: Table) -> None:
        """What was seen once stays seen, also when the cards are gone."""
        for place in table.round.hands:
            name = place_name(table, place)
            known = sum(card is not None for card in visible(table, place, self.who))
            if known >= self.known.get(name, 0):
                self.cards[name], self.known[name] = shown(table, place, self.who), known

    @property
    def told(self) -> Recalled | None:
        if self.money is None or not self.wagers:
            return None
        table, opened = self.after, self.opened
        return Recalled(
            table=table.name,
            game=opened.after.setup.game,
            version=opened.after.game.version,
            round=opened.after.round.number,
            opened_at=opened.event.at,
            wagers=self.wagers,
            decisions=tuple(self.decisions),
            cards=self.cards,
            results=tuple(one for one in table.round.lines if one.player == self.who.name),
            voided=table.round.voided,
            clauses=self.void_by,
            before_cents=self.money[0],
            after_cents=self.money[1],
        )


class Money:
    """A player's at all tables, with what is provisional, as it was at positions from one on."""

    def __init__(self, store: Store, player: str, since: int) -> None:
        mine = [player_account(player), *(provisional(one, player) for one in tables_of(store))]
        moves = sorted(move for account in mine for move in store.moves(account, since - 1))
        start = sum(map(store.balance, mine)) - sum(cents for _, cents in moves)
        self.positions = [position for position, _ in moves]
        self.sums = list(accumulate((cents for _, cents in moves), initial=start))

    def around(self, position: int) -> tuple[int, int]:
        """Before an entry and after it."""
        return (
            self.sums[bisect_left(self.positions, position)],
            self.sums[bisect_right(self.positions, position)],
        )


def recall(store: Store, player: str, rounds: int = LAST) -> list[Recalled]:
    """A player's last rounds at all tables, the newest first; one in play among them.

    Found from the entries that moved the player's money, the newest first.
    """
    looked: set[int] = set()
    found: dict[int, Recalled] = {}
    for position, stream, version in store.moved_last(player_account(player)):
        if sum(opened >= position for opened in found) >= rounds:
            break
        opening = opening_before(store, stream, version) if stream.startswith(TABLE) else None
        if opening is None or opening.position in looked:
            continue
        looked.add(opening.position)
        if (told := recalled(store, player, opening)) is not None:
            found[opening.position] = told
    return [found[opened] for opened in sorted(found, reverse=True)[:rounds]]


def recalled(store: Store, player: str, opening: Entry) -> Recalled | None:
    money = Money(store, player, opening.position)
    following = moments(store, opening.stream.removeprefix(TABLE), opening.version - 1)
    recall_ = Recall(next(following), player)
    for one in following:
        if isinstance(one.event, happened.BettingOpened):
            break
        recall_.follow(one, money.around(one.entry.position))
    return recall_.told


# Dispute


class Proof(msgspec.Struct, frozen=True):
    """An entry with everything that its hash is made of, bytes in hexadecimal."""

    position: int
    stream: str
    version: int
    at: int
    body: str
    postings: tuple[Posting, ...]
    previous: str
    hash: str

    @classmethod
    def of(cls, entry: Entry) -> Proof:
        return cls(
            entry.position,
            entry.stream,
            entry.version,
            entry.at,
            entry.body.decode(),
            entry.postings,
            entry.previous.hex(),
            entry.hash.hex(),
        )


class Signed(msgspec.Struct, frozen=True):
    """A seal, bytes in hexadecimal."""

    stream: str
    version: int
    hash: str
    signature: str
    at: int


class Dispute(msgspec.Struct, frozen=True):
    """One round with all that is needed to judge it, away from the house."""

    format: str
    software: str
    captured_at: int
    table: str
    round: int
    game: str
    version: int
    setup: Setup
    entries: tuple[Proof, ...]
    """The round's, and what follows up to the next seal."""
    meter: tuple[Proof, ...]
    seals: tuple[Signed, ...]


dispute_decoder = msgspec.json.Decoder(Dispute)


def dispute(store: Store, table: str, number: int, at: int) -> Dispute:
    round_ = played(store, table, number)
    stream, opened = f"{TABLE}{table}", round_.moments[0].after
    first, last = (round_.moments[place].entry.version for place in (0, -1))
    later = store.checkpoints(stream, first)
    end = next((one.version for one in later if one.version >= last), last)
    entries = takewhile(lambda one: one.version <= end, store.read(stream, first - 1))
    return Dispute(
        FORMAT,
        software_digest(),
        at,
        table,
        number,
        opened.setup.game,
        opened.game.version,
        opened.setup,
        tuple(Proof.of(entry) for entry in entries),
        tuple(Proof.of(entry) for entry, _ in round_.meter),
        tuple(
            Signed(one.stream, one.version, one.hash.hex(), one.signature.hex(), one.at)
            for one in later
            if one.version <= end
        ),
    )


def dispute_faults(captured: Dispute, public: str | None = None) -> Iterator[str]:
    """Whatever was changed in a captured round since the house wrote it."""
    hashes: dict[tuple[str, int], str] = {}
    for one in (*captured.entries, *captured.meter):
        where = f"{one.stream} entry {one.version}"
        new = New(one.at, one.body.encode(), one.postings)
        if hashed(bytes.fromhex(one.previous), one.stream, one.version, new).hex() != one.hash:
            yield f"{where}: was changed after it was written"
        hashes[one.stream, one.version] = one.hash
    for one, after in pairwise(captured.entries):
        if (after.version, after.previous) != (one.version + 1, one.hash):
            yield f"{after.stream} entry {after.version}: does not follow the entry before it"
    for seal in captured.seals:
        real = Checkpoint(
            seal.stream,
            seal.version,
            bytes.fromhex(seal.hash),
            bytes.fromhex(seal.signature),
            seal.at,
        )
        if hashes.get((seal.stream, seal.version)) != seal.hash:
            yield f"the seal at entry {seal.version} is not of what stands there"
        if public is not None and not is_genuine(real, public):
            yield f"the seal at entry {seal.version} was not made with the house's key"
