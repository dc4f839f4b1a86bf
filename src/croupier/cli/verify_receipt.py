"""`croupier audit receipt`: a player's receipt, also against what the house shows now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.journal import key_of
from croupier.cli.kept_notes import notes_in
from croupier.cli.verify_file import other_heads
from croupier.problems import BadInput
from croupier.server.journal.keychain import verifier
from croupier.server.journal.log_check import judge_by, unsigned
from croupier.server.journal.notes import Note
from croupier.server.journal.tree import is_consistent
from croupier.server.past import receipt as receipts
from croupier.witness.following import HouseLog, followed, signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.notes import TreeHead


def verified_receipt(
    file: str, key: str | None, checkpoints: Sequence[str], house: HouseLog | None = None
) -> tuple[str, list[str]]:
    """What is said of a receipt that holds, and what does not."""
    public, known = key_of(key), [note for one in checkpoints for note in notes_in(one)]
    try:
        given = receipts.decoder.decode(Path(file).read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"is no receipt: {error}", file) from None
    judge = judge_by(public)
    found = list(receipts.receipt_faults(given, judge, public))
    heads = list(dict.fromkeys([] if found else receipts.heads_of(given, judge)))
    for head in heads:
        found += other_heads(head, public, known)
    now = 0
    if house is not None and heads:
        now, wrong = gone_on(house, heads, public)
        found += wrong
    size = max((head.size for head in heads), default=0)
    signed = "signed with the house's key" if public else "its signature unchecked: no --key"
    grown = f" The house's log goes on from it, to {now:,} entries." if house else ""
    said = (
        f"The receipt holds: {len(given.entries)} entries of round {given.round} at {given.table}"
        f" stand under a checkpoint of {size:,} entries ({signed}).{grown}"
    )
    return said, found


def gone_on(
    house: HouseLog, heads: Sequence[TreeHead], public: str | None
) -> tuple[int, list[str]]:
    """How many entries the house shows now, and where its log does not go on from what was seen."""
    written = house.checkpoint()
    now = unsigned(written)
    wrong = [] if public is None else list(not_its_key(house, written, public))
    return now.size, [*wrong, *(says for head in heads for says in broken(house, head, now))]


def not_its_key(house: HouseLog, written: str, public: str) -> Iterator[str]:
    """Signed with the key that is known, or with one that it has put in its place since."""
    note, key = Note.parse(written), verifier(unsigned(written).origin, public)
    if not signs(key, note) and not signs(followed(key, house.keys().rotations), note):
        yield "the house shows a checkpoint that is not signed with its key"


def broken(house: HouseLog, seen: TreeHead, now: TreeHead) -> Iterator[str]:
    if seen.origin != now.origin:
        yield f"the house shows the log {now.origin}, and the receipt is of {seen.origin}"
    elif now.size < seen.size:
        yield (
            f"the house shows {now.size} entries, and the receipt's checkpoint has {seen.size}:"
            " entries are missing"
        )
    else:
        proof = house.proof(seen.size, now.size)
        if proof is None or not is_consistent(seen.size, seen.root, now.size, now.root, proof):
            yield (
                f"the house's log of {now.size} entries does not go on from the receipt's"
                f" checkpoint of {seen.size}: it was rewritten"
            )
