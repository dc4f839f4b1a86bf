"""Backup of a whole house in one file, journal, keys and configuration; and its restore.

The file is a tar archive, sealed where there is a passphrase. It holds the secret keys: whoever has
it, plain or with the passphrase, is the house.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from croupier.problems import BadInput, own_words
from croupier.server.journal import (
    durable,
    keyring,
    leftovers,
    manifest,
    open_store,
    sealing,
)
from croupier.server.journal.backup import checked, journal, words
from croupier.server.journal.keys import (
    PUBLIC,
    SECRET_BYTES,
    SHOES,
    SIGNING,
    Keys,
    Passphrase,
    check_published,
    key_places,
    read_secret,
)
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.place import CONFIGURATION, JOURNAL, journal_in
from croupier.server.journal.restoring import record_restore
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.keys import KeyPlaces
    from croupier.server.journal.restoring import Follows
    from croupier.server.journal.store import Entry, Store

    Faults = Callable[[Store], Iterator[str]]
    CheckShoes = Callable[[Store, bytes, Path], None]

NEEDED = {JOURNAL, SIGNING, SHOES, PUBLIC}
KNOWN = NEEDED | {CONFIGURATION, CHECKPOINT, manifest.FILE}
MOST_BYTES = 1 << 42
"""Of one file in a backup."""


def back_up(  # noqa: PLR0913 - each is one choice of whoever asks for it
    folder: Path,
    to: Path,
    places: KeyPlaces,
    *,
    faults: Faults | None = None,
    shoes: CheckShoes,
    passphrase: bytes | None = None,
) -> int:
    """Into one new file for its owner only, while the house goes on; the entries in it.

    A journal that is not whole is refused, unless nobody asks for faults.
    """
    if to.exists():
        raise BadInput("is there already", str(to))
    beside = to.with_name(f".{to.name}.part")
    try:
        with copied(folder) as (copy, entries):
            if faults is not None:
                checked(copy, folder / JOURNAL, faults, "nothing is backed up")
                check_plain_key(copy, places.shoes, shoes)
            beside.unlink(missing_ok=True)
            with on_disk(beside) as out:
                archived(files_of(folder, copy, places), out, passphrase)
            beside.replace(to)
            durable.sync_folder(to.parent)
    except Unreadable as error:
        where = str(folder / JOURNAL)
        raise BadInput(f"is not whole, nothing is backed up: {error}", where) from None
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", str(to)) from None
    finally:
        durable.discard(beside)
    return entries


def check_plain_key(copy: Path, path: Path, shoes: CheckShoes) -> None:
    """One under a passphrase is held against the shoes when the house opens or is restored."""
    if path.is_file() and path.stat().st_size == SECRET_BYTES:
        with journal(copy) as store:
            shoes(store, path.read_bytes(), path)


def files_of(folder: Path, copy: Path, places: KeyPlaces) -> dict[str, Path]:
    """The journal and its checkpoint as they were copied, and what does not change."""
    return {
        JOURNAL: copy,
        CHECKPOINT: copy.with_name(CHECKPOINT),
        CONFIGURATION: folder / CONFIGURATION,
        manifest.FILE: folder / manifest.FILE,
        SIGNING: places.signing,
        SHOES: places.shoes,
        PUBLIC: places.public,
    }


@contextmanager
def on_disk(path: Path) -> Iterator[IO[bytes]]:
    """A new file for its owner only from its first byte on, and there for good afterwards."""
    with os.fdopen(os.open(path, durable.NEW, durable.OWNER_ONLY), "wb") as out:
        yield out
        out.flush()
        os.fsync(out.fileno())


@contextmanager
def copied(folder: Path) -> Iterator[tuple[Path, int]]:
    """The journal of one moment, beside itself, where as much can be read anyway."""
    with leftovers.workplace(folder) as place:
        copy = place / JOURNAL
        if (folder / CHECKPOINT).is_file():  # first, so that the journal has all that it tells of
            durable.create(place / CHECKPOINT, (folder / CHECKPOINT).read_bytes())
        with journal(journal_in(folder)) as store:
            store.back_up(copy)
        with journal(copy) as store:
            entries = sum(store.versions().values())
        yield copy, entries


def archived(files: dict[str, Path], out: IO[bytes], passphrase: bytes | None) -> None:
    """What is needed and not there is said; what is not needed is left out."""
    for name in NEEDED:
        if not files[name].is_file():
            raise BadInput("is missing, and a backup without it is none", str(files[name]))
    sealed = None if passphrase is None else sealing.SealingWriter(out, passphrase)
    to = cast("IO[bytes]", sealed or out)
    with tarfile.open(fileobj=to, mode="w|") as tar:
        for name, path in files.items():
            if path.is_file():
                tar.add(path, name, recursive=False)
    if sealed is not None:
        sealed.close()


def restore(source: Path, folder: Path, proof: Proof, *, follows: Follows, at: int) -> int:
    """Into a folder that is not there or empty, once it is found whole; the entries.

    The restore is recorded, with what follows from it: entries that were written after the backup
    are then known to be gone.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput("is there already, and not an empty folder", str(folder))
    beside = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".house.", dir=folder.parent))
        unpacked(source, beside)
        entries = proven(beside, source, proof, follows, at)
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
        durable.sync_folder(folder.parent)
    except (OSError, Unreadable) as error:
        raise BadInput(f"cannot be restored: {words(error)}", str(folder)) from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
    return entries


