"""Every kind of entry that the journal can hold has a word in every language of its page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import croupier.server.app  # noqa: F401 - so that every event is known

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = Path(__file__).parents[2] / "ui" / "src" / "text"
KIND = re.compile(r"^  '?([a-z-]+)'?: '", re.MULTILINE)


def events(kind: type[msgspec.Struct] = msgspec.Struct) -> Iterator[str]:
    for one in kind.__subclasses__():
        config = one.__struct_config__
        last = config.tag_field == "event" and not one.__subclasses__()
        if last and one.__module__.startswith("croupier."):
            yield str(config.tag)
        yield from events(one)


def test_every_kind_of_entry_has_a_word() -> None:
    """English makes one of the code where it has none of its own."""
    for path in TEXT.glob("*/journal.ts"):
        if path.parent.name == "en":
            continue
        said = set(KIND.findall(path.read_text("utf-8").partition("export const journal")[0]))
        assert sorted(set(events()) - said) == [], path
