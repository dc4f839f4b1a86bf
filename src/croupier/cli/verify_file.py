"""`croupier audit verify`: a journal in its house, an export, a captured round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.cli.journal import journal, key_of
from croupier.cli.kept_notes import notes_in
from croupier.cli.progress import counted
from croupier.problems import BadInput
from croupier.server.journal.export_check import ExportCheck
from croupier.server.journal.keychain import chain_of, key_acts
from croupier.server.journal.keys import PUBLIC, Keys, Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.log_check import judge_by, unsigned
from croupier.server.journal.store import Unreadable
from croupier.server.journal.verify import revoked_since
from croupier.server.past.capture import FORMAT, dispute_decoder, dispute_faults, unproven
from croupier.server.streams import faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.notes import TreeHead
    from croupier.server.journal.store import Store
    from croupier.server.past.capture import Dispute

REVOKED = "{:,} checkpoints are of a key that was revoked since: they count no more"
DATABASE = b"SQLite format 3\0"
UNCHECKED = "signatures unchecked: no --key"
WITH_KEY = "each with the house's key"
BESIDE = f"each with the key in {PUBLIC}: compare it with the one that is kept elsewhere"


class Verified(NamedTuple):
    what: str
    counts: dict[str, int]
    key: str | None
    signed: str
    """With which key, in words."""
    faults: list[str]
    notes: tuple[str, ...] = ()
    """What is to be known of it, though nothing is wrong."""


def verified(file: str, key: str | None, checkpoints: Sequence[str]) -> Verified:
    """By what the file is; a folder is a house."""
    if Path(file).is_dir():
        file = str(Path(file) / "house.db")
    public, known = key_of(key), [note for one in checkpoints for note in notes_in(one)]
    head = opening_of(file)
    if head.startswith(DATABASE) or not head.lstrip().startswith(b"{"):
        return of_house(file, public, known)
    if captured := captured_in(file, head):
        return of_capture(captured, public, known)
    return of_export(Path(file), public, known)


def opening_of(file: str) -> bytes:
    try:
        with Path(file).open("rb") as reading:
            return reading.read(4096)
    except (OSError, ValueError):
        return b""


def of_house(file: str, public: str | None, known: list[str]) -> Verified:
    path = Path(file)
    beside = path.parent / CHECKPOINT
    filed = notes_in(str(beside))[-1] if path.name == "house.db" and beside.is_file() else None
    known = [*known, filed] if filed else known
    signed = WITH_KEY if public else UNCHECKED
    if public is None and path.name == "house.db" and (path.parent / PUBLIC).is_file():
        public, signed = key_of(str(path.parent / PUBLIC)), BESIDE
    with journal(file) as store:
        unlock(store, path, public)
        total, seals = sum(store.versions().values()), len(store.seals())
        checkpoints = sum(1 for _ in store.checkpoints())
        found = list(gone(store, filed))
        with counted(total, "checking", "entries") as progress:
            try:
                found += faults(store, public, progress, known)
            except Unreadable as error:
                found.append(f"the file itself is damaged: {error}")
        revoked = revoked_since(store, public)
        notes = () if store.macs else tuple(unmarked(store, total))
    counts = {"entries": total, "checkpoints": checkpoints, "seals": seals}
    notes = (*notes, REVOKED.format(revoked)) if revoked else notes
    return Verified("journal", counts, public, signed, found, notes)


def unlock(store: Store, path: Path, public: str | None) -> None:
    """With the house's signing key where it lies at hand, which tells its own entries."""
    from croupier.cli.house_keys import places_of

    if path.name != "house.db" or public is None:
        return
    try:
        keys = Keys.at(places_of(path.parent).signing, Passphrase(ask=lambda _: None))
        chain = chain_of(key_acts(store), public)
    except BadInput:
        return
    if keys.public == chain.current.public:
        keys.unlock(store)


def unmarked(store: Store, total: int) -> Iterator[str]:
    last = store.last_checkpoint()
    after = total - (last.size if last else 0)
    if last and after > 0:
        yield (
            f"{after:,} entries came after its last checkpoint:"
            " that the house wrote them shows with its signing key only"
        )


def gone(store: Store, filed: str | None) -> Iterator[str]:
    """The file was read first, and is written last: the journal has what it has, and may be on."""
    last, size = store.last_checkpoint(), unsigned(filed).size if filed else 0
    if size > (last.size if last else 0):
        yield f"the checkpoint of {size} entries, which its file has, is not in its journal"


def of_export(path: Path, public: str | None, known: list[str]) -> Verified:
    check = ExportCheck(public, known)
    with path.open("rb") as lines:
        total = sum(1 for _ in lines)
    with path.open("rb") as lines, counted(total, "checking", "entries") as progress:
        found = list(check.faults(lines, progress))
    withheld = f"{check.withheld:,} events are withheld: they verify from the house only"
    notes = (withheld,) if check.withheld else ()
    counts = {"entries": check.entries, "checkpoints": len(check.notes), "seals": 0}
    return Verified("export", counts, public, WITH_KEY if public else UNCHECKED, found, notes)


def captured_in(file: str, head: bytes) -> Dispute | None:
    if FORMAT.encode() not in head:
        return None
    try:
        return dispute_decoder.decode(Path(file).read_bytes())
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"is no captured round: {error}", file) from None


def of_capture(captured: Dispute, public: str | None, known: list[str]) -> Verified:
    found = [*dispute_faults(captured, public), *unlike(captured, public, known)]
    entries = len(captured.entries) + len(captured.meter)
    counts = {
        "entries": entries,
        "checkpoints": 1 if captured.checkpoint else 0,
        "seals": len(captured.seals),
    }
    what = f"captured round {captured.round} of {captured.table}"
    notes = () if found else tuple(unproven(captured))
    return Verified(what, counts, public, WITH_KEY if public else UNCHECKED, found, notes)


def unlike(captured: Dispute, public: str | None, known: list[str]) -> Iterator[str]:
    """Of a capture whose checkpoint counts."""
    if captured.checkpoint:
        yield from other_heads(unsigned(captured.checkpoint), public, known)


def other_heads(ours: TreeHead, public: str | None, known: list[str]) -> Iterator[str]:
    for note in known:
        theirs = judge_by(public)(note)
        if theirs.size != ours.size:
            raise BadInput(
                f"is of {theirs.size} entries and its own of {ours.size}: only the journal or an"
                " export of it shows that one goes on from the other",
                "checkpoint",
            )
        if theirs != ours:
            yield f"the checkpoint of {ours.size} entries is not the one that is known elsewhere"
