"""`croupier audit verify`: a journal in its house, an export, a captured round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli import kinds
from croupier.cli.asked_house import asked_history, gone_on, trust
from croupier.cli.journal import house_journal, journal, key_of
from croupier.cli.kept_notes import PAPER, notes_in, on_paper
from croupier.cli.progress import counted
from croupier.cli.reading import decoded_from, read
from croupier.cli.verify_apart import states_apart
from croupier.problems import BadInput
from croupier.server.journal.export_check import ExportCheck
from croupier.server.journal.key_history import REVOKED, revocations
from croupier.server.journal.keychain import chain_of, key_acts
from croupier.server.journal.keys import PUBLIC, Keys, Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.log_check import unsigned
from croupier.server.journal.part_check import PartCheck, is_part
from croupier.server.journal.place import JOURNAL, journal_in
from croupier.server.journal.postgres_address import is_address
from croupier.server.journal.store import Unreadable
from croupier.server.journal.tree import root_of
from croupier.server.journal.verify import known_keys, revoked_since
from croupier.server.past.capture import dispute_decoder, dispute_faults, unproven
from croupier.server.streams import faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.key_history import Trusted
    from croupier.server.journal.notes import TreeHead
    from croupier.server.journal.store import Store
    from croupier.server.past.capture import Dispute
    from croupier.witness.following import HouseLog

UNCHECKED = "signatures unchecked: no --key"
WITH_KEY = "each with the house's key"
BESIDE = f"each with the key in {PUBLIC}: compare it with the one that is kept elsewhere"
PART = (
    "it is a part of a journal, {:,} entries: each is as it was written; that they stand in the"
    " house's log, and what is left out, shows in the whole journal only"
)
LONGEST_LINE = 1 << 24
INSTEAD = {
    kinds.RECEIPT: "is a player's receipt: croupier audit receipt tells whether it holds",
    kinds.RECORD: "is a table's record: croupier fairness verify tells whether it holds",
    kinds.COMMAS: "is a journal as comma-separated values, which hold no checkpoint: verify the"
    " one in JSON Lines",
    kinds.BACKUP: "is a backup of a house: croupier house restore checks it and puts it back",
    kinds.CHECKPOINT: "is a checkpoint: it is given with --checkpoint, beside what it covers",
}
"""What is said of a file that another verb is for."""


class Verified(NamedTuple):
    what: str
    counts: dict[str, int]
    key: str | None
    signed: str
    """With which key, in words."""
    faults: list[str]
    notes: tuple[str, ...] = ()
    """What is to be known of it, though nothing is wrong."""


class Paper(NamedTuple):
    """What a shift report says of the journal: how many entries it had, and their root."""

    size: int
    root: bytes

    def faults(self, store: Store) -> Iterator[str]:
        if store.tree_size() < self.size:
            yield f"the paper tells of {self.size:,} entries, and {store.tree_size():,} are there"
        elif root_of(store.tree_node, self.size) != self.root:
            yield f"the first {self.size:,} entries are not those of the paper"


class Kept(NamedTuple):
    """What whoever verifies has: a key, checkpoints, the house to be asked."""

    public: str | None
    notes: list[str]
    house: HouseLog | None = None
    paper: tuple[Paper, ...] = ()

    def grown(self, trusted: Trusted, what: str, *seen: str) -> list[str]:
        """Where the house, if it is asked, does not go on from these checkpoints."""
        if self.house is None:
            return []
        return gone_on(self.house, [unsigned(one) for one in seen], trusted, what).faults


def verified(
    file: str, key: str | None, checkpoints: Sequence[str], house: HouseLog | None = None
) -> Verified:
    """By what the file is; a folder is a house."""
    if Path(file).is_dir():
        file = str(Path(file) / JOURNAL)
    papers = tuple(Paper(*on_paper(one)) for one in checkpoints if PAPER.fullmatch(one))
    notes = [note for one in checkpoints if not PAPER.fullmatch(one) for note in notes_in(one)]
    kept = Kept(key_of(key), notes, house, papers)
    known = is_address(file) or is_elsewhere(file)
    kind = kinds.JOURNAL if known else kind_in(file)
    if kind == kinds.JOURNAL:
        return of_house(file, kept)
    if papers:
        raise BadInput("is held against what is printed on paper in its house only", file)
    if kind == kinds.CAPTURE:
        whole = kinds.inner(read(file))
        return of_capture(decoded_from(whole, file, dispute_decoder, kinds.CAPTURE), kept)
    if kind == kinds.EXPORT:
        return of_export(Path(file), kept)
    other = f"is no journal, export or captured round, but {kind}"
    raise BadInput(INSTEAD.get(kind, other), file)


def is_elsewhere(file: str) -> bool:
    """Whether the file of the house names a database in its place."""
    path = Path(file)
    return path.name == JOURNAL and not path.exists() and is_address(journal_in(path.parent))


def kind_in(file: str) -> str:
    """An export may be long: its first line tells."""
    try:
        with Path(file).open("rb") as reading:
            first = reading.readline(LONGEST_LINE)
    except (OSError, ValueError):
        first = b""
    if first and (kind := kinds.kind_of(first)) in {kinds.JOURNAL, kinds.EXPORT}:
        return kind
    return kinds.kind_of(read(file))


def of_house(file: str, kept: Kept) -> Verified:
    """Of a folder, the journal that its file names."""
    path, public = Path(file), kept.public
    beside = path.parent / CHECKPOINT
    filed = notes_in(str(beside))[-1] if path.name == JOURNAL and beside.is_file() else None
    known = [*kept.notes, filed] if filed else kept.notes
    signed = WITH_KEY if public else UNCHECKED
    if public is None and path.name == JOURNAL and (path.parent / PUBLIC).is_file():
        public, signed = key_of(str(path.parent / PUBLIC)), BESIDE
    with house_journal(path.parent) if is_elsewhere(file) else journal(file) as store:
        unlock(store, path, public)
        total = sum(store.versions().values())
        checkpoints = sum(1 for _ in store.checkpoints())
        found = list(gone(store, filed))
        with counted(total, "checking", "entries") as progress, states_apart(store) as states:
            try:
                found += faults(store, public, progress, known, states)
                found += [fault for one in kept.paper for fault in one.faults(store)]
            except Unreadable as error:
                found.append(f"the file itself is damaged: {error}")
        revoked = revoked_since(store, public)
        notes = [*([] if store.macs else unmarked(store, total)), *revocations(known_keys(store))]
        if last := store.last_checkpoint():
            trusted = trust(public, None, kept.house).keys
            found += kept.grown(trusted, "journal", last.note)
    counts = {"entries": total, "checkpoints": checkpoints}
    notes += [REVOKED.format(revoked)] if revoked else []
    return Verified("journal", counts, public, signed, found, tuple(notes))


def unlock(store: Store, path: Path, public: str | None) -> None:
    """With the house's signing key where it lies at hand, which tells its own entries."""
    from croupier.cli.house_keys import places_of

    if path.name != JOURNAL or public is None:
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


