"""The program, asked by tests of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from tests.support.played_rounds import Asked

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Callable[..., Asked]:
    def asked(*arguments: object) -> Asked:
        status = run([str(one) for one in arguments])
        return Asked(status, *capsys.readouterr())

    return asked
