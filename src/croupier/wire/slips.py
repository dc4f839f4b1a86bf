"""Many rounds settled quickly, each answered to the byte as `settle_json` answers it.

A slip is a round without its cards. What a slip alone decides is found once, by the rules as they
stand for any round, and remembered under the very bytes that it was given in; so is what a game
says of a hand. What is left for a round is its cards and the line of each bet that they come to.
A round that is in any way unusual (void, of several boxes, without its cards, refused) is settled
as it comes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Raw, UnsetType

from croupier.cards import Hand, parse_cards
from croupier.engine.counting import count
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.outcome import Outcome
from croupier.engine.settlement import not_played, settle, settle_bonus, settle_wager
from croupier.money import REMEMBERED, format_amount
from croupier.problems import BadInput
from croupier.wire.decoding import ENCODER, Strict
from croupier.wire.rounds import parse
from croupier.wire.settle import (
    AccountOut,
    Answer,
    BoxOut,
    HandOut,
    answer,
    dealer_out,
    hand_out,
    line_text,
    readings_text,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.engine.limits import Counted
    from croupier.engine.ranking import Rank
    from croupier.engine.rounds import Box, Round, Wager

SLIPS_REMEMBERED = PLACED_REMEMBERED = 1 << 12
GAMES_REMEMBERED, HANDS_REMEMBERED = 32, 1 << 12
LONGEST_REMEMBERED = 2_000
"""Bytes of a round; a longer one is not expected again."""
NOT_GIVEN = Raw()


class BoxGiven(Strict, frozen=True, kw_only=True):
    """A box with its wagers as they are written."""

    box: int
    wagers: Raw
    cards: str
    decision: str | UnsetType | None = UNSET


class RoundGiven(Strict, frozen=True, kw_only=True):
    """A round with its cards read, and all else as it is written."""

    game: str
    dealer: str | UnsetType = UNSET
    boxes: tuple[BoxGiven] | UnsetType = UNSET
    cards: str | UnsetType = UNSET
    decks: int | UnsetType | None = UNSET
    wagers: Raw = NOT_GIVEN
    jackpot: Raw = NOT_GIVEN
    interpretations: Raw = NOT_GIVEN
    limits: Raw = NOT_GIVEN
    void: UnsetType | None = UNSET
    under_minimum_before: Raw = NOT_GIVEN


class Brought(msgspec.Struct, frozen=True):
    """What a wager has brought by one line of its bet, and one of its bonus if it has one."""

    texts: tuple[Raw, ...]
    back_cents: int


class Told(msgspec.Struct, frozen=True):
    """What the answers to all rounds of a game share."""

    game: Game
    name: str
    version: int
    readings: Raw
    shown: dict[Hashable, Shown]


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    game: Game
    wager: Wager
    part: Counted
    bet: Bet
    bonus: Bet | None
    known: dict[int | tuple[int, int], Brought]
    """By the identity of the lines, which the bets keep alive."""


class Shown(msgspec.Struct, frozen=True):
    """What a game says of a hand."""

    rank: Rank
    name: str | UnsetType | None
    points: int | UnsetType | None
    qualifies: bool | UnsetType


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    round: Round
    """The first that had this slip; only its cards are not of the slip."""
    quotes: int
    """Marks in its text; only a field that is given twice can bring more."""
    box: Box
    folded: bool
    placed: tuple[Placed, ...]
    staked: dict[str, int]
    told: Told


SLIPS: dict[Hashable, Slip | None] = {}
"""None: seen once. Only what comes again is worth the trouble."""
PLACED: dict[Hashable, Placed] = {}
TOLD: dict[int, Told] = {}
"""By the identity of a game, which is kept with what is told; so are wagers placed."""
DECODER = msgspec.json.Decoder(RoundGiven)


def settle_line(data: bytes) -> bytes:
    """The answer to a round."""
    try:
        given = DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ENCODER.encode(answer(settle(parse(data))))
    key = slip_key(given)
    slip = SLIPS.get(key)
    if slip is not None and data.count(b'"') == slip.quotes:
        quick = settle_slip(slip, given)
        if quick is not None:
            return ENCODER.encode(quick)
    round_ = parse(data)
    if slip is None and len(data) <= LONGEST_REMEMBERED:
        if len(SLIPS) >= SLIPS_REMEMBERED:
            SLIPS.clear()
        SLIPS[key] = slip_of(round_, data.count(b'"')) if key in SLIPS else None
    return ENCODER.encode(answer(settle(round_)))


def slip_key(given: RoundGiven) -> Hashable:
    """All of a round but its cards; and whether these are a box's and a dealer's."""
    boxes = given.boxes
    if boxes is UNSET:
        box = None
    else:
        [only] = boxes
        box = (only.box, only.decision, bytes(only.wagers))
    return (
        given.game,
        box,
        given.decks,
        bytes(given.wagers),
        bytes(given.limits),
        bytes(given.jackpot),
        bytes(given.interpretations),
        bytes(given.under_minimum_before),
        given.void,
        given.dealer is UNSET,
        given.cards is UNSET,
    )


def slip_of(round_: Round, quotes: int) -> Slip | None:
    """What the slip of a round decides, the round having been found playable."""
    game, [box] = round_.game, round_.boxes
    jackpot = game.jackpot
    if jackpot and jackpot.bet in box.bets and round_.meter_cents is None:
        return None  # with some cards it wins a meter that is not given
    staked: dict[str, int] = {}
    for wager in box.wagers:
        staked[wager.player] = staked.get(wager.player, 0) + wager.stake_cents
    return Slip(
        round=round_,
        quotes=quotes,
        box=box,
        folded=box.decision is Choice.FOLD,
        placed=placed_on(round_, box),
        staked=staked,
        told=told_by(game),
    )


def placed_on(round_: Round, box: Box) -> tuple[Placed, ...]:
    counted = zip(box.wagers, count(round_, box), strict=True)
    return tuple([placed_as(round_, wager, part) for wager, part in counted])


def placed_as(round_: Round, wager: Wager, part: Counted) -> Placed:
    game = round_.game
    key = id(game), wager, part, round_.meter_cents
    placed = PLACED.get(key)
    if placed is None or placed.game is not game:
        if len(PLACED) >= PLACED_REMEMBERED:
            PLACED.clear()
        bet, bonus = game.bet[wager.bet], game.bonus.get(wager.bet)
        placed = Placed(game=game, wager=wager, part=part, bet=bet, bonus=bonus, known={})
        PLACED[key] = placed
    return placed


def told_by(game: Game) -> Told:
    told = TOLD.get(id(game))
    if told is None:
        if len(TOLD) >= GAMES_REMEMBERED:
            for remembered in (TOLD, SLIPS, PLACED):
                remembered.clear()
        told = TOLD[id(game)] = Told(game, game.name, game.version, readings_text(game), {})
    return told


def settle_slip(slip: Slip, given: RoundGiven) -> Answer | None:
    """Nothing where the cards are not as they must be, which `check` has words for."""
    round_, told = slip.round, slip.told
    hands = hands_of(round_, given)
    if hands is None:
        return None
    hand, against = hands
    shown, other = shown_of(told, hand), shown_of(told, against)
    outcome = Outcome(hand, against, shown.rank, other.rank, slip.folded)
    texts: list[Raw] = []
    staked = slip.staked
    back = dict.fromkeys(staked, 0)
    for placed in slip.placed:
        brought = brought_by(round_, placed, outcome)
        texts += brought.texts
        back[placed.wager.player] += brought.back_cents
    box = slip.box.number
    boxes = box is not None
    return Answer(
        game=told.name,
        version=told.version,
        void=False,
        interpretations=told.readings,
        players={player: account_out(staked[player], cents) for player, cents in back.items()},
        house=format_amount(sum(staked.values()) - sum(back.values())),
        dealer=HandOut(str(against), other.name, other.points, other.qualifies) if boxes else UNSET,
        boxes=(BoxOut(box, shown.name or None, str(hand), tuple(texts), shown.points),)
        if boxes
        else UNSET,
        player=UNSET if boxes else written(hand, shown),
        banker=UNSET if boxes else written(against, other),
        wagers=UNSET if boxes else tuple(texts),
    )


def written(hand: Hand, shown: Shown) -> HandOut:
    return HandOut(str(hand), shown.name, shown.points)


def hands_of(like: Round, given: RoundGiven) -> tuple[Hand, Hand] | None:
    """The hand and the one against it, if each is whole and no card comes too often."""
    deal = like.game.deal
    try:
        if isinstance(deal, Tableau):
            hand, against = deal.hands(parse_cards(given.cards or ""))
        elif given.boxes:
            hand, against = parse_cards(given.boxes[0].cards), parse_cards(given.dealer or "")
            if len(hand) != deal.cards or len(against) != deal.cards:
                return None
        else:
            return None
    except BadInput:
        return None
    cards = hand + against
    if len(cards) > like.decks and len(set(cards)) < len(cards):
        return None
    return hand, against


def shown_of(told: Told, hand: Hand) -> Shown:
    game = told.game
    key = game.ranking.sees(hand)
    shown = told.shown.get(key)
    if shown is not None:
        return shown
    out, dealers = hand_out(game, hand), dealer_out(game, hand)
    assert out
    assert dealers
    if len(told.shown) >= HANDS_REMEMBERED:
        told.shown.clear()
    shown = Shown(game.ranking.rank(hand), out.hand, out.points, dealers.qualifies)
    told.shown[key] = shown
    return shown


def brought_by(like: Round, placed: Placed, outcome: Outcome) -> Brought:
    bonus, line = placed.bonus, placed.bet.settle(outcome)
    more = bonus.settle(outcome) if bonus else None
    key = (id(line), id(more)) if more else id(line)
    brought = placed.known.get(key)
    if brought is not None:
        return brought
    wager, part = placed.wager, placed.part
    if part.cents:
        lines = [settle_wager(like, wager, part, line)]
        if bonus and more:
            lines += settle_bonus(like, wager, part, bonus, more)
    else:
        lines = [not_played(wager, part)]
    brought = Brought(tuple(map(line_text, lines)), sum([line.back_cents for line in lines]))
    placed.known[key] = brought
    return brought


@lru_cache(maxsize=REMEMBERED)
def account_out(staked_cents: int, back_cents: int) -> AccountOut:
    amounts = staked_cents, back_cents, back_cents - staked_cents
    return AccountOut(*map(format_amount, amounts))