def unpacked(source: Path, folder: Path) -> None:
    found = set()
    try:
        with source.open("rb") as file, tarfile.open(fileobj=plain(file, source), mode="r|") as tar:
            for member in tar:
                if member.name not in KNOWN or not member.isreg() or member.size > MOST_BYTES:
                    raise BadInput(f"is no backup of a house: {member.name[:40]!r}", str(source))
                taken = tar.extractfile(member)
                assert taken is not None
                with on_disk(folder / member.name) as out:
                    shutil.copyfileobj(taken, out)
                found.add(member.name)
    except tarfile.TarError:
        raise BadInput("is no backup of a house, or is cut off", str(source)) from None
    if missing := NEEDED - found:
        raise BadInput(f"is no whole backup: {min(missing)} is missing", str(source))


def plain(file: IO[bytes], source: Path) -> IO[bytes]:
    """The archive itself, opened with the passphrase where it is sealed."""
    sealed = file.read(len(sealing.MAGIC)) == sealing.MAGIC
    file.seek(0)
    if not sealed:
        return file
    chunks = sealing.opened(file, Passphrase().of(source), str(source))
    return cast("IO[bytes]", Chunks(chunks))


class Chunks:
    """Chunks as a file that is read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks, self.left = chunks, b""

    def read(self, size: int) -> bytes:
        while len(self.left) < size and (more := next(self.chunks, None)) is not None:
            self.left += more
        some, self.left = self.left[:size], self.left[size:]
        return some


class Proof(NamedTuple):
    """What a journal is held against: the public key, and the key for shoes."""

    faults: Callable[[str], Faults]
    shoes: CheckShoes


def proven(folder: Path, source: Path, proof: Proof, follows: Follows, at: int) -> int:
    """Its keys belong together, its journal is whole, and it is written that it was restored."""
    places = key_places(folder, environment={})
    phrase = Passphrase(or_plain=True)  # which may be the backup's, and not the keys'
    public = Keys.at(places.signing, phrase).public
    check_published(places.public, public)
    entries = checked(folder / JOURNAL, source, proof.faults(public), "nothing is restored")
    store = open_store(folder / JOURNAL)
    try:
        signing, chain = keyring.held(places, store, phrase)
        secret = read_secret(places.shoes, keyring.SHOE_KEY, phrase)
        proof.shoes(store, secret, source / SHOES)
        at = max([at, *(entry.at for entry in last_entries(store))])
        place = folder / CHECKPOINT
        record_restore(store, signing, chain, place, follows=follows, by="operator", at=at)
    finally:
        store.close()
    return entries


def last_entries(store: Store) -> Iterator[Entry]:
    for stream, version in store.versions().items():
        yield from store.read(stream, version - 1)
