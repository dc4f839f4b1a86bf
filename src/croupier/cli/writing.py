"""Output as JSON, and files that are written atomically."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cli.reading import path_of
from croupier.problems import BadInput, own_words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
FOR_ALL, OWNER_ONLY = 0o666, 0o600
"""Who may read a file, as far as the user's mask lets them."""


def tell(*lines: str) -> None:
    """Lines for people, folded where the terminal ends; what has no space in it is never cut."""
    from shutil import get_terminal_size

    width = get_terminal_size().columns
    for line in lines:
        for part in line.split("\n"):
            print("\n".join(folded(part, width)))


def folded(line: str, width: int) -> list[str]:
    """What goes on stands a little further in."""
    if len(line) <= width:
        return [line]
    from textwrap import wrap

    inner = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(
        line, width, subsequent_indent=inner, break_long_words=False, break_on_hyphens=False
    )


def put_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    print(msgspec.json.encode(value).decode())


def told(value: Any, *lines: str, as_json: bool) -> None:  # noqa: ANN401 - any JSON value
    """What was done: as JSON for programs, as lines for people."""
    if as_json:
        put_json(value)
    else:
        print("\n".join(lines))


def save(out: str, parts: Iterable[bytes], mode: int = FOR_ALL, *, quiet: bool = False) -> None:
    """Say how many bytes were written: a new file, whole or not at all, and never over another."""
    file = path_of(out)
    refuse_place(file)
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, NEW, mode), "wb") as writing:
            size = sum(writing.write(part) for part in parts)
        os.link(beside, file)  # as `replace`, but not where a file has come meanwhile
        beside.unlink()
    except BaseException as error:
        with suppress(OSError):  # where there is no such place, nothing was left there
            beside.unlink()
        if isinstance(error, OSError):
            raise BadInput(f"cannot be written: {own_words(error)}", out) from None
        raise
    if not quiet:
        print(f"{out}: {size:,} bytes")


def refuse_place(file: Path) -> None:
    """Before anything is worked out: what lies there may be a journal or a key; no device is."""
    try:
        device = file.is_char_device() or file.is_fifo()
        there = not device and (file.is_symlink() or file.exists())
        homeless = not file.parent.exists()
    except OSError:
        return  # what is wrong with the place shows when it is written to
    except ValueError:
        raise BadInput("is no name of a file", repr(str(file))[:60]) from None
    if there:
        raise BadInput("is there already, and nothing is written over it", str(file))
    if homeless:
        raise BadInput(f"cannot be written: there is no folder {file.parent}", str(file))
