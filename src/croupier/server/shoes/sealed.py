"""Sealed shoes: committed to before bets open, stored encrypted, revealed at their end."""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.cards import parse_cards
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.journal.keyring import SHOE_KEY
from croupier.server.journal.keys import read_secret
from croupier.server.journal.stream import Fold, Stream
from croupier.server.shoes.shuffle import shuffled
from croupier.table.events import (
    ENDS,
    OPENS,
    REOPENS,
    ShoeReplaced,
    TableConfigured,
    tag_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.cards import Card, Hand
    from croupier.server.journal.store import Store
    from croupier.server.shoes.shuffle import Source
    from croupier.table.state import Table

KEY_BYTES = SALT_BYTES = 32
NONCE_BYTES = 12


class ShoeEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    shoe: str


class ShoeSealed(ShoeEvent, frozen=True, kw_only=True, tag="shoe-sealed"):
    decks: int
    commitment: str
    encrypted: bytes
    round: int
    """The last that had opened then; one pack serves the next one only."""
    table_version: int
    """How long the table's journal was then."""


class ShoeRevealed(ShoeEvent, frozen=True, kw_only=True, tag="shoe-revealed"):
    order: str
    salt: str


AnyShoeEvent = ShoeSealed | ShoeRevealed
decoder: msgspec.json.Decoder[AnyShoeEvent] = msgspec.json.Decoder(AnyShoeEvent)
LastTwo = tuple[AnyShoeEvent, ...]
"""A shoe is sealed, and revealed as the next one is: of the stream no more is needed."""


def followed(last: LastTwo, event: AnyShoeEvent) -> LastTwo:
    return (*last, event)[-2:]


SHOES = Fold("shoe", decoder, followed)


class Packs(msgspec.Struct, frozen=True):
    decks: int = 1


class Seen(msgspec.Struct, frozen=True):
    """All that is read of a table's event here."""

    event: str
    round: int = 0
    setup: Packs | None = None


seen_decoder = msgspec.json.Decoder(Seen)
REPLACED, CONFIGURED = tag_of(ShoeReplaced), tag_of(TableConfigured)


class Secret(msgspec.Struct, frozen=True):
    order: str
    salt: str


class Running(msgspec.Struct):
    """The last shoe of a table, and what the table's journal has since it was sealed."""

    event: ShoeSealed
    secret: Secret
    order: Hand
    revealed: bool
    progress: Progress

    def fits(self, table: Table) -> bool:
        return not self.progress.replaced and self.event.decks == table.setup.decks

    def is_ready(self, table: Table) -> bool:
        """Whether the next round may be dealt from it."""
        unused = self.progress.round == self.event.round
        return self.fits(table) and (unused or table.game.shoe_lasts)

    def serves(self, table: Table) -> bool:
        """Whether the round in play may be dealt from it."""
        its_round = table.round.number == self.event.round + 1
        return self.fits(table) and (its_round or table.game.shoe_lasts)


class Progress(msgspec.Struct):
    """How far a table's journal has been read, and what it said about rounds and shoes."""

    version: int = 0
    round: int = 0
    in_play: bool = False
    decks: int | None = None
    replaced: bool = False

    @classmethod
    def at_the_end(cls, store: Store, table: str) -> Progress:
        """Of a table without a shoe: only its last opening is looked for."""
        version, _ = store.head(f"table:{table}")
        for entry in store.read_back(f"table:{table}", version + 1):
            seen = seen_decoder.decode(entry.body)
            if seen.event == OPENS:
                return cls(version, seen.round)
        return cls(version)

    def follow(self, store: Store, table: str) -> None:
        for entry in store.read(f"table:{table}", self.version):
            self.heard(seen_decoder.decode(entry.body))
            self.version = entry.version

    def heard(self, seen: Seen) -> None:
        if seen.event == OPENS:
            self.round, self.in_play = seen.round, True
        elif seen.event in ENDS:
            self.in_play = False
        elif seen.event == REOPENS:
            self.in_play = True
        elif seen.event == REPLACED:
            self.replaced = True
        elif seen.event == CONFIGURED and seen.setup is not None:
            self.replaced |= seen.setup.decks != self.decks


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

    def decrypted(self, event: ShoeSealed) -> Secret:
        nonce, rest = event.encrypted[:NONCE_BYTES], event.encrypted[NONCE_BYTES:]
        try:
            return secret_decoder.decode(self.cipher.decrypt(nonce, rest, event.shoe.encode()))
        except InvalidTag:
            raise BadInput("was not sealed with this key", event.shoe) from None


def commitment(shoe: str, decks: int, order: str, salt: str) -> str:
    """SHA-256 over a JSON array without spaces, so that anyone can work it out."""
    return sha256(msgspec.json.encode((shoe, decks, order, salt))).hexdigest()


class SealedShoes:
    """The shoes of a house's automatic dealers; `take` and `shuffle` are what a dealer needs."""

    def __init__(self, store: Store, key: ShoeKey, source: Source = os.urandom) -> None:
        self.store, self.key, self.source = store, key, source
        self.streams: dict[str, Stream[AnyShoeEvent, LastTwo]] = {}
        self.shoes: dict[str, Running] = {}

    def ready(self, table: Table, at: int) -> Refused | None:
        """Before the dealer opens or deals: a shoe that has ended gives way to a new one, sealed.

        One pack serves one round; a shoe of several packs serves until it is replaced.
        """
        running = self.running(table.name)
        if running is not None and running.is_ready(table):
            return None
        if running is not None and running.progress.in_play and not table.game.shoe_lasts:
            return None
        return self.seal(table.name, table.setup.decks, at)

    def seal(self, table: str, decks: int, at: int) -> Refused | None:
        """A new shoe, its commitment published; the one before it is revealed with that."""
        before = self.running(table)
        progress = before.progress if before else Progress.at_the_end(self.store, table)
        progress.follow(self.store, table)
        number = int(before.event.shoe.rpartition("-")[2]) + 1 if before else 1
        shoe, order = f"{table}-{number}", shuffled(decks, self.source)
        secret = Secret(str(order), self.source(SALT_BYTES).hex())
        sealed = ShoeSealed(
            at=at,
            shoe=shoe,
            decks=decks,
            commitment=commitment(shoe, decks, secret.order, secret.salt),
            encrypted=self.key.encrypted(shoe, secret),
            round=progress.round,
            table_version=progress.version,
        )
        ended = [revealing(before, at)] if before and not before.revealed else []
        return self.write(table, [*ended, sealed])

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

    def stream(self, table: str) -> Stream[AnyShoeEvent, LastTwo]:
        """From its end: the rest of it is never read again."""
        if table not in self.streams:
            version, _ = self.store.head(SHOES.name(table))
            after = max(0, version - 2)
            self.streams[table] = Stream(self.store, SHOES, (), of=table, after=after)
        return self.streams[table]

    def running(self, table: str) -> Running | None:
        if table not in self.shoes:
            self.load(table)
        found = self.shoes.get(table)
        if found is not None:
            found.progress.follow(self.store, table)
        return found

    def load(self, table: str) -> None:
        """The last shoe, with the order that only the house's key opens."""
        events = self.stream(table).state
        sealed = next((one for one in reversed(events) if isinstance(one, ShoeSealed)), None)
        if sealed is None:
            return
        secret = self.key.decrypted(sealed)
        order, revealed = parse_cards(secret.order), isinstance(events[-1], ShoeRevealed)
        progress = Progress(sealed.table_version, sealed.round, decks=sealed.decks)
        self.shoes[table] = Running(sealed, secret, order, revealed, progress)


def revealing(running: Running, at: int) -> ShoeRevealed:
    secret = running.secret
    return ShoeRevealed(at=at, shoe=running.event.shoe, order=secret.order, salt=secret.salt)


def out_of(table: Table) -> Counter[Card | None]:
    """What has left the shoe in use, read or not, with what is out of it and to come next."""
    round_ = table.round
    out: Counter[Card | None] = Counter(round_.drawn)
    out.update(table.next_cards)
    out -= Counter(round_.other_shoe)
    out.update(table.out)
    out[None] += table.out_count - sum(table.out.values())
    return out


def still_in(order: Hand, out: Counter[Card | None]) -> Iterator[Card]:
    for card in order:
        gone = card if out[card] else None
        if out[gone]:
            out[gone] -= 1
        else:
            yield card
