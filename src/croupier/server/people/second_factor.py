"""The second factor: codes that a phone works out from a secret and the time (RFC 6238)."""

from __future__ import annotations

import secrets
from base64 import b32decode, b32encode
from hashlib import sha1
from hmac import compare_digest, digest
from urllib.parse import quote

STEP_SECONDS, DIGITS, SECRET_BYTES = 30, 6, 20
EITHER_SIDE = 1
"""Steps by which a phone's clock may be off."""


def generated_secret() -> str:
    return b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code(secret: str, step: int, digits: int = DIGITS) -> str:
    """Of a secret in base32, at so many steps since 1970."""
    made = digest(b32decode(secret), step.to_bytes(8, "big"), sha1)
    start = made[-1] & 0xF
    number = int.from_bytes(made[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def step_of(secret: str, given: str, at: int, after: int) -> int | None:
    """The step whose code was given at this millisecond; one that was taken counts no more."""
    if not secret:
        return None
    now = at // (STEP_SECONDS * 1000)
    for step in range(now - EITHER_SIDE, now + EITHER_SIDE + 1):
        if step > after and compare_digest(code(secret, step).encode(), given.encode()):
            return step
    return None


def address(name: str, secret: str) -> str:
    """As phones read it, from a picture or pasted."""
    return f"otpauth://totp/croupier:{quote(name)}?secret={secret}&issuer=croupier"
