"""`croupier settle`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from croupier.cli.progress import tracked
from croupier.cli.reading import read
from croupier.cli.verb import AsJson, File, declared
from croupier.engine.settlement import settle
from croupier.problems import BadInput
from croupier.wire.decoding import rounds
from croupier.wire.rounds import parse
from croupier.wire.slips import settle_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Round = tuple[str | None, bytes]

T = TypeVar("T")
MANY = 5_000

app = declared()


@app.command()
def run(file: File = "-", *, as_json: AsJson = False) -> None:
    """Settle a round, or many (JSON, or JSON Lines), each wager with the clause behind it."""
    data = read(file)
    if as_json:
        answers = each(data, settle_line, file=file)
        sys.stdout.buffer.write(b"\n".join([*answers, b""]))
        return
    settlements = each(data, lambda line: settle(parse(line)), file=file)
    from croupier.cli import show

    console = show.screen()
    for settlement in settlements:
        show.settlement(settlement, console)


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
    return lines if len(lines) < MANY else tracked(lines, doing)
