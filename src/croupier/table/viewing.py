"""Who may look at the cards of a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.play_readings import RIGHT_TO_LOOK, RightToLook
from croupier.engine.readings import VIEWING, Viewing
from croupier.engine.steps import Exposing, Looking, Viewer
from croupier.rulebook.marks import carries, field_of
from croupier.table.state import PLAYING

SEATED_PLAYER, _, ONLY_PLAYER = Viewer
FIXED_AT_CLOSE, FOLLOWS_SEAT = RightToLook
ELSE_BLIND = Viewing.ELSE_BLIND

if TYPE_CHECKING:
    from croupier.rulebook import Cite
    from croupier.table.state import Table


@carries(Looking)
def viewer_of(table: Table, box: int) -> str | None:
    """The player who may look at the cards of a box, if any."""
    looking = table.game.procedure.looking
    if looking is None:
        return None
    if table.round.looked and (looks := looks_at(table, box)) is not None:
        return looks
    if looking.who is ONLY_PLAYER:
        entry = table.game.decision.entry if table.game.decision else table.main_bet
        return table.player_of(box) if table.has(box, entry) else None
    if looking.who is SEATED_PLAYER:
        return seated_player(table, box)
    return first_seated_bettor(table, box)


@carries(field_of(Exposing, "returned"), field_of(Exposing, "examined"))
def kept_by(table: Table) -> Cite | None:
    """The clause by which hands stay closed for those who may look at them, where there is one."""
    exposing = table.game.procedure.exposing
    return (exposing.returned or exposing.examined) if exposing else None


def yet_to_look(table: Table) -> dict[int, str]:
    """The hands that are kept closed for a player, who has neither looked nor declined."""
    if table.step is not PLAYING or kept_by(table) is None:
        return {}
    return could_look(table)


def could_look(table: Table) -> dict[int, str]:
    """The closed hands at which a player may look, who has neither looked nor declined."""
    if table.step is not PLAYING:
        return {}
    closed = [box for box in table.boxes_in_play() if box not in table.round.face_up]
    return {box: viewer for box in closed if (viewer := waits_to_look(table, box)) is not None}


def is_kept_closed(table: Table, box: int) -> bool:
    """Whether the hand of a box is closed and waits for a player to look at it."""
    closed = table.step is PLAYING and box not in table.round.face_up
    return closed and waits_to_look(table, box) is not None


def anyone_could_look(table: Table) -> bool:
    """Whether there is any such hand."""
    face_up = table.round.face_up
    for box in table.boxes_in_play():
        if box not in face_up and waits_to_look(table, box) is not None:
            return True
    return False


def waits_to_look(table: Table, box: int) -> str | None:
    """Who may look at the closed hand of a box, and has neither looked nor declined."""
    viewer, round_ = viewer_of(table, box), table.round
    if viewer is None or viewer in round_.looked:
        return None
    return None if round_.declined and (viewer, box) in round_.declined else viewer


def looks_at(table: Table, box: int) -> str | None:
    """The player who has the hand of a box, as long as he bets on it."""
    for player, where in table.round.looked.items():
        if where == box and table.bets_on(player, box):
            return player
    return None


def seats_that_count(table: Table) -> dict[int, str]:
    """As people sat when betting closed, unless the right to look follows the seat."""
    at_close = table.round.seats
    if at_close is None or at_close is table.seats:
        return table.seats
    fixed = table.game.reads(RIGHT_TO_LOOK, otherwise=FOLLOWS_SEAT) is FIXED_AT_CLOSE
    return at_close if fixed else table.seats


def seated_player(table: Table, box: int) -> str | None:
    sitting = seats_that_count(table).get(box)
    if sitting is not None and table.bets_on(sitting, box):
        return sitting
    mains = table.area(box, table.main_bet)
    return max(mains, key=lambda wager: wager.cents).player if mains else None


def first_seated_bettor(table: Table, box: int) -> str | None:
    """Of those who sit anywhere at the table; one who looks at another hand is passed over."""
    seated, looked = seats_that_count(table).values(), table.round.looked
    passed_over = table.game.reads(VIEWING) is not ELSE_BLIND
    for wager in table.on_box(box):
        player = wager.player
        if player in seated and not (passed_over and looked.get(player, box) != box):
            return player
    return None