def of_export(path: Path, kept: Kept) -> Verified:
    with path.open("rb") as lines:
        if is_part(lines):
            return of_part(path, kept)
    told = asked_history(kept.house) if kept.house else None
    check = ExportCheck(kept.public, kept.notes, told)
    found = checked(path, check)
    found += kept.grown(check.trusted, "export", *check.notes[-1:]) if not found else []
    notes = [*check.revoked(), *withheld(check.withheld)]
    counts = {"entries": check.entries, "checkpoints": len(check.notes)}
    signed = WITH_KEY if kept.public else UNCHECKED
    return Verified("export", counts, kept.public, signed, found, tuple(notes))


def of_part(path: Path, kept: Kept) -> Verified:
    trusted, found, notes = trust(kept.public, None, kept.house)
    check = PartCheck(trusted)
    found += dict.fromkeys(checked(path, check))
    found = found or [PART.format(check.entries)]
    counts = {"entries": check.entries, "checkpoints": check.notes}
    signed = WITH_KEY if kept.public else UNCHECKED
    notes = [*notes, *withheld(check.withheld)]
    return Verified("part", counts, kept.public, signed, found, tuple(notes))


def checked(path: Path, check: ExportCheck | PartCheck) -> list[str]:
    with path.open("rb") as lines:
        total = sum(1 for _ in lines)
    with path.open("rb") as lines, counted(total, "checking", "entries") as progress:
        return list(check.faults(lines, progress))


def withheld(count: int) -> Iterator[str]:
    if count:
        yield f"{count:,} events are withheld: they verify from the house only"


def of_capture(captured: Dispute, kept: Kept) -> Verified:
    trusted, found, revoked = trust(kept.public, captured.keys, kept.house)
    found += dispute_faults(captured, trusted.founding, trusted.judge)
    if captured.checkpoint and not found:
        found += other_heads(unsigned(captured.checkpoint), trusted, kept.notes)
        found += kept.grown(trusted, "capture", captured.checkpoint)
    entries = len(captured.entries) + len(captured.meter)
    counts = {
        "entries": entries,
        "checkpoints": 1 if captured.checkpoint else 0,
    }
    what = f"captured round {captured.round} of {captured.table}"
    notes = (*revoked, *(() if found else unproven(captured)))
    signed = WITH_KEY if kept.public else UNCHECKED
    return Verified(what, counts, kept.public, signed, found, notes)


def other_heads(ours: TreeHead, trusted: Trusted, known: list[str]) -> Iterator[str]:
    for note in known:
        theirs = trusted.judge(note)
        if theirs.size != ours.size:
            raise BadInput(
                f"is of {theirs.size} entries and its own of {ours.size}: only the journal or an"
                " export of it shows that one goes on from the other",
                "checkpoint",
            )
        if theirs != ours:
            yield f"the checkpoint of {ours.size} entries is not the one that is known elsewhere"
