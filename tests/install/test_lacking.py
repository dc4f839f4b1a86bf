"""Where an extra is not installed, its verbs and flags say so in one line; the others work."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from croupier.cli.main import VERBS
from croupier.extras import EXTRAS, explained, lacking
from croupier.problems import BadInput
from tests.support.bare_program import LEFT_OUT, NEEDS, WORKS, Answer, answers, lacks
from tests.support.folders import ROOT

OFFERED: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]
ELSEWHERE = {"bench", "shoe-simulator"}
"""One takes minutes, one needs a house to speak to; their help is read."""
FOUNDED = {"anyio": "starlette", "cloudpickle": "distributed", "nkeys": "nats-py"}
"""Modules that come with a package that is asked for."""


def hidden(calls: list[list[str]]) -> list[Answer]:
    return answers(sys.executable, calls, modules=LEFT_OUT)


def test_what_needs_no_extra_works_without_any() -> None:
    told = list(zip(WORKS, hidden(WORKS), strict=True))
    assert [(call, one.complained) for call, one in told if one.status or not one.said] == []


def test_what_needs_an_extra_says_which_in_one_line() -> None:
    calls = {(extra, *call): call for extra, those in NEEDS.items() for call in those}
    told = hidden(list(calls.values()))
    assert told == [Answer(2, "", lacks(extra, call)) for (extra, *_), call in calls.items()]


def test_every_verb_is_tried_and_has_its_help() -> None:
    tried = {call[0] for call in WORKS} | {call[0] for those in NEEDS.values() for call in those}
    assert set(VERBS) - ELSEWHERE <= tried
    for name, one in zip(VERBS, hidden([[name, "--help"] for name in VERBS]), strict=True):
        assert (one.status, one.complained) == (0, ""), name
        assert one.said.startswith(f"Usage: croupier {name}"), name
    [told] = hidden([["house", "init", "--help"]])
    assert "\n  It needs croupier[server]: pip install 'croupier[server]'\n" in told.said


def test_the_table_of_modules_is_what_the_project_asks_for() -> None:
    """Whatever an extra brings and is imported stands in its row, and nothing else."""
    brings = {
        extra: {canonicalize_name(one.name) for one in map(Requirement, those)} - {"croupier"}
        for extra, those in OFFERED.items()
        if extra != "all"
    }
    assert set(EXTRAS) == set(brings)
    of = packages_distributions()
    for extra, modules in EXTRAS.items():
        for module in modules:
            if module == "cupy":  # where there is a GPU
                continue
            [package] = {canonicalize_name(name) for name in of[module]}
            assert FOUNDED.get(module, package) in brings[extra], module


def test_each_import_of_another_package_is_in_the_table() -> None:
    core = {"msgspec", "numpy", "rich", "typer", "croupier", *sys.stdlib_module_names}
    imported = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
    found = {
        name
        for file in (ROOT / "src" / "croupier").rglob("*.py")
        for name in imported.findall(re.sub(r'"""[\s\S]*?"""', "", file.read_text("utf-8")))
    }
    assert sorted(found - core - set(LEFT_OUT)) == []


def test_all_is_every_extra_but_a_gpu() -> None:
    [all_] = map(Requirement, OFFERED["all"])
    assert all_.extras == set(EXTRAS) - {"gpu"}


def test_what_no_extra_brings_is_no_bad_input() -> None:
    assert lacking(ModuleNotFoundError("x", name="sandpanda")) is None
    with pytest.raises(ModuleNotFoundError), explained():
        raise ModuleNotFoundError("No module named 'sandpanda'", name="sandpanda")
    with pytest.raises(BadInput) as told, explained("here"):
        raise ModuleNotFoundError("No module named 'typst'", name="typst")
    assert str(told.value) == "here: needs croupier[par]: pip install 'croupier[par]'"


def test_a_call_of_the_library_says_it_too() -> None:
    asked = (
        "import sys; sys.modules['cryptography'] = None; import croupier\n"
        "try: croupier.audit('house')\n"
        "except croupier.BadInput as wrong: print(wrong)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "audit: needs croupier[server]: pip install 'croupier[server]'\n"
