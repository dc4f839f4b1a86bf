"""Build the documentation as a site in build/site, follow every link, and pack it: `make docs`.

    python -m tools.site

The pages are copied to build/docs first, together with the changelog and the page for contributors.
The parts that are not in git are written into the copies. Links to files of the project that are
not pages become plain text. `dist` then holds the site as one archive, which a release carries.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from croupier.version import __version__
from tools.markdown import DOCS, ROOT
from tools.pages import part

if TYPE_CHECKING:
    from collections.abc import Iterator

BUILD = ROOT / "build"
PAGES, SITE = BUILD / "docs", BUILD / "site"
ARCHIVE = ROOT / "dist" / f"documentation-{__version__}"
ELSEWHERE = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages of the project that lie beside the folder of documents."""
BUILT = re.compile(r"<!-- built: ([a-z]+) -->\n.*?<!-- end -->", re.DOTALL)
"""The place of a part that is not in git; on a plain checkout it says how to build the part."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^):#]+)(#[^)]*)?\)")
FETCHES = {"script": "src", "link": "href", "img": "src", "iframe": "src"}


def copy_pages(to: Path = PAGES) -> None:
    """Copy the pages beside each other, with the parts that are not in git."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(DOCS, to)
    pages = {page: to / page.relative_to(DOCS) for page in DOCS.rglob("*.md")}
    pages |= {ROOT / name: to / page for name, page in ELSEWHERE.items()}
    for page, copy in pages.items():
        text = LINK.sub(lambda link: site_link(link, page, to, copy), full_text(page))  # noqa: B023 - used at once
        copy.write_text(text, encoding="utf-8")


def full_text(page: Path) -> str:
    """Return the text of a page with the parts that are not in git."""
    return BUILT.sub(lambda place: part(place[1]), page.read_text(encoding="utf-8"))


def site_link(link: re.Match[str], page: Path, to: Path, copy: Path) -> str:
    """Return the link to the page of the site, or the words alone if the target is not a page."""
    words, target, place = link[1], (page.parent / link[2]).resolve(), link[3] or ""
    if target.parent == ROOT and target.name in ELSEWHERE:
        site_page = to / ELSEWHERE[target.name]
    elif target.is_relative_to(DOCS):
        site_page = to / target.relative_to(DOCS)
    else:
        return words
    return f"[{words}]({os.path.relpath(site_page, copy.parent)}{place})"


def build() -> None:
    copy_pages()
    shutil.rmtree(SITE, ignore_errors=True)
    result = subprocess.run(  # noqa: S603 - ours
        [str(Path(sys.executable).with_name("zensical")), "build", "-f", "mkdocs.yml", "--strict"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        sys.exit(f"{result.stdout}\n{result.stderr}")


class Links(HTMLParser):
    """What a page leads to and fetches, and the places in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.fetched: list[str] = []
        self.places: set[str] = {""}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.places |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.leads.append(values["href"])
        if tag in FETCHES and FETCHES[tag] in values:
            self.fetched.append(values[FETCHES[tag]])


def broken(site: Path = SITE) -> Iterator[str]:
    """Links that lead nowhere, and whatever a page would fetch from somewhere else."""
    pages = {page: Links(page) for page in sorted(site.rglob("*.html"))}
    for page, links in pages.items():
        where = page.relative_to(site)
        for link in (*links.leads, *links.fetched):
            url = urlsplit(link)
            if url.scheme or url.netloc:
                if link in links.fetched:
                    yield f"{where}: fetches {link}"
                continue
            to = (page.parent / unquote(url.path)).resolve() if url.path else page
            to = to / "index.html" if to.is_dir() else to
            if where.name != "404.html" and not to.is_file():
                yield f"{where}: {link} leads nowhere"
            elif to in pages and unquote(url.fragment) not in pages[to].places:
                yield f"{where}: {link} names no place of that page"


def main() -> None:
    build()
    if problems := list(broken()):
        sys.exit("\n".join(problems))
    pages = len(list(SITE.rglob("*.html")))
    archive = Path(shutil.make_archive(str(ARCHIVE), "zip", SITE)).relative_to(ROOT)
    print(f"{pages} pages, every link works: build/site/index.html, {archive}")


if __name__ == "__main__":
    main()
