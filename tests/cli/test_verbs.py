"""The program's verbs: listed from a table, each imported when it is called."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from croupier.cli.main import VERBS, run, verb

LIBRARIES = {"numba", "numpy", "starlette", "typst", "uvicorn", "xlsxwriter"}
GROUPS = {
    "audit": ["verify", "replay", "recall", "export", "receipt", "accept", "scenario"],
    "house": [
        "init",
        "check",
        "status",
        "keys",
        "people",
        "password",
        "unlock",
        "reconcile",
        "backup",
        "restore",
        "erase",
        "verify-program",
        "manifest",
        "accept-program",
        "nodes",
        "hand-over",
        "move",
    ],
    "fairness": ["verify", "record"],
    "rng": ["test", "dump"],
}


def imported(code: str) -> set[str]:
    """The modules that a new process holds once it has carried this out."""
    told = "import sys; print('\\n', *sys.modules)"
    asked = f"from croupier.cli.main import VERBS, run, verb\n{code}\n{told}"
    done = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


def test_help_lists_each_verb_with_its_line_of_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    _, listed = capsys.readouterr().out.split("Commands:\n")
    rows = (f"{name} {says}" for name, says in VERBS.items())
    assert " ".join(listed.split()) == " ".join(rows)


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_is_declared_in_its_own_module(name: str) -> None:
    module = import_module(f"croupier.cli.{name.replace('-', '_')}")
    declared = {one.callback.__module__ for one in module.app.registered_commands}
    assert declared == {module.__name__}
    assert list(getattr(verb(name), "commands", ())) == GROUPS.get(name, [])


def test_help_imports_no_verb() -> None:
    modules = {f"croupier.cli.{name.replace('-', '_')}" for name in VERBS}
    assert imported("run(['--help'])") & (modules | LIBRARIES | {"rich", "msgspec"}) == set()


def test_rules_start_without_the_libraries_of_other_verbs() -> None:
    assert imported("run(['rules'])") & (LIBRARIES | {"sqlite3", "cryptography"}) == set()


def test_no_verb_needs_a_heavy_library_for_its_options() -> None:
    assert imported("for name in VERBS: verb(name)") & LIBRARIES == set()
