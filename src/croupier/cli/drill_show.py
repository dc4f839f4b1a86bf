"""Drills, marks and a trainee's report as `croupier drill` prints them: for people, or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rich.padding import Padding
from rich.table import Table

from croupier.cards import parse_cards
from croupier.cli import drill_words as words
from croupier.cli.show import PROSE_WIDTH, same_again, screen
from croupier.cli.show import hand as hand_in_line
from croupier.cli.writing import put_json
from croupier.games import game
from croupier.money import format_amount
from croupier.school.sheets import DrillKind, HandsToDraw, RoundToPay, Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from croupier.engine.game import Game
    from croupier.said import Said
    from croupier.school.marking import ClauseSaid, Mark, MarkedPart
    from croupier.school.report import Drilled, ToRepeat, TraineeReport
    from croupier.school.sheets import Part, Sheet

HEADINGS = {
    DrillKind.PAY: "Pay this round",
    DrillKind.DRAWS: "Who draws?",
    DrillKind.FOLLOWS: "What follows, by which clause, who decides?",
}
HOW = {
    DrillKind.PAY: "Type what each bet is paid; 0 when it is taken, R when it goes back.",
    DrillKind.DRAWS: "Type the number of the answer.",
    DrillKind.FOLLOWS: "Type the number of one answer for each question.",
}
SCHOOL = "School: no money, no players, nothing enters the house's journal."
NO_ANSWER = "no answer"
BESIDE_CARDS = 8
"""Where the cards of a hand begin, and the bets under them."""


class Shows(Protocol):
    """How a lesson is told."""

    def asked(self, sheet: Sheet, of: int) -> None: ...
    def prompt(self, sheet: Sheet, part: Part) -> str: ...
    def again(self, why: str) -> None: ...
    def marked(self, sheet: Sheet, mark: Mark) -> None: ...
    def reported(self, report: TraineeReport, repeat: str) -> None: ...


class ForPrograms:
    """A line of JSON each; answers are read as at a terminal."""

    def asked(self, sheet: Sheet, of: int) -> None:  # noqa: ARG002 - a program has counted them
        put_json(sheet)

    def prompt(self, sheet: Sheet, part: Part) -> str:  # noqa: ARG002 - it has the sheet
        return ""

    def again(self, why: str) -> None:
        put_json({"type": "again", "why": why})

    def marked(self, sheet: Sheet, mark: Mark) -> None:  # noqa: ARG002 - as above
        put_json(mark)

    def reported(self, report: TraineeReport, repeat: str) -> None:  # noqa: ARG002 - it knows its seed
        put_json(report)


class ForPeople:
    def __init__(self) -> None:
        self.console = screen(PROSE_WIDTH)
        self.console.print(SCHOOL, style="blue")
        self.number = 0

    def asked(self, sheet: Sheet, of: int) -> None:
        """Counted here: where only some are asked, a sheet's number is of all that were made."""
        of_game = game(sheet.game)
        self.number += 1
        self.console.print()
        self.console.print(HEADINGS[sheet.kind], style="bold")
        self.console.print(f"{of_game.title}, {self.number} of {of}. {HOW[sheet.kind]}")
        shows = sheet.shows
        if isinstance(shows, RoundToPay):
            self.round(of_game, shows)
        elif isinstance(shows, HandsToDraw):
            self.console.print(cards(of_game, shows.player.cards, "Player"))
            self.console.print(cards(of_game, shows.banker.cards, "Banker"))
        else:
            self.console.print(words.situation(shows), style="italic")

    def round(self, of_game: Game, shows: RoundToPay) -> None:
        against = "Banker" if of_game.drawn_by_tableau else "Dealer"
        line = cards(of_game, shows.against.cards, against)
        if shows.against.qualifies is False:
            line.append(", does not qualify")
        self.console.print(line)
        for box in shows.boxes:
            name = "Player" if box.box is None else f"Box {box.box}"
            if box.hand is None:
                self.console.print(f"{name:{BESIDE_CARDS}}folded, face down")
            else:
                self.console.print(cards(of_game, box.hand.cards, name))
            for player in dict.fromkeys(bet.player for bet in box.bets):
                mine = [one for one in box.bets if one.player == player and one.stake_cents]
                told = ", ".join(words.bet_title(of_game, one) for one in mine)
                self.console.print(Padding(f"{player}: {told}", (0, 0, 0, BESIDE_CARDS)))
        if shows.meter_cents is not None:
            self.console.print(f"The meter shows {format_amount(shows.meter_cents)}.")

    def prompt(self, sheet: Sheet, part: Part) -> str:
        if not part.choices:
            return f"{bet_of(sheet, part.name)} > "
        if question := words.ASKS.get(part.name):
            self.console.print(question, style="bold")
        numbered = enumerate(part.choices, 1)
        self.console.print(table((f" {at}", words.answer(one)) for at, one in numbered))
        return "> "

    def again(self, why: str) -> None:
        self.console.print(why, style="yellow")

    def marked(self, sheet: Sheet, mark: Mark) -> None:
        count = f"{mark.right} of {len(mark.parts)} right" if len(mark.parts) > 1 else ""
        verdict = "Right" if mark.is_right else count or "Wrong"
        style = "bold green" if mark.is_right else "bold red"
        self.console.print(f"{verdict} in {mark.seconds:.1f} s.", style=style)
        wrong = [part for part in mark.parts if not part.is_right]
        for part in wrong:
            self.console.print(self.correction(sheet, part))
        told = wrong if sheet.kind is DrillKind.PAY else mark.parts[:1]
        if sheet.kind is not DrillKind.PAY and told[0].because:
            self.console.print(sentence(told[0].because))
        self.console.print(gists(one for part in told for one in part.clauses))
        for part in wrong:
            self.why_not(part)
        if mark.source:
            self.console.print(f"Made from the scenario {mark.source!r}.", style="dim")

    def correction(self, sheet: Sheet, part: MarkedPart) -> str:
        asked = next(one for one in sheet.parts if one.name == part.name)
        codes = {choice.code: words.answer(choice) for choice in asked.choices}
        right = codes.get(part.right, part.right)
        if not asked.choices:
            given = NO_ANSWER if part.given is None else f"you typed {part.given}"
            because = f" The player reads: {part.because}" if part.because else ""
            return f"{bet_of(sheet, part.name)}: {given}, right is {right}.{because}"
        given = "No answer" if part.given is None else f"You chose: {codes[part.given]}"
        return f"{given}. Right is: {right}."

    def why_not(self, part: MarkedPart) -> None:
        if part.why_not is not None:
            self.console.print(f"Why not {part.given}: that is for another case:", style="bold")
            self.console.print(sentence(part.why_not.because))
            self.console.print(gists(part.why_not.clauses))

    def reported(self, report: TraineeReport, repeat: str) -> None:
        self.console.print()
        games = {one.game for one in report.by_kind}
        if not report.drills:
            self.console.print(f"{report.trainee}: no drill was finished.", style="bold")
        else:
            rate = percent(report.answers_right, report.answers)
            told = f"{counted(report.drills, 'drill')}, {report.answers_right} of"
            told += f" {counted(report.answers, 'answer')} right, {rate}."
            self.console.print(f"{report.trainee}: {told}", style="bold")
            self.console.print(table(named(games, one.game, row(one)) for one in report.by_kind))
        if report.to_repeat:
            self.console.print("To repeat:", style="bold")
            wrong = report.to_repeat
            self.console.print(table(named(games, one.game, error(one)) for one in wrong))
            self.console.print(gists(said for one in report.to_repeat for said in one.clauses))
        same_again("drills", repeat, self.console)


