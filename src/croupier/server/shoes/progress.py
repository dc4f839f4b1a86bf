"""What a table's journal says about the use of its shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table import events as happened
from croupier.table.events import (
    ENDS,
    OPENS,
    REOPENS,
    ShoeReplaced,
    TableConfigured,
    tag_of,
)

if TYPE_CHECKING:
    from croupier.server.journal.store import Store


class Packs(msgspec.Struct, frozen=True):
    decks: int = 1


class Seen(msgspec.Struct, frozen=True):
    """All that is read of a table's event here."""

    event: str
    round: int = 0
    setup: Packs | None = None


seen_decoder = msgspec.json.Decoder(Seen)
REPLACED, CONFIGURED = tag_of(ShoeReplaced), tag_of(TableConfigured)
QUIET = frozenset(
    tag_of(kind)
    for kind in (
        happened.BettingOpened,
        happened.TimeWarned,
        happened.BettingClosed,
        happened.PlayerSat,
        happened.PlayerStood,
        happened.RoundConcluded,
    )
)
"""All that happens in a round in which nobody bets: it leaves the shoe as it was."""


class Progress(msgspec.Struct):
    """How far a table's journal has been read, and what it said about rounds and shoes."""

    version: int = 0
    round: int = 0
    in_play: bool = False
    decks: int | None = None
    replaced: bool = False
    used: int | None = None
    """The first round since in which more happened than its opening and its end."""

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
        if self.in_play and self.used is None and seen.event not in QUIET:
            self.used = self.round
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
