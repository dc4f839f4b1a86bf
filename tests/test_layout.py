"""The folders of the tests are those of the source, and what tests share stands in support."""

from __future__ import annotations

import re

import pytest

from tests.support.folders import ROOT

TESTS = ROOT / "tests"
OF_NO_PACKAGE = {"browser", "docs", "support"}
FROM_A_TEST = re.compile(r"^\s*(?:from|import) tests\.\S*\b(?:test_\w+|conftest)\b", re.MULTILINE)


def test_each_folder_is_named_after_a_package() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "croupier").glob("*/__init__.py")}
    folders = {path.parent.name for path in TESTS.glob("*/__init__.py")}
    assert folders - OF_NO_PACKAGE <= packages


@pytest.mark.parametrize("folder", ["tests", "bench", "tools"])
def test_nothing_is_imported_from_a_test(folder: str) -> None:
    importing = {
        str(path.relative_to(ROOT))
        for path in (ROOT / folder).rglob("*.py")
        if FROM_A_TEST.search(path.read_text(encoding="utf-8"))
    }
    assert importing == set()


def test_no_test_stands_in_support() -> None:
    assert list((TESTS / "support").rglob("test_*.py")) == []
