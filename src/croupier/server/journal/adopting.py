"""A journal without any checkpoint taken over: a recorded act of whoever holds the folder.

It is one from before there were checkpoints, which is all read this once, or an empty one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import verify
from croupier.server.journal.acts import Acts, JournalAdopted
from croupier.server.journal.log import Log
from croupier.server.journal.starting import known_to

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.keys import Keys
    from croupier.server.journal.store import Store

TABLE, SETTLED = "table:", b'"event":"round-settled"'


def adopt(  # noqa: PLR0913 - a house's parts, by whom and when
    store: Store, keys: Keys, chain: KeyChain, file: Path, *, by: str, at: int
) -> JournalAdopted:
    known = known_to(store, chain, file)
    if known.kept is not None or known.size or not store.is_from_before():
        raise BadInput("there were checkpoints of its journal: it cannot be taken over")
    check_adoptable(store, chain)
    act = JournalAdopted(at=at, by=by, entries=store.tree_size())
    log = Log(store, keys, file)
    log.must_checkpoint(at)  # what is there, as it stands; after it, by the house alone
    keys.unlock(store)
    if refused := Acts(store).record(act):
        raise BadInput(refused.says)
    log.must_checkpoint(at)
    return act


def check_adoptable(store: Store, chain: KeyChain) -> None:
    """Where it was sealed stream by stream, the seals hold."""
    advice = "croupier audit verify tells more; a backup that is whole can be put back"
    for wrong in verify.faults(store, chain.founding.public):
        raise BadInput(f"its journal from before is not whole: {wrong}. {advice}")
    sealed = {seal.stream for seal in store.seals()}
    for stream in store.versions():
        if stream.startswith(TABLE) and stream not in sealed and has_ended_round(store, stream):
            raise BadInput(f"its journal from before has no seal of {stream}. {advice}")


def has_ended_round(store: Store, stream: str) -> bool:
    return any(SETTLED in one.body for one in store.read(stream))
