"""The library: each verb of the command line as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import Hand, parse_cards
from croupier.engine.settlement import Settlement
from croupier.engine.settlement import settle as settle_round
from croupier.games import GAMES, game
from croupier.problems import BadInput
from croupier.tracing import Row, traces
from croupier.wire.decoding import problem
from croupier.wire.settle import RoundIn, parse, round_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook import Clause, Document

__all__ = ["GAMES", "BadInput", "game", "hand", "hand_name", "rules", "settle", "trace"]


def hand(text: str) -> Hand:
    """Cards from their notation: `hand("Kh 9s Td")`."""
    return parse_cards(text)


def hand_name(game_name: str, text: str) -> str:
    """What a game's document calls a hand: "Double Pictures Nine"."""
    name = game(game_name).name_of(parse_cards(text))
    if name is None:
        raise BadInput(f"{game_name} has no name for the {len(text.split())} cards {text[:40]!r}")
    return name


def settle(round_: str | bytes | Mapping[str, Any]) -> Settlement:
    """The settlement of a round, given as JSON text or as the same in Python values."""
    if isinstance(round_, str | bytes):
        return settle_round(parse(round_.encode() if isinstance(round_, str) else round_))
    try:
        given = msgspec.convert(dict(round_), RoundIn)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    return settle_round(round_of(given))


def rules(game_name: str, clause: str | None = None) -> Document | Clause:
    """A game's document, or one clause of it."""
    document = game(game_name).document
    if clause is None:
        return document
    if clause not in document.clauses:
        raise BadInput(f"{document.title} has no clause {clause[:20]!r}")
    return document.clauses[clause]


def trace() -> list[Row]:
    """Every clause of every document with the code that carries it out and the tests behind it."""
    return traces()
