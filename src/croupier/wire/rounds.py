"""A round as JSON, read strictly and checked against the rules of its game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Hand, parse_cards
from croupier.engine.checks import check
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.limits import Limit
from croupier.engine.rounds import Box, Round, Wager
from croupier.games import game as game_named
from croupier.games import reading
from croupier.money import parse_amount
from croupier.problems import BadInput
from croupier.wire.decoding import Strict, decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game
    from croupier.games import Readings

DEFAULT_BACCARAT_DECKS = 8


class WagerIn(Strict, frozen=True):
    player: str
    bet: str
    stake: str


class BoxIn(Strict, frozen=True):
    box: int
    wagers: tuple[WagerIn, ...]
    cards: str | None = None
    decision: str | None = None


class JackpotIn(Strict, frozen=True):
    meter: str | None = None
    bet: str | None = None


class RoundIn(Strict, frozen=True, kw_only=True):
    game: str
    dealer: str | None = None
    boxes: tuple[BoxIn, ...] | None = None
    cards: str | None = None
    decks: int | None = None
    wagers: tuple[WagerIn, ...] | None = None
    jackpot: JackpotIn | None = None
    interpretations: dict[str, str] = msgspec.field(default_factory=dict)
    limits: dict[str, tuple[str, str]] = msgspec.field(default_factory=dict)
    void: str | None = None
    under_minimum_before: tuple[str, ...] = ()


CHOICES = {str(one): one for one in Choice}
JOINERS = {0x200C: "x", 0x200D: "x", 0xA0: "x"}
"""What some scripts write names with, though Python does not call it printable."""
NO_LIMITS: Mapping[str, Limit] = {}
DECODER = msgspec.json.Decoder(RoundIn)


def parse(data: bytes) -> Round:
    """The round that a JSON text describes, checked against the rules of its game."""
    return round_of(decode(DECODER, data))


def round_of(given: RoundIn) -> Round:
    game = game_of(given)
    round_ = terminals(game, given) if isinstance(game.deal, Tableau) else boxes(game, given)
    check(round_)
    return round_


def game_of(given: RoundIn) -> Game:
    """The game under the readings given, which has what the round says of it."""
    chosen = given.interpretations
    game = game_under(given.game, tuple(sorted(chosen.items())) if chosen else ())
    if given.jackpot is not None and game.jackpot is None:
        raise BadInput("this game has no jackpot", "jackpot")
    if given.under_minimum_before and not game.limits.under_minimum.once:
        raise BadInput("this game remembers no one", "under_minimum_before")
    return game


def game_under(name: str, chosen: Readings) -> Game:
    try:
        game_named(name)
    except BadInput as problem:
        raise problem.at("game") from None
    return reading(name, chosen)


def boxes(game: Game, given: RoundIn) -> Round:
    for name, value in (("cards", given.cards), ("decks", given.decks), ("wagers", given.wagers)):
        if value is not None:
            raise BadInput(f"{game.name} has none; cards and wagers stand with each box", name)
    jackpot = given.jackpot
    return Round(
        game=game,
        boxes=tuple([box(one) for one in given.boxes or ()]),
        against=cards(given.dealer, "dealer"),
        decks=1,
        limits=limits(tuple(given.limits.items())) if given.limits else NO_LIMITS,
        meter_cents=amount(jackpot.meter, "jackpot", "meter") if jackpot else None,
        jackpot_bet_cents=prescribed(jackpot.bet) if jackpot else None,
        void=given.void,
        under_minimum_before=frozenset(given.under_minimum_before),
    )


def terminals(game: Game, given: RoundIn) -> Round:
    """A game without boxes: one player hand and one banker hand for every wager."""
    assert isinstance(game.deal, Tableau)
    refuse_boxes(game, given)
    if given.wagers is None:
        raise BadInput("the round lacks its wagers", "wagers")
    drawn = cards(given.cards, "cards")
    player = banker = None
    if drawn is not None:
        try:
            player, banker = game.deal.hands(drawn)
        except BadInput as problem:
            if given.void is None:
                raise problem.at("cards") from None
    elif given.void is None:
        raise BadInput("the round lacks its cards", "cards")
    return Round(
        game=game,
        boxes=(Box(None, wagers(given.wagers), player),),
        against=banker,
        decks=DEFAULT_BACCARAT_DECKS if given.decks is None else given.decks,
        limits=limits(tuple(given.limits.items())) if given.limits else NO_LIMITS,
        void=given.void,
        under_minimum_before=frozenset(given.under_minimum_before),
    )


def refuse_boxes(game: Game, given: RoundIn) -> None:
    for name, value in (("dealer", given.dealer), ("boxes", given.boxes)):
        if value is not None:
            raise BadInput(f"{game.name} has none; its cards and wagers stand in the round", name)


def box(given: BoxIn) -> Box:
    try:
        return Box(
            given.box,
            wagers(given.wagers),
            cards(given.cards, "cards"),
            None if given.decision is None else choice(given.decision),
        )
    except BadInput as problem:
        raise problem.at(f"box {given.box}") from None


def choice(text: str) -> Choice:
    try:
        return CHOICES[text]
    except KeyError:
        raise BadInput(f"{text[:20]!r} is neither play nor fold", "decision") from None


def wagers(given: tuple[WagerIn, ...]) -> tuple[Wager, ...]:
    made = []
    for index, one in enumerate(given):
        player = one.player
        if not is_name(player):
            what = "a name is printable and neither begins nor ends with a space"
            raise BadInput(what, f"wager {index + 1}", "player")
        try:
            made.append(Wager(player, one.bet, parse_amount(one.stake)))
        except BadInput as problem:
            raise problem.at(f"wager {index + 1}", "stake") from None
    return tuple(made)


@lru_cache(maxsize=4096)
def is_name(player: str) -> bool:
    if player.isprintable():
        return player.strip() == player != ""
    joined = player.translate(JOINERS)
    return joined.isprintable() and joined.strip() == joined != ""


def cards(text: str | None, *place: str) -> Hand | None:
    if text is None:
        return None
    try:
        return parse_cards(text)
    except BadInput as problem:
        raise problem.at(*place) from None


def amount(text: str | None, *place: str) -> int | None:
    if text is None:
        return None
    try:
        return parse_amount(text)
    except BadInput as problem:
        raise problem.at(*place) from None


def prescribed(text: str | None) -> int | None:
    cents = amount(text, "jackpot", "bet")
    if cents == 0:
        raise BadInput("the prescribed bet is more than 0.00", "jackpot", "bet")
    return cents


@lru_cache(maxsize=512)
def limits(given: tuple[tuple[str, tuple[str, str]], ...]) -> Mapping[str, Limit]:
    return {
        bet: Limit(
            amount(minimum, "limits", bet, "minimum") or 0,
            amount(maximum, "limits", bet, "maximum") or 0,
        )
        for bet, (minimum, maximum) in given
    }
