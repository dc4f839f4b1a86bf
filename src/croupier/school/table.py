"""The school's table: a real one in memory, where the house puts in errors and players ask.

No money, no journal. What it shows is what a dealer sees; an error that nobody has reported yet
can be told by the layout alone, or by what happens there among harmless things.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.school.dealt_table import DealtTable, StepName
from croupier.school.following import Told, drill_of
from croupier.school.incidents import TRAINEE, Incident, incident
from croupier.school.layout import Row, rows
from croupier.school.marking import Mark, MarkedPart, mark, marked, read_answer
from croupier.school.questions import Asked, PlayersQuestion, question
from croupier.school.sheets import NOTHING, NOTICED, Drill, DrillKind, Part, Right, Sheet
from croupier.table.state import Step
from croupier.table.views import view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from croupier.engine.game import Game
    from croupier.engine.refusals import Refused

PUT_IN, ASKS, QUIET = 0.4, 0.5, 0.5
"""How often an error is put in after a step, a player asks after a round, nothing is told."""
HARMLESS = ("chat", "change", "drink", "watcher")
"""What happens at any table, and is no error."""

ANSWER_FIRST = Sentence(
    "school-answer-first", "the report waits: say what follows, by which clause and who decides"
)
NOTHING_IS_ASKED = Sentence("school-nothing-is-asked", "nothing is asked here now")
NO_SUCH_ERROR = Sentence(
    "school-no-such-error", "the document of this game knows no such irregularity"
)


class Outcome(StrEnum):
    NOTICED = "noticed"
    MISSED = "missed"
    WITHOUT_CAUSE = "without-cause"
    ANSWERED = "answered"


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is over, and what came of it."""

    outcome: Outcome
    round: int
    put_in_at: int
    noticed_at: int | None
    at: int
    """All in milliseconds since 1970."""
    mark: Mark


class TableTally(msgspec.Struct):
    """Only of what is over: an error that nobody has noticed yet is not counted."""

    errors: int = 0
    noticed: int = 0
    without_cause: int = 0
    questions: int = 0
    answered: int = 0


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """All that the trainee is shown."""

    game: str
    round: int
    step: Step
    rows: tuple[Row, ...]
    next: StepName | None
    """The dealer's next step; null while something else comes first."""
    happens: str
    """What is told in words, harmless or not: a code; empty: nothing."""
    happens_box: int | None
    happens_player: str | None
    irregularities: tuple[str, ...]
    """What can be reported."""
    sheet: Sheet | None
    """Of the error that was reported: what follows, by which clause, who decides."""
    question: PlayersQuestion | None
    last: Marked | None
    missed: Marked | None
    tally: TableTally


