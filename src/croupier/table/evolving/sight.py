"""What each has seen: gained by a look and by what lies open, and never lost with the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.commands import DEALER
from croupier.table.seen import NONE, open_cards, present
from croupier.table.state import EXPOSED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from croupier.cards import Card
    from croupier.table.state import Cards, Round, Table


UNREAD = frozenset((None,))


def saw(round_: Round, players: Collection[str], cards: Iterable[Card | None]) -> Round:
    """These players have seen these cards, wherever they will lie."""
    seen = seen_by(round_, players, cards)
    return round_ if seen is round_.seen else replace(round_, seen=seen)


def seen_by(
    round_: Round, players: Collection[str], cards: Iterable[Card | None]
) -> dict[str, frozenset[Card]]:
    """What players have seen, with what these see now."""
    seen, new = round_.seen, named(cards)
    more = {name: known | new for name in players if not new <= (known := seen.get(name, NONE))}
    return seen | more if more else seen


def entered(round_: Round, by: str, cards: Collection[Card | None]) -> Round:
    """What a person has read into the record is known to that person."""
    known = known_to(round_, by, cards)
    return round_ if known is round_.entered else replace(round_, entered=known)


def known_to(round_: Round, by: str, cards: Collection[Card | None]) -> dict[str, frozenset[Card]]:
    """What people have read into the record, with what this one reads into it."""
    new = named(cards)
    if not new:
        return round_.entered
    return round_.entered | {by: round_.entered.get(by, NONE) | new}


def named(cards: Iterable[Card | None]) -> frozenset[Card]:
    """Those that somebody has read."""
    known = frozenset(cards)
    return known - UNREAD if None in known else known  # type: ignore[return-value]


def looked_at(round_: Round, player: str, place: int) -> dict[int, frozenset[str]]:
    """Who has looked at each hand, with one more."""
    return round_.looked_at | {place: round_.looked_at.get(place, frozenset()) | {player}}


def read_in(round_: Round, place: int) -> Round:
    """Who looked at a hand before its cards were read has seen those cards."""
    looked = round_.looked_at.get(place)
    return saw(round_, looked, round_.hands.get(place, ())) if looked else round_


def witnessed(table: Table, cards: Iterable[Card | None]) -> Table:
    """Everybody at the table has seen these."""
    return replace(table, round=saw(table.round, present(table), cards))


def turned_down(table: Table, cards: Iterable[Card]) -> Table:
    """Seen by those who are there, and by nobody who comes later."""
    table = witnessed(table, cards)
    down = table.round.turned_down | frozenset(cards)
    return replace(table, round=replace(table.round, turned_down=down))


def laid_otherwise(table: Table, hands: dict[int, Cards]) -> Table:
    """Before cards lie otherwise: what lay open has been seen.

    Who looked at a hand is known of it as long as it is that hand, with cards more or fewer;
    unread ones may still be those.
    """
    if not table.game.cards_open:
        table = witnessed(table, open_cards(table))
    round_ = table.round
    looked_at = {
        place: names
        for place, names in round_.looked_at.items()
        if is_same(round_.hands.get(place, ()), hands.get(place, ()))
    }
    return replace(table, round=replace(round_, looked_at=looked_at))


def is_same(before: Cards, after: Cards) -> bool:
    one, other = set(before), set(after)
    return None in other or one <= other or other <= one


def still_face_up(table: Table, hands: dict[int, Cards]) -> frozenset[int]:
    """Where only cards lie now that lay open; the dealer's own hand stays turned over."""
    were_open = open_cards(table)
    return frozenset(
        place
        for place in table.round.face_up
        if were_open.issuperset(hands.get(place, ())) or (place == DEALER and table.step is EXPOSED)
    )


def newly_read(round_: Round, hands: dict[int, Cards]) -> Round:
    """Cards that nobody had read, now named as a hand is found to lie."""
    known = set(round_.drawn)
    for place, cards in hands.items():
        if None in round_.hands.get(place, ()):
            new = [card for card in cards if card not in known]
            round_ = saw(round_, round_.looked_at.get(place, ()), new)
    return round_
