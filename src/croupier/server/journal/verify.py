"""The check of a journal: each hash, version, posting, balance, snapshot and checkpoint."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import private
from croupier.server.journal.checkpoints import is_genuine
from croupier.server.journal.refolding import Refolded
from croupier.server.journal.store import NOTHING_BEFORE, PLAYERS, is_as_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.server.journal.refolding import Refold
    from croupier.server.journal.store import Checkpoint, Entry, Store

KEY_BYTES = 32


def public_key(text: str) -> str:
    """A house's public key as its 64 hexadecimal digits."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadInput(f"a public key is {2 * KEY_BYTES} hexadecimal digits", "key")
    return key.hex()


def faults(
    store: Store,
    refolds: Mapping[str, Refold],
    public: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[str]:
    """Everything that is not as it was written; nothing when the journal is whole."""
    heads: dict[str, tuple[int, bytes]] = {}
    sealed: dict[tuple[str, int], bytes] = {}
    seals = {(seal.stream, seal.version): seal for seal in store.checkpoints()}
    refolded = Refolded(store, refolds)
    sums: dict[str, int] = defaultdict(int)
    for done, entry in enumerate(store.everything(), 1):
        version, head = heads.get(entry.stream, (0, NOTHING_BEFORE))
        where = f"{entry.stream} entry {entry.version} (position {entry.position})"
        if entry.version != version + 1:
            yield f"{where}: entry {version + 1} should come here"
        if entry.previous != head:
            yield f"{where}: does not follow the entry before it"
        if not is_as_written(entry):
            yield f"{where}: was changed after it was written"
        if wrong := wrong_private(entry):
            yield f"{where}: {wrong}"
        if sum(cents for _, cents in entry.postings):
            yield f"{where}: its postings do not add up to nothing"
        for account, cents in entry.postings:
            sums[account] += cents
            if account.startswith(PLAYERS) and sums[account] < 0:
                yield f"{where}: {account} falls below nothing"
        heads[entry.stream] = (entry.version, entry.hash)
        if (entry.stream, entry.version) in seals:
            sealed[entry.stream, entry.version] = entry.hash
        refolded.follow(entry)
        progress(done)
    yield from wrong_heads(store, heads)
    yield from wrong_balances(store, sums)
    yield from refolded.faults()
    yield from wrong_seals(seals.values(), sealed, public)


def wrong_private(entry: Entry) -> str | None:
    try:
        return private.wrong_beside(entry)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return "its private values cannot be told"


def wrong_heads(store: Store, heads: dict[str, tuple[int, bytes]]) -> Iterator[str]:
    for stream in store.versions().keys() | heads.keys():
        (version, head), found = store.head(stream), heads.get(stream, (0, NOTHING_BEFORE))
        if found[0] != version:
            yield f"{stream}: {version} entries were written and {found[0]} are there"
        elif found[1] != head:
            yield f"{stream}: its last entry is not the one that the next would follow"


def wrong_balances(store: Store, sums: dict[str, int]) -> Iterator[str]:
    balances = store.balances()
    for account in sorted(balances.keys() | sums.keys()):
        if balances.get(account, 0) != sums.get(account, 0):
            yield f"{account}: holds {balances.get(account, 0)}, its postings say {sums[account]}"


def wrong_seals(
    seals: Iterable[Checkpoint], hashes: dict[tuple[str, int], bytes], public: str | None
) -> Iterator[str]:
    for seal in seals:
        where = f"the seal of {seal.stream} at entry {seal.version}"
        if hashes.get((seal.stream, seal.version)) != seal.hash:
            yield f"{where} is not of what stands there"
        if public is not None and not is_genuine(seal, public):
            yield f"{where} was not made with the house's key"
