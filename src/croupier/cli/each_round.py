"""Rounds of a file answered one by one, all of them before anything is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from croupier.problems import BadInput
from croupier.wire.decoding import rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Round = tuple[str | None, bytes]

T = TypeVar("T")
MANY = 5_000


def each(
    data: bytes, answer: Callable[[bytes], T], doing: str = "settling", *, file: str = "-"
) -> list[T]:
    """Every round answered before anything is printed: a bad line leaves nothing half done."""
    try:
        return answered(data, answer, doing)
    except BadInput as wrong:
        raise (wrong if file == "-" else wrong.at(file)) from None


def answered(data: bytes, answer: Callable[[bytes], T], doing: str) -> list[T]:
    answers: list[T] = []
    for place, line in shown_progress(rounds(data), doing):
        try:
            answers.append(answer(line))
        except BadInput as problem:
            raise BadInput(str(problem), *([place] if place else [])) from None
    return answers


def shown_progress(lines: list[Round], doing: str) -> Iterable[Round]:
    """The same lines, with a bar for whoever waits for many."""
    if len(lines) < MANY:
        return lines
    from croupier.cli.progress import tracked

    return tracked(lines, doing)
