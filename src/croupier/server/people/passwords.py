"""Password rules, and the argon2id hash that is stored."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from unicodedata import normalize

from argon2 import PasswordHasher, profiles
from argon2.exceptions import InvalidHashError, VerificationError

if TYPE_CHECKING:
    from argon2 import Parameters
from croupier.said import Sentence

WHAT_A_PASSWORD_IS = Sentence(
    "what-a-password-is",
    "a password has {shortest} to {longest} letters, digits, signs and spaces; it is not only the"
    " name, nor what it was before",
)

FULL = profiles.RFC_9106_LOW_MEMORY
LIGHT = profiles.CHEAPEST
"""For tests only."""
SHORTEST, LONGEST = 10, 200
RULE = WHAT_A_PASSWORD_IS(shortest=SHORTEST, longest=LONGEST)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another."""


def hashed(password: str, profile: Parameters) -> str:
    return PasswordHasher.from_parameters(profile).hash(typed(password))


def verify(hash_: str, password: str) -> bool:
    """Slow by intention and without any state, so that it can run in a thread."""
    try:
        return PasswordHasher().verify(hash_, typed(password))
    except (VerificationError, InvalidHashError):
        return False


def typed(password: str) -> str:
    """The same letters from every keyboard; nothing, where no password can be so."""
    if len(password) > LONGEST:
        return ""
    same = normalize("NFKC", password)
    return same if same.isprintable() else ""


def is_fit(password: str, name: str) -> bool:
    same = typed(password)
    fits = len(same.strip()) >= SHORTEST and len(same) <= LONGEST
    return fits and same.strip().casefold() != name.casefold()


def generated(parts: int = 4) -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(parts))


def half() -> str:
    """Of a code that two people hand over: nobody but its owner has both."""
    return generated(2)
