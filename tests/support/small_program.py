"""A program of three files, as if it were the one that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier import digest

if TYPE_CHECKING:
    import pytest

LINES = ("server/app.py " + "a" * 64, "pages/index.html " + "b" * 64, "starlette==1.0 " + "c" * 64)
CHANGED = (LINES[0], "pages/index.html " + "d" * 64, LINES[2])


def runs(monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]) -> None:
    monkeypatch.setattr(digest, "lines_now", lambda *_: lines)


def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is installed here."""
    for name in ("changed_dependencies", "changed_caches"):
        monkeypatch.setattr(digest, name, lambda: iter(()))
