"""The rules that secrecy names: what a person may see of a field of an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.readings import ESTABLISHED_BY, EstablishedBy
from croupier.table.commands import BURNT, Who
from croupier.table.dealing import UNREAD
from croupier.table.events import EstablishedBet
from croupier.table.seen import beside_the_hands, by_anybody, has_seen, open_cards
from croupier.table.state import parsed
from croupier.table.views import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.commands import Why
    from croupier.table.events import CardsDealt, CardsRead, SettledLine
    from croupier.table.state import Table

SOMETHING = EstablishedBet(None, "an outcome", "", "")
"""What somebody is told who does not see the cards that prove it."""
STRANGER = Who("", Role.PLAYER)
"""Somebody who has no part in a table yet: sees what all may see, may do what any newcomer may."""


class Eyes(NamedTuple):
    after: Table
    """The table that the event left."""
    who: Who
    reads_names: bool = False
    """An auditor who looks at the cards as a player saw them still reads whose each wager was."""

    @property
    def at_terminals(self) -> bool:
        """Where wagers are each player's own: a player reads those of no other."""
        private = self.after.game.at_terminals and self.who.role is Role.PLAYER
        return private and not self.reads_names


class OfPlayer(Protocol):
    @property
    def player(self) -> str: ...


Row = TypeVar("Row", bound=OfPlayer)
Rule = Callable[[Any, Any, Eyes], Any]
"""Of a field's value, and of what it is a field of, what these eyes see."""


def everybody(value: Any, _of: object, _eyes: Eyes) -> Any:  # noqa: ANN401 - of any field
    """No card, and nothing that is one person's own."""
    return value


def for_staff(reason: Why, _of: object, eyes: Eyes) -> Why:
    """What staff wrote for each other."""
    return reason if eyes.who.is_staff or eyes.who.role is Role.AUDITOR else UNSET


def own_affair(player: str, _of: object, _eyes: Eyes) -> str:
    """At terminals this player alone is told of the event at all."""
    return player


def laid_open(cards: Any, _of: object, _eyes: Eyes) -> Any:  # noqa: ANN401 - of any field
    """Cards that lie face up, or that everybody knows of once it has happened."""
    return cards


def face_down(cards: str, _of: object, _eyes: Eyes) -> str:
    """How many there are, and no more."""
    return " ".join(UNREAD for _ in cards.split())


def as_drawn(cards: str, dealt: CardsDealt, eyes: Eyes) -> str:
    """Face up to a hand of a table of play; face down to a box, the dealer, or the burnt ones."""
    is_open = eyes.after.game.cards_open and dealt.to != BURNT
    return cards if is_open else face_down(cards, dealt, eyes)


def as_lying(_cards: str, read: CardsRead, eyes: Eyes) -> str:
    """A hand as this person may see it where it lies."""
    return shown(eyes.after, read.place, eyes.who)


def if_seen(cards: str, _of: object, eyes: Eyes) -> str:
    """Cards named without a place: to staff, who handle them; to others those that they see."""
    if eyes.who.is_staff:
        return cards
    known = beside_the_hands(eyes.after, eyes.who)
    return " ".join(
        word if word.isdigit() or known.issuperset(parsed(word)) else UNREAD
        for word in cards.split()
    )


def if_all_is_seen(
    established: tuple[EstablishedBet, ...], _of: object, eyes: Eyes
) -> tuple[EstablishedBet, ...]:
    """What the cards prove gives them away: told to those who see every card that proves it."""
    table = eyes.after
    everything = table.game.reads(ESTABLISHED_BY) is EstablishedBy.DEALT
    proving = {card for card in table.round.drawn if card} if everything else by_anybody(table)
    known = open_cards(table) | has_seen(table, eyes.who)
    if not established or table.game.cards_open or proving <= known:
        return established
    return (SOMETHING,)


def by_place(hands: dict[int, str], _of: object, eyes: Eyes) -> dict[int, str]:
    """Each hand as this person may see it where it lies now."""
    return {place: shown(eyes.after, place, eyes.who) for place in hands}


def nobody(value: str | dict[int, str] | None, _of: object, _eyes: Eyes) -> str | None:
    return "" if isinstance(value, str) else None


def unnamed(value: str | int | None, _of: object, eyes: Eyes) -> str | int | None:
    """Whom or how much it is about is at terminals for staff alone."""
    return None if eyes.at_terminals else value


def own_name(names: tuple[str, ...], _of: object, eyes: Eyes) -> tuple[str, ...]:
    return tuple(one for one in names if one == eyes.who.name) if eyes.at_terminals else names


def own_rows(rows: tuple[Row, ...], _of: object, eyes: Eyes) -> tuple[Row, ...]:
    """At terminals those of one player."""
    return tuple(row for row in rows if row.player == eyes.who.name) if eyes.at_terminals else rows


def own_lines(lines: tuple[SettledLine, ...], of: object, eyes: Eyes) -> tuple[SettledLine, ...]:
    """At terminals one's own; and to all in common, sums without names."""
    if eyes.at_terminals and eyes.who == STRANGER:
        return together(lines)
    return own_rows(lines, of, eyes)


def together(lines: Iterable[SettledLine]) -> tuple[SettledLine, ...]:
    """The lines of all players on each bet as one, without a name."""
    found: dict[tuple[str, str], SettledLine] = {}
    for line in lines:
        key = (line.bet, line.event)
        sum_ = found.get(key)
        found[key] = replace(
            line,
            player="",
            rounded_off="0",
            stake_cents=line.stake_cents + (sum_.stake_cents if sum_ else 0),
            counted_cents=line.counted_cents + (sum_.counted_cents if sum_ else 0),
            back_cents=line.back_cents + (sum_.back_cents if sum_ else 0),
        )
    return tuple(found.values())
