"""`croupier house backup` and `croupier house restore`: the whole house in one file."""

from __future__ import annotations

from contextlib import ExitStack
from time import time_ns
from typing import TYPE_CHECKING

import msgspec

from croupier.cli import house_people
from croupier.cli.house_keys import places_of
from croupier.cli.journal import house_journal, key_of
from croupier.cli.progress import counted
from croupier.problems import BadInput
from croupier.server import restored, streams
from croupier.server.journal import whole
from croupier.server.journal.keys import SHOES, SIGNING, Passphrase
from croupier.server.journal.place import JOURNAL, names_database
from croupier.server.shoes.bound import check_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store


class BackedUp(msgspec.Struct, frozen=True):
    file: str
    entries: int
    bytes: int
    encrypted: bool

    @property
    def lines(self) -> list[str]:
        what = f"{self.entries:,} entries, keys and configuration, {self.bytes:,} bytes"
        if self.encrypted:
            return [f"{self.file}: {what}, under the passphrase."]
        return [f"{self.file}: {what}, not encrypted:", "it holds the house's keys."]


class Restored(msgspec.Struct, frozen=True):
    folder: str
    entries: int
    next_steps: list[str]

    @property
    def lines(self) -> list[str]:
        whole = f"{self.entries:,} entries, found whole; that it was restored is recorded."
        return [f"{self.folder}: {whole}", *self.next_steps]


def back_up(folder: Path, to: Path, *, damaged: bool, encrypt: bool) -> BackedUp:
    with house_journal(folder) as store:
        total = sum(store.versions().values())
    phrase = Passphrase()
    passphrase = phrase.of(to) if encrypt else phrase.given()
    with ExitStack() as shown:
        places = places_of(folder)
        public = key_of(str(places.public)) if places.public.is_file() else None
        faults = None if damaged else checking(shown, total)(public)
        entries = whole.back_up(
            folder, to, places, faults=faults, shoes=check_key, passphrase=passphrase
        )
    size = to.stat().st_size
    return BackedUp(str(to), entries, size, bool(passphrase))


def restore(source: Path, folder: Path) -> Restored:
    if not source.is_file():
        raise BadInput("there is no such file", str(source))
    with ExitStack() as shown:
        entries = whole.restore(
            source,
            folder,
            whole.Proof(checking(shown, None), check_key),
            follows=restored.follows,
            at=time_ns() // 1_000_000,
        )
    places = places_of(folder)
    elsewhere = [
        f"{folder / name}: the configuration looks for this key at {place}: move it there."
        for name, place in ((SIGNING, places.signing), (SHOES, places.shoes))
        if place != folder / name and not place.exists()
    ]
    return Restored(str(folder), entries, [*next_steps_of(folder), *elsewhere])


def next_steps_of(folder: Path) -> list[str]:
    """Of a house whose journal was in a database, where this one has to go first."""
    if names_database(folder):
        return [
            (
                f"{folder / JOURNAL}: the configuration looks for the journal in a database:"
                f" `croupier house move {folder} URL` to an empty one and name it there, or take"
                " the line out."
            )
        ]
    return next_steps(folder)


def next_steps(folder: Path) -> list[str]:
    """What whoever holds the folder does next."""
    shut = [one.name for one in house_people.known(folder) if one.doubted]
    if not shut:
        return []
    return [
        (
            "Nobody is signed in, and staff are locked, as who was dismissed since is not known."
            " Let in who still works here, two managers at least; they unlock the rest:"
        ),
        f"  croupier house unlock {folder} NAME    ({', '.join(sorted(shut))})",
    ]


def checking(
    shown: ExitStack, total: int | None
) -> Callable[[str | None], Callable[[Store], Iterator[str]]]:
    """Faults of a journal, by a public key, with a progress bar while they are looked for."""

    def by(public: str | None) -> Callable[[Store], Iterator[str]]:
        def faults(store: Store) -> Iterator[str]:
            entries = sum(store.versions().values()) if total is None else total
            progress = shown.enter_context(counted(entries, "checking", "entries"))
            return streams.faults(store, public, progress)

        return faults

    return by
