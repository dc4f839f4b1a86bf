"""A progress bar on standard error, shown on a terminal only."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

T = TypeVar("T")


def tracked(many: Sequence[T], doing: str) -> Iterable[T]:
    """The same, each counted once it is done with."""
    if not sys.stderr.isatty():
        return many
    from rich.console import Console
    from rich.progress import track

    return track(many, doing, console=Console(stderr=True), transient=True)


@contextmanager
def counted(total: int, doing: str, unit: str) -> Iterator[Callable[[int], None]]:
    """To be told how many are done so far."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(unit)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=min(done, total))
