"""The program, asked by tests of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from tests.support.played_rounds import Asked

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told is looked at here, and not where it is folded."""
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Callable[..., Asked]:
    def asked(*arguments: object) -> Asked:
        status = run([str(one) for one in arguments])
        return Asked(status, *capsys.readouterr())

    return asked
