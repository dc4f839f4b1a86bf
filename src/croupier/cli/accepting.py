"""`croupier audit accept`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.house_keys import held, places_of
from croupier.server.journal import keyring
from croupier.server.journal.keys import Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.restoring import record_restore
from croupier.server.play.clock import Clock, newest

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import HouseRestored


def accepted(folder: Path, by: str) -> HouseRestored:
    """The act that a backup was put back, written by whoever holds the folder."""
    with held(folder) as store:
        keys, chain = keyring.held(places_of(folder), store, Passphrase())
        at = Clock(newest(store))()
        return record_restore(store, keys, chain, folder / CHECKPOINT, by=by, at=at)
