"""The page of the standards says what the tests say, and no more."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tools.standards import NOTHING, Item, items, lacks, link, page_of

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "tests/server/test_x.py::test_a_player_s_money[1]"


class Marked(SimpleNamespace):
    """A collected test with the mark of some items."""

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        assert name == "standard"
        yield pytest.mark.standard(*self.numbers).mark


def entries(*tests: Marked) -> list[str]:
    text = page_of([cast("pytest.Item", test) for test in tests])
    return [
        part
        for part in re.split(r"^(?=\*\*|## )", text, flags=re.MULTILINE)
        if part.startswith("**")
    ]


def test_the_items_are_sixty_in_order() -> None:
    assert [one.number for one in items()] == list(range(1, 61))


def test_an_item_without_a_test_is_not_called_shown() -> None:
    assert "Of 60 items, 0 have tests" in page_of([])
    assert all(f"- Missing: {NOTHING}\n" in part for part in entries())
    assert lacks(Item(1, "", ""), []) == NOTHING
    assert lacks(Item(1, "", "", "this"), []) == "this"


def test_a_test_shows_its_items_whatever_its_parameters() -> None:
    before, after = entries(), entries(Marked(nodeid=NAME, numbers=(1, 3)))
    changed = [
        one for one, (was, now) in enumerate(zip(before, after, strict=True), 1) if was != now
    ]
    assert changed == [1, 3]
    assert "\n- [`test_a_player_s_money`](../tests/server/test_x.py)\n" in after[0]
    assert NOTHING not in after[0]


def test_what_is_missing_is_said_beside_the_tests() -> None:
    assert lacks(Item(1, "", "", "half"), [NAME]) == "half"
    assert lacks(Item(1, "", ""), [NAME]) == ""


def test_a_number_that_no_item_has_is_told() -> None:
    with pytest.raises(ValueError, match=r"^tests/x.py::test_y: the standards have no item 61$"):
        page_of([cast("pytest.Item", Marked(nodeid="tests/x.py::test_y", numbers=(61,)))])


def test_a_link_is_of_the_function_and_to_its_file() -> None:
    assert link("tests/test_digest.py::test_two_people") == (
        "[`test_two_people`](../tests/test_digest.py)"
    )
