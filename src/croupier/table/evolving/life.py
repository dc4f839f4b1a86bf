"""The table's own state: configuration, open or closed, seats, restrictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.evolving.pack import brought
from croupier.table.evolving.shoe import shoe_replaced
from croupier.table.setups import new_table
from croupier.table.state import Closing
from croupier.table.tally import DAY, Tally

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.events import Event
    from croupier.table.state import Table


def table_configured(table: Table, event: happened.TableConfigured) -> Table:
    now = new_table(table.name, event.setup)
    fresh = event.setup.decks != table.setup.decks or event.setup.game != table.setup.game
    seats = {box: name for box, name in table.seats.items() if box <= (event.setup.boxes or 0)}
    table = replace(
        table,
        setup=now.setup,
        game=now.game,
        limits=now.limits,
        dealing=now.dealing,
        hand_size=now.hand_size,
        seats=seats,
        awaiting=table.awaiting if event.approved_by is None else None,
    )
    return replace(shoe_replaced(table, event), past=(), today=Tally()) if fresh else table


def opened(table: Table, _event: Event) -> Table:
    """With cards that were brought to it; a shoe in use goes on."""
    return replace(brought(table), is_open=True)


def closing(table: Table, event: happened.TableClosing) -> Table:
    if event.lifted:
        return replace(table, closing=None)
    return replace(table, closing=Closing(event.by, event.at, event.reason or ""))


def closed(table: Table, event: Event) -> Table:
    """Another session follows; a gaming day can go on."""
    today = str(event.at // DAY)
    still = tuple(one for one in table.settled_short if one.gaming_day == today)
    session = table.session + 1
    return replace(table, is_open=False, closing=None, session=session, settled_short=still)


def player_restricted(table: Table, event: happened.PlayerRestricted) -> Table:
    one = {event.player}
    now = table.one_box_only - one if event.lifted else table.one_box_only | one
    return replace(table, one_box_only=now)


def area_restricted(table: Table, event: happened.AreaRestricted) -> Table:
    return replace(table, wagers_an_area=event.wagers)


def player_sat(table: Table, event: happened.PlayerSat) -> Table:
    left = {box: name for box, name in table.seats.items() if name != event.player}
    return replace(table, seats=left | {event.box: event.player})


def player_walked_away(table: Table, event: happened.PlayerWalkedAway) -> Table:
    """Nobody waits for his look any longer."""
    then = table.round.seats
    if then is not None:
        then = {box: name for box, name in then.items() if name != event.player}
        table = replace(table, round=replace(table.round, seats=then))
    return player_left(table, event)


def player_left(table: Table, event: happened.PlayerStood | happened.PlayerWalkedAway) -> Table:
    left = {box: name for box, name in table.seats.items() if name != event.player}
    return replace(table, seats=left)
