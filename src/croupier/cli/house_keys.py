"""`croupier house keys`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.journal import house_journal
from croupier.cli.serve import planned
from croupier.problems import BadInput
from croupier.server.house_folder import locked, places_in
from croupier.server.journal import keyring, starting
from croupier.server.journal import keys as key_files
from croupier.server.journal.acts import KeyRevoked
from croupier.server.journal.keychain import KeyChain, chain_of, key_acts, verifier
from croupier.server.journal.keys import Keys, Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.meta import KEY
from croupier.server.journal.place import opened_alone, opened_beside_nodes
from croupier.server.journal.protecting import protect
from croupier.server.journal.verify import public_key
from croupier.server.play.clock import Clock, newest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.keys import KeyPlaces
    from croupier.server.journal.store import Store

BY = "offline"
"""Who holds the folder, and the house closed."""
SHORTEST = 8
"""Digits that name a key."""


class Revocation(NamedTuple):
    key: str
    after: int
    reason: str


def history(folder: Path) -> KeyChain:
    """As the journal tells it, which is read only: the house may be open."""
    places = places_of(folder)
    with house_journal(folder) as store:
        told = key_acts(store)
    try:
        return chain_of(told, public_key(places.public.read_text("ascii")))
    except (OSError, UnicodeDecodeError):
        says = "the public key cannot be read: `--publish` writes it again"
        raise BadInput(says, str(places.public)) from None


def places_of(folder: Path) -> KeyPlaces:
    return places_in(folder, planned(folder))


@contextmanager
def held(folder: Path) -> Iterator[Store]:
    """The house's journal to be written to, by nobody else meanwhile."""
    with house_journal(folder):
        lock = locked(folder)
    try:
        store = opened_alone(folder)
    except BaseException:
        os.close(lock)
        raise
    try:
        yield store
    finally:
        store.close()
        os.close(lock)


@contextmanager
def unlocked(folder: Path) -> Iterator[Store]:
    """What is written to it is then the house's own, by its signing key."""
    with held(folder) as store:
        signing, _ = keyring.held(places_of(folder), store, Passphrase())
        signing.unlock(store)
        yield store


@contextmanager
def unlocked_beside_nodes(folder: Path) -> Iterator[Store]:
    """The same of a house that is open at several machines, each of which reads what is added."""
    store = opened_beside_nodes(folder)
    try:
        signing, _ = keyring.held(places_of(folder), store, Passphrase())
        signing.unlock(store)
        yield store
    finally:
        store.close()


def rotated(folder: Path) -> str:
    with held(folder) as store:
        checked(folder, store)
        at = Clock(newest(store))()
        return keyring.rotate(places_of(folder), store, by=BY, at=at).public


def checked(folder: Path, store: Store) -> KeyChain:
    """Its keys; nothing is signed that the house itself would not open with."""
    signing, chain = keyring.held(places_of(folder), store, Passphrase())
    signing.unlock(store)
    starting.check(store, chain, folder / CHECKPOINT)
    return chain


def revoked(folder: Path, wanted: Revocation) -> None:
    with held(folder) as store:
        chain = checked(folder, store)
        act = KeyRevoked(
            at=Clock(newest(store))(),
            by=BY,
            key=key_named(chain, wanted.key),
            after=wanted.after,
            reason=wanted.reason,
        )
        keyring.revoke(places_of(folder), store, act)


def key_named(chain: KeyChain, given: str) -> str:
    found = [one.public for one in chain.keys if one.public.startswith(given)]
    if len(given) < SHORTEST or len(found) != 1:
        raise BadInput(f"{given[:64]!r} is no key of this house", "revoke")
    return found[0]


def published(folder: Path) -> str:
    """The public key written again where it is missing; it is the one that the journal has."""
    places = places_of(folder)
    with held(folder) as store:
        known, signing = store.meta().get(KEY), Keys.at(places.signing)
        if places.public.exists():
            raise BadInput("is there already, and is not replaced", str(places.public))
        if known != signing.public:
            raise BadInput("is not the key that this house was last opened with", "signing key")
        key_files.publish(places.public, signing.public)
    return signing.public


def protected(folder: Path) -> None:
    with held(folder):
        protect(places_of(folder))


def lines(chain: KeyChain, places: KeyPlaces) -> Iterator[str]:
    yield f"signing key: {places.signing}"
    yield f"key for shoes: {places.shoes}"
    yield from ("the log:", f"    {verifier(chain.origin, chain.current.public)}")
    for one in chain.keys:
        until = "in force" if one.until is None else f"before entry {one.until}"
        after = f", revoked after entry {one.revoked_after}: {one.reason}" * one.is_revoked
        yield one.public
        yield f"    from entry {one.since}, {until}{after}"
