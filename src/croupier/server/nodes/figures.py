"""What a node tells of itself: figures for Prometheus, and remarks for whoever looks after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.said import Said, Sentence
from croupier.server.exposition import Family, Sample
from croupier.server.journal.sharing import DUTIES
from croupier.server.nodes.alone import NoMessages
from croupier.server.nodes.node_queue import NodeQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.play.queue import CommandQueue

MESSAGES_ARE_DOWN = Sentence(
    "messages-are-down", "the line of messages is down: this machine reaches its own tables only"
)
NO_OTHER_NODE = Sentence(
    "no-other-node", "no other machine of the house is there: with this one it stands still"
)
NAMESAKE = Sentence(
    "node-of-this-name",
    "another machine is called {node}, too, and each is asked for the other: give it another name",
)
OTHER_TIME = Sentence(
    "other-time-than-the-database",
    "this machine's clock and the database's differ by {seconds} s: set the one that is wrong",
)


def families(queue: CommandQueue) -> Iterator[Family]:
    """Each is there also where a house has one machine, and then has no samples."""
    node = queue if isinstance(queue, NodeQueue) else None
    labels = {"node": node.sharing.node} if node else {}
    for name, kind, says, value in FIGURES:
        found = value(node) if node else None
        samples = () if found is None else (Sample(found, labels),)
        yield Family(f"node_{name}", kind, says, samples)


def tables(queue: NodeQueue) -> float:
    return sum(name != DUTIES and queue.holdings.holds(name) for name in queue.holdings.held)


def connected(queue: NodeQueue) -> float | None:
    """None where no line of messages is named, which is then missed by nobody."""
    return None if is_alone(queue) else int(queue.messages.is_connected)


FIGURES: tuple[tuple[str, str, str, Callable[[NodeQueue], float | None]], ...] = (
    ("tables", "gauge", "Tables that this machine holds.", tables),
    (
        "load",
        "gauge",
        "Entries of the last minute at its tables, and terminals that watch them.",
        lambda queue: queue.holdings.load,
    ),
    (
        "lease_seconds",
        "gauge",
        "Seconds for which it still holds them, by its own clock.",
        lambda queue: queue.holdings.left,
    ),
    (
        "behind_entries",
        "gauge",
        "Entries that were written before its last look, and that it does not know yet.",
        lambda queue: queue.holdings.behind,
    ),
    ("messages_connected", "gauge", "1 while it hears the others' messages.", connected),
    (
        "handed_over_total",
        "counter",
        "Tables that it handed over between two rounds.",
        lambda queue: queue.holdings.handed_over,
    ),
    (
        "taken_total",
        "counter",
        "Tables that it has taken, handed over or not.",
        lambda queue: queue.holdings.taken,
    ),
    (
        "lost_total",
        "counter",
        "Tables whose lease ran out under it.",
        lambda queue: queue.holdings.lost,
    ),
)


def is_alone(queue: NodeQueue) -> bool:
    return isinstance(queue.messages, NoMessages)


def remarks(queue: CommandQueue) -> list[Said]:
    """Only where others are expected: a house whose file names a line of messages."""
    if not isinstance(queue, NodeQueue) or is_alone(queue):
        return []
    found = [] if queue.messages.is_connected else [MESSAGES_ARE_DOWN()]
    if queue.holdings.has_other_time:
        found.append(OTHER_TIME(seconds=abs(queue.holdings.ahead_ms) // 1000))
    if queue.holdings.has_namesake:
        found.append(NAMESAKE(node=queue.sharing.node))
    elif queue.holdings.is_left_alone:
        found.append(NO_OTHER_NODE())
    return found
