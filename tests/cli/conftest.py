"""The program, asked by tests of its verbs."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.program_answers import Asked, Played


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Asked]:
    """The program's exit status, standard output and standard error."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def asked(*arguments: str, given: str = "") -> Asked:
        stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr(sys, "stdin", stdin)
        status = run(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    return asked


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Played:
    """The exit status, the lines on standard output, and standard error."""
    monkeypatch.setenv("NO_COLOR", "1")

    def played(*arguments: str, said: str = "", columns: int = 100) -> tuple[int, list[str], str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        stdin = io.TextIOWrapper(io.BytesIO(said.encode("utf-8", "surrogateescape")))
        stdin.reconfigure(errors="replace")
        monkeypatch.setattr(sys, "stdin", stdin)
        status = run(["play", *arguments])
        out, err = capsys.readouterr()
        return status, [line.rstrip() for line in out.splitlines()], err

    return played
