"""A table's set-up, opening and closing, who is at it: the part of `events` that tells of it."""

from __future__ import annotations

import msgspec

from croupier.table.commands import Setup, Shuffle, Why
from croupier.table.event_parts import Event


class TableConfigured(Event, frozen=True, kw_only=True, tag="table-configured"):
    setup: Setup
    version: int
    approved_by: str | None = None


class TableOpened(Event, frozen=True, kw_only=True, tag="table-opened"):
    pass


class TableClosing(Event, frozen=True, kw_only=True, tag="table-closing"):
    reason: Why = msgspec.UNSET
    lifted: bool = False


class TableClosed(Event, frozen=True, kw_only=True, tag="table-closed"):
    reason: Why = msgspec.UNSET


class WinningsReleased(Event, frozen=True, kw_only=True, tag="winnings-released"):
    """No further round has opened for a while: what was won is the players' own."""

    round: int


class ShoeReplaced(Event, frozen=True, kw_only=True, tag="shoe-replaced"):
    pass


class CardsCounted(Event, frozen=True, kw_only=True, tag="cards-counted"):
    found: int
    expected: int
    """By the packs that the game is played with."""


class CardsShuffled(Event, frozen=True, kw_only=True, tag="cards-shuffled"):
    how: Shuffle
    cut: bool


class CardsConfirmed(Event, frozen=True, kw_only=True, tag="cards-confirmed"):
    """A second person has seen the count, and the shuffle where the count was right."""

    found: int
    expected: int
    counted_by: str
    shuffled_by: str = ""


class PlayerRestricted(Event, frozen=True, kw_only=True, tag="player-restricted"):
    player: str
    lifted: bool = False


class AreaRestricted(Event, frozen=True, kw_only=True, tag="area-restricted"):
    wagers: int | None


class PlayerSat(Event, frozen=True, kw_only=True, tag="player-sat"):
    player: str
    box: int


class PlayerStood(Event, frozen=True, kw_only=True, tag="player-stood"):
    player: str


class PlayerWalkedAway(Event, frozen=True, kw_only=True, tag="player-walked-away"):
    player: str
