"""`croupier drill`: dealer school on a terminal, or for a program that answers line by line."""

from __future__ import annotations

import sys
from itertools import islice
from secrets import randbelow
from time import monotonic, time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completions import clauses, drill_kinds
from croupier.cli.drill_show import ForPeople, ForPrograms
from croupier.cli.reading import one_line, path_of, read, text_in, typed_line
from croupier.cli.verb import AsJson, GameName, declared
from croupier.games import game
from croupier.problems import BadInput, own_words
from croupier.scenario.reading import scripts
from croupier.school.drills import SEEDS, about, drills, drills_from, kind_named
from croupier.school.marking import mark, read_answer
from croupier.school.records import Kept, kept_in, line_of
from croupier.school.report import report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.cli.drill_show import Shows
    from croupier.school.marking import Mark
    from croupier.school.sheets import Drill, Part, Sheet

MOST_TRIES = 3
"""Of one answer; what cannot be read so often is wrong."""
MOST_DRILLS = 1000

app = declared()


@app.command()
def run(
    name: GameName,
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="pay, draws or follows; else all, mixed",
            autocompletion=drill_kinds,
        ),
    ] = None,
    questions: Annotated[int, typer.Option(help="how many drills")] = 10,
    seed: Annotated[int | None, typer.Option(help="for the same drills again")] = None,
    trainee: Annotated[str, typer.Option(metavar="NAME", help="whose report it is")] = "trainee",
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="keep the marks; the report is of all there")
    ] = None,
    clause: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER", help="only drills that rest on it", autocompletion=clauses),
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="FILE", help="what follows, from its reports")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Drill a dealer: pay this, who draws, what follows by which clause and who decides.

    Every answer is marked by the engine that settles real rounds, with its clauses. A report of
    speed and errors ends it, as do Ctrl-C and the end of the input.
    """
    chosen = randbelow(SEEDS) if seed is None else seed
    if not 1 <= questions <= MOST_DRILLS:
        raise BadInput(f"a whole number from 1 to {MOST_DRILLS}", "--questions")
    found = about(made(name, kind, chosen, scenario), game(name), clause or ())
    asked = islice(found, questions)
    who = one_line(trainee, "--trainee")
    before = marks_before(record, who)
    shows = ForPrograms() if as_json else ForPeople()
    marks = lesson(asked, questions, shows, lambda one: keep(record, who, one))
    again: list[tuple[str, object]] = [("kind", kind), ("questions", questions), ("seed", chosen)]
    again += [*(("clause", number) for number in clause or ()), ("scenario", scenario)]
    options = "".join(f" --{option} {value}" for option, value in again if value is not None)
    shows.reported(report(who, [*before, *marks]), f"croupier drill {name}{options}")


def made(name: str, kind: str | None, seed: int, scenario: str | None) -> Iterator[Drill]:
    if scenario is None:
        return drills(game(name), kind_named(kind), seed)
    if kind not in {None, "follows"}:
        raise BadInput("a scenario shows what follows, and no other drill", "--kind")
    of_game, text = game(name), text_in(scenario, "scenario")
    try:
        return drills_from(scripts(text), of_game, seed)
    except BadInput as wrong:
        raise wrong.at(scenario) from None


def lesson(
    asked: Iterable[Drill], of: int, shows: Shows, kept: Callable[[Mark], None]
) -> list[Mark]:
    """The drills that were answered to their end."""
    marks: list[Mark] = []
    try:
        for drill in asked:
            shows.asked(drill.sheet, of)
            began = monotonic()
            answers = [answer(drill.sheet, part, shows) for part in drill.sheet.parts]
            marks.append(mark(drill, answers, round(monotonic() - began, 1)))
            kept(marks[-1])
            shows.marked(drill.sheet, marks[-1])
    except (EOFError, KeyboardInterrupt):
        pass
    return marks


def answer(sheet: Sheet, part: Part, shows: Shows) -> str | None:
    """What is typed, once it can be read; None after too many tries."""
    prompt = shows.prompt(sheet, part)
    for _ in range(MOST_TRIES):
        try:
            return read_answer(part, typed(prompt))
        except BadInput as wrong:
            shows.again(str(wrong))
    shows.again("That counts as wrong.")
    return None


def typed(prompt: str) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = typed_line()
    if prompt:
        print("".join(letter for letter in line if letter.isprintable()))
    if not line:
        raise EOFError
    return line


def marks_before(record: str | None, trainee: str) -> list[Mark]:
    """What a file has of a trainee; nothing where there is none yet."""
    if record is None:
        return []
    if record == "-":
        raise BadInput("needs a file: standard input is for the answers", "--record")
    path = path_of(record)
    try:
        path.open("ab").close()
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", record) from None
    except ValueError:
        raise BadInput("is no name of a file", repr(record)[:60]) from None
    data = read(record)
    try:
        return [one.mark for one in kept_in(data) if one.trainee == trainee]
    except BadInput as wrong:
        raise wrong.at(record) from None


def keep(record: str | None, trainee: str, made_now: Mark) -> None:
    if record is None:
        return
    line = line_of(Kept(trainee, int(time() * 1000), made_now))
    with path_of(record).open("ab", buffering=0) as file:
        file.write(line)
