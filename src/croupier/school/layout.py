"""The layout of the school's table, row by row, as it lies before the dealer."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.school.incidents import Sign
from croupier.table.commands import DEALER, PLAYER_HAND, TERMINALS
from croupier.table.dealing import UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.state import Table
    from croupier.table.views import BoxView, View


class RowPlace(StrEnum):
    BOX = "box"
    DEALER = "dealer"
    PLAYER_HAND = "player-hand"
    BANKER_HAND = "banker-hand"
    TERMINAL = "terminal"


class Now(StrEnum):
    NONE = ""
    MAY_LOOK = "may-look"
    LOOKED = "looked"
    BLIND = "nobody-looks"
    FACE_DOWN = "face-down"
    OPEN = "open"
    PLAYS = "play"
    FOLDED = "fold"


class LyingChips(msgspec.Struct, frozen=True):
    player: str
    bet: str
    cents: int


class Row(msgspec.Struct, frozen=True, kw_only=True):
    where: RowPlace
    box: int | None
    """Of a box its number."""
    player: str | None
    chips: tuple[LyingChips, ...]
    cards: str
    """`??` for one that lies face down."""
    now: Now


def rows(table: Table, seen: View, sign: Sign | None) -> tuple[Row, ...]:
    sign = sign or Sign()
    made = terminal_rows if table.game.at_terminals else box_rows
    return tuple(made(table, seen, sign))


def box_rows(table: Table, seen: View, sign: Sign) -> Iterator[Row]:
    for box in seen.boxes:
        chips = lying(box, box.box, sign)
        if chips or box.seated or box.cards:
            yield Row(
                where=RowPlace.BOX,
                box=box.box,
                player=box.seated,
                chips=chips,
                cards=cards_of(box.cards, box.box, sign),
                now=now_of(table, box),
            )
    shown = DEALER in table.round.face_up
    yield Row(
        where=RowPlace.DEALER,
        box=None,
        player=None,
        chips=(),
        cards=cards_of(seen.dealer, DEALER, sign),
        now=Now.NONE if not seen.dealer else Now.OPEN if shown else Now.FACE_DOWN,
    )


def terminal_rows(_table: Table, seen: View, sign: Sign) -> Iterator[Row]:
    hands = (
        (RowPlace.PLAYER_HAND, seen.player_hand, PLAYER_HAND),
        (
            RowPlace.BANKER_HAND,
            seen.dealer,
            DEALER,
        ),
    )
    for where, cards, place in hands:
        yield Row(
            where=where,
            box=None,
            player=None,
            chips=(),
            cards=cards_of(cards, place, sign),
            now=Now.OPEN if cards else Now.NONE,
        )
    chips = [one for box in seen.boxes for one in lying(box, TERMINALS, sign)]
    for player in sorted({one.player for one in chips}):
        mine = tuple(one for one in chips if one.player == player)
        yield Row(
            where=RowPlace.TERMINAL, box=None, player=player, chips=mine, cards="", now=Now.NONE
        )


def lying(box: BoxView, number: int, sign: Sign) -> tuple[LyingChips, ...]:
    """What was registered, but for what lies otherwise."""
    found = {(one.player, one.bet): one.cents for one in box.wagers}
    if sign.wager is not None and sign.wager.box == number:
        found[sign.wager.player, sign.wager.bet] = sign.wager.cents
    return tuple(LyingChips(player, bet, cents) for (player, bet), cents in found.items() if cents)


def cards_of(cards: str, place: int, sign: Sign) -> str:
    lies = cards.split()
    if sign.place != place:
        return cards
    if sign.face_up and UNREAD in lies:
        lies[lies.index(UNREAD)] = sign.face_up
    if sign.more_cards > 0:
        lies.append(UNREAD)
    return " ".join(lies[:-1] if sign.more_cards < 0 else lies)


def now_of(table: Table, box: BoxView) -> Now:
    if not box.cards:
        return Now.NONE
    if box.decision:
        return Now(box.decision)
    if box.face_up:
        return Now.OPEN
    if box.box in table.round.looked_at:
        return Now.LOOKED
    return Now.BLIND if box.viewer is None else Now.MAY_LOOK
