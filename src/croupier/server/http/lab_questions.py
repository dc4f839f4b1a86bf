"""What may be asked of the odds lab, with the bounds of every part of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.server.http.operation import OfGame, Strict
from croupier.wire.lab_rounds import MOST_DECKS
from croupier.wire.session import MOST_PER_HOUR

MOST_ROUNDS = 10_000
Decks = Annotated[int, Meta(ge=1, le=MOST_DECKS)]
Hands = Annotated[int, Meta(ge=1, le=16)]
Meter = Annotated[str, Meta(min_length=1, max_length=20)]
Changes = Annotated[str, Meta(max_length=2000)]
Seen = Annotated[str, Meta(max_length=2000)]
Left = Annotated[str, Meta(max_length=200)]
Cards = Annotated[str, Meta(min_length=1, max_length=40)]
Several = Literal["xlsx", "pdf"]
Kind = Literal["xlsx", "pdf", "html", "md", "csv", "json"]


class LabGame(Struct, frozen=True):
    """What may be asked of a game."""

    game: str
    title: str
    decks: tuple[int, int]
    decides: bool
    """There is something to play or fold."""
    jackpot: bool
    most_hands: int


class Lab(Struct, frozen=True, kw_only=True):
    """What may be asked at all."""

    games: tuple[LabGame, ...]
    shoe: str
    """The game whose shoe can be looked into."""
    most_decks: int
    most_rounds: int
    most_per_hour: int
    most_stake_cents: int
    most_bankroll_cents: int
    most_meter_cents: int


class OddsAsked(Strict, frozen=True):
    decks: Decks | None = None
    readings: Changes = ""
    """Like `three-pictures-points=none`, with commas between."""
    pays: Changes = ""
    """Like `pair-plus:straight=6:1`, with commas between."""
    meter: Meter | None = None
    hands: Hands | None = None


class ReadingsAsked(Strict, frozen=True):
    decks: Decks | None = None
    hands: Hands | None = None


class StrategyAsked(Strict, frozen=True):
    hand: Cards | None = None


class ShoeAsked(Strict, frozen=True):
    left: Left | None = None
    seen: Seen | None = None
    decks: Decks = 8


class JackpotAsked(Strict, frozen=True):
    meter: Meter | None = None
    hands: Hands = 1


class SessionAsked(Strict, frozen=True):
    bets: Changes
    """Like `banker=25`, with commas between."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 60
    per_hour: Annotated[int, Meta(ge=1, le=MOST_PER_HOUR)] = 60
    bankroll: Meter | None = None


class OfKind(Strict, frozen=True):
    kind: Several


class OfGameAndKind(OfGame, frozen=True):
    kind: Kind
