"""Who may look at the cards of a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.readings import VIEWING, Viewing
from croupier.engine.steps import Viewer

if TYPE_CHECKING:
    from croupier.table.state import Table


def viewer_of(table: Table, box: int) -> str | None:
    """The player who may look at the cards of a box, if any."""
    looking = table.game.procedure.looking
    if looking is None:
        return None
    if (looks := looks_at(table, box)) is not None:
        return looks
    if looking.who is Viewer.ONLY_PLAYER:
        entry = table.game.decision.entry if table.game.decision else table.main_bet
        return table.player_of(box) if table.has(box, entry) else None
    if looking.who is Viewer.SEATED_PLAYER:
        return seated_player(table, box)
    return first_seated_bettor(table, box)


def looks_at(table: Table, box: int) -> str | None:
    """The player who has the hand of a box, as long as he bets on it."""
    bettors = {wager.player for wager in table.on_box(box)}
    looked = table.round.looked.items()
    return next((one for one, where in looked if where == box and one in bettors), None)


def seated_player(table: Table, box: int) -> str | None:
    sitting = table.seats.get(box)
    if sitting is not None and any(wager.player == sitting for wager in table.on_box(box)):
        return sitting
    mains = table.area(box, table.main_bet)
    return max(mains, key=lambda wager: wager.cents).player if mains else None


def first_seated_bettor(table: Table, box: int) -> str | None:
    """Of those who sit anywhere at the table; one who looks at another hand is passed over."""
    seated = set(table.seats.values())
    bettors = dict.fromkeys(
        wager.player
        for wager in sorted(table.on_box(box), key=lambda wager: wager.order)
        if wager.player in seated
    )
    if table.game.reads(VIEWING) is Viewing.ELSE_BLIND:
        return next(iter(bettors), None)
    looked = table.round.looked
    return next((player for player in bettors if looked.get(player, box) == box), None)
