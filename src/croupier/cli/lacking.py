"""A verb or a flag that needs what is not installed says so in one line."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NoReturn

from typer.core import TyperCommand

from croupier import extras

if TYPE_CHECKING:
    from typer._click import Command

MOST_SHOWN = 60
"""Letters of what was asked for."""


def stand_in(name: str, says: str, missing: ImportError) -> Command:
    """In place of a verb that cannot be loaded: its help says what it needs, all else lacks it."""
    needs = extras.lacking(missing)
    if needs is None:
        raise missing

    def lacks() -> NoReturn:
        raise missing

    return TyperCommand(
        name,
        callback=lacks,
        help=f"{says}\n\nIt {needs}",
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        rich_markup_mode=None,
    )


def lacked(arguments: list[str], missing: ImportError) -> str:
    """What was asked for and what it needs; a module that no extra brings is a fault of ours."""
    needs = extras.lacking(missing)
    if needs is None:
        raise missing
    asked = f"croupier {shlex.join(arguments)}"
    return f"{asked if len(asked) <= MOST_SHOWN else f'{asked[:MOST_SHOWN]}…'} {needs}"
