"""Where players' money lies, by the house's file: in its own ledger, or in a wallet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server.journal.stream import Stream
from croupier.server.money.wallet.books import STREAM, WALLETS, Books
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.play.queue import CommandQueue
from croupier.server.play.wallet_queue import WalletQueue
from croupier.server.secret_files import secret_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.floor.floor import Floor
    from croupier.server.journal.store import Store
    from croupier.server.play.house import House
    from croupier.wire.house_sections import WalletIn


def wallet_of(told: WalletIn, folder: Path) -> HttpWallet:
    return HttpWallet(told.url, secret_in(folder / told.secret), told.patience)


def queue_for(
    play: House, clock: Callable[[], int], told: WalletIn | None, folder: Path
) -> CommandQueue:
    if told is None:
        refuse_unsent(play.store)
        return CommandQueue(play, clock)
    return WalletQueue(play, clock, wallet_of(told, folder), told.patience)


def refuse_unsent(store: Store) -> None:
    """A house keeps its players' money itself again once the wallet has all that it is owed."""
    if not store.head(STREAM)[0]:
        return
    books = Stream(store, WALLETS, Books()).state
    if books.open or any(True for _ in books.waiting()):
        what = "rounds of its players are open, or it has not answered: open the house with it"
        raise BadInput(what, "wallet")


def attend(queue: CommandQueue, floor: Floor) -> None:
    """Players who are there are shown what they have in the wallet."""
    if isinstance(queue, WalletQueue):
        queue.desk.present = lambda: [
            name
            for name, watchers in floor.of.items()
            if any(one.who is not None and one.who.role is Role.PLAYER for one in watchers)
        ]
