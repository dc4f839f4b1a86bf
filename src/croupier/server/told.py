"""What a person is told of an event: everything but the cards that the person may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table import events as happened
from croupier.table.commands import BURNT
from croupier.table.dealing import UNREAD
from croupier.table.views import shown

if TYPE_CHECKING:
    from croupier.table.commands import Who
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table


def told(event: AnyEvent, after: Table, who: Who) -> AnyEvent:
    """The event with hidden cards as `??`; `after` is the table that it left."""
    match event:
        case happened.CardsDealt() if not after.is_tableau or event.to == BURNT:
            return replace(event, cards=hidden(event.cards))
        case happened.CardsFoundLying():
            return replace(event, hands=seen_hands(event.hands, after, who), drawn="")
        case happened.DealReconstructed():
            return replace(
                event,
                hands=seen_hands(event.hands, after, who),
                burnt=hidden(event.burnt),
                kept=hidden(event.kept),
                removed=hidden(event.removed),
            )
        case happened.IrregularityReported() | happened.RulingMade() | happened.RulingProposed():
            report = replace(event.ruling.report, lies=None, drawn="")
            return replace(event, ruling=replace(event.ruling, report=report))
    return event


def hidden(cards: str) -> str:
    return " ".join(UNREAD for _ in cards.split())


def seen_hands(hands: dict[int, str], after: Table, who: Who) -> dict[int, str]:
    return {place: shown(after, place, who) for place in hands}
