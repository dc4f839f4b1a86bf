"""A node joins its house: the journal that all share, and what it hears from the others."""

from __future__ import annotations

import secrets
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Union

import msgspec

from croupier.problems import BadInput
from croupier.server import restored
from croupier.server.dealing.dealer import publish
from croupier.server.floor.staffed import is_staffed_here
from croupier.server.house_folder import private
from croupier.server.journal import open_shared
from croupier.server.journal.shared_sqlite import SharedSqlite
from croupier.server.journal.sharing import Sharing
from croupier.server.nodes.following import Following
from croupier.server.nodes.holdings import TERM, Holdings
from croupier.server.nodes.node import Node
from croupier.server.nodes.node_queue import NodeQueue, Shared
from croupier.server.nodes.tries import SharedTries

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from croupier.server.dealing.dealer import TableClock
    from croupier.server.dealing.line_terms import Lines
    from croupier.server.floor.floor import Floor
    from croupier.server.journal.acts import HouseRestored
    from croupier.server.journal.shared_postgres import SharedPostgres
    from croupier.server.journal.store import Entry, Store
    from croupier.server.nodes.loads import Loads
    from croupier.server.nodes.node import Runs
    from croupier.server.nodes.terms import NodeTerms
    from croupier.server.past.disputes import Disputes
    from croupier.server.play.house import House
    from croupier.server.play.queue import CommandQueue
    from croupier.server.shoes.sealed import SealedShoes


class Rooms(Protocol):
    """Of the house: those that have to hear of other nodes."""

    play: House
    floor: Floor
    shoes: SealedShoes
    disputes: Disputes
    lines: Lines
    clocks: list[TableClock]
    restored: HouseRestored | None

    @property
    def store(self) -> Store: ...

    def dealer_at(self, table: str) -> TableClock: ...

    def duties(self) -> Runs: ...


FLOOR = "floor"
SQLITE = "sqlite:"
RUN_BYTES = 8
SEEN_WITHIN = 1.5
"""Seconds in which a node that is there says so again."""
AnyShared = Union[SharedSqlite, "SharedPostgres"]


def shared_store(terms: NodeTerms) -> AnyShared:
    """The journal that all nodes write to."""
    sharing = Sharing(terms.node, secrets.token_hex(RUN_BYTES))
    if terms.database.startswith(SQLITE):
        path = private(Path(terms.database.removeprefix(SQLITE).removeprefix("//")))
        return SharedSqlite(path, sharing)
    return open_shared(terms.database, sharing)


def refuse_namesake(store: AnyShared) -> None:
    """One that died is seen no more; one that is there says so again."""
    own = store.sharing.node

    def is_there(within: float) -> bool:
        return any(one.node == own and one.ago_ms < 1000 * within for one in store.seen().nodes)

    if is_there(TERM):
        time.sleep(SEEN_WITHIN)
        if is_there(SEEN_WITHIN):
            raise BadInput("another machine of the house is called so, and is there", "node", own)


def opened_from_outside(database: str, sharing: Sharing) -> AnyShared:
    """By whoever looks at the nodes and is none of them; what is not there is not made."""
    if not database.startswith(SQLITE):
        return open_shared(database, sharing, own=False)
    path = Path(database.removeprefix(SQLITE).removeprefix("//"))
    if not path.is_file():
        raise BadInput("there is no such file", str(path))
    return SharedSqlite(path, sharing, own=False)


def queue_of(
    play: House, clock: Callable[[], int], store: AnyShared, terms: NodeTerms
) -> NodeQueue:
    holdings = Holdings(store.another(), store.sharing, terms.address)
    following = Following(play, store.sharing)
    messages = terms.messages(store.secret)
    tries = SharedTries(store.another(), store.secret)
    return NodeQueue(play, clock, Shared(store, holdings, following, messages, tries))


class FloorNews(msgspec.Struct, frozen=True):
    """What those who watch elsewhere are to know, and no journal has."""

    opens: dict[str, int] = {}
    staffed: tuple[str, ...] = ()
    watching: dict[str, int] = {}
    """How many terminals watch each table."""


news_decoder = msgspec.msgpack.Decoder(FloorNews)


def hear_of_others(house: Rooms, queue: NodeQueue) -> None:
    """What follows in each room from what other nodes write and tell."""
    queue.following.also |= {
        "disputes": lambda _entry: house.disputes.tell_house(),
        "shoe": lambda entry: show_shoe(house, entry),
        "line": lambda entry: reload_line(house, entry),
    }
    queue.messages.hear(FLOOR, lambda node, body: heard(house.floor, queue.loads, node, body))
    house.floor.tell_nodes = lambda: queue.messages.tell(FLOOR, news_of(house.floor))


def show_shoe(house: Rooms, entry: Entry) -> None:
    table = entry.stream.partition(":")[2]
    if table in house.play.tables:
        house.shoes.load(table)
        publish(house.floor, house.shoes, table)


def reload_line(house: Rooms, entry: Entry) -> None:
    table = entry.stream.partition(":")[2]
    if table in house.lines:
        house.lines[table][0].load()


def news_of(floor: Floor) -> bytes:
    now = floor.queue.clock()
    opens = {name: at for name, at in floor.opens.items() if at > now}
    staffed = tuple(one for one in floor.queue.play.tables if is_staffed_here(floor, one))
    return msgspec.msgpack.encode(FloorNews(opens, staffed, watching_here(floor)))


def watching_here(floor: Floor) -> dict[str, int]:
    names = floor.queue.play.tables
    at = {
        name: len(floor.watching.get(name, ())) + len(floor.newcomers.get(name, ()))
        for name in names
    }
    return {name: count for name, count in at.items() if count}


def heard(floor: Floor, loads: Loads, node: str, body: bytes) -> None:
    told = news_decoder.decode(body)
    loads.elsewhere[node] = told.watching
    for name, at in told.opens.items():
        if floor.opens.get(name) != at:
            floor.tell_opening(name, at)
    before = floor.staffed_elsewhere.get(node, frozenset())
    floor.staffed_elsewhere[node] = now = frozenset(told.staffed)
    for name in before ^ now:
        floor.changed[name] = None
    if before != now:
        floor.stir()


def after_look(floor: Floor, node: Node) -> None:
    """Nodes that came are told what no journal has; of those that are gone nothing counts."""
    there = {one.node for one in node.holdings.nodes}
    for name in node.queue.loads.elsewhere.keys() - there:
        del node.queue.loads.elsewhere[name]
    for name in floor.staffed_elsewhere.keys() - there:
        for table in floor.staffed_elsewhere.pop(name):
            floor.changed[table] = None
            floor.stir()
    floor.tell_nodes()


def line_of(queue: CommandQueue) -> AbstractAsyncContextManager[object]:
    """To the other nodes, where there are any."""
    return queue.messages if isinstance(queue, NodeQueue) else nullcontext()


def node_of(house: Rooms, queue: NodeQueue) -> Node:
    dealers = {one.name: one for one in house.clocks}

    def furnished(name: str) -> None:
        dealers[name] = house.dealer_at(name)

    queue.following.new_tables.append(furnished)
    node = Node(queue, dealers, house.duties)
    tables = [live.table for live in house.play.tables.values()]
    node.after_look = lambda: after_look(house.floor, node)
    node.measured = lambda: queue.loads.measured(
        {name: live.version for name, live in house.play.tables.items()},
        watching_here(house.floor),
    )
    node.in_doubt = set(restored.lost_rounds(house.store, tables, house.restored))
    return node
