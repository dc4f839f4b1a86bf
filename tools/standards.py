"""The page of the sixty items of the gaming standards: which tests show each.

The items stand in `tools/standards.toml`; a test names those that it shows with the mark
`standard(*numbers)`. `tools.evidence` collects the suite and writes the page.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools.markdown import DOCS, page, table

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


def in_words(name: str) -> str:
    file, _, test = name.partition("::")
    words = test.removeprefix("test_").replace("_", " ").replace(" s ", "'s ")
    called = file.removeprefix("tests/").removesuffix(".py")
    return f"{words} ([{called}](../{file}))"


def page_of(tests: Iterable[pytest.Item]) -> str:
    shown = shown_by(tests)
    listed = [(one, shown[one.number], lacks(one, shown[one.number])) for one in items()]
    whole = sum(not missing for _, _, missing in listed)
    return page(
        "Standards",
        "What the gaming standards (GLI-19 v3.0 and regulations of states) ask of a house like "
        "this, in our words, and the tests that show each item. Where something is not built, or "
        "is built and no test shows it, that is said: this page claims what the tests do, and a "
        f"laboratory's word is another matter. **{whole} of {len(listed)} are shown in full.**",
        *(part for group in groups(listed) for part in group),
    )


def lacks(one: Item, tests: list[str]) -> str:
    return one.missing if tests or one.missing else NOTHING


def groups(listed: list[tuple[Item, list[str], str]]) -> Iterable[tuple[str, str]]:
    for group in dict.fromkeys(one.group for one, _, _ in listed):
        rows = (
            [str(one.number), one.gist, "; ".join(map(in_words, tests)), missing]
            for one, tests, missing in listed
            if one.group == group
        )
        yield f"## {group}", table(["", "what is asked", "shown by", "not shown yet"], rows)
