"""Where tests stand and what they may import; how long functions may be."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.folders import ROOT

TESTS = ROOT / "tests"
OF_NO_PACKAGE = {"bench", "browser", "docs", "install", "record", "simulation", "support"}
FROM_A_TEST = re.compile(r"^\s*(?:from|import) tests\.\S*\b(?:test_\w+|conftest)\b", re.MULTILINE)
FASTER = re.compile(r"(?P<file>tests/\S+\.py)::(?P<test>test_\w+) catches the same")
WRITTEN = ("src", "tests", "tools")
LONGEST_FUNCTION = 60
MOST_BY_PLACE = 6
BY_PLACE = {
    "Bet": "its own constructor takes the lines by place and the rest by name",
    "Rooms": "a protocol: it is never made",
}
"""Records of more fields that are no keywords, and why."""


def test_each_folder_is_named_after_a_package() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "croupier").glob("*/__init__.py")}
    folders = {path.parent.name for path in TESTS.glob("*/__init__.py")}
    assert folders - OF_NO_PACKAGE <= packages


@pytest.mark.parametrize("folder", ["tests", "tools"])
def test_nothing_is_imported_from_a_test(folder: str) -> None:
    importing = {
        str(path.relative_to(ROOT))
        for path in (ROOT / folder).rglob("*.py")
        if FROM_A_TEST.search(path.read_text(encoding="utf-8"))
    }
    assert importing == set()


def test_no_test_stands_in_support() -> None:
    assert list((TESTS / "support").rglob("test_*.py")) == []


def test_a_nightly_test_names_a_faster_test_that_is_there() -> None:
    nodes = [
        (file, node)
        for file, text in written("tests").items()
        if "nightly" in text
        for node in ast.walk(ast.parse(text))
    ]
    marks = [node for _, node in nodes if isinstance(node, ast.Attribute) and is_nightly(node)]
    reasons = [
        (file, ast.literal_eval(call.args[0]))
        for file, call in nodes
        if isinstance(call, ast.Call) and is_nightly(call.func)
    ]
    assert len(marks) == len(reasons) > 0
    assert [(file, reason) for file, reason in reasons if not names_a_test(reason)] == []


def is_nightly(node: ast.expr) -> bool:
    return ast.unparse(node) == "pytest.mark.nightly"


def names_a_test(reason: str) -> bool:
    """Return whether the reason names a faster test, and that test is there."""
    match = FASTER.match(reason)
    return match is not None and f"def {match['test']}(" in (ROOT / match["file"]).read_text(
        "utf-8"
    )


def written(folder: str) -> dict[str, str]:
    """Each Python file of it by its path."""
    files = sorted((ROOT / folder).rglob("*.py"))
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


@pytest.mark.parametrize("folder", WRITTEN)
def test_no_function_is_too_long(folder: str) -> None:
    lengths = {
        f"{file}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file, text in written(folder).items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


def by_place(record: ast.ClassDef) -> int:
    """How many fields the record takes by their place."""
    calls = [one for one in record.decorator_list if isinstance(one, ast.Call)]
    options = [*record.keywords, *(keyword for call in calls for keyword in call.keywords)]
    by_name = any(option.arg == "kw_only" for option in options)
    if by_name or "TypedDict" in map(ast.unparse, record.bases):
        return 0
    fields = [ast.unparse(one) for one in record.body if isinstance(one, ast.AnnAssign)]
    return fields.index("_: KW_ONLY") if "_: KW_ONLY" in fields else len(fields)


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ("class Pair(NamedTuple):\n    a: int\n    b: int", 2),
        ("class Pair(Struct, kw_only=True):\n    a: int\n    b: int", 0),
        ("class Pair(TypedDict, total=False):\n    a: int\n    b: int", 0),
        ("@dataclass(kw_only=True)\nclass Pair:\n    a: int\n    b: int", 0),
        ("@dataclass\nclass Pair:\n    a: int\n    _: KW_ONLY\n    b: int", 1),
    ],
)
def test_fields_by_place_are_counted(record: str, fields: int) -> None:
    [found] = ast.parse(record).body
    assert isinstance(found, ast.ClassDef)
    assert by_place(found) == fields


@pytest.mark.slow
def test_large_records_are_made_by_the_names_of_their_fields() -> None:
    large = {
        node.name
        for text in written("src").values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and by_place(node) > MOST_BY_PLACE
    }
    assert large == set(BY_PLACE)
