"""Options that belong together, declared as one record."""

from __future__ import annotations

from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., None]

Record = TypeVar("Record")


def taking(record: type[Record], name: str) -> Callable[[Run], Run]:
    """A verb takes the record's fields as options of its own, and is handed the record."""
    hints = get_type_hints(record, include_extras=True)
    options = [
        Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(record)  # type: ignore[arg-type] # a dataclass
    ]

    def decorated(run: Run) -> Run:
        own = signature(run, eval_str=True)

        @wraps(run)
        def called(**given: Any) -> None:  # noqa: ANN401 - whatever the options are
            theirs = {one.name: given.pop(one.name) for one in options}
            run(**given, **{name: record(**theirs)})

        before = [one for one in own.parameters.values() if one.name != name]
        called.__signature__ = own.replace(parameters=[*before, *options])  # type: ignore[attr-defined]
        return called

    return decorated
