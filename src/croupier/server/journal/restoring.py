"""A backup that was put back: recorded and signed, so that nobody takes it for a loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import verify
from croupier.server.journal.acts import Acts, HouseRestored
from croupier.server.journal.log import Log
from croupier.server.journal.starting import known_to

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.keys import Keys
    from croupier.server.journal.store import Part, Store

    Follows = Callable[[Store, str, int], tuple[Part, ...]]


def record_restore(  # noqa: PLR0913 - a house's parts, by whom and when
    store: Store, keys: Keys, chain: KeyChain, file: Path, *, follows: Follows, by: str, at: int
) -> HouseRestored:
    """The act, once the journal itself is whole; its checkpoint takes the place of the known one.

    What follows from it is written in the same commit.
    A witness that has seen more entries still says so.
    """
    known = known_to(store, chain, file)
    size = store.tree_size()
    if known.kept is not None and known.kept.size > size:
        raise BadInput(
            f"the journal has {size} entries and its own checkpoint {known.kept.size}:"
            " this is no backup, entries were removed from it"
        )
    for wrong in verify.faults(store, chain.current.public):
        raise BadInput(f"the journal is not whole: {wrong}")
    keys.unlock(store)
    filed = None if known.filed is None or known.filed.size < size else known.filed.size
    act = HouseRestored(at=at, by=by, entries=size, known=filed)
    if refused := Acts(store).record(act, beside=follows(store, by, at)):
        raise BadInput(refused.says)
    Log(store, keys, file).must_checkpoint(at)
    return act
