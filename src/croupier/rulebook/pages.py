"""The wording of a document's pages: what only heads, foots or counts them is left out."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from croupier.rulebook.wording import bare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EDGE = 3
"""So many lines at the head and at the foot of a page may be no wording."""
COUNTED = re.compile(
    r"(?:page\s*)?[-\u2013\u2014|]?\s*\d{1,4}\s*(?:of|/)\s*\d{1,4}\s*[-\u2013\u2014|]?"
    r"|page\s+\d{1,4}|[-\u2013\u2014]\s*\d{1,4}\s*[-\u2013\u2014]",
    re.IGNORECASE,
)
FIRST_PAGES = range(-1, 20)
"""By how much a page's printed number may be more than its place."""
NUMBER = re.compile(r"\d+")

Place = tuple[int, int]
"""A page, and a line of it."""


def wording_on(pages: Sequence[str]) -> str:
    """All lines but those at the edges that say the page, or the same on most pages."""
    lines = [[line.strip() for line in page.splitlines()] for page in pages]
    left_out = set(counting(lines)) | set(repeated(lines))
    return "\n".join(
        line
        for page, of_page in enumerate(lines)
        for row, line in enumerate(of_page)
        if (page, row) not in left_out
    )


def edges(lines: Sequence[Sequence[str]]) -> Iterator[tuple[Place, str]]:
    for page, of_page in enumerate(lines):
        filled = [row for row, line in enumerate(of_page) if line]
        for row in dict.fromkeys((*filled[:EDGE], *filled[-EDGE:])):
            yield (page, row), of_page[row]


def counting(lines: Sequence[Sequence[str]]) -> Iterator[Place]:
    return (place for place, line in edges(lines) if COUNTED.fullmatch(line))


def repeated(lines: Sequence[Sequence[str]]) -> Iterator[Place]:
    """On at least half of several pages, but for the page's own number."""
    most = max(2, (len(lines) + 1) // 2)
    for ahead in FIRST_PAGES:
        said = [(place, without_number(line, place[0] + ahead)) for place, line in edges(lines)]
        on_pages = Counter(key for key, _ in {(key, place[0]) for place, key in said})
        yield from (place for place, key in said if on_pages[key] >= most)


def without_number(line: str, number: int) -> str:
    return NUMBER.sub(lambda found: "#" if int(found[0]) == number else found[0], bare(line))
