"""Every test that the page on threats names is there."""

from __future__ import annotations

import re

import pytest

from tests.support.folders import ROOT

PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")
ROWS = [line.rpartition(" | ")[2].rstrip(" |") for line in PAGE.splitlines() if " | `" in line]
SHOWN = re.compile(r"`([^`]+)`\s*([^;`]*)")


@pytest.mark.parametrize("shown", ROWS)
def test_what_shows_it_is_there(shown: str) -> None:
    for place, called in SHOWN.findall(shown):
        if place.startswith("croupier "):
            continue
        text = (ROOT / place).read_text("utf-8")
        name = re.sub(r"\W+", "_", called.strip())
        assert not name or f"def test_{name}(" in text, f"{place} has no test called {called!r}"


def test_the_page_has_rows() -> None:
    assert len(ROWS) > 40