class SchoolTable:
    def __init__(self, game: Game, chance: Random) -> None:
        self.game, self.chance = game, chance
        self.dealt = DealtTable(game, chance)
        self.incident: Incident | None = None
        self.reported: str | None = None
        self.drill: Drill | None = None
        self.asked: Asked | None = None
        self.put_in_at = self.noticed_at = 0
        self.round = 0
        """In which something happened last; a question is asked about it until the next step."""
        self.harmless = ""
        self.last: Marked | None = None
        self.missed: Marked | None = None
        self.tally = TableTally()

    @property
    def irregularities(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(case.irregularity for case in self.game.irregularities))

    # What the trainee does: each gives the marks that it brings

    def step(self, name: StepName, at: int) -> list[Mark] | Refused:
        """A step of the dealer; an error or a question that was passed over is marked."""
        if self.drill is not None:
            raise BadInput(ANSWER_FIRST())
        refused = self.dealt.step(name)
        if refused is not None:
            return refused
        marks = self.pass_over(at)
        self.something_happens(at)
        return marks

    def report(self, irregularity: str, at: int) -> list[Mark]:
        """What the trainee has noticed; where an error is, it is asked what follows."""
        if irregularity not in self.irregularities:
            raise BadInput(NO_SUCH_ERROR())
        if self.drill is not None:
            raise BadInput(ANSWER_FIRST())
        if self.incident is None:
            self.tally.without_cause += 1
            part = self.noticing(irregularity, Right(answer=NOTHING, clauses=(), because=None))
            return [self.over(Outcome.WITHOUT_CAUSE, (part,), at, at)]
        ruled = self.incident.ruled
        told = Told(self.dealt.table.game, ruled.report.irregularity, ruled.facts)
        self.drill = drill_of(told, self.chance, self.dealt.table.round.number)
        self.reported, self.noticed_at = irregularity, at
        return []

    def answer(self, typed: Sequence[str | None], at: int) -> list[Mark]:
        """What follows, by which clause, who decides; then the ruling is carried out."""
        drill, put_in = self.drill, self.incident
        if drill is None or put_in is None:
            raise BadInput(NOTHING_IS_ASKED())
        parts = mark(drill, answers_read(drill.sheet, typed), 0).parts
        first = self.noticing(self.reported, self.right_name(put_in))
        self.tally.errors += 1
        self.tally.noticed += 1
        made = self.over(Outcome.NOTICED, (first, *parts), self.noticed_at, at)
        self.incident = self.drill = None
        self.dealt.carry_out(put_in.report)
        return [made]

    def reply(self, typed: str, at: int) -> list[Mark]:
        """What the trainee says to a player's question."""
        if self.asked is None:
            raise BadInput(NOTHING_IS_ASKED())
        return [self.replied(read_answer(self.asked.question.part, typed), at)]

    # What comes of it

    def right_name(self, put_in: Incident) -> Right:
        """The word of the report, or that which the cards give it: either is right."""
        ruled = put_in.ruled
        names = {put_in.report.irregularity, ruled.report.irregularity}
        name = self.reported if self.reported in names else ruled.report.irregularity
        assert name is not None
        return Right(answer=name, clauses=ruled.clauses, because=None)

    def noticing(self, given: str | None, right: Right) -> MarkedPart:
        return marked(self.game.name, Part(name=NOTICED), given, right)

    def replied(self, given: str | None, at: int) -> Mark:
        assert self.asked is not None
        asked, self.asked = self.asked, None
        part = marked(self.game.name, asked.question.part, given, asked.right)
        self.tally.questions += 1
        self.tally.answered += part.is_right
        return self.over(Outcome.ANSWERED, (part,), at, at)

    def pass_over(self, at: int) -> list[Mark]:
        marks = []
        if self.incident is not None:
            right = self.right_name(self.incident)
            self.incident = None
            self.tally.errors += 1
            marks.append(self.over(Outcome.MISSED, (self.noticing(None, right),), None, at))
        if self.asked is not None:
            marks.append(self.replied(None, at))
        return marks

    def over(
        self, outcome: Outcome, parts: tuple[MarkedPart, ...], noticed_at: int | None, at: int
    ) -> Mark:
        until = at if noticed_at is None else noticed_at
        without_cause = outcome is Outcome.WITHOUT_CAUSE
        made = Mark(
            game=self.game.name,
            kind=DrillKind.QUESTION if outcome is Outcome.ANSWERED else DrillKind.TABLE,
            number=self.round,
            seconds=0.0 if without_cause else round((until - self.put_in_at) / 1000, 1),
            parts=parts,
        )
        self.last = Marked(
            outcome=outcome,
            round=made.number,
            put_in_at=at if without_cause else self.put_in_at,
            noticed_at=noticed_at,
            at=at,
            mark=made,
        )
        if outcome is Outcome.MISSED:
            self.missed = self.last
        self.reported = None
        return made

    def something_happens(self, at: int) -> None:
        """An error, a player's question, something harmless, or nothing."""
        table, chance = self.dealt.table, self.chance
        self.harmless = "" if chance.random() < QUIET else chance.choice(HARMLESS)
        self.put_in_at, self.round = at, table.round.number
        if table.step is Step.CONCLUDED:
            if chance.random() < ASKS:
                self.asked = question(table, chance)
        elif chance.random() < PUT_IN:
            self.incident = incident(self.dealt.floor, chance)

    def shown(self) -> TableShown:
        seen = view(self.dealt.table, TRAINEE)
        sign = self.incident.sign if self.incident else None
        told = sign if sign and sign.happens else None
        return TableShown(
            game=self.game.name,
            round=seen.round,
            step=seen.step,
            rows=rows(self.dealt.table, seen, sign),
            next=None if self.drill else self.dealt.next,
            happens=told.happens if told else self.harmless,
            happens_box=told.place if told else None,
            happens_player=told.player if told else None,
            irregularities=self.irregularities,
            sheet=self.drill.sheet if self.drill else None,
            question=self.asked.question if self.asked else None,
            last=self.last,
            missed=self.missed,
            tally=replace(self.tally),
        )


def answers_read(sheet: Sheet, typed: Sequence[str | None]) -> list[str | None]:
    """One for each part that is asked; null where there is none."""
    if len(typed) != len(sheet.parts):
        raise BadInput(f"{len(typed)} answers, and {len(sheet.parts)} are asked for", "answers")
    return [
        None if text is None else read_answer(part, text)
        for part, text in zip(sheet.parts, typed, strict=True)
    ]
