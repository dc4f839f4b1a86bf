"""The references that are built leave nothing out."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import croupier
import croupier.server
from croupier.cli.main import VERBS, verb
from croupier.server.app import OPERATIONS
from croupier.server.floor.protocol import AnyToClient, AnyToServer
from croupier.server.journal.stream import Fold
from croupier.table.commands import AnyCommand
from tests.support.folders import ROOT
from tools import reference, schemas
from tools.pages import part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from typer._click import Command

DOCUMENTED = re.compile(r"^::: croupier\.(\w+)$", re.MULTILINE)
HEADING = re.compile(r"^### `([a-z-]+)` \{", re.MULTILINE)


def test_every_public_name_is_in_the_reference() -> None:
    listed = DOCUMENTED.findall((ROOT / "docs" / "python.md").read_text("utf-8"))
    assert sorted(listed) == sorted(set(croupier.__all__) - {"__version__"})


def test_every_stream_of_the_journal_is_in_the_reference() -> None:
    folds = set()
    for one in pkgutil.walk_packages(croupier.server.__path__, "croupier.server."):
        module = import_module(one.name)
        folds |= {value.kind for value in vars(module).values() if isinstance(value, Fold)}
    listed = [stream.fold.kind for stream in reference.STREAMS]
    assert sorted(listed) == sorted(folds)
    assert [stream.name.partition(":")[0] for stream in reference.STREAMS] == listed


def test_every_event_of_the_journal_is_in_the_reference() -> None:
    folds = [stream.fold.decoder.type for stream in reference.STREAMS]
    expected = tags(folds, "event") | tags(folds, "command")
    assert expected == set(HEADING.findall(part("events")))


def test_every_message_and_command_is_in_the_reference() -> None:
    expected = tags([AnyToServer, AnyToClient], "type") | tags([AnyCommand], "command")
    assert expected == set(HEADING.findall(part("protocol")))


def tags(kinds: list[Any], field: str) -> set[object]:
    """Return what tells the structs inside of these types apart by that field."""
    structs = [cls for cls in schemas.classes(kinds) if issubclass(cls, msgspec.Struct)]
    configs = [cls.__struct_config__ for cls in structs]
    return {config.tag for config in configs if config.tag_field == field}


def test_every_setting_of_the_file_is_explained() -> None:
    rows = [line for line in part("configuration").splitlines() if line.startswith("| `")]
    assert rows
    assert [row for row in rows if row.endswith("|  |")] == []


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("protocol", "| `on` | true or false | `true` |  |"),
        ("protocol", "| `command` | [a command](#commands) | required |  |"),
        ("protocol", "| `id` | text of at most 100 characters | required |  |"),
        ("events", "| `postings` | list of (account text, cents whole number) |  |"),
        ("configuration", "| `port` | whole number | `8000` | 0: any that is free. |"),
    ],
)
def test_a_field_says_its_type_and_default(name: str, row: str) -> None:
    assert row in part(name).splitlines()


def test_every_verb_and_option_is_in_the_reference() -> None:
    text = part("commands")
    for name, command in verbs("croupier", {name: verb(name) for name in VERBS}):
        own = text.partition(f"# `{name}`\n")[2].partition("\n#")[0]
        options = {option for each in command.params for option in each.opts if "--" in option}
        assert own
        assert {option for option in options if option not in own} == set()


def verbs(above: str, commands: Mapping[str, Command]) -> Iterator[tuple[str, Command]]:
    for name, command in commands.items():
        yield f"{above} {name}", command
        yield from verbs(f"{above} {name}", getattr(command, "commands", {}))


def test_every_operation_is_in_the_reference() -> None:
    rows = part("operations").splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == [each.name for each in OPERATIONS]
