"""What a table's public record holds: its shoes, what came out of them, and who put a seed in."""

from __future__ import annotations

import msgspec

from croupier.server.journal.key_history import KeyHistory
from croupier.server.shoes.events import number_of
from croupier.server.shoes.promises import Restored, ShoePromise, When


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    shoe: str
    decks: int
    commitment: str
    sealed: When
    revealed: When | None = None
    order: str = ""
    salt: str = ""
    seed: str = ""
    """The house's; empty until the shoe is revealed."""
    seeds: tuple[str, ...] = ()
    """The commitments of players whose seeds went into the order."""
    given_up: str = ""  # why it was put away before its end, where nobody at the table did so


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: str
    when: When


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    opened: When
    ended: str | None = None
    """How: `round-settled`, `round-voided` or `round-concluded`."""
    drawn: tuple[Drawn, ...] = ()
    """What came out of shoes that have been revealed; nothing of one that is in use."""


class TableRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    table: str
    shoes: tuple[Shoe, ...]
    rounds: tuple[Round, ...]
    promises: tuple[ShoePromise, ...] = ()
    """What the house committed itself to for each shoe, the next one too."""
    first_shoe: int = 1
    first_round: int = 1
    """Where a record begins that is only a part."""
    checkpoint: str = ""
    """The house's signed note over its whole journal, as it was when the record was taken."""
    restored: tuple[Restored, ...] = ()
    """Each time that the house was put back to a backup."""
    keys: KeyHistory | None = None
    """Where the house's key was ever changed: how each followed the one before it."""


class ShoeRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shoe, and what the journal says came out of it: nothing while it is in use."""

    table: str
    shoe: Shoe
    rounds: tuple[Round, ...]
    promise: ShoePromise | None = None
    checkpoint: str = ""
    """The house's first signed note over its journal that covers the shoe's end."""
    keys: KeyHistory | None = None

    @property
    def whole(self) -> TableRecord:
        """As a record of its table that has no other shoe."""
        promises = (self.promise,) if self.promise else ()
        first = self.rounds[0].round if self.rounds else 1
        number = number_of(self.shoe.shoe)
        return TableRecord(
            table=self.table,
            shoes=(self.shoe,),
            rounds=self.rounds,
            promises=promises,
            first_shoe=number,
            first_round=first,
            checkpoint=self.checkpoint,
            keys=self.keys,
        )


record_decoder = msgspec.json.Decoder(TableRecord)
shoe_record_decoder = msgspec.json.Decoder(ShoeRecord)
