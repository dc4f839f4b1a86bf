"""A witness's folder: its key, the last checkpoint of each log, and evidence against a log.

witness.key, witness.pub        the key that cosigns, and nothing else
HASH/key                        of a log (the hash is of its origin): whose signature counts
HASH/checkpoint                 the last one that was cosigned
HASH/evidence/NAME.txt          what does not go together
"""

from __future__ import annotations

import os
import time
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.problems import BadInput
from croupier.server.journal import durable
from croupier.server.journal.notes import Kind, Note, Submission, TreeHead, VerifierKey, cosign
from croupier.witness.judging import Refusal, is_fork, judged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY, PUBLIC, LOCK = "witness.key", "witness.pub", "lock"
FORBIDDEN, UNPROVEN = 403, 422
MOST_IN_DOUBT, MOST_SETTLED = 100, 1000
"""Pieces of evidence of one kind that a stranger could have made, and of those cleared up."""
FOUND = "\nfound:\n"


class Accepted(NamedTuple):
    """A checkpoint that is cosigned and on disk."""

    head: TreeHead
    lines: str
    """The signature of the witness."""


def name_of(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()


class Witnessed:
    """A log that this witness follows, as its folder has it."""

    def __init__(self, folder: Path, key: VerifierKey) -> None:
        self.folder, self.key = folder, key
        self.held: Note | None = None
        path = folder / "checkpoint"
        if path.exists():
            self.held = Note.parse(path.read_text("utf-8"))

    @property
    def head(self) -> TreeHead | None:
        return TreeHead.parse(self.held.text) if self.held else None

    @property
    def size(self) -> int:
        return self.head.size if self.head else 0

    def hold(self, note: Note) -> None:
        durable.replace(self.folder / "checkpoint", str(note).encode(), durable.READ_BY_ALL)
        self.held = note

    def trust(self, key: VerifierKey) -> None:
        """The next key of the log, in the place of the one before it."""
        durable.replace(self.folder / "key", f"{key}\n".encode(), durable.READ_BY_ALL)
        self.key = key

    def evidence(self) -> list[Path]:
        return sorted((self.folder / "evidence").glob("*.txt"))

    def in_doubt(self) -> dict[Path, TreeHead | None]:
        """What a stranger may have brought: the log's own word, or none where its key is not on it.

        A false proof, or an old checkpoint once more.
        """
        found: dict[Path, TreeHead | None] = {}
        for path in self.evidence():
            kind, said = path.name.partition("-")[0], path.read_text("utf-8").partition(FOUND)[2]
            if kind == "unproven":
                found[path] = Submission.parse(said).head
            elif kind == "rollback":
                found[path] = TreeHead.parse(Note.parse(said).text)
            elif kind == "unsigned":
                found[path] = None
        return found

    def settle(self, path: Path) -> None:
        """Evidence that the log has cleared up stays on record, as much as is kept."""
        settled = self.folder / "settled"
        settled.mkdir(exist_ok=True)
        if len(list(settled.iterdir())) < MOST_SETTLED or (settled / path.name).exists():
            path.replace(settled / path.name)
        else:
            path.unlink()

    def keep_evidence(self, what: str, found: str, *, kind: str) -> None:
        """Once for what was found, beside what is held; a stranger cannot fill the disk."""
        folder = self.folder / "evidence"
        folder.mkdir(exist_ok=True)
        name = f"{kind}-{sha256(found.encode()).hexdigest()[:16]}.txt"
        full = kind != "fork" and len(list(folder.glob(f"{kind}-*"))) >= MOST_IN_DOUBT
        if full or (folder / name).exists():
            return
        held = f"held:\n{self.held}" if self.held else "nothing held\n"
        durable.create(
            folder / name, f"{what}\n\n{held}{FOUND}{found}".encode(), durable.READ_BY_ALL
        )


class Witness:
    """Whoever opens it is alone with the folder."""

    def __init__(
        self, folder: Path, name: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.clock, self.turn = folder, clock, Lock()
        self.alone = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, durable.OWNER_ONLY)
        try:
            durable.held(self.alone)
        except OSError:
            os.close(self.alone)
            raise BadInput("this witness runs already", str(folder)) from None
        try:
            self.private, self.key = self.keys(name)
            self.logs = {one.key.name: one for one in self.read_logs()}
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        os.close(self.alone)

    def keys(self, name: str | None) -> tuple[Ed25519PrivateKey, VerifierKey]:
        """Made once, for a folder that has seen nothing: a lost key is no reason for another."""
        secret, public = self.folder / KEY, self.folder / PUBLIC
        if not secret.exists():
            if any(self.folder.glob("*/checkpoint")) or public.exists():
                raise BadInput("the witness's key is missing", str(secret))
            durable.create(secret, Ed25519PrivateKey.generate().private_bytes_raw())
        try:
            private = Ed25519PrivateKey.from_private_bytes(secret.read_bytes())
        except ValueError:
            raise BadInput("holds no key of a witness", str(secret)) from None
        if not public.exists():
            own = name or f"croupier-witness/{private.public_key().public_bytes_raw().hex()[:16]}"
            said = f"{VerifierKey.of(own, private, Kind.COSIGNATURE)}\n"
            durable.create(public, said.encode(), durable.READ_BY_ALL)
        key = VerifierKey.parse(public.read_text("utf-8").strip())
        if key != VerifierKey.of(name or key.name, private, Kind.COSIGNATURE):
            raise BadInput("is not of this witness's key and name", str(public))
        return private, key

    def read_logs(self) -> list[Witnessed]:
        return [
            Witnessed(path.parent, VerifierKey.parse(path.read_text("utf-8").strip()))
            for path in sorted(self.folder.glob("*/key"))
        ]

    def follow(self, key: VerifierKey) -> Witnessed:
        """A log that this key signs, from now on."""
        known = self.logs.get(key.name)
        if known is None:
            folder = self.folder / name_of(key.name)
            folder.mkdir(exist_ok=True)
            known = self.logs[key.name] = Witnessed(folder, key)
            known.trust(key)
            durable.sync_folder(self.folder)
        return known

    def add(self, new: Submission) -> Accepted | Refusal:
        """Checked, kept and cosigned in one step; on disk before anybody is told."""
        with self.turn:
            log = self.logs.get(new.head.origin)
            if log is None:
                return Refusal(404, f"nothing is known of the log {new.head.origin}")
            refusal = judged(log.head, log.key, new)
            if refusal is None:
                return self.taken(log, new)
            if refusal.status != FORBIDDEN and is_fork(log.head, new.head):
                log.keep_evidence("two roots for one size", str(new), kind="fork")
            elif refusal.status == UNPROVEN:
                log.keep_evidence(refusal.says, str(new), kind="unproven")
            return refusal

    def taken(self, log: Witnessed, new: Submission) -> Accepted:
        signature = cosign(new.note.text, self.key.name, self.private, int(self.clock()))
        genuine = [one for one in new.note.signatures if one.is_of(log.key)]
        log.hold(Note(new.note.text, (*genuine, signature)))
        return Accepted(new.head, signature.line)
