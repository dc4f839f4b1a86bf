"""Output as JSON, and files that are written atomically."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
FOR_ALL, OWNER_ONLY = 0o666, 0o600
"""Who may read a file, as far as the user's mask lets them."""


def put_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    print(msgspec.json.encode(value).decode())


def save(out: str, parts: Iterable[bytes], mode: int = FOR_ALL) -> None:
    """Say how many bytes were written; what stood there before is not lost half way."""
    file = Path(out)
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, NEW, mode), "wb") as writing:
            size = sum(writing.write(part) for part in parts)
        beside.replace(file)
    except BaseException as error:
        with suppress(OSError):  # where there is no such place, nothing was left there
            beside.unlink()
        if isinstance(error, OSError):
            raise BadInput(f"cannot be written: {error.strerror or error}", out) from None
        raise
    print(f"{out}: {size:,} bytes")
