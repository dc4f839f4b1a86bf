"""How something is broken in this process: a field, a function, a register; nothing is mended."""

from __future__ import annotations

import functools
import gc
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.complete import check_complete
from croupier.engine.game import Game
from croupier.engine.steps import Procedure
from croupier.table.answers import Asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from croupier.engine.steps import Refusal
    from croupier.said import Said

OURS = ("croupier", "tests")
KEPT = {"rulebook"}
"""What was remembered and no game goes into."""


CACHED = type(functools.cache(len))


class Mutant(NamedTuple):
    name: str
    """What is no longer so."""
    break_it: Callable[[], object]


def put(value: object, field: str, new: object) -> None:
    """A field of a frozen value; raise AttributeError where it has no such field."""
    getattr(value, field)
    object.__setattr__(value, field, new)


def patch(owner: type, name: str, new: object) -> None:
    """A method of a class; raise AttributeError where it has no such method."""
    getattr(owner, name)
    setattr(owner, name, new)


def constant(answer: object) -> Callable[..., Any]:
    return lambda *_args, **_named: answer


def without(held: tuple[Any, ...], gone: object) -> tuple[Any, ...]:
    return tuple(one for one in held if one is not gone)


def exchange(old: object, new: object) -> None:
    """A function for another, wherever a module or a register of one has it."""
    for module in modules():
        for name, held in list(vars(module).items()):
            if held is old:
                setattr(module, name, new)
            elif isinstance(held, dict):
                exchange_in(held, old, new)


def exchange_in(register: dict[Any, Any], old: object, new: object) -> None:
    for key, held in list(register.items()):
        if held is old:
            register[key] = new
        elif isinstance(held, tuple) and any(one is old for one in held):
            register[key] = tuple(new if one is old else one for one in held)


def modules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.split(".")[0] in OURS]


def never_refused(why: Refusal) -> None:
    """Where it would have been refused so, it goes on, or nothing comes of it."""
    refuse = Asked.no

    def no(self: Asked, found: Refusal, said: Said, clauses: tuple[str, ...] | None = None) -> Any:
        return [] if found is why else refuse(self, found, said, clauses)

    patch(Asked, "no", no)


def remembered() -> list[Callable[[], object]]:
    """How to forget what is worked out of the games once and kept."""
    gc.unfreeze()  # what tests have put aside is looked through, too
    found: list[Callable[[], object]] = []
    for one in gc.get_objects():
        if issubclass(type(one), CACHED):  # what a dead reference stands for cannot be asked
            wrapped: Any = one.__wrapped__
            if wrapped.__module__.split(".")[0] in OURS and wrapped.__name__ not in KEPT:
                found.append(one.cache_clear)
        elif type(one) in {Game, Procedure}:
            found.append(functools.partial(work_out_anew, one))
    return found


def work_out_anew(value: object) -> None:
    for name, rule in vars(type(value)).items():
        if isinstance(rule, functools.cached_property):
            vars(value).pop(name, None)


def unchecked() -> None:
    """Nothing asks whether a broken game is complete."""
    exchange(check_complete, constant(None))
