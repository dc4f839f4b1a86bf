"""Keys put under a passphrase, or under another one."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import durable
from croupier.server.journal.keyring import SHOE_KEY
from croupier.server.journal.keys import PASSPHRASE, PEM, Keys, Passphrase, kept_as, read_secret

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from croupier.server.journal.keys import KeyPlaces

NEW = "CROUPIER_NEW_PASSPHRASE"


def protect(
    places: KeyPlaces, phrase: Passphrase | None = None, new: Passphrase | None = None
) -> None:
    """Both keys as they are, under a passphrase from now on; also in the place of another one.

    Whoever was interrupted between the two says the same again: one that has the new passphrase
    already opens with it.
    """
    phrase, new = phrase or Passphrase(or_plain=True), new or new_passphrase()
    wanted = {places.signing: Keys.WHAT, places.shoes: SHOE_KEY}
    secrets = {path: opened(path, what, phrase, new) for path, what in wanted.items()}
    under = chosen(places.signing, phrase, new)
    for path, secret in secrets.items():
        durable.replace(path, kept_as(secret, under))


def opened(path: Path, what: str, phrase: Passphrase, new: Passphrase) -> bytes:
    try:
        return read_secret(path, what, phrase)
    except BadInput:
        if new.given() is None:
            raise
        try:
            return read_secret(path, what, new)
        except BadInput:
            pass
        raise


def chosen(path: Path, phrase: Passphrase, new: Passphrase) -> bytes:
    """The new one; where there is none, the one that was given all along."""
    if given := new.given():
        return given
    said = new.ask(path) if path.read_bytes().startswith(PEM) else None
    return said.encode() if said else phrase.of(path)


def new_passphrase(environment: Mapping[str, str] = os.environ) -> Passphrase:
    return Passphrase({PASSPHRASE: environment.get(NEW, "")}, asked_twice)


def asked_twice(path: Path) -> str | None:
    if not sys.stdin.isatty():
        return None
    said = getpass(f"New passphrase of {path} (empty: as it is): ", stream=sys.stderr)
    if said and getpass("Once more: ", stream=sys.stderr) != said:
        raise BadInput("the two are not the same, nothing is changed", "passphrase")
    return said
