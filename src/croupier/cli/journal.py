"""Journals, keys and files as they are named on the command line."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import backup
from croupier.server.journal.verify import public_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from croupier.server.journal.store import Store


def journal(file: str) -> AbstractContextManager[Store]:
    if "\0" in file:
        raise BadInput("is no name of a file", repr(file)[:60])
    return backup.journal(Path(file))


def key_of(given: str | None) -> str | None:
    """A public key, or the file that holds it."""
    if given is None:
        return None
    path = Path(given)
    try:
        text = path.read_text("ascii") if path.is_file() else given
    except (OSError, ValueError):
        raise BadInput("holds no public key", given) from None
    return public_key(text)


def save(out: str, parts: Iterable[bytes]) -> int:
    """How many bytes were written; what stood there before is not lost half way."""
    file = Path(out)
    beside = file.with_name(f".{file.name}.part")
    try:
        with beside.open("wb") as writing:
            size = sum(writing.write(part) for part in parts)
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"cannot be written: {error.strerror or error}", out) from None
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return size


@contextmanager
def progress_over(total: int, doing: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn("entries")
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
