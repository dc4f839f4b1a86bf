"""`croupier audit receipt`: a player's receipt, also against what the house shows now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.asked_house import gone_on, trust
from croupier.cli.journal import key_of
from croupier.cli.kept_notes import notes_in
from croupier.cli.reading import decoded
from croupier.cli.verify_file import other_heads
from croupier.server.past import receipt as receipts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.witness.following import HouseLog

SHORT = 16


class ReceiptVerdict(NamedTuple):
    says: str
    """Where nothing is wrong with it."""
    faults: list[str]
    notes: list[str]


def verified_receipt(
    file: str, key: str | None, checkpoints: Sequence[str], house: HouseLog | None = None
) -> ReceiptVerdict:
    public, known = key_of(key), [note for one in checkpoints for note in notes_in(one)]
    given = decoded(file, receipts.decoder, "a receipt")
    trusted, found, notes = trust(public, given.keys, house)
    found += receipts.receipt_faults(given, trusted)
    heads = list(dict.fromkeys([] if found else receipts.heads_of(given, trusted)))
    for head in heads:
        found += other_heads(head, trusted, known)
    now = 0
    if house is not None and heads:
        now, wrong = gone_on(house, heads, trusted)
        found += wrong
    size = max((head.size for head in heads), default=0)
    grown = f" The house's log goes on from it, to {now:,} entries." if house else ""
    said = (
        f"The receipt holds: {len(given.entries)} entries of round {given.round} at {given.table}"
        f" stand under a checkpoint of {size:,} entries ({signed(given, public)}).{grown}"
    )
    return ReceiptVerdict(said, found, notes)


def signed(given: receipts.Receipt, public: str | None) -> str:
    if public is None:
        return "its signature unchecked: no --key"
    if given.key == public:
        return "signed with the house's key"
    return f"signed with the house's key {given.key[:SHORT]}; the one given is of the same chain"
