"""The folder of a house: opened by one process, read by its owner, with the places of its keys."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.journal import keyring, starting
from croupier.server.journal.durable import held
from croupier.server.journal.keys import key_places
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.shoes import bound
from croupier.wire.house_sections import KeysIn

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.keyring import KeyRing
    from croupier.server.journal.keys import KeyPlaces
    from croupier.server.journal.store import Store
    from croupier.wire.house import HousePlan

LOCK = "lock"


def locked(folder: Path) -> int:
    """A house is opened once: each table has one writer. The lock goes with the process."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY)
    try:
        held(lock)
    except OSError:
        os.close(lock)
        raise BadInput("this house is open already", str(folder)) from None
    return lock


def private(path: Path) -> Path:
    """A file that only its owner may read, made when there is none."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY))
    return path


def content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def places_in(folder: Path, plan: HousePlan | None) -> KeyPlaces:
    keys = plan.file.keys if plan else KeysIn()
    return key_places(folder, keys.signing, keys.shoes)


def opened_keys(store: Store, places: KeyPlaces, folder: Path) -> KeyRing:
    """Keys and journal, found whole both, or both new."""
    is_new = not store.tree_size() and not any(one.exists() for one in places)
    ring = keyring.opened(places, store)
    ring.signing.unlock(store)
    if not is_new:
        check_journal(store, ring.chain, folder)
    bound.check_key(store, ring.shoes, places.shoes)
    return ring


def check_journal(store: Store, chain: KeyChain, folder: Path) -> None:
    """A journal that lacks anything is not opened."""
    steady = store if store.sharing is None else store.reader()  # others may go on writing
    try:
        starting.check(steady, chain, folder / CHECKPOINT)
    except BadInput as wrong:
        raise BadInput(str(wrong), str(folder)) from None
    finally:
        if steady is not store:
            steady.close()
