"""Sealed shoes: committed to before bets open, stored encrypted, revealed at their end."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.journal.keyring import SHOE_KEY
from croupier.server.journal.keys import read_secret
from croupier.server.journal.stream import Stream
from croupier.server.shoes.events import (
    SHOES,
    AnyShoeEvent,
    Coming,
    Rack,
    SeedCommitted,
    SeedOpened,
    SeedsClosed,
    ShoeCommitted,
    ShoeRevealed,
    ShoeSealed,
    decoder,
    number_of,
)
from croupier.server.shoes.left import out_of, still_in
from croupier.server.shoes.progress import Progress
from croupier.server.shoes.seeds import (
    SEED_BYTES,
    Mix,
    Seed,
    house_commitment,
    order_of,
    player_commitment,
)

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.cards import Card, Hand
    from croupier.server.journal.store import Store
    from croupier.server.shoes.seeds import Order
    from croupier.server.shoes.shuffle import Source
    from croupier.table.state import Table

NO_SHOE = Sentence("no-shoe", "there is no shoe {name:quoted}")
SHOE_TAKES_NO_SEEDS_NOW = Sentence("shoe-takes-no-seeds-now", "shoe {shoe} takes no seeds now")
YOUR_SEED_FOR_SHOE_IS_THERE_ALREADY = Sentence(
    "your-seed-for-shoe-is-there-already", "your seed for shoe {shoe} is there already"
)
SHOE_HAS_SEEDS_ALREADY = Sentence("shoe-has-seeds-already", "shoe {shoe} has {most} seeds already")
THAT_IS_ANOTHER_PLAYERS_COMMITMENT = Sentence(
    "that-is-another-players-commitment", "that is another player's commitment"
)
NO_SEED_OF_SHOE_IS_OPENED_NOW = Sentence(
    "no-seed-of-shoe-is-opened-now", "no seed of shoe {shoe} is opened now"
)
NO_SEED_OF_YOURS_WAITS_FOR_SHOE = Sentence(
    "no-seed-of-yours-waits-for-shoe", "no seed of yours waits for shoe {shoe}"
)
SEED_AND_SALT_ARE_NOT_THE_COMMITTED = Sentence(
    "seed-and-salt-are-not-the-committed", "seed and salt are not what you committed to"
)

KEY_BYTES = SALT_BYTES = 32
NONCE_BYTES = 12
MOST_SEEDS = 64
"""Of players, for one shoe."""
MOST_OF_WATCHERS = 32
"""After so many only those who play at the table add one: a crowd keeps no player out."""
OPENING_MS = 2000
"""How long the dealer waits for seeds to be opened; without any he does not wait."""
OTHER_PACKS = "the table has another number of packs"
PUT_BACK = "a backup of the house was put back, so that its cards may be known"


class Secret(msgspec.Struct, frozen=True):
    order: str
    salt: str
    seed: str


class Running(msgspec.Struct):
    """The last shoe of a table, and what the table's journal has since it was sealed."""

    event: ShoeSealed
    secret: Secret
    order: Hand
    revealed: bool
    progress: Progress

    def fits(self, table: Table) -> bool:
        """No card comes out of a shoe whose order is known."""
        stays = not self.revealed and not self.progress.replaced
        return stays and self.event.decks == table.setup.decks

    def is_ready(self, table: Table) -> bool:
        """Whether the next round may be dealt from it."""
        return self.fits(table) and (self.progress.used is None or table.game.shoe_lasts)

    def serves(self, table: Table) -> bool:
        """Whether the round in play may be dealt from it."""
        its_round = self.progress.used in {None, table.round.number}
        return self.fits(table) and (its_round or table.game.shoe_lasts)


secret_decoder = msgspec.json.Decoder(Secret)


class ShoeKey:
    def __init__(self, key: bytes) -> None:
        self.cipher = AESGCM(key)

    @classmethod
    def new(cls) -> ShoeKey:
        return cls(os.urandom(KEY_BYTES))

    @classmethod
    def at(cls, path: Path) -> ShoeKey:
        return cls(read_secret(path, SHOE_KEY))

    def encrypted(self, shoe: str, secret: Secret) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self.cipher.encrypt(nonce, msgspec.json.encode(secret), shoe.encode())

    def decrypted(self, event: ShoeSealed | ShoeCommitted) -> Secret:
        nonce, rest = event.encrypted[:NONCE_BYTES], event.encrypted[NONCE_BYTES:]
        try:
            return secret_decoder.decode(self.cipher.decrypt(nonce, rest, event.shoe.encode()))
        except InvalidTag:
            raise BadInput("was not sealed with this key", event.shoe) from None


