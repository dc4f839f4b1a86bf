"""Who waits at a terminal is told how far it is; nobody else is."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from croupier.cli import progress
from croupier.cli.main import run

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    return found


SPREAD = ["shoe", "--spread", "3", "--decks", "2", "--json"]


def test_who_has_waited_sees_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = at_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE_S", -1)
    assert run(SPREAD) == 0
    assert "shuffling" in terminal.getvalue()
    assert capsys.readouterr().out.startswith("{")


def test_what_is_quick_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE_S", 1000)
    assert run(SPREAD) == 0
    assert list(progress.tracked([1, 2], "counting")) == [1, 2]
    assert terminal.getvalue() == ""


def test_without_a_terminal_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE_S", -1)
    assert run(SPREAD) == 0
    assert capsys.readouterr().err == ""
