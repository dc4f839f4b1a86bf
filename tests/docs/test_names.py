"""Files and names of the program that the documentation speaks of are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import croupier
from tests.support.folders import ROOT
from tools import site

SOURCE = Path(croupier.__file__).parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
FILE = re.compile(
    r"(?<![\w/.$:])((?:[\w.-]+/)*[\w.-]+\.(?:py|ts|svelte|toml|tsv|txt|sh))\b(?::([A-Za-z_][\w.]*))?"
)
"""A file, as seen from the project or from the package, and a name in it."""
TEST = re.compile(r"`((?:\w+/)*test_\w+)[`:](?!\]\()")
FUNCTION = re.compile(r"\[`(test_\w+)`\]\(([\w./]+)\)")
"""A test as a link to its file."""
FOLDER = re.compile(r"`((?:src|tests|tools|ui|docs|examples|server|table|engine)/[\w/-]+)`")
TO_BE_WRITTEN = {"new_game", "new-game", "FILE"}


def where(file: str) -> Path | None:
    return next((at / file for at in (ROOT, SOURCE) if (at / file).is_file()), None)


@cache
def defined(file: Path) -> frozenset[str]:
    """Functions, classes with their methods, and constants of a module."""
    found = set()
    for one in ast.parse(file.read_text(encoding="utf-8")).body:
        match one:
            case ast.ClassDef(name=name):
                inner = (
                    each.name
                    for each in one.body
                    if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
                )
                found |= {name, *(f"{name}.{each}" for each in inner)}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return frozenset(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    missing = []
    for file, name in FILE.findall(site.full_text(page)):
        if ("/" not in file and not name) or Path(file).stem in TO_BE_WRITTEN:
            continue
        found = where(file) or where(str((page.parent / file).relative_to(ROOT)))
        if found is None or (name and name not in defined(found)):
            missing.append(f"{file}:{name}")
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_tests_and_folders_that_a_page_names_are_there(page: Path) -> None:
    text = site.full_text(page)
    tests = [name for name in TEST.findall(text) if not [*(ROOT / "tests").rglob(f"{name}.py")]]
    tests += [
        name
        for name, file in FUNCTION.findall(text)
        if name not in defined((page.parent / file).resolve())
    ]
    folders = [
        name
        for name in FOLDER.findall(text)
        if not ((ROOT / name).exists() or (SOURCE / name).is_dir())
    ]
    assert (tests, folders) == ([], [])
