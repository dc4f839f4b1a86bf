"""`croupier house reconcile`: our records against the wallet's own list."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.journal import journal
from croupier.cli.reading import read
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.server import wallet_opening
from croupier.server.journal.place import CONFIGURATION
from croupier.server.journal.stream import Stream
from croupier.server.money.wallet.books import STREAM, WALLETS, Books
from croupier.server.money.wallet.reconciling import Outstanding, Reconciling, outstanding
from croupier.wire.house import plan_house

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Compared(NamedTuple):
    transfers: int
    """That the wallet lists."""
    outstanding: Outstanding
    differences: list[str]


def lines(found: Compared) -> Iterator[str]:
    waiting = found.outstanding
    yield from found.differences or ["nothing differs."]
    yield (
        f"{found.transfers:,} transfers of the wallet;"
        f" {waiting.reservations + waiting.to_send} not answered by it,"
        f" {format_amount(waiting.cents)} to be sent."
    )


def compared(folder: Path) -> Compared:
    """While the house goes on: what is under way is no difference."""
    told = plan_house(read(str(folder / CONFIGURATION))).file.wallet
    if told is None:
        what = "this house keeps its players' money itself: it has no [wallet]"
        raise BadInput(what, str(folder / CONFIGURATION))
    wallet, reconciling = wallet_opening.wallet_of(told, folder), Reconciling()
    with journal(str(folder)) as store:
        before = store.head(STREAM)[0]
    reconciling.list_of(wallet)
    with journal(str(folder)) as store:
        waiting = outstanding(Stream(store, WALLETS, Books()).state)
        found = reconciling.compared(store, before)
    return Compared(reconciling.listed, waiting, found)
