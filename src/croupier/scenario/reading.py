"""A scenario file as the situations that it holds; what is unreadable is told with its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.games import game as game_named
from croupier.problems import BadInput, among, close_to
from croupier.scenario.claims import claim
from croupier.scenario.floor import FIRST
from croupier.scenario.setups import SETUPS, STARTS, Start, started
from croupier.scenario.verbs import VERBS
from croupier.scenario.words import Words, name_of, split, with_amounts_told
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.scenario.claims import Holds
    from croupier.scenario.verbs import Asks

TABLE = re.compile(r"(t[0-9]+):\s*(.*)")
ARROW = re.compile(r"(?:^|\s)->(?:\s+|$)")
ANYTHING, REFUSED = "anything", "refused"


class Line(msgspec.Struct, frozen=True):
    """As it stands in the file."""

    number: int
    words: str
    clauses: tuple[str, ...]


class Situation(msgspec.Struct, frozen=True):
    game: str
    title: str
    also_shows: tuple[str, ...]
    """Clauses behind its title."""
    lines: tuple[Line, ...]
    at: int = 0
    """The line of its title."""

    @property
    def shows(self) -> tuple[str, ...]:
        """Every clause that it names."""
        said = [clause for line in self.lines for clause in line.clauses]
        return tuple(dict.fromkeys([*self.also_shows, *said]))


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Someone asks something of a table."""

    line: int
    said: str
    table: str
    asker: str
    asks: Asks
    expected: str | None
    clauses: tuple[str, ...]


class Claimed(msgspec.Struct, frozen=True):
    line: int
    said: str
    table: str
    holds: Holds


class Wait(msgspec.Struct, frozen=True):
    seconds: int


class Script(msgspec.Struct, frozen=True):
    """A situation whose every line is understood."""

    situation: Situation
    start: Start
    steps: tuple[Act | Claimed | Wait, ...]


def scripts(text: str | bytes) -> list[Script]:
    """The situations of a file, ready to be played."""
    return [script(one) for one in situations(decoded(text))]


def decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise BadInput("this is no text in UTF-8", f"line {line}") from None


def situations(text: str) -> list[Situation]:
    game, found = "", list[tuple[Situation, list[Line]]]()
    for number, written in enumerate(text.split("\n"), 1):
        said, _, cited = written.partition("|")
        words, clauses = said.strip(), tuple(cited.split())
        if not words or words.startswith("#"):
            continue
        try:
            if words.split()[0] == "game":
                game = game_of(words)
            elif words.startswith("=="):
                found.append((opened(game, words, clauses, number), []))
            else:
                lines_of_last(found).append(Line(number, words, clauses))
        except BadInput as problem:
            raise BadInput(str(problem), f"line {number}") from None
    if not found:
        raise BadInput("there is no situation in it: one begins with `game NAME`, then `== TITLE`")
    return [replace(one, lines=tuple(lines)) for one, lines in found]


def lines_of_last(found: list[tuple[Situation, list[Line]]]) -> list[Line]:
    if not found:
        raise BadInput("a situation begins with a line `== TITLE`")
    return found[-1][1]


def game_of(words: str) -> str:
    _, *named = words.split()
    if len(named) != 1:
        raise BadInput("behind `game` stands the name of one game")
    return game_named(named[0]).name


def opened(game: str, words: str, clauses: tuple[str, ...], number: int) -> Situation:
    if not game:
        raise BadInput("a line `game NAME` stands before the first situation")
    title = words.removeprefix("==").strip()
    if not title:
        raise BadInput("a situation has a title: `== TITLE`")
    return Situation(game, title, clauses, (), number)


def script(situation: Situation) -> Script:
    start, steps = Start(setup=setup_of(situation.game)), list[Act | Claimed | Wait]()
    for line in situation.lines:
        try:
            before = None if steps else set_up(start, line)
            if before is not None:
                start = before
            else:
                steps.append(step(line, start))
        except BadInput as problem:
            raise BadInput(str(problem), f"line {line.number}") from None
    return Script(situation, start, tuple(steps))


def set_up(start: Start, line: Line) -> Start | None:
    verb, *rest = line.words.split()
    return started(start, verb, Words(rest))


def step(line: Line, start: Start) -> Act | Claimed | Wait:
    table, words = table_of(line.words, start)
    if words.startswith("="):
        inner, words = table_of(words[1:].strip(), start)
        table = inner if table == FIRST else table
        return Claimed(line.number, line.words, table, claim(Words(split(words)), line.clauses))
    if words.split()[:1] == ["after"]:
        return waited(Words(words.split()[1:]))
    return act(line, table, words)


def table_of(words: str, start: Start) -> tuple[str, str]:
    """`t2: …`: which table is meant; without that the first."""
    prefix = TABLE.fullmatch(words)
    if prefix is None:
        return FIRST, words
    name, rest = prefix[1], prefix[2]
    if name not in [f"t{number}" for number in range(1, start.tables + 1)]:
        raise BadInput(f"there is no table {name[:20]}: `tables N` sets up more than t1")
    if not rest:
        raise BadInput(f"nothing stands behind {name}:")
    return name, rest


def waited(words: Words) -> Wait:
    """`after SECONDS`: so much time passes."""
    seconds = words.number("number of seconds")
    words.end()
    return Wait(seconds)


def act(line: Line, table: str, words: str) -> Act:
    said, *expected = ARROW.split(words, maxsplit=1)
    if expected and not expected[0].strip():
        raise BadInput("nothing stands behind ->")
    asked = Words(split(said))
    asker = name_of(asked.take("who does something"))
    verb = asked.take(f"what {asker} does")
    if verb not in VERBS:
        raise BadInput(unknown(asker, verb))
    asks = VERBS[verb](asker, asked)
    asked.end()
    return Act(
        line=line.number,
        said=ARROW.split(line.words, maxsplit=1)[0].strip(),
        table=table,
        asker=asker,
        asks=asks,
        expected=with_amounts_told(" ".join(expected[0].split())) if expected else None,
        clauses=line.clauses,
    )


def unknown(asker: str, verb: str) -> str:
    if asker in SETUPS or asker in STARTS:
        return f"`{asker}` sets up a table and stands before the play"
    close = close_to(verb, VERBS)
    return f"there is no verb {verb[:40]!r}" + (f"; {among(verb, VERBS)}" if close else "")
