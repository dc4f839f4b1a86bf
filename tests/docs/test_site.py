"""The documentation as a site: built, complete, and every link of it leads somewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.folders import ROOT
from tools import site
from tools.markdown import DOCS
from tools.pages import PARTS

if TYPE_CHECKING:
    from pathlib import Path

NAMED = re.compile(r"^ +- (?:[^:\n]+: )?([\w/-]+\.md)$", re.MULTILINE)


def test_every_page_is_in_the_contents_once() -> None:
    listed = NAMED.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert sorted(listed) == sorted(pages | set(site.ELSEWHERE.values()))


@pytest.mark.slow
def test_it_is_built_and_leads_nowhere_wrong() -> None:
    site.build()
    assert list(site.broken()) == []
    assert (site.SITE / "index.html").is_file()


def test_every_part_that_is_built_has_one_place() -> None:
    """On a plain checkout the place says how to build the part."""
    texts = [page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")]
    places = [place for text in texts for place in site.BUILT.finditer(text)]
    assert sorted(place[1] for place in places) == sorted(PARTS)
    assert all("Run `make docs`" in place[0] for place in places)
    assert sum(text.count("<!-- built:") for text in texts) == len(PARTS)


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ('<a href="gone.html">x</a>', "a.html: gone.html leads nowhere"),
        ('<a href="#gone">x</a>', "a.html: #gone names no place of that page"),
        ('<script src="//cdn.example/x.js"></script>', "a.html: fetches //cdn.example/x.js"),
        ('<p id="here"><a href="a.html#here">x</a>', None),
        ('<a href="https://elsewhere.example/">x</a>', None),
    ],
)
def test_what_is_wrong_is_found(page: str, found: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    assert list(site.broken(tmp_path)) == ([found] if found else [])
