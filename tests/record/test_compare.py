"""The list of intended differences allows what it names and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.record import compare, pages
from tests.record.parts import PARTS, Part

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Program = Callable[..., list[str]]

ENTRY = """
[[difference]]
files = ["{files}"]
{what}
recorded = '{recorded}'
reason = "{reason}"
"""
RECORDED = "a bet of 5\na payout of 10\n"


def listed(what: str, recorded: str, files: str = "some/*", reason: str = "It pays more.") -> str:
    return ENTRY.format(what=what, recorded=recorded, files=files, reason=reason)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program with one recorded file; the test says what it writes now."""
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "file.txt").write_text(RECORDED)
    monkeypatch.setattr(compare, "FOLDER", tmp_path)

    def writes(now: str, intended: str = "") -> list[str]:
        part = Part(("some/file.txt",), lambda _make: {"some/file.txt": now})
        monkeypatch.setitem(PARTS, "some", part)
        return list(compare.differences("some", compare.load_entries(intended)))

    return writes


def test_the_same_is_no_difference(program: Program) -> None:
    assert program(RECORDED) == []


def test_a_difference_is_shown_where_it_is(program: Program) -> None:
    [message] = program(RECORDED.replace("10", "11"))
    assert "tests/record/some/file.txt" in message
    assert "-a payout of 10\n+a payout of 11" in message


def test_a_long_line_is_shown_where_it_differs() -> None:
    message = compare.difference("some/file.txt", "a" * 999 + "5 to 1", "a" * 999 + "6 to 1")
    assert "a5 to 1\n+... aaa" in message
    assert "a6 to 1" in message


@pytest.mark.parametrize(
    ("now", "what", "recorded"),
    [
        ("a bet of 5\na payout of 11\n", "now = 'payout of 11'", "payout of 10"),
        ("a bet of 5\na payout of 11 at 7\n", r"pattern = '11 at \d'", "10"),
        ("a bet of 5\na payout of 10, 3 more\n", r"pattern = ', \d more'", ""),
        ("a bet\na payout of 10\n", "", " of 5"),
    ],
)
def test_an_intended_difference_is_none(
    program: Program, now: str, what: str, recorded: str
) -> None:
    assert program(now, listed(what, recorded)) == []
    [message] = program(now.replace("a bet", "the bet"), listed(what, recorded))
    assert "+the bet" in message


def test_an_entry_that_allows_nothing_is_an_error(program: Program) -> None:
    [message] = program(RECORDED, listed("now = 'payout of 11'", "payout of 10"))
    assert message.startswith("intended.toml, 'payout of 11': unused in some/file.txt.")
    assert program(RECORDED, listed("now = 'x'", "y", files="other/*")) == []


@pytest.mark.parametrize(
    "text",
    [
        listed("now = 'a'", "b", reason=" "),
        listed("now = 'a'", "a"),
        listed("now = 'a'\npattern = 'a'", "b"),
        listed("new = 'a'", "b"),
        '[[difference]]\nfiles = ["a"]\nnow = "b"\nreason = "c"\n',
        listed("now = 'a'", "b") * (compare.MOST_ENTRIES + 1),
    ],
)
def test_an_entry_that_cannot_be_meant(text: str) -> None:
    with pytest.raises(compare.EntryError, match=r"intended\.toml"):
        compare.load_entries(text)


def test_every_entry_names_a_recorded_file() -> None:
    files = {file for part in PARTS.values() for file in part.files}
    for entry in compare.entries():
        assert any(entry.names(file) for file in files), entry


def test_texts_of_a_module() -> None:
    source = """
    import { a } from './a';
    // 'no text'
    export const b = {
      'a-key': 'One text',
      more: (n: number) => `${n === 1 ? 'one chip' : "two chips"} on it`, /* 'nor this' */
      last: cond ? 'isn\\'t' : '',
    };
    """
    found = pages.Literals(source).texts
    assert found == {"One text", "one chip", "two chips", "{} on it", "isn't", ""}
