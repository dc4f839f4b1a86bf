"""The page of the sixty items of the gaming standards: which tests show each.

The items stand in `tools/standards.toml`; a test names those that it shows with the mark
`standard(*numbers)`. `tools.evidence` collects the suite and writes the page.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools.markdown import DOCS, page

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

PAGE = DOCS / "standards.md"
LIST = Path(__file__).with_name("standards.toml")
NOTHING = "nothing shows it"


@dataclass(frozen=True)
class Item:
    """What is asked, and what of it no test shows yet."""

    number: int
    group: str
    gist: str
    missing: str = ""


def items() -> list[Item]:
    read = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Item(group=group, **one) for group, listed in read.items() for one in listed]


def shown_by(tests: Iterable[pytest.Item]) -> dict[int, list[str]]:
    """The tests of each item by their names, whatever their parameters."""
    shown: dict[int, set[str]] = {one.number: set() for one in items()}
    for test in tests:
        for mark in test.iter_markers("standard"):
            for number in mark.args:
                if number not in shown:
                    raise ValueError(f"{test.nodeid}: the standards have no item {number}")
                shown[number].add(test.nodeid.partition("[")[0])
    return {number: sorted(names) for number, names in shown.items()}


def link(name: str) -> str:
    """Return the function of a test as a link to its file."""
    file, _, test = name.partition("::")
    return f"[`{test}`](../{file})"


def page_of(tests: Iterable[pytest.Item]) -> str:
    shown = shown_by(tests)
    listed = [(item, shown[item.number], lacks(item, shown[item.number])) for item in items()]
    complete = sum(not missing for _, _, missing in listed)
    return page(
        "Standards",
        "This page lists what the gaming standards (GLI-19 v3.0 and regulations of states) ask of "
        "a house like this, in our words. Below each item are the tests that show it. An item that "
        f"is not built or has no test says so. Of {len(listed)} items, {complete} have tests and "
        "nothing known to be missing. Whether the tests are enough is for a laboratory to judge.",
        *(part for group in groups(listed) for part in group),
    )


def lacks(one: Item, tests: list[str]) -> str:
    return one.missing if tests or one.missing else NOTHING


def groups(listed: list[tuple[Item, list[str], str]]) -> Iterable[tuple[str, ...]]:
    for group in dict.fromkeys(item.group for item, _, _ in listed):
        entries = (
            entry(item, tests, missing) for item, tests, missing in listed if item.group == group
        )
        yield f"## {group}", *entries


def entry(item: Item, tests: list[str], missing: str) -> str:
    """Return an item with a line for each of its tests and one for what is missing."""
    lines = [f"**{item.number}.** {item.gist}", "", *(f"- {link(test)}" for test in tests)]
    return "\n".join([*lines, f"- Missing: {missing}"] if missing else lines)
