"""An operator, an account and a user of a nats-server, as its own tools would make them."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from typing import NamedTuple

import nkeys


class Operator(NamedTuple):
    settings: str
    """Of the server."""
    account: nkeys.KeyPair


def pair(prefix: int) -> nkeys.KeyPair:
    return nkeys.from_seed(bytearray(nkeys.encode_seed(os.urandom(32), prefix)))


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def claims(issuer: nkeys.KeyPair, subject: nkeys.KeyPair, kind: str, **terms: object) -> str:
    said: dict[str, object] = {
        "iat": 1_700_000_000,
        "iss": issuer.public_key.decode(),
        "name": kind,
        "sub": subject.public_key.decode(),
        "nats": {"type": kind, "version": 2, **terms},
    }
    digest = hashlib.new("sha512_256", json.dumps(said).encode()).digest()
    said["jti"] = base64.b32encode(digest).rstrip(b"=").decode()
    head = plain(json.dumps({"typ": "JWT", "alg": "ed25519-nkey"}).encode())
    text = f"{head}.{plain(json.dumps(said).encode())}"
    return f"{text}.{plain(issuer.sign(text.encode()))}"


def operator_settings() -> Operator:
    operator, account = pair(nkeys.PREFIX_BYTE_OPERATOR), pair(nkeys.PREFIX_BYTE_ACCOUNT)
    limits = {"subs": -1, "data": -1, "payload": -1, "conn": -1, "leaf": -1, "imports": -1}
    limits |= {"exports": -1, "wildcards": True}
    preloaded = claims(operator, account, "account", limits=limits)
    settings = (
        f"operator: {claims(operator, operator, 'operator')}\n"
        f"resolver: MEMORY\n"
        f"resolver_preload: {{ {account.public_key.decode()}: {preloaded} }}"
    )
    return Operator(settings, account)


def credentials_of(operator: Operator) -> str:
    """The file of a user of its account."""
    user = pair(nkeys.PREFIX_BYTE_USER)
    limits = {"subs": -1, "data": -1, "payload": -1}
    return (
        f"-----BEGIN NATS USER JWT-----\n{claims(operator.account, user, 'user', **limits)}\n"
        f"------END NATS USER JWT------\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{user.seed.decode()}\n"
        f"------END USER NKEY SEED------\n"
    )
