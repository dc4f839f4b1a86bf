"""Points that a document leaves open, each a named choice of the table's configuration."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import EnumType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, TypeVar, cast

from croupier.problems import BadInput, among
from croupier.said import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.rulebook import Cite

WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class OpenPoint(Generic[V]):
    """What documents leave open: its name in settings, and how a reading of it is read.

    Two of one name are one, so that a copy of a game reads as it did.
    """

    name: str
    read: Callable[[str], V]
    words: Mapping[V, str] = field(default_factory=dict)
    """How a ruling's sentence says a reading."""

    def __post_init__(self) -> None:
        for words in self.words.values():
            phrase(words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenPoint) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(self.read) if isinstance(self.read, EnumType) else ()


@dataclass(frozen=True, slots=True)
class Reading(Generic[V]):
    """One way to read an open point."""

    of: OpenPoint[V]
    value: V


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The readings that a document allows of an open point, the default first; one alone is fixed.

    Without any said, they are all that the point has, in its own order.
    """

    how: ClassVar[None] = None
    of: OpenPoint[Any]
    cite: Cite
    values: tuple[str, ...] = ()
    whole_number_to: int | None = None
    """Any whole number up to it is a value too."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", self.values or self.of.values)
        for value in self.values:
            self.of.read(value)

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def values_text(self) -> tuple[str, ...]:
        """Its values in words."""
        most = self.whole_number_to
        return (*self.values, *(() if most is None else (f"any whole number to {most}",)))

    def allows(self, value: str) -> bool:
        if value in self.values or self.whole_number_to is None:
            return value in self.values
        return bool(WHOLE_NUMBER.fullmatch(value)) and int(value) <= self.whole_number_to

    def decides(self, **options: Callable[P, T]) -> Decides[P, T]:
        by_value = {value.replace("_", "-"): option for value, option in options.items()}
        assert tuple(by_value) == self.values, f"{self.name}: one option for each value, in order"
        return Decides(self, by_value)


@dataclass(frozen=True, slots=True)
class Decides(Generic[P, T]):
    """A rule with one form per reading; as it stands it follows the default."""

    interpretation: Interpretation
    options: Mapping[str, Callable[P, T]]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.options[self.interpretation.default](*args, **kwargs)


RuleT = TypeVar("RuleT", bound="Callable[..., Any]")


def under(rule: RuleT, readings: Mapping[str, str]) -> RuleT:
    """The form that a rule takes under the readings in force."""
    if isinstance(rule, Decides):
        return cast("RuleT", rule.options[readings[rule.interpretation.name]])
    return rule


def readings_of(
    interpretations: Iterable[Interpretation], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Every interpretation with the value in force: the one chosen, or its default."""
    known = {interpretation.name: interpretation for interpretation in interpretations}
    for name, value in chosen.items():
        if name not in known:
            raise BadInput(
                f"no interpretation is called {name[:40]!r}; {among(name, known, 'this game has')}",
                "interpretations",
            )
        if not known[name].allows(value):
            raise BadInput(
                f"{value[:40]!r} is not one of {', '.join(known[name].values_text)}",
                "interpretations",
                name,
                clauses=known[name].cite.numbers,
            )
    return {name: str(chosen.get(name, one.default)) for name, one in known.items()}
