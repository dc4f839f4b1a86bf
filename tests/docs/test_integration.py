"""What the pages on integration name is there: operations, scopes, events."""

from __future__ import annotations

import re

import pytest

from croupier.server.app import OPERATIONS
from croupier.server.people.service_events import Scope
from tests.support.folders import ROOT

PAGES = {
    name: (ROOT / "docs" / name).read_text("utf-8")
    for name in ("integration.md", "casino-systems.md")
}
ASKED = re.compile(r"`(GET|POST) (/[^`?]*)")
EVENT = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")
NO_EVENT = {"cage-read", "own-play", "verify-program"}


@pytest.mark.parametrize("page", PAGES)
def test_operations_that_are_named_are_there(page: str) -> None:
    named = {f"{method} {path}" for method, path in ASKED.findall(PAGES[page])}
    assert named
    assert named - {one.name for one in OPERATIONS} == set()


def test_every_scope_is_explained() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \|", PAGES["integration.md"], re.MULTILINE)
    assert sorted(set(told) & set(Scope)) == sorted(Scope)


@pytest.mark.parametrize("page", PAGES)
def test_events_that_are_named_are_there(page: str) -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "croupier").rglob("*.py"))
    named = set(EVENT.findall(PAGES[page])) - NO_EVENT
    assert {one for one in named if f'tag="{one}"' not in source} == set()