def cards(of_game: Game, text: str, whose: str) -> Text:
    return hand_in_line(of_game, parse_cards(text), whose)


def bet_of(sheet: Sheet, part: str) -> str:
    assert not isinstance(sheet.shows, HandsToDraw | Situation)
    for box in sheet.shows.boxes:
        for bet in box.bets:
            if bet.part == part:
                return f"{words.place(box, bet)}, {words.bet_title(game(sheet.game), bet)}"
    raise AssertionError(part)


def gists(clauses: Iterable[ClauseSaid]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True, min_width=8)
    grid.add_column(style="dim")
    for one in dict.fromkeys(clauses):
        grid.add_row(one.number, one.gist)
    return grid


def table(rows: Iterable[tuple[str, ...]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for cells in rows:
        grid.add_row(*cells)
    return grid


def named(games: set[str], name: str, cells: tuple[str, ...]) -> tuple[str, ...]:
    """With the game's title, where there is more than one game to tell apart."""
    first, *others = cells if len(games) == 1 else (game(name).title, *cells)
    return (f" {first}", *others)


def row(one: Drilled) -> tuple[str, ...]:
    return (
        words.KINDS[one.kind],
        counted(one.drills, "drill"),
        percent(one.answers_right, one.answers),
        f"median {one.median_seconds:.1f} s",
    )


def error(one: ToRepeat) -> tuple[str, ...]:
    numbers = " ".join(said.number for said in one.clauses)
    typed = NO_ANSWER if one.typed is None else f"typed {words.in_short(one.typed)}"
    wrong = f"{one.wrong} of {one.answers} wrong"
    return numbers, wrong, f"{typed}, right is {words.in_short(one.right)}"


def sentence(because: Said) -> str:
    """With a capital and a full stop, which a part of a ruling's sentence has not."""
    text = str(because)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