class SealedShoes:
    """The shoes of a house's automatic dealers; `take` and `shuffle` are what a dealer needs."""

    def __init__(
        self,
        store: Store,
        key: ShoeKey,
        source: Source = os.urandom,
        order: Order = order_of,
    ) -> None:
        self.store, self.key, self.source, self.order = store, key, source, order
        self.streams: dict[str, Stream[AnyShoeEvent, Rack]] = {}
        self.shoes: dict[str, Running] = {}
        self.until: dict[str, int] = {}
        """When the dealer no longer waits for the seeds of a shoe; anew after a restart."""

    def ready(self, table: Table, at: int) -> Refused | None:
        """Before the dealer opens or deals: a shoe that has ended gives way to the next, sealed.

        One pack serves one round; a shoe of several packs serves until it is replaced.
        """
        running = self.running(table.name)
        served = running is not None and running.progress.in_play and not table.game.shoe_lasts
        if running is not None and (running.is_ready(table) or served):
            return self.commit(table.name, table.setup.decks, at)
        return self.seal(table.name, table.setup.decks, at)

    def commit(self, table: str, decks: int, at: int) -> Refused | None:
        """To the shoe after the one in use; nothing where that is done."""
        rack = self.rack(table)
        if rack.coming is not None:
            return None
        return self.write(table, [self.committed(table, rack.number + 1, decks, at)])

    def seal(self, table: str, decks: int, at: int) -> Refused | None:
        """The next step towards the shoe to come: seeds are closed, then opened, then it is sealed.

        With that the shoe before it is revealed, and the house commits itself to the one after it.
        """
        rack, events = self.rack(table), list[AnyShoeEvent]()
        coming = rack.coming
        if coming is not None and coming.event.decks != decks:
            events.append(self.discarded(coming, at, OTHER_PACKS))
            coming = None
        if coming is None:
            coming = Coming(self.committed(table, rack.number + 1, decks, at))
            events.append(coming.event)
        if coming.given and not coming.closed:
            told = tuple(one.commitment for one in coming.given)
            events.append(SeedsClosed(at=at, shoe=coming.event.shoe, commitments=told))
            self.until[coming.event.shoe] = at + OPENING_MS
        elif not self.waits_for(coming, at):
            self.until.pop(coming.event.shoe, None)
            number = number_of(coming.event.shoe) + 1
            ended = self.running(table)
            if ended is not None and not ended.revealed:
                events.append(revealing(ended, at))
            events.append(self.sealed(table, coming, at))
            events.append(self.committed(table, number, decks, at))
        return self.write(table, events) if events else None

    def waits_for(self, coming: Coming, at: int) -> bool:
        """Whether seeds that were committed to may still be opened."""
        if len(coming.opened) == len(coming.given):
            return False
        return at < self.until.setdefault(coming.event.shoe, at + OPENING_MS)

    def is_waiting(self, table: str) -> bool:
        """Whether the next shoe waits for its seeds."""
        coming = self.rack(table).coming
        return coming is not None and coming.closed

    def committed(self, table: str, number: int, decks: int, at: int) -> ShoeCommitted:
        shoe = f"{table}-{number}"
        seed, salt = (self.source(size).hex() for size in (SEED_BYTES, SALT_BYTES))
        return ShoeCommitted(
            at=at,
            shoe=shoe,
            decks=decks,
            commitment=house_commitment(table, number, decks, seed, salt),
            encrypted=self.key.encrypted(shoe, Secret("", salt, seed)),
        )

    def sealed(self, table: str, coming: Coming, at: int) -> ShoeSealed:
        before, secret = self.running(table), self.key.decrypted(coming.event)
        progress = before.progress if before else Progress.at_the_end(self.store, table)
        progress.follow(self.store, table)
        shoe, decks, opened = coming.event.shoe, coming.event.decks, coming.opened
        seeds = tuple(Seed(one.opened.seed, one.opened.salt) for one in opened if one.opened)
        order = self.order(Mix(table, number_of(shoe), decks, secret.seed, seeds))
        return ShoeSealed(
            at=at,
            shoe=shoe,
            decks=decks,
            commitment=coming.event.commitment,
            encrypted=self.key.encrypted(shoe, Secret(str(order), secret.salt, secret.seed)),
            round=progress.round,
            table_version=progress.version,
            seeds=tuple(one.commitment for one in opened),
        )

    def put_away(self, entries: int, at: int) -> list[str]:
        """Tables whose shoe, and the one to come, are not younger than a backup that was put back.

        Whoever played after it knows what comes out of them: they are revealed, and none is dealt.
        """
        found = []
        for stream, version in self.store.versions().items():
            kind, _, table = stream.partition(":")
            if kind != SHOES.kind or next(self.store.read(stream, version - 1)).position > entries:
                continue
            running, coming = self.running(table), self.rack(table).coming
            events: list[AnyShoeEvent] = []
            if running is not None and not running.revealed:
                events.append(replace(revealing(running, at), given_up=PUT_BACK))
            if coming is not None:
                events.append(self.discarded(coming, at, PUT_BACK))
            if events:
                found.append(table)
                if refused := self.write(table, events):
                    raise BadInput(f"cannot be put away: {refused.says}", f"shoe of {table}")
        return found

    def discarded(self, coming: Coming, at: int, why: str) -> ShoeRevealed:
        secret = self.key.decrypted(coming.event)
        return ShoeRevealed(
            at=at,
            shoe=coming.event.shoe,
            order="",
            salt=secret.salt,
            seed=secret.seed,
            unused=why,
        )

    def give(self, table: str, given: SeedCommitted, most: int = MOST_SEEDS) -> Refused | None:
        """A player's commitment to a seed, one for each shoe to come."""
        coming, shoe = self.rack(table).coming, given.shoe
        if coming is None or coming.event.shoe != shoe or coming.closed:
            return declined(Policy.NOTHING_WAITS, SHOE_TAKES_NO_SEEDS_NOW(shoe=shoe[:40]))
        if coming.of(given.player) is not None:
            return declined(Policy.ALREADY_SO, YOUR_SEED_FOR_SHOE_IS_THERE_ALREADY(shoe=shoe))
        if len(coming.given) >= most:
            return declined(Policy.NOTHING_WAITS, SHOE_HAS_SEEDS_ALREADY(shoe=shoe, most=most))
        if given.commitment in {one.commitment for one in coming.given}:
            return declined(Policy.ALREADY_SO, THAT_IS_ANOTHER_PLAYERS_COMMITMENT())
        return self.write(table, [given])

    def open(self, table: str, shoe: str, player: str, seed: Seed, at: int) -> Refused | None:
        """A player's seed itself, once no other can be added."""
        coming = self.rack(table).coming
        if coming is None or coming.event.shoe != shoe or not coming.closed:
            return declined(Policy.NOTHING_WAITS, NO_SEED_OF_SHOE_IS_OPENED_NOW(shoe=shoe[:40]))
        given = coming.of(player)
        if given is None or given.opened is not None:
            return declined(Policy.NOTHING_WAITS, NO_SEED_OF_YOURS_WAITS_FOR_SHOE(shoe=shoe))
        if player_commitment(shoe, seed.seed, seed.salt) != given.commitment:
            return declined(Policy.UNREADABLE, SEED_AND_SALT_ARE_NOT_THE_COMMITTED())
        event = SeedOpened(at=at, shoe=shoe, player=player, seed=seed.seed, salt=seed.salt)
        return self.write(table, [event])

    def current(self, table: str) -> ShoeSealed | None:
        running = self.running(table)
        return running.event if running else None

    def take(self, table: Table, number: int) -> list[Card]:
        """The next cards of the order; fewer when it ends, or is not ready for this round.

        Nothing is read from the store for it.
        """
        running = self.shoes.get(table.name)
        if running is None or not running.serves(table):
            return []
        coming = table.next_cards[:number]
        left = still_in(running.order, out_of(table))
        return [*coming, *islice(left, number - len(coming))]

    def shuffle(self) -> None:
        """Nothing: a shoe is shuffled when `ready` seals it."""

    def reveal(self, table: str, at: int) -> Refused | None:
        """When the shoe has ended and no other follows."""
        running = self.running(table)
        if running is None or running.revealed:
            return None
        return self.write(table, [revealing(running, at)])

    def write(self, table: str, events: list[AnyShoeEvent]) -> Refused | None:
        written = self.stream(table).append(*events)
        self.load(table)
        return written if isinstance(written, Refused) else None

    def stream(self, table: str) -> Stream[AnyShoeEvent, Rack]:
        """From the shoe in use: what was before it is never read again."""
        if table not in self.streams:
            after = sealed_at(self.store, SHOES.name(table)) - 1
            self.streams[table] = Stream(self.store, SHOES, Rack(), of=table, after=max(0, after))
        return self.streams[table]

    def rack(self, table: str) -> Rack:
        return self.stream(table).state

    def running(self, table: str) -> Running | None:
        if table not in self.shoes:
            self.load(table)
        found = self.shoes.get(table)
        if found is not None:
            found.progress.follow(self.store, table)
        return found

    def load(self, table: str) -> None:
        """The last shoe, with the order that only the house's key opens."""
        rack, known = self.rack(table), self.shoes.get(table)
        sealed = rack.sealed
        if sealed is None:
            return
        if known is not None and known.event == sealed:
            known.revealed = rack.revealed
            return
        secret = self.key.decrypted(sealed)
        progress = Progress(sealed.table_version, sealed.round, decks=sealed.decks)
        self.shoes[table] = Running(
            sealed, secret, parse_cards(secret.order), rack.revealed, progress
        )


def sealed_at(store: Store, stream: str) -> int:
    """The entry that sealed the shoe in use; 0 before there was one."""
    version, _ = store.head(stream)
    for entry in store.read_back(stream, version + 1):
        if isinstance(decoder.decode(entry.body), ShoeSealed):
            return entry.version
    return 0


def revealing(running: Running, at: int) -> ShoeRevealed:
    secret = running.secret
    return ShoeRevealed(
        at=at,
        shoe=running.event.shoe,
        order=secret.order,
        salt=secret.salt,
        seed=secret.seed,
    )
