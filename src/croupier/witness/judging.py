"""Whether a checkpoint follows from the one that is held, as C2SP's witness protocol asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal.tree import EMPTY, is_consistent

if TYPE_CHECKING:
    from croupier.server.journal.notes import Submission, TreeHead, VerifierKey


class Refusal(msgspec.Struct, frozen=True):
    """By its status in HTTP."""

    status: int
    says: str


def is_fork(held: TreeHead | None, new: TreeHead) -> bool:
    """Two roots for one size: if both are signed, whoever holds the key has told two stories."""
    return held is not None and held.size == new.size and held.root != new.root


def judged(held: TreeHead | None, key: VerifierKey, new: Submission) -> Refusal | None:
    """Why a witness that holds this checkpoint does not sign the new one; None: it does."""
    size, root = (held.size, held.root) if held else (0, EMPTY)
    try:
        new.note.signed_by(key)
    except BadInput as wrong:
        return Refusal(403, str(wrong))
    if new.old > new.head.size:
        return Refusal(400, f"{new.old} entries are more than the {new.head.size} of the new one")
    if new.old != size:
        return Refusal(409, f"the checkpoint held is of {size} entries, not {new.old}")
    if is_fork(held, new.head):
        return Refusal(422, f"two checkpoints of {size} entries have different roots")
    if not is_consistent(size, root, new.head.size, new.head.root, new.proof):
        says = f"no proof that {new.head.size} entries begin with the {size} seen before"
        return Refusal(422, says)
    return None
