"""Whether a journal is whole: each hash, version, posting, balance and seal."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from croupier.server.seals import is_genuine
from croupier.server.store import NOTHING_BEFORE, PLAYERS, New, hashed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.store import Store


def faults(store: Store, public: str | None = None) -> Iterator[str]:
    """Everything that is not as it was written; nothing when the journal is whole."""
    heads: dict[str, tuple[int, bytes]] = {}
    hashes: dict[tuple[str, int], bytes] = {}
    sums: dict[str, int] = defaultdict(int)
    for entry in store.everything():
        version, head = heads.get(entry.stream, (0, NOTHING_BEFORE))
        where = f"{entry.stream} entry {entry.version} (position {entry.position})"
        if entry.version != version + 1:
            yield f"{where}: entry {version + 1} should come here"
        new = New(entry.at, entry.body, entry.postings)
        if entry.previous != head:
            yield f"{where}: does not follow the entry before it"
        if hashed(entry.previous, entry.stream, entry.version, new) != entry.hash:
            yield f"{where}: was changed after it was written"
        if sum(cents for _, cents in entry.postings):
            yield f"{where}: its postings do not add up to nothing"
        for account, cents in entry.postings:
            sums[account] += cents
            if account.startswith(PLAYERS) and sums[account] < 0:
                yield f"{where}: {account} falls below nothing"
        heads[entry.stream] = (entry.version, entry.hash)
        hashes[entry.stream, entry.version] = entry.hash
    yield from wrong_heads(store, heads)
    yield from wrong_balances(store, sums)
    yield from wrong_seals(store, hashes, public)


def wrong_heads(store: Store, heads: dict[str, tuple[int, bytes]]) -> Iterator[str]:
    for stream, version in store.versions().items():
        found = heads.get(stream, (0, NOTHING_BEFORE))
        if found[0] != version:
            yield f"{stream}: {version} entries were written and {found[0]} are there"


def wrong_balances(store: Store, sums: dict[str, int]) -> Iterator[str]:
    balances = store.balances()
    for account in sorted(balances.keys() | sums.keys()):
        if balances.get(account, 0) != sums.get(account, 0):
            yield f"{account}: holds {balances.get(account, 0)}, its postings say {sums[account]}"


def wrong_seals(
    store: Store, hashes: dict[tuple[str, int], bytes], public: str | None
) -> Iterator[str]:
    for seal in store.seals():
        where = f"the seal of {seal.stream} at entry {seal.version}"
        if hashes.get((seal.stream, seal.version)) != seal.hash:
            yield f"{where} is not of what stands there"
        if public is not None and not is_genuine(seal, public):
            yield f"{where} was not made with the house's key"
