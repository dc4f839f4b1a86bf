"""Compare what the program does now with the record, through the list of intended differences."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from difflib import unified_diff
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.record import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent
INTENDED = FOLDER / "intended.toml"
MOST_ENTRIES = 25
"""A longer list is no longer read by anybody: the record is written anew instead."""
WIDTH = 300
MOST_LINES = 40
"""Of a difference, so many lines are shown."""
KEYS = {"files", "now", "pattern", "recorded", "reason"}


class EntryError(ValueError):
    """An entry of the list of intended differences that cannot be meant."""


@dataclass
class Entry:
    """One intended difference: what a text is now, and what it was when it was recorded."""

    files: list[str]
    recorded: str
    reason: str
    now: str = ""
    pattern: str = ""

    def __post_init__(self) -> None:
        if not self.reason.strip() or "\n" in self.reason:
            raise EntryError(f"{self}: give the reason in one line")
        if self.now and self.pattern:
            raise EntryError(f"{self}: give `now` or `pattern`, not both")
        if (self.now or self.pattern) == self.recorded:
            raise EntryError(f"{self}: nothing differs")

    def __str__(self) -> str:
        return f"intended.toml, {self.now or self.pattern or self.recorded!r}"

    def names(self, file: str) -> bool:
        return any(fnmatch(file, name) for name in self.files)


@dataclass
class Rewriting:
    """Writes the texts of one file as they were recorded, and counts which entries were needed."""

    entries: list[Entry]
    used: set[int] = field(default_factory=set)

    def __call__(self, text: str) -> str:
        for number, entry in enumerate(self.entries):
            changed = text
            if entry.now:
                changed = text.replace(entry.now, entry.recorded)
            elif entry.pattern:
                changed = re.sub(entry.pattern, entry.recorded, text)
            if changed != text:
                self.used.add(number)
                text = changed
        return text

    def of_record(self, text: str) -> str:
        """Return a recorded text without what is intended to be gone."""
        for number, entry in enumerate(self.entries):
            if not entry.now and not entry.pattern and entry.recorded in text:
                self.used.add(number)
                text = text.replace(entry.recorded, "")
        return text

    def unused(self) -> list[Entry]:
        return [entry for number, entry in enumerate(self.entries) if number not in self.used]


def load_entries(text: str) -> list[Entry]:
    """Read a list of intended differences; raise `EntryError` if an entry cannot be meant."""
    found: list[dict[str, Any]] = tomllib.loads(text).get("difference", [])
    for one in found:
        if unknown := set(one) - KEYS:
            raise EntryError(f"intended.toml: unknown keys {sorted(unknown)}")
        if missing := {"files", "recorded", "reason"} - set(one):
            raise EntryError(f"intended.toml: {sorted(missing)} missing in {one}")
    if len(found) > MOST_ENTRIES:
        raise EntryError(
            f"intended.toml: {len(found)} entries are too many to review; fold them in with"
            " `python -m tests.record write`"
        )
    return [Entry(**one) for one in found]


def entries() -> list[Entry]:
    return load_entries(INTENDED.read_text(encoding="utf-8"))


def outputs(part: str, make: Callable[[str], Callable[[str], str]]) -> dict[str, str]:
    """Return the files of a part as they are now; `make` gives what rewrites a file's texts."""
    return parts.PARTS[part].outputs(make)


def differences(part: str, intended: list[Entry]) -> Iterator[str]:
    """Yield a message for each file of a part that is not as recorded."""
    rewritings: dict[str, Rewriting] = {}

    def rewriting(file: str) -> Rewriting:
        return rewritings.setdefault(file, Rewriting([e for e in intended if e.names(file)]))

    for file, text in outputs(part, rewriting).items():
        rewrite, path = rewriting(file), FOLDER / file
        if not path.is_file():
            yield f"{file}: nothing is recorded. Run `python -m tests.record write {part}`."
            continue
        now = rewrite(text)
        recorded = rewrite.of_record(path.read_text(encoding="utf-8"))
        if now != recorded:
            yield difference(file, recorded, now)
        for entry in rewrite.unused():
            yield f"{entry}: unused in {file}. Delete the entry, or name only the files it is for."


def difference(file: str, recorded: str, now: str) -> str:
    lines = list(
        unified_diff(
            recorded.splitlines(),
            now.splitlines(),
            f"tests/record/{file}, as recorded",
            f"tests/record/{file}, as it is now",
            lineterm="",
            n=2,
        )
    )
    shown = around_changes(lines[:MOST_LINES])
    if len(lines) > MOST_LINES:
        shown.append(f"... {len(lines) - MOST_LINES} more lines")
    if ".digests." in file:
        game = Path(file).name.split(".", maxsplit=1)[0]
        shown.append(
            f"See a round: python -m tests.record show {game} EVENING ROUND --against main"
        )
    shown.append("Intended? tests/record/README.md says what to do.")
    return "\n".join(shown)


def around_changes(lines: list[str]) -> list[str]:
    """Return the lines of a difference, long ones cut to where they begin to differ."""
    shown = [line[:WIDTH] for line in lines]
    removed = [at for at, line in enumerate(lines) if line.startswith("-") and at > 1]
    for at in removed:
        block = next(n for n in range(at, -1, -1) if not lines[n].startswith("-")) + 1
        size = next((n for n in range(at, len(lines)) if not lines[n].startswith("-")), at) - block
        if at + size < len(lines) and lines[at + size].startswith("+"):
            start = first_difference(lines[at][1:], lines[at + size][1:]) - WIDTH // 2
            if start > 0:
                for number in (at, at + size):
                    line = lines[number]
                    shown[number] = f"{line[0]}... {line[start : start + WIDTH]}"
    return shown


def first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def no_rewriting(_file: str) -> Callable[[str], str]:
    return str


def write(names: list[str]) -> list[str]:
    """Record parts as they are now, and return the files that were changed."""
    changed = []
    for part in names:
        for file, text in outputs(part, no_rewriting).items():
            path = FOLDER / file
            path.parent.mkdir(exist_ok=True)
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(file)
    return changed


def clear_intended() -> None:
    """Empty the list: what it allowed is part of the record now. The comment on top stays."""
    text = INTENDED.read_text(encoding="utf-8")
    INTENDED.write_text(text.partition("[[difference]]")[0].rstrip() + "\n", encoding="utf-8")
