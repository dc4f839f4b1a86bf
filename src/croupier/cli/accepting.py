"""`croupier audit accept`: record that a journal which was put back is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.house_keys import held, places_of
from croupier.problems import BadInput
from croupier.server import restored
from croupier.server.journal import keyring
from croupier.server.journal.keys import Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.restoring import record_restore
from croupier.server.journal.starting import known_to
from croupier.server.play.clock import Clock, newest

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import HouseRestored


def accepted(folder: Path, by: str, *, anyway: bool) -> HouseRestored:
    """The act that a backup was put back, written by whoever holds the folder.

    What came after the last checkpoint that anybody kept is missed by nobody.
    """
    with held(folder) as store:
        keys, chain = keyring.held(places_of(folder), store, Passphrase())
        known, size = known_to(store, chain, folder / CHECKPOINT), store.tree_size()
        if known.size <= size and not anyway:
            says = f"nothing is missing: its journal has all {size} entries that are known of"
            raise BadInput(says, str(folder))
        at = Clock(newest(store))()
        place = folder / CHECKPOINT
        return record_restore(store, keys, chain, place, follows=restored.follows, by=by, at=at)
