"""What carries each part of a game out: the functions it declares, and those marked with it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.engine.game import Term
from croupier.engine.interpretations import Decides
from croupier.engine.irregularities import Case
from croupier.engine.outcome import always
from croupier.engine.steps import Allows, Refuses
from croupier.games import GAMES
from croupier.problems import Incomplete
from croupier.rulebook import marks
from croupier.rulebook.clauses import PACKAGE
from croupier.rulebook.marks import field_of, irregularity_key, key_of, word_key
from croupier.tracing.parts import Part, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.game import Game, How
    from croupier.engine.irregularities import Remedy
    from croupier.rulebook import Cite


@dataclass(frozen=True, slots=True)
class Carrier:
    """A part of a game that cites clauses, and what carries it out."""

    how: How | None
    """None: it refers to the clauses, something else carries them out."""
    label: str
    cite: Cite
    by: tuple[str, ...]
    """Functions; none: it is declared, and nothing does it."""

    @property
    def code(self) -> tuple[str, ...]:
        return (self.cite.where, *self.by)

    @property
    def is_missing(self) -> bool:
        """Whether a function is needed and none is marked; a word needs none of its own."""
        return self.how in {"code", "console"} and not self.by


def carriers(game: Game) -> Iterator[Carrier]:
    import_marked_modules()
    for part in parts(game):
        functions = dict.fromkeys((*declared_functions(part), *marked_functions(part)))
        yield Carrier(part.how, part.label, part.cite, tuple(functions))


def declared_functions(part: Part) -> Iterator[str]:
    """Yield where the functions stand that a part itself holds, such as the condition of a line."""
    if part.field != "cite":
        return
    for field in dataclasses.fields(part.value):
        yield from places(getattr(part.value, field.name))


def marked_functions(part: Part) -> Iterator[str]:
    """Yield where the marked functions stand; none for a case with a remedy that has none."""
    if isinstance(part.value, Case) and not all(map(has_function, part.value.remedies)):
        return
    for key in part_keys(part):
        for function in sorted(marks.MARKED.get(key, ()), key=position):
            yield from places(function)


def position(function: Callable[..., Any]) -> tuple[str, int]:
    """Sort by file and line, whatever was imported first."""
    code = function.__code__
    return code.co_filename, code.co_firstlineno


def has_function(remedy: Remedy) -> bool:
    return bool(marks.MARKED.get(key_of(remedy)))


def part_keys(part: Part) -> tuple[str, ...]:
    """Return the keys of the marks that a part's carriers may have."""
    value = part.value
    if isinstance(value, Refuses):
        return (key_of(value.why),)
    if isinstance(value, Allows):
        return (key_of(value.what),)
    if isinstance(value, Term):
        return (word_key(value.word),)
    if isinstance(value, Case):
        remedies = (key_of(remedy) for remedy in value.remedies)
        return (key_of(Case), irregularity_key(value.irregularity), *remedies)
    if part.field != "cite":
        return (key_of(field_of(type(value), part.field)),)
    return (key_of(type(value)), key_of(field_of(type(part.holder), part.held_as)))


def places(function: object) -> Iterator[str]:
    """Yield where a function stands, or those that a reading decides between."""
    if isinstance(function, Decides):
        for option in function.options.values():
            yield from places(option)
        return
    code = getattr(getattr(function, "__wrapped__", function), "__code__", None)
    if code is not None and function is not always:
        file = Path(code.co_filename)
        if file.is_relative_to(PACKAGE):
            yield f"src/croupier/{file.relative_to(PACKAGE).as_posix()}:{code.co_firstlineno}"


@cache
def import_marked_modules() -> None:
    """Import every module that marks a function: marks exist once their module is imported.

    Raise Incomplete for a mark of a part that no game declares.
    """
    for file in sorted(PACKAGE.rglob("*.py")):
        if f"from {marks.__name__} import" in file.read_text(encoding="utf-8"):
            path = file.relative_to(PACKAGE.parent).with_suffix("")
            import_module(".".join(path.parts).removesuffix(".__init__"))
    if unknown := unknown_marks():
        raise Incomplete(f"no game declares what functions are marked with: {', '.join(unknown)}")


def unknown_marks() -> list[str]:
    declared = {key for game in GAMES for part in parts(game) for key in part_keys(part)}
    return sorted(marks.MARKED.keys() - declared)
