"""What the journal has of a table's shoes, and where they stand by it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.server.journal.stream import Fold

MOST_DIGITS = 12


class ShoeEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    shoe: str


class ShoeCommitted(ShoeEvent, frozen=True, kw_only=True, tag="shoe-committed"):
    """The house's seed for a shoe to come, before anybody's seed for it can be known."""

    decks: int
    commitment: str
    encrypted: bytes


class SeedCommitted(ShoeEvent, frozen=True, kw_only=True, tag="seed-committed"):
    player: str
    commitment: str


class SeedsClosed(ShoeEvent, frozen=True, kw_only=True, tag="seeds-closed"):
    """No seed is added from here on; those committed to may be opened."""

    commitments: tuple[str, ...]


class SeedOpened(ShoeEvent, frozen=True, kw_only=True, tag="seed-opened"):
    player: str
    seed: str
    salt: str


class ShoeSealed(ShoeEvent, frozen=True, kw_only=True, tag="shoe-sealed"):
    """The order of a shoe is fixed."""

    decks: int
    commitment: str
    encrypted: bytes
    round: int
    """The last that had opened then; one pack serves the next one only."""
    table_version: int
    """How long the table's journal was then."""
    seeds: tuple[str, ...]
    """The commitments of players whose seeds went into it."""


class ShoeRevealed(ShoeEvent, frozen=True, kw_only=True, tag="shoe-revealed"):
    order: str
    salt: str
    seed: str
    """The house's."""
    unused: str = ""
    """Why no order was ever made of it."""
    given_up: str = ""
    """Why a shoe that was sealed was put away before its end by nobody at the table."""


AnyShoeEvent = ShoeCommitted | SeedCommitted | SeedsClosed | SeedOpened | ShoeSealed | ShoeRevealed
decoder: msgspec.json.Decoder[AnyShoeEvent] = msgspec.json.Decoder(AnyShoeEvent)


def number_of(shoe: str) -> int:
    """Shoes of a table are numbered without a gap; 0 is the number of none."""
    digits = shoe.rpartition("-")[2]
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS
    return int(digits) if is_number else 0


class Given(msgspec.Struct, frozen=True):
    """A player's seed for the shoe to come."""

    player: str
    commitment: str
    opened: SeedOpened | None = None


class Coming(msgspec.Struct, frozen=True):
    """The shoe to come: what the house has committed itself to, and what players added."""

    event: ShoeCommitted
    given: tuple[Given, ...] = ()
    closed: bool = False

    def of(self, player: str) -> Given | None:
        return next((one for one in self.given if one.player == player), None)

    @property
    def opened(self) -> tuple[Given, ...]:
        return tuple(one for one in self.given if one.opened is not None)


class Rack(msgspec.Struct, frozen=True):
    """The shoe in use and the one to come."""

    number: int = 0
    """Of the last shoe that was committed to or sealed."""
    sealed: ShoeSealed | None = None
    revealed: bool = False
    coming: Coming | None = None


def followed(rack: Rack, event: AnyShoeEvent) -> Rack:
    coming = rack.coming
    match event:
        case ShoeCommitted():
            return replace(rack, number=number_of(event.shoe), coming=Coming(event))
        case ShoeSealed():
            return Rack(number_of(event.shoe), event)
        case ShoeRevealed() if coming is not None and event.shoe == coming.event.shoe:
            return replace(rack, coming=None)
        case ShoeRevealed():
            return replace(rack, revealed=True)
    if coming is None or event.shoe != coming.event.shoe:
        return rack
    return replace(rack, coming=with_seed(coming, event))


def with_seed(coming: Coming, event: SeedCommitted | SeedsClosed | SeedOpened) -> Coming:
    match event:
        case SeedCommitted():
            given = (*coming.given, Given(event.player, event.commitment))
            return replace(coming, given=given)
        case SeedsClosed():
            return replace(coming, closed=True)
        case SeedOpened():
            opened = [
                replace(one, opened=event) if one.player == event.player else one
                for one in coming.given
            ]
            return replace(coming, given=tuple(opened))


SHOES = Fold("shoe", decoder, followed)
