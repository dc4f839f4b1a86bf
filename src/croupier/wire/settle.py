"""`settle`: a round as JSON in, its settlement as JSON out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from croupier.engine.deal import Tableau
from croupier.engine.settlement import Settled, SettledBox, Settlement, settle
from croupier.money import REMEMBERED, format_amount
from croupier.wire.decoding import ENCODER
from croupier.wire.rounds import parse

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.money import Odds


class LineOut(msgspec.Struct, frozen=True, rename={"from_box": "from"}, kw_only=True):
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
    wagers: tuple[msgspec.Raw, ...]
    points: int | UnsetType | None = UNSET


class AccountOut(msgspec.Struct, frozen=True):
    staked: str
    back: str
    net: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    version: int
    void: bool
    interpretations: msgspec.Raw
    players: dict[str, AccountOut]
    house: str
    dealer: HandOut | UnsetType | None = UNSET
    boxes: tuple[BoxOut, ...] | UnsetType = UNSET
    player: HandOut | UnsetType | None = UNSET
    banker: HandOut | UnsetType | None = UNSET
    wagers: tuple[msgspec.Raw, ...] | UnsetType = UNSET


def settle_json(data: bytes) -> bytes:
    return ENCODER.encode(answer(settle(parse(data))))


def answer(settlement: Settlement) -> Answer:
    round_ = settlement.round
    game = round_.game
    accounts = settlement.players
    whole = settlement.boxes[0] if isinstance(game.deal, Tableau) else None
    return Answer(
        game=game.name,
        version=game.version,
        void=round_.void is not None,
        interpretations=readings_text(game),
        players={
            player: AccountOut(
                format_amount(account.staked_cents),
                format_amount(account.back_cents),
                format_amount(account.net_cents),
            )
            for player, account in accounts.items()
        },
        house=format_amount(-sum([account.net_cents for account in accounts.values()])),
        dealer=UNSET if whole else dealer_out(game, round_.against),
        boxes=UNSET if whole else tuple([box_out(game, one) for one in settlement.boxes]),
        player=hand_out(game, whole.box.hand) if whole else UNSET,
        banker=hand_out(game, round_.against) if whole else UNSET,
        wagers=lines_out(whole) if whole else UNSET,
    )


@lru_cache(maxsize=512)
def readings_text(game: Game) -> msgspec.Raw:
    """Written once: they are most of an answer, and the same for every round."""
    return msgspec.Raw(ENCODER.encode(game.readings))


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


TEXTS: dict[int, tuple[Settled, msgspec.Raw]] = {}
"""Of lines written before; each is kept with its text, so that its identity stays its own."""


def lines_out(settled: SettledBox) -> tuple[msgspec.Raw, ...]:
    return tuple([line_text(line) for line in settled.lines])


def line_text(line: Settled) -> msgspec.Raw:
    known = TEXTS.get(id(line))
    if known is not None:
        return known[1]
    text = msgspec.Raw(ENCODER.encode(line_out(line)))
    if len(TEXTS) >= REMEMBERED:
        TEXTS.clear()
    TEXTS[id(line)] = line, text
    return text


@lru_cache(maxsize=256)
def odds_text(odds: Odds) -> str:
    return str(odds)


def line_out(line: Settled) -> LineOut:
    return LineOut(
        player=line.player,
        bet=line.bet,
        stake=format_amount(line.stake_cents),
        counted=format_amount(line.counted_cents),
        result=line.result,
        odds=None if line.odds is None else odds_text(line.odds),
        won=format_amount(line.back_cents - line.stake_cents),
        back=format_amount(line.back_cents),
        rounded_off=str(line.rounded_off) if line.rounded_off else "0",
        clauses=line.clauses,
        award=UNSET if line.award_cents is None else format_amount(line.award_cents),
        from_box=UNSET if line.from_box is None else line.from_box,
    )
