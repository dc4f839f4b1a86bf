"""A house's secret keys: where they lie, how they are made once, read, and protected."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from croupier.problems import BadInput, own_words
from croupier.server.journal import durable
from croupier.server.journal.macs import Macs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.server.journal.store import Store

SIGNING, SHOES, PUBLIC = "signing.key", "shoes.key", "signing.pub"
SIGNING_AT, SHOES_AT = "CROUPIER_SIGNING_KEY", "CROUPIER_SHOES_KEY"
PASSPHRASE, PASSPHRASE_FILE = "CROUPIER_PASSPHRASE", "CROUPIER_PASSPHRASE_FILE"
SECRET_BYTES = 32
PEM = b"-----BEGIN"


class KeyPlaces(NamedTuple):
    """The files that hold a house's keys; the public one always lies in its folder."""

    signing: Path
    shoes: Path
    public: Path


def key_places(
    folder: Path,
    signing: str | None = None,
    shoes: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> KeyPlaces:
    """The environment stands above the configuration, whose paths begin at the folder."""
    return KeyPlaces(
        Path(environment.get(SIGNING_AT) or folder / (signing or SIGNING)),
        Path(environment.get(SHOES_AT) or folder / (shoes or SHOES)),
        folder / PUBLIC,
    )


def asked_at_terminal(path: Path) -> str | None:
    if not sys.stdin.isatty():
        return None
    return getpass(f"Passphrase of {path}: ", stream=sys.stderr)


class Passphrase:
    """From the environment, from a file that it names, or asked once at a terminal."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        ask: Callable[[Path], str | None] = asked_at_terminal,
        *,
        or_plain: bool = False,
    ) -> None:
        """A key that is not protected is taken beside one only where that is said."""
        self.environment, self.ask, self.or_plain = environment, ask, or_plain
        self.answer: bytes | None = None

    def given(self) -> bytes | None:
        """Without asking anybody."""
        if said := self.environment.get(PASSPHRASE):
            return said.encode()
        if not (name := self.environment.get(PASSPHRASE_FILE)):
            return None
        try:
            [said, *_] = Path(name).read_text("utf-8").splitlines() or [""]
        except (OSError, ValueError) as error:
            raise BadInput(f"the passphrase cannot be read: {reason(error)}", name) from None
        if not said:
            raise BadInput("its first line is the passphrase, and is empty", name)
        return said.encode()

    def known(self) -> bytes | None:
        """None: new keys are not protected."""
        return self.given() or self.answer

    def of(self, path: Path) -> bytes:
        found = self.known()
        if found is None:
            found = self.answer = (self.ask(path) or "").encode() or None
        if found is None:
            says = f"needs a passphrase, from {PASSPHRASE} or {PASSPHRASE_FILE}"
            raise BadInput(says, str(path))
        return found


def read_secret(path: Path, what: str, phrase: Passphrase | None = None) -> bytes:
    """The 32 bytes that a file holds, plain or under a passphrase; there has to be one."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        says = f"{what} is missing: put it back from where it is kept, no other can replace it"
        raise BadInput(says, str(path)) from None
    except OSError as error:
        raise BadInput(f"{what} cannot be read: {own_words(error)}", str(path)) from None
    phrase = phrase or Passphrase()
    if not data.startswith(PEM):
        if len(data) != SECRET_BYTES:
            raise BadInput(f"holds no {what.removeprefix('the ')}", str(path))
        if phrase.given() and not phrase.or_plain:
            says = "is not protected, and a passphrase is given: it may be another's"
            raise BadInput(f"{says} (croupier house keys FOLDER --protect)", str(path))
        return data
    passphrase = phrase.of(path)
    try:
        key = load_pem_private_key(data, passphrase)
    except (ValueError, TypeError):
        raise BadInput("does not open with this passphrase", str(path)) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"holds no {what.removeprefix('the ')}", str(path))
    return key.private_bytes_raw()


def create_secret(path: Path, secret: bytes, phrase: Passphrase | None = None) -> None:
    """For its owner only, on disk when this returns, and never in the place of another."""
    try:
        durable.create(path, kept_as(secret, (phrase or Passphrase()).known()))
    except FileExistsError:
        raise BadInput("a key is there already, and is not replaced", str(path)) from None
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", str(path)) from None


def kept_as(secret: bytes, passphrase: bytes | None) -> bytes:
    """As it lies in a file: under a passphrase in PKCS #8, whatever the bytes are a key of."""
    if passphrase is None:
        return secret
    return Ed25519PrivateKey.from_private_bytes(secret).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(passphrase)
    )


class Keys:
    """The key that a house signs with."""

    WHAT = "the signing key"

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.private = private

    @classmethod
    def new(cls) -> Keys:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def at(cls, path: Path, phrase: Passphrase | None = None) -> Keys:
        """The key that lies there; a missing one is not made again."""
        return cls(Ed25519PrivateKey.from_private_bytes(read_secret(path, cls.WHAT, phrase)))

    @classmethod
    def create(cls, path: Path, phrase: Passphrase | None = None) -> Keys:
        """A new house's, where there is none."""
        keys = cls.new()
        create_secret(path, keys.private.private_bytes_raw(), phrase)
        return keys

    def secret_for(self, what: str) -> bytes:
        """Another secret that only this key's holder can know."""
        return sha256(f"croupier {what}\n".encode() + self.private.private_bytes_raw()).digest()

    def unlock(self, store: Store) -> None:
        """From now on what the store writes is this house's own, and shows to be."""
        store.secret, store.macs = self.secret_for("snapshots"), Macs(self.secret_for("entries"))

    @property
    def public(self) -> str:
        return self.private.public_key().public_bytes_raw().hex()


def reason(error: OSError | ValueError) -> str:
    return own_words(error) if isinstance(error, OSError) else "it is no text"


def publish(path: Path, public: str) -> None:
    durable.replace(path, f"{public}\n".encode("ascii"), durable.READ_BY_ALL)


def check_published(path: Path, public: str) -> None:
    """The public key lies in the house's folder, and is the one of its signing key."""
    try:
        said = path.read_text("ascii").strip()
    except FileNotFoundError:
        says = "the public key is missing: put it back from where it is kept"
        raise BadInput(f"{says}, or see `croupier house keys`", str(path)) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"the public key cannot be read: {reason(error)}", str(path)) from None
    if said != public:
        raise BadInput("is not the public key of this house's signing key", str(path))
