"""A progress bar on standard error: on a terminal only, and once one has waited for a second."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

T = TypeVar("T")
PATIENCE_S = 1


def tracked(many: Sequence[T], doing: str) -> Iterable[T]:
    """The same, each counted once it is done with."""
    return many if not is_watched() else told_of(many, doing)


def told_of(many: Sequence[T], doing: str) -> Iterator[T]:
    with counted(len(many), doing) as told:
        for number, one in enumerate(many, 1):
            yield one
            told(number)


def is_watched() -> bool:
    return sys.stderr.isatty()


@contextmanager
def counted(total: int, doing: str, unit: str = "") -> Iterator[Callable[[int], None]]:
    """To be told how many are done so far."""
    if not is_watched():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    begun = monotonic()
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(unit)
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)

    def told(done: int) -> None:
        bar.update(task, completed=min(done, total))
        if not bar.live.is_started and monotonic() - begun > PATIENCE_S:
            bar.start()

    try:
        yield told
    finally:
        if bar.live.is_started:
            bar.stop()
