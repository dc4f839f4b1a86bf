"""What took long to make, kept among the user's files for the next time."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from croupier.digest import PACKAGE

DIGEST = sha256().digest_size


class CacheFile:
    """Found again by all that it was made of; made each time where nothing can be written."""

    def __init__(self, *made_of: str, suffix: str) -> None:
        digest = sha256("\n".join(made_of).encode()).hexdigest()
        self.path = folder() / f"{digest}{suffix}"

    def read(self) -> bytes | None:
        """Behind its digest: what is damaged is made anew."""
        try:
            kept = self.path.read_bytes() if is_own(self.path) else b""
        except OSError:
            return None
        digest, content = kept[:DIGEST], kept[DIGEST:]
        return content if sha256(content).digest() == digest else None

    def write(self, content: bytes) -> None:
        part = self.path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                part.write_bytes(sha256(content).digest() + content)
                part.replace(self.path)
            finally:
                part.unlink(missing_ok=True)


def folder() -> Path:
    """Of a user without a home nothing is kept."""
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        home = os.devnull
    return Path(home) / "croupier"


def is_own(file: Path) -> bool:
    """Never what another user wrote; where files have no owners, a folder is its user's."""
    return not hasattr(os, "getuid") or file.stat().st_uid == os.getuid()


@cache
def own_code() -> str:
    """A digest of this program's Python: whatever changes in it, nothing kept is found."""
    whole = sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()
