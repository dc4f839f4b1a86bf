"""How the line of a table's shoe is secured, by the house's file and the files that it names."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.dealing.shoe_table import ShoeTable
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.listening import bound
from croupier.server.secret_files import secret_in

if TYPE_CHECKING:
    from pathlib import Path
    from socket import socket

    from croupier.server.dealing.line_refusals import LineRefusals
    from croupier.server.play.queue import CommandQueue
    from croupier.wire.house import HousePlan, TablePlan

DEMONSTRATION_ONLY = (
    "an electronic shoe has a key, whose file is named by shoe_secret; only a demonstration house"
    " that listens on this machine alone does without"
)
Lines = dict[str, tuple[ShoeTable, "socket"]]
"""By table: its shoe's end of the house, and where that listens."""


def lines_of(queue: CommandQueue, folder: Path, plan: HousePlan, refusals: LineRefusals) -> Lines:
    """Of each table that has an electronic shoe; what the house is stands in the journal."""
    is_one = queue.play.store.meta().get(DEMONSTRATION) == YES
    lines = Lines()
    for name, table in plan.tables.items():
        if table.shoe is not None:
            key = shoe_key(folder, name, table, demonstration=is_one)
            made = ShoeTable(queue, name)
            made.line.key, made.line.tls = key, line_tls(folder, plan)
            made.line.misused = refusals.at(name)
            lines[name] = made, bound(*table.shoe)
    return lines


def shoe_key(folder: Path, name: str, table: TablePlan, *, demonstration: bool) -> bytes | None:
    if table.shoe_secret is not None:
        return secret_in(folder / table.shoe_secret)
    if not demonstration:
        raise BadInput(DEMONSTRATION_ONLY, "tables", name, "shoe")
    return None


def line_tls(folder: Path, plan: HousePlan) -> ssl.SSLContext | None:
    files = plan.file.shoes
    if files.certificate is None or files.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate, key = folder / files.certificate, folder / files.key
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError):
        raise BadInput(f"and {key} are no certificate and its key", str(certificate)) from None
    return context
