"""`croupier house nodes`, `croupier house hand-over`: a house that runs on several machines."""

from __future__ import annotations

from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.serve import planned
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.server.journal.sharing import DUTIES, Sharing
from croupier.server.journal.store import Unreadable
from croupier.server.nodes.joining import opened_from_outside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.sharing import NodeSeen, Seen
    from croupier.server.nodes.joining import AnyShared

GONE_MS = 3_000


@contextmanager
def shared(folder: str, database: str | None) -> Iterator[AnyShared]:
    """The journal that the nodes of a house share, by a flag or by its file."""
    url = database or planned(Path(folder)).file.nodes.database
    if url is None:
        raise BadInput("this house has one machine: [nodes] database or --database", folder)
    try:
        with closing(opened_from_outside(url, Sharing("", ""))) as store:
            yield store
    except Unreadable as error:
        raise BadInput(f"its journal cannot be read: {error}", folder) from None


def show(folder: str, database: str | None, *, as_json: bool) -> None:
    with shared(folder, database) as store:
        seen, size = store.seen(), store.tree_size()
    if as_json:
        put_json({"nodes": seen.nodes, "leases": seen.leases, "entries": size})
    else:
        print("\n".join(lines(seen, size)) or "no node was ever there")


def lines(seen: Seen, size: int) -> Iterator[str]:
    for node in seen.nodes:
        held = [one for one in seen.leases if one.node == node.node and one.left_ms > 0]
        yield node_line(node, size, sum(one.load for one in held))
        for lease in held:
            name = "the duties of the house" if lease.name == DUTIES else lease.name
            load = "" if lease.name == DUTIES else f"load {lease.load}, "
            wanted = f", to be handed over to {lease.wanted}" if lease.wanted else ""
            stays = f", stays for {lease.stays_ms // 1000} s" if lease.stays_ms else ""
            left = f"for {lease.left_ms / 1000:.1f} s more (token {lease.token})"
            yield f"  {name}: {load}{left}{wanted}{stays}"
    for lease in seen.leases:
        if lease.left_ms <= 0:
            yield f"{lease.name}: held by nobody, last by {lease.node}"


def node_line(node: NodeSeen, size: int, load: int) -> str:
    ago = f"seen {node.ago_ms / 1000:.1f} s ago"
    state = "gone" if node.ago_ms > GONE_MS else "leaving" if node.leaving else "there"
    return (
        f"{node.node}: {state}, {ago}, version {node.version}, load {load},"
        f" {size - node.position} entries behind, {node.address}"
    )


def handed_over(folder: str, database: str | None, table: str, node: str) -> str:
    with shared(folder, database) as store:
        return asked_to_hand_over(store, table, node)


def asked_to_hand_over(store: AnyShared, table: str, node: str) -> str:
    seen = store.seen()
    there = [one.node for one in seen.nodes if one.ago_ms <= GONE_MS and not one.leaving]
    if node not in there:
        raise BadInput(f"is not there; there are: {', '.join(there) or 'none'}", node)
    lease = next((one for one in seen.leases if one.name == table and one.left_ms > 0), None)
    if lease is None:
        known = ", ".join(one.name for one in seen.leases if one.name != DUTIES)
        raise BadInput(f"no node holds such a table; there are: {known or 'none'}", table)
    if lease.node == node:
        return f"{node} holds {table} already"
    if not store.want(table, node):
        raise BadInput("nobody holds it just now: ask again", table)
    return f"{lease.node} hands {table} over to {node} at the end of its round"
