"""Operations of the dealer school: drills, a table with errors, reports of trainees.

Answers are marked here, by the engine; before that nothing of them is sent.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.games import GAMES, game
from croupier.guide.speaking import spoken
from croupier.said import Sentence
from croupier.school.dealt_table import StepName
from croupier.school.drills import kind_named
from croupier.school.marking import Mark, mark
from croupier.school.progress import Progress, progress
from croupier.school.sheets import Sheet
from croupier.school.standing import MarkStanding, standing
from croupier.school.table import SchoolTable, TableShown, answers_read
from croupier.server.http.operation import (
    ANYBODY,
    DEALERS,
    SUPERVISORS,
    TOO_OFTEN_WAIT_A_MOMENT,
    InLanguage,
    Name,
    Operation,
    Strict,
    not_found,
)
from croupier.server.http.schooling import Lesson, drill_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.http.schooling import School

NO_SCHOOL = Sentence("no-school-here", "no school is held in this house")
DRILL_IS_OVER = Sentence("drill-is-over", "that drill is over: take the next one")
NO_SCHOOL_TABLE = Sentence("no-school-table", "you have no table at the school: begin one")
MARKS_CANNOT_BE_KEPT = Sentence(
    "marks-cannot-be-kept", "the school's file cannot be written; the mark is kept for later"
)
NOT_YOUR_REPORT = Sentence(
    "not-your-report", "a trainee's report is read by the trainee and from the {role:role} up"
)
TRAINEES, TEACHERS = DEALERS, SUPERVISORS
Typed = Annotated[str, msgspec.Meta(max_length=200)]
MOST_CLAUSES = 12


class SchoolHeld(msgspec.Struct, frozen=True):
    held: bool


class DrillWish(Strict, frozen=True, kw_only=True):
    game: Name | None = None
    """Null: any."""
    kind: Name | None = None
    clauses: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_CLAUSES)] = ()
    """Only a drill that rests on one of them."""


class HandedSheet(msgspec.Struct, frozen=True):
    number: str
    """By which it is answered."""
    sheet: Sheet


class Answers(Strict, frozen=True):
    number: Name
    answers: tuple[Typed | None, ...]


class MarkedDrill(msgspec.Struct, frozen=True):
    mark: Mark
    standing: MarkStanding


class OfTrainee(InLanguage, frozen=True):
    trainee: Name | None = None
    """Null: who asks."""


class TableWish(Strict, frozen=True):
    game: Name


class StepTaken(Strict, frozen=True):
    step: StepName


class Noticed(Strict, frozen=True):
    irregularity: Name


class Follows(Strict, frozen=True):
    answers: tuple[Typed | None, ...]


class Reply(Strict, frozen=True):
    answer: Typed


def school_of(call: AnyCall) -> School | Refused:
    """Where one is held, for as often as one person may ask."""
    school = call.desk.school
    if school is None:
        return not_found(NO_SCHOOL())
    if not school.rate_limit.allows(call.who.name):
        return declined(Policy.TOO_OFTEN, TOO_OFTEN_WAIT_A_MOMENT())
    return school


async def held(call: PlainCall) -> SchoolHeld:
    return SchoolHeld(call.desk.school is not None)


async def hand_out(call: Call[DrillWish, None, None]) -> HandedSheet | Refused:
    school, wish = school_of(call), call.given
    if isinstance(school, Refused):
        return school
    games = GAMES if wish.game is None else (game(wish.game),)
    kind = kind_named(wish.kind)
    drill = await call.aside(lambda: drill_for(school.chance, games, kind, wish.clauses))
    return HandedSheet(school.hand_out(drill, call.who.name), drill.sheet)


async def answer(call: Call[Answers, InLanguage, None]) -> MarkedDrill | Refused:
    """One that cannot be read is told, and the drill goes on waiting."""
    school, given, trainee = school_of(call), call.given, call.who.name
    if isinstance(school, Refused):
        return school
    handed = school.handed(given.number, trainee)
    if handed is None:
        return declined(Policy.NOTHING_WAITS, DRILL_IS_OVER())
    answers = answers_read(handed.drill.sheet, given.answers)
    if school.waiting.pop(given.number, None) is None:
        return declined(Policy.NOTHING_WAITS, DRILL_IS_OVER())
    made = mark(handed.drill, answers, round(time.monotonic() - handed.began, 1))
    if no := await kept(call, school, [made]):
        return no
    told = MarkedDrill(made, standing(made, [one.mark for one in school.marks(trainee)]))
    return spoken(told, call.query.language)


async def kept(call: AnyCall, school: School, marks: list[Mark]) -> Refused | None:
    try:
        await call.aside(lambda: school.keep(call.who.name, marks, call.desk.now()))
    except OSError:
        return declined(Policy.NOT_READY, MARKS_CANNOT_BE_KEPT())
    return None


async def told_report(call: Call[None, OfTrainee, None]) -> Progress | Refused:
    school, who = school_of(call), call.who
    if isinstance(school, Refused):
        return school
    trainee = call.query.trainee or who.name
    if trainee != who.name and who.role not in TEACHERS:
        return declined(Policy.NOT_FOR_THIS_PERSON, NOT_YOUR_REPORT(role=str(Role.PIT_SUPERVISOR)))
    marks = school.marks(trainee)
    found = await call.aside(lambda: progress(trainee, marks, call.desk.now()))
    return spoken(found, call.query.language)


async def trainees(call: PlainCall) -> list[str] | Refused:
    school = school_of(call)
    return school if isinstance(school, Refused) else sorted(school.kept)


async def begin(call: Call[TableWish, InLanguage, None]) -> TableShown | Refused:
    school = school_of(call)
    if isinstance(school, Refused):
        return school
    of = game(call.given.game)
    table = await call.aside(lambda: SchoolTable(of, school.chance))
    school.lessons[call.who.name] = Lesson(table, Lock())
    return spoken(table.shown(), call.query.language)


async def at_table(
    call: AnyCall, work: Callable[[SchoolTable, int], list[Mark] | Refused]
) -> TableShown | Refused:
    """What the trainee does at the table, and how it then lies; marks are kept before."""
    school = school_of(call)
    if isinstance(school, Refused):
        return school
    lesson = school.lessons.get(call.who.name)
    if lesson is None:
        return declined(Policy.NOTHING_WAITS, NO_SCHOOL_TABLE())
    at = call.desk.now()

    def done() -> list[Mark] | Refused:
        with lesson.lock:
            return work(lesson.table, at)

    marks = await call.aside(done)
    if isinstance(marks, Refused):
        return marks
    if no := await kept(call, school, marks):
        return no
    return spoken(lesson.table.shown(), call.query.language)


async def look(call: Call[None, InLanguage, None]) -> TableShown | Refused | None:
    """Null: the trainee has none yet."""
    school = school_of(call)
    if isinstance(school, Refused):
        return school
    lesson = school.lessons.get(call.who.name)
    return None if lesson is None else spoken(lesson.table.shown(), call.query.language)


async def step(call: Call[StepTaken, InLanguage, None]) -> TableShown | Refused:
    return await at_table(call, lambda table, at: table.step(call.given.step, at))


async def notice(call: Call[Noticed, InLanguage, None]) -> TableShown | Refused:
    return await at_table(call, lambda table, at: table.report(call.given.irregularity, at))


async def follow(call: Call[Follows, InLanguage, None]) -> TableShown | Refused:
    return await at_table(call, lambda table, at: table.answer(call.given.answers, at))


async def reply(call: Call[Reply, InLanguage, None]) -> TableShown | Refused:
    return await at_table(call, lambda table, at: table.reply(call.given.answer, at))


OPERATIONS = (
    Operation(
        "GET", "/api/school", "Whether a school is held here.", held, SchoolHeld, may=ANYBODY
    ),
    Operation(
        "POST",
        "/api/school/drills",
        "Hands out a drill, without its answers.",
        hand_out,
        HandedSheet,
        may=TRAINEES,
        takes=DrillWish,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/answers",
        "Marks the answers to a drill, each with its clauses.",
        answer,
        MarkedDrill,
        may=TRAINEES,
        takes=Answers,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "GET",
        "/api/school/report",
        "A trainee's speed and errors: one's own, or from the pit supervisor up anybody's.",
        told_report,
        Progress,
        may=TRAINEES,
        query=OfTrainee,
        counted=True,
        optional=True,
    ),
    Operation(
        "GET",
        "/api/school/trainees",
        "Who has been drilled here.",
        trainees,
        list[str],
        may=TEACHERS,
        counted=True,
        optional=True,
    ),
    Operation(
        "GET",
        "/api/school/table",
        "The trainee's own table at the school; null: none was begun.",
        look,
        TableShown | None,
        may=TRAINEES,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/table",
        "Begins a table at the school: in memory, without money or record.",
        begin,
        TableShown,
        may=TRAINEES,
        takes=TableWish,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/table/step",
        "Takes a dealer's step at that table; the house may put in an error.",
        step,
        TableShown,
        may=TRAINEES,
        takes=StepTaken,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/table/report",
        "Reports an error that the trainee has noticed there.",
        notice,
        TableShown,
        may=TRAINEES,
        takes=Noticed,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/table/answer",
        "Says what follows, by which clause and who decides; then it is carried out.",
        follow,
        TableShown,
        may=TRAINEES,
        takes=Follows,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/school/table/reply",
        "Answers a player's question by its clause.",
        reply,
        TableShown,
        may=TRAINEES,
        takes=Reply,
        query=InLanguage,
        counted=True,
        optional=True,
    ),
)
