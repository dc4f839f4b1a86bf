"""The record of the texts of the pages, in each language: every text once, in alphabetical order.

Under which key and in which module a text stands is of no account; nor are the names of what is
filled into it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEXTS = Path(__file__).parents[2] / "ui" / "src" / "text"
LANGUAGES = ("en", "zh")
QUOTES = "'\"`"


def outputs(language: str, _make: Callable[[str], object]) -> dict[str, str]:
    found: set[str] = set()
    for path in sorted((TEXTS / language).iterdir()):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ts":
            found |= Literals(text).texts
        elif ".golden." not in path.name:
            found |= set(values(json.loads(text)))
    lines = sorted(text.replace("\n", "\\n") for text in found if text.strip())
    return {f"pages/{language}.txt": "".join(f"{line}\n" for line in lines)}


def values(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Yield every text in a JSON value but its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from values(one)
    elif isinstance(value, list):
        for one in value:
            yield from values(one)


class Literals:
    """The string literals of a TypeScript module, but imports and keys."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        self.texts: set[str] = set()
        self.code("")

    def code(self, end: str) -> None:
        """Read code up to the brace that closes it, or to the end of the module."""
        depth = 0
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == end and depth == 0:
                return
            depth += (char == "{") - (char == "}")
            if self.source.startswith("//", self.at):
                self.at = self.after("\n")
            elif self.source.startswith("/*", self.at):
                self.at = self.after("*/")
            elif char in QUOTES:
                self.literal(char)
            else:
                self.at += 1

    def literal(self, quote: str) -> None:
        before = self.source[: self.at].rstrip()
        self.at += 1
        text = ""
        while self.source[self.at] != quote:
            if self.source.startswith("${", self.at) and quote == "`":
                self.at += 2
                self.code("}")
                text += "{}"
            elif self.source[self.at] == "\\":
                text += self.source[self.at : self.at + 2]
                self.at += 1
            else:
                text += self.source[self.at]
            self.at += 1
        self.at += 1
        is_key = before.endswith(("{", ",")) and self.source[self.at :].lstrip().startswith(":")
        if not is_key and not before.endswith(("from", "import")):
            self.texts.add(text.replace(f"\\{quote}", quote))

    def after(self, text: str) -> int:
        found = self.source.find(text, self.at)
        return len(self.source) if found < 0 else found + len(text)
