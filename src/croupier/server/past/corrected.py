"""What was put right of a round, read back from the journal for one player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.server.money.ledger import owed
from croupier.server.past.openings import opens_decoder
from croupier.table import events as happened
from croupier.table.corrected import TAGS, Corrections
from croupier.table.state import parsed

if TYPE_CHECKING:
    from croupier.server.journal.store import Store
    from croupier.table.state import Round

MAY_OWE = (happened.SettlementReversed, happened.SettlementCorrected)


def corrections(store: Store, stream: str, opening: int, number: int, player: str) -> Corrections:
    """From the entry that opened the round to the end of the next one."""
    following, openings = Corrections(player, number), 0
    for version, body in store.bodies(stream, opening):
        if opens_decoder.decode(body).event not in TAGS:
            continue
        event = happened.decoder.decode(body)
        openings += isinstance(event, happened.BettingOpened)
        if openings > 1:
            break
        left = owed_by(store, stream, version, player) if isinstance(event, MAY_OWE) else 0
        following.follow(event, left)
    return following


def owed_by(store: Store, stream: str, version: int, player: str) -> int:
    entry = next(store.read(stream, version - 1))
    return -sum(one.cents for one in entry.postings if one.account == owed(player))


def with_hands(round_: Round, event: happened.SettlementCorrected) -> Round:
    """As the cards really lay."""
    hands = {place: parsed(cards) for place, cards in event.hands.items()}
    return replace(round_, hands=round_.hands | hands)
