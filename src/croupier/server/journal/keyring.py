"""The keys of a house in their files and in its journal: founded, opened, rotated, revoked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput
from croupier.server.journal import durable, keys
from croupier.server.journal.acts import (
    STREAM,
    Acts,
    HouseOpened,
    KeyRevoked,
    KeyRotated,
)
from croupier.server.journal.keychain import KeyChain, act_of, chain_of, key_acts, rotation
from croupier.server.journal.keys import Keys, Passphrase
from croupier.server.journal.log import FILE as CHECKPOINT
from croupier.server.journal.log import Log
from croupier.server.journal.meta import KEY
from croupier.server.journal.store import Selection

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import AnyAct
    from croupier.server.journal.keys import KeyPlaces
    from croupier.server.journal.store import Store

SHOE_KEY = "the key for shoes"
OPENED = "house-opened"
SEALED = "shoe:"
"""Streams of what only that key opens."""


class KeyRing(NamedTuple):
    signing: Keys
    shoes: bytes
    chain: KeyChain


def create(places: KeyPlaces, phrase: Passphrase | None = None) -> Keys:
    """The keys of a new house, all or none."""
    made = []
    try:
        signing = Keys.create(places.signing, phrase)
        made.append(places.signing)
        create_shoe_key(places.shoes, phrase)
        made.append(places.shoes)
        keys.publish(places.public, signing.public)
    except BaseException:
        for path in made:
            path.unlink()
        raise
    return signing


def create_shoe_key(path: Path, phrase: Passphrase | None = None) -> bytes:
    secret = os.urandom(keys.SECRET_BYTES)
    keys.create_secret(path, secret, phrase)
    return secret


def opened(places: KeyPlaces, store: Store, phrase: Passphrase | None = None) -> KeyRing:
    """The keys of a house that opens; only one without entries is given new ones."""
    phrase = phrase or Passphrase()
    begun = store.versions()
    if not begun:
        create_missing(places, phrase)
    signing, chain = held(places, store, phrase)
    if not any(stream.startswith(SEALED) for stream in begun) and not places.shoes.exists():
        return KeyRing(signing, create_shoe_key(places.shoes, phrase), chain)
    return KeyRing(signing, keys.read_secret(places.shoes, SHOE_KEY, phrase), chain)


def create_missing(places: KeyPlaces, phrase: Passphrase) -> None:
    """Of a house that has done nothing yet; a public key alone says that there was a key."""
    if not places.public.exists():
        signing = Keys.at if places.signing.exists() else Keys.create
        keys.publish(places.public, signing(places.signing, phrase).public)


def held(places: KeyPlaces, store: Store, phrase: Passphrase) -> tuple[Keys, KeyChain]:
    """The signing key, which is the one in force by the journal and by the public file."""
    told = key_acts(store)
    finish_rotation(places, chain_of(told, "").current.public, phrase)
    signing = Keys.at(places.signing, phrase)
    keys.check_published(places.public, signing.public)
    chain = chain_of(told, signing.public)
    rotated = max((at for at, act in told if isinstance(act, KeyRotated)), default=0)
    for known in (chain.current.public, last_opened_with(store, rotated)):
        if known not in {signing.public, None}:
            says = f"is not the key in force, which the journal says is {known}"
            raise BadInput(says, str(places.signing))
    return signing, chain


def last_opened_with(store: Store, after: int) -> str | None:
    """The key with which the house was last opened since an entry, where that was recorded."""
    wanted = Selection(stream=STREAM, event=OPENED, after=after, before=store.tree_size() + 1)
    acts = (act_of(entry) for entry in store.select(wanted))
    return next((act.key for act in acts if isinstance(act, HouseOpened) and act.key), None)


def rotate(
    places: KeyPlaces, store: Store, *, by: str, at: int, phrase: Passphrase | None = None
) -> Keys:
    """A new key, once the journal has it, signed by the old one; whoever calls holds the house.

    All that was written before is signed by the old one, and the change of keys by the new one.
    """
    phrase = phrase or Passphrase()
    old, chain = held(places, store, phrase)
    sign(places, store, old, at)  # what the old key has marked, it signs
    beside = next_to(places.signing)
    beside.unlink(missing_ok=True)  # of a rotation that was never written down
    new = Keys.create(beside, phrase)
    new.unlock(store)
    try:
        record(store, rotation(chain, old, new, by=by, at=at))
    except BadInput:
        beside.unlink()
        raise
    store.set_meta(KEY, new.public)
    finish_rotation(places, new.public, phrase)
    sign(places, store, new, at)
    return new


def sign(places: KeyPlaces, store: Store, keys: Keys, at: int) -> None:
    """All that is there, in the folder of the public key; what another wrote is not signed."""
    keys.unlock(store)
    Log(store, keys, places.public.with_name(CHECKPOINT)).must_checkpoint(at)


def finish_rotation(places: KeyPlaces, current: str, phrase: Passphrase) -> None:
    """The new key takes its place once it is in force, also after a crash between the two."""
    beside = next_to(places.signing)
    if not current or not beside.exists() or Keys.at(beside, phrase).public != current:
        return
    keys.publish(places.public, current)
    beside.replace(places.signing)
    durable.sync_folder(places.signing.parent)


def next_to(path: Path) -> Path:
    return path.with_name(f"{path.name}.next")


def revoke(
    places: KeyPlaces, store: Store, act: KeyRevoked, phrase: Passphrase | None = None
) -> KeyChain:
    """An earlier key, which is known to be in other hands; the one in force is rotated first.

    That one signs before and after: the last checkpoint counts at every moment.
    """
    signing, chain = held(places, store, phrase or Passphrase())
    if act.key == chain.current.public:
        raise BadInput("is in force: rotate it first", f"key {act.key[:16]}")
    most = sum(store.versions().values())
    if not 0 <= act.after <= most:
        raise BadInput(f"the journal has {most} entries, and no entry {act.after}", "after")
    after = chain.revoked(act)
    if after == chain:
        raise BadInput("is revoked already, and no later entry counts", f"key {act.key[:16]}")
    sign(places, store, signing, act.at)
    record(store, act)
    sign(places, store, signing, act.at)
    return after


def record(store: Store, act: AnyAct) -> None:
    said = Acts(store).record(act)
    if said is not None:
        raise BadInput(said.says)
