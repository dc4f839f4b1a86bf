"""The extra is needed by whoever imports `croupier.gym`, and by nobody else."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import gymnasium
import pytest

import croupier.gym  # noqa: F401 - it registers


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_the_extra_one_line_says_how_to_get_it(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "croupier.gym")
    with pytest.raises(ImportError) as told:
        import_module("croupier.gym")
    assert str(told.value) == "croupier.gym needs croupier[gym]: pip install 'croupier[gym]'"


def test_the_program_itself_imports_neither() -> None:
    asked = (
        "import sys, croupier, croupier.api; croupier.game('baccarat');"
        "print({'gymnasium', 'pettingzoo'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_both_are_registered() -> None:
    ours = {name for name in gymnasium.registry if name.startswith("croupier/")}
    assert ours == {"croupier/Baccarat-v0", "croupier/ThreeCardPoker-v0"}
