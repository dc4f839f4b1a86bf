"""Limits and other policy numbers are those of the golden file: changing one is a reviewed line.

Write the file anew with `python -m tests.test_limits`: it keeps what people wrote, removes the
names that are gone, and adds new ones below `[new]`, for somebody to say what each of them means.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from dataclasses import MISSING, fields, is_dataclass
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pytest
from argon2 import Parameters

from croupier.server.limits import RateLimit
from tests.support.folders import GOLDEN, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = GOLDEN / "limits.txt"
WRITE_ANEW = "python -m tests.test_limits"
SOURCE = ROOT / "src" / "croupier"
PACKAGES = ("server", "witness", "wire", "table", "lab", "cli")
SETTINGS = re.compile(r"\w*(In|Limits|Terms)")
"""Names of classes whose fields are settings; their default values are policy."""
POLICY_LINE = re.compile(r"(?P<name>\S+) = (?P<value>.+) \[(?P<unit>[^\[\]]+)\] (?P<meaning>.+)")
NOT_POLICY, NEW = "[not policy", "[new]"
NUMBERS = (int, float, Fraction, Decimal, timedelta, RateLimit, Parameters)
COLLECTIONS = (tuple, list, set, frozenset)


class Table(NamedTuple):
    """The golden file: its policy numbers as written, and the names that are no policy."""

    policy: dict[str, str]
    not_policy: tuple[str, ...]


def is_numeric(value: object) -> bool:
    """Whether a value is a number or consists of numbers alone."""
    if isinstance(value, dict):
        return bool(value) and all(map(is_numeric, value.values()))
    if isinstance(value, COLLECTIONS):
        return bool(value) and all(map(is_numeric, value))
    return isinstance(value, NUMBERS) and not isinstance(value, bool)


def text_of(value: object) -> str:
    if isinstance(value, dict):
        pairs = (f"{getattr(key, '__name__', key)}: {text_of(one)}" for key, one in value.items())
        return f"({', '.join(pairs)})"
    if isinstance(value, COLLECTIONS):
        return f"({', '.join(map(text_of, value))})"
    if isinstance(value, RateLimit):
        return f"{value.at_once} at once, {value.a_second} per second"
    if isinstance(value, Parameters):
        return f"{value.memory_cost} KiB, {value.time_cost} passes, {value.parallelism} lanes"
    return f"{value:_}" if isinstance(value, int) else str(value)


def constants() -> dict[str, object]:
    """Every numeric constant and every numeric default of a setting, by its dotted name."""
    return {
        name: value
        for package in PACKAGES
        for file in sorted((SOURCE / package).rglob("*.py"))
        for name, value in constants_of(file)
        if is_numeric(value)
    }


def constants_of(file: Path) -> Iterator[tuple[str, object]]:
    dotted = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    statements = ast.parse(file.read_text("utf-8")).body
    names = [name for statement in statements for name in assigned_names(statement)]
    classes = [
        one.name
        for one in statements
        if isinstance(one, ast.ClassDef) and SETTINGS.fullmatch(one.name)
    ]
    if not names and not classes:
        return
    module = import_module(f"croupier.{dotted}")
    for name in names:
        yield f"{dotted}.{name}", getattr(module, name)
    for name in classes:
        for field, default in defaults_of(getattr(module, name)):
            yield f"{dotted}.{name}.{field}", default


def assigned_names(statement: ast.stmt) -> list[str]:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets = [statement.target]
    found = (one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
    return [name for name in found if name.isupper()]


def defaults_of(kind: type) -> list[tuple[str, object]]:
    if issubclass(kind, msgspec.Struct):
        defaults = kind.__struct_defaults__
        names = kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :]
        return list(zip(names, defaults, strict=True))
    if is_dataclass(kind):
        return [(one.name, one.default) for one in fields(kind) if one.default is not MISSING]
    return list(getattr(kind, "_field_defaults", {}).items())


def read_table(text: str) -> Table:
    policy: dict[str, str] = {}
    not_policy: list[str] = []
    area = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            area = line
        elif area.startswith(NOT_POLICY):
            not_policy.append(line)
        else:
            found = POLICY_LINE.fullmatch(line)
            assert found is not None, f"name = value [unit] meaning: {line}"
            assert found["name"] not in policy, f"listed twice: {line}"
            policy[found["name"]] = found["value"]
    return Table(policy, tuple(not_policy))


@pytest.fixture(scope="module")
def current() -> dict[str, str]:
    """As another process has them: a test may have put other values into this one."""
    command = [sys.executable, "-m", "tests.test_limits", "--values"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    values: dict[str, str] = json.loads(done.stdout)
    return values


@pytest.mark.slow
def test_every_policy_number_is_that_of_the_golden_file(current: dict[str, str]) -> None:
    table = read_table(FILE.read_text("utf-8"))
    policy = {name: one for name, one in current.items() if name not in table.not_policy}
    assert policy == table.policy, f"reviewed? {WRITE_ANEW}"


def test_every_constant_is_listed_once_and_explained(current: dict[str, str]) -> None:
    text = FILE.read_text("utf-8")
    assert NEW not in text.splitlines(), "say what these mean, or list them as no policy"
    table = read_table(text)
    listed = [*table.policy, *table.not_policy]
    assert sorted(listed) == sorted(current)


def test_the_search_finds_constants_however_they_are_written() -> None:
    source = "A, B = 1, 2\nC: float = 0.5\nD = E = (3, 4)\nF = 'text'\ng = 5\nH: int\n"
    found = [name for one in ast.parse(source).body for name in assigned_names(one)]
    assert found == ["A", "B", "C", "D", "E", "F"]


@pytest.mark.parametrize("value", [1, 0.5, (3, 4), {"a": timedelta(1)}, RateLimit(1, 1)])
def test_numbers_are_pinned(value: object) -> None:
    assert is_numeric(value)


@pytest.mark.parametrize("value", ["text", True, (), {}, (1, "a"), None])
def test_anything_else_is_not(value: object) -> None:
    assert not is_numeric(value)


def written_anew(text: str) -> str:
    """The file with today's values; lines of names that are gone are left out."""
    current, lines = constants(), []
    listed: set[str] = set()
    for line in text.partition(f"\n{NEW}")[0].splitlines():
        name = line.split(" ")[0]
        if "." not in name or line.startswith(("#", "[")):
            lines.append(line)
        elif name in current:
            listed.add(name)
            found = POLICY_LINE.fullmatch(line)
            value = text_of(current[name])
            rest = f" = {value} [{found['unit']}] {found['meaning']}" if found else ""
            lines.append(f"{name}{rest}")
    new = [f"{name} = {text_of(current[name])} [?] ?" for name in current if name not in listed]
    return "\n".join([*lines, *([f"\n{NEW}", *new] if new else []), ""])


if __name__ == "__main__" and sys.argv[1:] == ["--values"]:
    json.dump({name: text_of(one) for name, one in constants().items()}, sys.stdout)
elif __name__ == "__main__":
    FILE.write_text(written_anew(FILE.read_text("utf-8")), "utf-8")
