"""`croupier house archive`: events of old rounds moved to files, by whoever holds the folder."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from croupier.cli.house_keys import places_of, unlocked
from croupier.cli.serve import planned
from croupier.problems import BadInput
from croupier.server.journal import archiving, keyring
from croupier.server.journal.keys import Passphrase
from croupier.server.past import archived as archived_kinds
from croupier.server.people.accounts import FOLDER
from croupier.server.play.clock import Clock, newest
from croupier.server.play.house import TABLE
from croupier.wire.house_file import days_kept

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.acts import EntriesArchived


def moment(before: str | None, folder: Path) -> int:
    """The beginning of a day in UTC; by the house's file where none is given."""
    if before is None:
        days = days_kept(planned(folder).file.keeping.journal, "journal")
        if days is None:
            raise BadInput("the house keeps its journal for ever, by its file", "keeping, journal")
        said = datetime.now(UTC) - timedelta(days=days)
    else:
        try:
            said = datetime.strptime(before, "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            raise BadInput(f"{before[:20]!r} is no day like 2026-07-01", "before") from None
    return int(said.timestamp() * 1000)


def archived(folder: Path, before: str | None) -> Iterator[EntriesArchived]:
    with unlocked(folder) as store:
        at_most = moment(before, folder)
        places = places_of(folder)
        signing, _ = keyring.held(places, store, Passphrase())
        at = Clock(newest(store))()
        keyring.sign(places, store, signing, at)
        wish = archiving.Wish(at_most, FOLDER, at)
        for kind in (archived_kinds.rounds(TABLE.shape), archived_kinds.captures(store)):
            yield from archiving.archive(store, folder, kind, wish)
        keyring.sign(places, store, signing, at)
        store.shrink()


def line(act: EntriesArchived) -> str:
    return (
        f"archive/{act.file}: {act.entries:,} entries of positions {act.first} to {act.last},"
        f" covered by the checkpoint of {act.checkpoint:,}"
    )
