"""The parts of a game that cite clauses, each with the place that it has in the game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.rulebook import Cite, Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game, How


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A value of a game, and one of its fields that cites clauses."""

    value: Any
    field: str
    """The field that cites."""
    cite: Cite
    inside: tuple[tuple[Any, str], ...]
    """From the game down: each value that it stands in, and in which field of it."""

    @property
    def how(self) -> How | None:
        """None: it refers to the clauses, something else carries them out."""
        how: How | None = getattr(self.value, "how", "code")
        return how

    @property
    def kind(self) -> str:
        return type(self.value).__name__

    @property
    def label(self) -> str:
        named = next(
            (
                getattr(self.value, name)
                for name in (
                    "event",
                    "title",
                    "name",
                    "word",
                    "text",
                    "irregularity",
                    "why",
                    "what",
                )
                if hasattr(self.value, name)
            ),
            "",
        )
        return f"{self.kind} {named}" if isinstance(named, str) and named else self.kind

    @property
    def holder(self) -> Any:  # noqa: ANN401 - any value of a game
        return self.inside[-1][0]

    @property
    def held_as(self) -> str:
        """The field of its holder that it stands in."""
        return self.inside[-1][1]


def parts(game: Game) -> Iterator[Part]:
    for field in dataclasses.fields(game):
        yield from _walk(getattr(game, field.name), ((game, field.name),))


def _walk(value: Any, inside: tuple[tuple[Any, str], ...]) -> Iterator[Part]:  # noqa: ANN401
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for one in value:
            yield from _walk(one, inside)
    elif dataclasses.is_dataclass(value) and not isinstance(value, Document | Cite | type):
        for field in dataclasses.fields(value):
            held = getattr(value, field.name)
            if isinstance(held, Cite):
                yield Part(value=value, field=field.name, cite=held, inside=inside)
            else:
                yield from _walk(held, (*inside, (value, field.name)))
