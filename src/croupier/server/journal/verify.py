"""The check of a journal: each hash, version, posting, balance and checkpoint."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import erasing, private
from croupier.server.journal.acts import demonstration_in
from croupier.server.journal.keychain import KeyChain, chain_of, key_acts
from croupier.server.journal.log_check import OTHER_KEY, LogCheck, unsigned
from croupier.server.journal.meta import DEMONSTRATION, NO, YES
from croupier.server.journal.store import NOTHING_BEFORE, PLAYERS, Unreadable, is_as_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.money import Posting
    from croupier.server.journal.keychain import HeldKey, Placed
    from croupier.server.journal.store import Entry, Store

KEY_BYTES = 32
NO_CHECKPOINT = "the journal has entries and no checkpoint: the checkpoints were removed"
TOLD_EVERY = 1000
"""Entries from one word on the progress to the next."""


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
    public: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    known: Iterable[str] = (),
) -> Iterator[str]:
    """Everything that is not as it was written; nothing when the journal is whole.

    Checkpoints that are known from elsewhere have to be of its entries, too.
    """
    yield from store.wrong_schema()
    books = Books()
    told, unread = told_of_keys(store)
    notes = [one.note for one in store.checkpoints()]
    chain, wrong = chain_for(told, public, notes)
    yield from unread + wrong
    judge = chain.covering(notes) if chain else unsigned
    log = LogCheck([*notes, *known], judge, store.nodes())
    for done, entry in enumerate(store.everything(), 1):
        yield from books.wrong(entry)
        yield from log.follow(entry.hash)
        if done % TOLD_EVERY == 0:
            progress(done)
    if books.heads and not notes:
        yield NO_CHECKPOINT
    yield from log.faults()
    yield from erasing.unrecorded(store)
    yield from wrong_tail(store)
    yield from wrong_meta(store)
    yield from wrong_heads(store, books.heads)
    yield from wrong_balances(store, books.sums)


def told_of_keys(store: Store) -> tuple[list[Placed], list[str]]:
    try:
        return key_acts(store), []
    except BadInput as wrong:
        return [], [str(wrong)]


def chain_for(
    told: list[Placed], public: str | None, notes: Sequence[str] = ()
) -> tuple[KeyChain | None, list[str]]:
    """The keys that count, given one of them that is known; and what is wrong with them.

    Where no checkpoint is of any of them, whose the journal is does not show by the key.
    """
    if public is None:
        return None, []
    try:
        chain = chain_of(told, public)
        is_its = chain.holds(public) and chain.has_signed_any(notes)
    except BadInput as wrong:
        return KeyChain.of(public), [str(wrong)]
    return (chain, []) if is_its else (None, [OTHER_KEY])


def known_keys(store: Store) -> tuple[HeldKey, ...]:
    """As the journal tells of them; none where the keys were never changed."""
    told, _ = told_of_keys(store)
    try:
        return chain_of(told, "").keys if told else ()
    except BadInput:
        return ()


def revoked_since(store: Store, public: str | None) -> int:
    """Checkpoints of a key that was revoked, which count no more."""
    notes = [one.note for one in store.checkpoints()]
    chain, _ = chain_for(told_of_keys(store)[0], public, notes)
    if chain is None or not any(one.is_revoked for one in chain.keys):
        return 0
    return sum(1 for one in notes if chain.counted(one) is None)


class Books:
    """Entries one by one: chained, hashed, numbered, their postings summed up.

    Away from the house private values are not there, and withheld events neither.
    """

    def __init__(self, *, away: bool = False) -> None:
        self.away = away
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.sums: dict[str, int] = defaultdict(int)
        self.position = 0

    def wrong(self, entry: Entry, *, withheld: bool = False) -> list[str]:
        self.position += 1
        version, head = self.heads.get(entry.stream, (0, NOTHING_BEFORE))
        self.heads[entry.stream] = (entry.version, entry.hash)
        found = []
        if entry.position != self.position:
            found.append(f"position {self.position} should come here")
            self.position = entry.position
        if entry.version != version + 1:
            found.append(f"entry {version + 1} should come here")
        if entry.previous != head:
            found.append("does not follow the entry before it")
        if not withheld and not is_as_written(entry):
            found.append("was changed after it was written")
        if not withheld and (wrong := wrong_private(entry, away=self.away)):
            found.append(wrong)
        if entry.postings:
            found += self.wrong_money(entry.postings)
        return [f"{entry.place}: {one}" for one in found] if found else found

    def wrong_money(self, postings: Sequence[Posting]) -> Iterator[str]:
        if sum(cents for _, cents in postings):
            yield "its postings do not add up to nothing"
        for account, cents in postings:
            self.sums[account] += cents
            if self.sums[account] < 0 and account.startswith(PLAYERS):
                yield f"{account} falls below nothing"


def wrong_private(entry: Entry, *, away: bool = False) -> str | None:
    """Return what is wrong with the private values; `away` there are only digests."""
    try:
        return private.wrong_digests(entry) if away else private.wrong_beside(entry)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        has_some = entry.beside or private.MARK in entry.body
        return "its private values cannot be told" if has_some else None


def wrong_tail(store: Store) -> Iterator[str]:
    """What no checkpoint covers yet the house itself wrote; told with its signing key only."""
    last = store.last_checkpoint()
    if last and (foreign := store.foreign(last.size)):
        yield f"{foreign}: was not written by this house"


def wrong_meta(store: Store) -> Iterator[str]:
    """What the database says of the house beside its entries."""
    try:
        recorded, said = demonstration_in(store), store.meta().get(DEMONSTRATION)
    except Unreadable as wrong:
        yield str(wrong)
        return
    if recorded is not None and said != (YES if recorded else NO):
        is_one = "a demonstration" if recorded else "no demonstration"
        yield f"its journal says that it is {is_one}, and its database says otherwise"


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
        holds, posted = balances.get(account, 0), sums.get(account, 0)
        if holds != posted:
            yield f"{account}: holds {holds}, its postings say {posted}"
