"""No sentence that travels is put together from English pieces: each is declared, with slots."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.said import KINDS, SENTENCES, Said, Sentence, phrase, written
from croupier.templates import SHOWS_NOTHING, SLOT
from tools import words

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
TRAVELS = {"no": 1, "declined": 1, "not_found": 0, "refused": 2, "of": 0}
"""Calls that tell a person something, and which argument says it."""
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OUTSIDE = ("cli", "witness", "par", "scenario", "sim", "lab")
"""Programs for a person at a command line, or none: nothing of theirs is sent to a page."""


@cache
def trees() -> list[tuple[str, ast.Module]]:
    found = [(str(path.relative_to(SOURCE)), path) for path in sorted(SOURCE.rglob("*.py"))]
    return [
        (name, ast.parse(path.read_text("utf-8")))
        for name, path in found
        if not name.startswith(OUTSIDE)
    ]


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def is_english(given: ast.expr) -> bool:
    """A text, or one put together: literal, with slots, added, formatted, joined."""
    if isinstance(given, ast.Constant):
        return isinstance(given.value, str)
    if isinstance(given, ast.IfExp):
        return is_english(given.body) or is_english(given.orelse)
    if isinstance(given, ast.BinOp):
        return is_english(given.left) or is_english(given.right)
    joined = isinstance(given, ast.Call) and called(given) in {"format", "join", "replace", "str"}
    return isinstance(given, ast.JoinedStr) or joined


def texts_of(function: ast.AST) -> dict[str, ast.expr]:
    """Names that hold a text within a function."""
    return {
        target.id: one.value
        for one in ast.walk(function)
        if isinstance(one, ast.Assign) and is_english(one.value)
        for target in one.targets
        if isinstance(target, ast.Name)
    }


def plain(tree: ast.Module) -> Iterator[int]:
    """The lines on which something travels in plain English."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    for scope in [tree, *functions]:
        calls = [
            one for one in ast.walk(scope) if isinstance(one, ast.Call) and called(one) in TRAVELS
        ]
        held = texts_of(scope) if calls and scope is not tree else {}
        for call in calls:
            place = TRAVELS[called(call)]
            if len(call.args) <= place:
                continue
            if called(call) == "of" and ast.unparse(call.func) != "Says.of":
                continue
            given = call.args[place]
            if is_english(given) or (isinstance(given, ast.Name) and given.id in held):
                yield call.lineno


@pytest.mark.slow
def test_what_travels_is_a_declared_sentence() -> None:
    assert {name: lines for name, tree in trees() if (lines := [*plain(tree)])} == {}


@pytest.mark.parametrize(
    "code",
    [
        'asked.no(Refusal.NOT_NOW, "not now")',
        'declined(Policy.BUSY, f"wait {n} s")',
        'not_found("there is no " + what)',
        'def f():\n    what = f"no {x}"\n    return asked.no(Refusal.NOT_NOW, what)',
        'declined(Policy.BUSY, "a" if b else SAID())',
        "Says.of(str(wrong))",
    ],
)
def test_plain_english_is_found(code: str) -> None:
    assert [*plain(ast.parse(code))]


def declared() -> Iterator[tuple[str, ast.Call]]:
    for name, tree in trees():
        for one in ast.walk(tree):
            if isinstance(one, ast.Call) and called(one) == "Sentence":
                yield name, one


def test_a_refusal_keeps_its_sentence_with_its_code() -> None:
    """`Refused` itself is only made of what was said, or read back."""
    made = [
        (name, one.lineno)
        for name, tree in trees()
        for one in ast.walk(tree)
        if isinstance(one, ast.Call) and called(one) == "Refused"
    ]
    assert [name for name, _ in made] == ["engine/refusals.py"]


def test_every_code_is_declared_once_and_every_kind_is_known() -> None:
    words.house()
    codes = [
        call.args[0].value
        for _, call in declared()
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    assert len(codes) == len(set(codes))
    assert set(codes) <= set(SENTENCES)
    assert [code for code in SENTENCES if not CODE.fullmatch(code)] == []
    kinds = {kind for one in SENTENCES.values() for _, kind in SLOT.findall(one.english) if kind}
    assert kinds - {SHOWS_NOTHING} <= set(KINDS)


def sentences_of(tree: ast.Module) -> dict[str, str]:
    """The names that a file declares sentences under, with their codes."""
    return {
        target.id: ast.literal_eval(one.value.args[0])
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call)
        for target in one.targets
        if isinstance(target, ast.Name) and called(one.value) == "Sentence"
    }


@pytest.mark.slow
def test_facts_are_the_slots_of_their_sentence() -> None:
    """Each call of a sentence gives what its words have slots for; `Sentence` asserts it, too."""
    words.house()
    wrong = []
    for name, tree in trees():
        own = sentences_of(tree)
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            code = own.get(called(call)) if isinstance(call.func, ast.Name) else None
            if code is None or any(keyword.arg is None for keyword in call.keywords):
                continue
            if {keyword.arg for keyword in call.keywords} != SENTENCES[code].slots:
                wrong.append((name, call.lineno, code))
    assert wrong == []


def test_every_sample_of_a_sentence_is_one_of_the_house() -> None:
    used = {one["said"]["code"] for one in json.loads(words.SAID.read_text("utf-8"))}
    assert used <= set(json.loads(words.HOUSE.read_text("utf-8")))


def test_what_was_said_is_english_of_its_facts() -> None:
    said = SENTENCES.get("of-this-test") or Sentence(
        "of-this-test", "{n} of {cents:money}[, {who}]"
    )
    try:
        assert str(said(n=2, cents=150, who="")) == "2 of 1.50"
        assert written({"code": "of-this-test", "facts": {"n": 1, "cents": 5, "who": "p1"}}) == (
            "1 of 0.05, p1"
        )
        assert str(Said("of-another-program", {})) == "of-another-program"
        with pytest.raises(AssertionError):
            said(n=2)
        with pytest.raises(AssertionError):
            Sentence("of-this-test", "twice")
        assert phrase("The limits") is phrase("The limits")
    finally:
        SENTENCES.pop("of-this-test", None)
        SENTENCES.pop("the-limits", None)
