"""`settle`: a round as JSON in, its settlement as JSON out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from croupier.cards import Hand, parse_cards
from croupier.engine.checks import check
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.limits import Limit
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import Settled, SettledBox, Settlement, settle
from croupier.games import game as game_named
from croupier.money import format_amount, parse_amount
from croupier.problems import BadInput
from croupier.wire.decoding import ENCODER, Strict, decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game
    from croupier.money import Odds

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


class RoundIn(Strict, frozen=True):
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


class LineOut(msgspec.Struct, frozen=True, rename={"from_box": "from"}):
    player: str
    bet: str
    stake: str
    counted: str
    result: str
    odds: str | None
    won: str
    back: str
    rounded_off: str
    clauses: tuple[str, ...]
    award: str | UnsetType = UNSET
    from_box: int | UnsetType = UNSET


class HandOut(msgspec.Struct, frozen=True):
    cards: str
    hand: str | UnsetType | None = UNSET
    points: int | UnsetType | None = UNSET
    qualifies: bool | UnsetType = UNSET


class BoxOut(msgspec.Struct, frozen=True):
    box: int | None
    hand: str | None
    cards: str | None
    wagers: tuple[LineOut, ...]
    points: int | UnsetType | None = UNSET


class AccountOut(msgspec.Struct, frozen=True):
    staked: str
    back: str
    net: str


class Answer(msgspec.Struct, frozen=True):
    game: str
    version: int
    void: bool
    interpretations: dict[str, str]
    players: dict[str, AccountOut]
    house: str
    dealer: HandOut | UnsetType | None = UNSET
    boxes: tuple[BoxOut, ...] | UnsetType = UNSET
    player: HandOut | UnsetType | None = UNSET
    banker: HandOut | UnsetType | None = UNSET
    wagers: tuple[LineOut, ...] | UnsetType = UNSET


CHOICES = {str(one): one for one in Choice}
JOINERS = {0x200C: "x", 0x200D: "x", 0xA0: "x"}
"""What some scripts write names with, though Python does not call it printable."""
NO_LIMITS: Mapping[str, Limit] = {}
DECODER = msgspec.json.Decoder(RoundIn)


def parse(data: bytes) -> Round:
    """The round that a JSON text describes, checked against the rules of its game."""
    return round_of(decode(DECODER, data))


def round_of(given: RoundIn) -> Round:
    chosen = given.interpretations
    game = reading(given.game, tuple(sorted(chosen.items())) if chosen else ())
    if given.jackpot is not None and game.jackpot is None:
        raise BadInput("this game has no jackpot", "jackpot")
    if given.under_minimum_before and not game.limits.under_minimum.once:
        raise BadInput("this game remembers no one", "under_minimum_before")
    round_ = terminals(game, given) if isinstance(game.deal, Tableau) else boxes(game, given)
    check(round_)
    return round_


@lru_cache(maxsize=512)
def reading(name: str, chosen: tuple[tuple[str, str], ...]) -> Game:
    try:
        game = game_named(name)
    except BadInput as problem:
        raise problem.at("game") from None
    return game.under(dict(chosen))


def boxes(game: Game, given: RoundIn) -> Round:
    for name, value in (("cards", given.cards), ("decks", given.decks), ("wagers", given.wagers)):
        if value is not None:
            raise BadInput(f"{game.name} has none; cards and wagers stand with each box", name)
    jackpot = given.jackpot
    return Round(
        game,
        tuple([box(one) for one in given.boxes or ()]),
        cards(given.dealer, "dealer"),
        1,
        limits(tuple(given.limits.items())) if given.limits else NO_LIMITS,
        amount(jackpot.meter, "jackpot", "meter") if jackpot else None,
        prescribed(jackpot.bet) if jackpot else None,
        given.void,
        frozenset(given.under_minimum_before),
    )


def terminals(game: Game, given: RoundIn) -> Round:
    """A game without boxes: one player hand and one banker hand for every wager."""
    assert isinstance(game.deal, Tableau)
    for name, value in (("dealer", given.dealer), ("boxes", given.boxes)):
        if value is not None:
            raise BadInput(f"{game.name} has none; its cards and wagers stand in the round", name)
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
        game,
        (Box(None, wagers(given.wagers), player),),
        banker,
        DEFAULT_BACCARAT_DECKS if given.decks is None else given.decks,
        limits(tuple(given.limits.items())) if given.limits else NO_LIMITS,
        void=given.void,
        under_minimum_before=frozenset(given.under_minimum_before),
    )


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


def settle_json(data: bytes) -> bytes:
    return ENCODER.encode(answer(settle(parse(data))))


def answer(settlement: Settlement) -> Answer:
    round_ = settlement.round
    game = round_.game
    accounts = settlement.players
    whole = settlement.boxes[0] if isinstance(game.deal, Tableau) else None
    return Answer(
        game.name,
        game.version,
        round_.void is not None,
        game.readings,
        {
            player: AccountOut(
                format_amount(account.staked_cents),
                format_amount(account.back_cents),
                format_amount(account.net_cents),
            )
            for player, account in accounts.items()
        },
        format_amount(-sum([account.net_cents for account in accounts.values()])),
        UNSET if whole else dealer_out(game, round_.against),
        UNSET if whole else tuple([box_out(game, one) for one in settlement.boxes]),
        hand_out(game, whole.box.hand) if whole else UNSET,
        hand_out(game, round_.against) if whole else UNSET,
        lines_out(whole) if whole else UNSET,
    )


def dealer_out(game: Game, hand: Hand | None) -> HandOut | None:
    out = hand_out(game, hand)
    if out is None or hand is None or game.qualifies is None or not game.is_whole(hand):
        return out
    return HandOut(out.cards, out.hand, out.points, game.qualifies.when(hand))


def hand_out(game: Game, hand: Hand | None) -> HandOut | None:
    if hand is None:
        return None
    ranking, whole = game.ranking, game.is_whole(hand)
    return HandOut(
        str(hand),
        (ranking.name(hand) if whole else None) if ranking.name else UNSET,
        (ranking.points(hand) if whole else None) if ranking.points else UNSET,
    )


def box_out(game: Game, settled: SettledBox) -> BoxOut:
    number, lines = settled.box.number, lines_out(settled)
    hand = hand_out(game, settled.box.hand)
    if hand is None:
        return BoxOut(number, None, None, lines, None if game.ranking.points else UNSET)
    return BoxOut(number, hand.hand or None, hand.cards, lines, hand.points)


def lines_out(settled: SettledBox) -> tuple[LineOut, ...]:
    return tuple([line_out(line) for line in settled.lines])


@lru_cache(maxsize=256)
def written(odds: Odds) -> str:
    return str(odds)


def line_out(line: Settled) -> LineOut:
    return LineOut(
        line.player,
        line.bet,
        format_amount(line.stake_cents),
        format_amount(line.counted_cents),
        line.result,
        None if line.odds is None else written(line.odds),
        format_amount(line.back_cents - line.stake_cents),
        format_amount(line.back_cents),
        str(line.rounded_off) if line.rounded_off else "0",
        line.clauses,
        UNSET if line.award_cents is None else format_amount(line.award_cents),
        UNSET if line.from_box is None else line.from_box,
    )
