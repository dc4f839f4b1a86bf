"""What an order of cards is made of: the house's seed and those of players, each committed first.

Everything that is hashed is a JSON array without spaces that begins with what it is for.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.server.shoes.shuffle import shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Hand
    from croupier.server.shoes.shuffle import Source

SEED_BYTES = 32
HOUSE, PLAYER = "croupier/house-seed/1", "croupier/player-seed/1"
LIST, ORDER = "croupier/seed-list/1", "croupier/order/1"
NO_BEACON = ""
"""Where a public value later than the last seed would stand."""
DIGITS = 2 * SEED_BYTES
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", min_length=DIGITS, max_length=DIGITS)]
"""32 bytes, written small; the longest is said too, since a pattern lets a line's end pass."""

WRITTEN = re.compile("[0-9a-f]{64}")


def is_seed(text: str) -> bool:
    return WRITTEN.fullmatch(text) is not None


class Seed(msgspec.Struct, frozen=True):
    """A player's, with the salt that hid it."""

    seed: str
    salt: str


class Mix(msgspec.Struct, frozen=True):
    """All that decides an order."""

    table: str
    number: int
    decks: int
    seed: str
    """The house's."""
    seeds: tuple[Seed, ...] = ()
    """Those that were opened, in the order in which they were committed to."""


Order = Callable[[Mix], "Hand"]


def digest(*parts: object) -> str:
    return sha256(msgspec.json.encode(parts)).hexdigest()


def house_commitment(table: str, number: int, decks: int, seed: str, salt: str) -> str:
    return digest(HOUSE, table, number, decks, seed, salt)


def player_commitment(shoe: str, seed: str, salt: str) -> str:
    """Bound to the shoe, so that it cannot be used for another."""
    return digest(PLAYER, shoe, seed, salt)


def list_digest(seeds: Sequence[Seed]) -> str:
    """The salts count too: words that are known beforehand leave nothing to choose."""
    return digest(LIST, [[one.seed, one.salt] for one in seeds])


def stream_of(mix: Mix) -> Source:
    """HMAC-SHA-256 under the house's seed, block by block."""
    key, seeds = bytes.fromhex(mix.seed), list_digest(mix.seeds)
    left, counter = b"", 0

    def take(size: int) -> bytes:
        nonlocal left, counter
        while len(left) < size:
            parts = (ORDER, mix.table, mix.number, seeds, NO_BEACON, counter)
            left += hmac.digest(key, msgspec.json.encode(parts), "sha256")
            counter += 1
        taken, left = left[:size], left[size:]
        return taken

    return take


def order_of(mix: Mix) -> Hand:
    return shuffled(mix.decks, stream_of(mix))
