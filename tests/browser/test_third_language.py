"""A third language is a folder of words and one of gists: it is built and offered as it is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.rulebook import languages
from croupier.rulebook.register import REGISTERS
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.house_in_thread import Running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
UI = ROOT / "ui"
PACKED = ", packed"
"""The plugin that takes a third of the time."""
WORDS = {
    "about.ts": {"中文": "Français", "zh-Hans-SG": "fr-FR", "zh-Hans": "fr"},
    "learn.ts": {"您与庄家各得三张牌\uff0c大者赢。": "Trois cartes chacun."},
    "lobby.ts": {"请入座": "Prenez place"},
    "names.json": {"三公\uff08Non-": "Trois figures\uff08Non-"},
}


@pytest.fixture
def registers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Chinese gists, each with a sign of the third language before it."""
    copied = shutil.copytree(REGISTERS, tmp_path / "registers")
    for path in shutil.copytree(copied / "zh", copied / "fr").glob("*.tsv"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("\t", "\tfr: "), encoding="utf-8")
    monkeypatch.setattr(languages, "REGISTERS", copied)
    caches = (languages.languages, languages.in_language)
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Built from the sources and the new folder, with no other change; they are not compressed."""
    if not (UI / "node_modules").exists():
        missing("the tools of the pages are not installed: `make pages`")
    ui = tmp_path / "ui"
    shutil.copytree(UI, ui, ignore=shutil.ignore_patterns("node_modules"))
    config = ui / "vite.config.ts"
    packing = config.read_text(encoding="utf-8")
    assert PACKED in packing
    config.write_text(packing.replace(PACKED, ""), encoding="utf-8")
    (ui / "node_modules").symlink_to((UI / "node_modules").resolve())
    folder = shutil.copytree(ui / "src/text/zh", ui / "src/text/fr")
    for name, changed in WORDS.items():
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in changed.items():
            assert old in text, (name, old)
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    built = tmp_path / "built"
    build = ("sh", "tools/npm.sh", "--prefix", ui, "run", "-s", "build", "--", "--outDir", built)
    subprocess.run((*build, "--minify", "false"), cwd=ROOT, check=True, capture_output=True)
    return built


@pytest.mark.usefixtures("registers")
def test_a_third_language_is_offered_and_spoken(
    browser: Browser, pages: Path, tmp_path: Path
) -> None:
    house = Running(tmp_path / "house", pages=pages)
    try:
        with browser.new_context(base_url=house.url, locale="fr-CA") as visitor:
            visitor.set_default_timeout(PATIENCE)
            page = visitor.new_page()
            page.goto("/")
            expect(page.locator("h1")).to_have_text("Prenez place")
            expect(page.locator("html")).to_have_attribute("lang", "fr")
            expect(page.locator(".in-short h3")).to_contain_text("Trois figures")
            expect(page.locator(".in-short li").first).to_have_text("Trois cartes chacun.")
            offered = page.locator(".topbar .languages button")
            assert sorted(offered.all_inner_texts()) == ["EN", "Français", "中文"]
            page.get_by_role("button", name="中文", exact=True).click()
            expect(page.locator("h1")).to_have_text("请入座")
            expect(page.locator(".in-short li").first).not_to_contain_text("Trois cartes")
            page.get_by_role("button", name="Français", exact=True).click()
            expect(page.locator("h1")).to_have_text("Prenez place")
            page.reload()
            expect(page.locator("h1")).to_have_text("Prenez place")
            page.goto("/rules/three-pictures")
            expect(page.locator(".gist").first).to_contain_text("fr: ")
    finally:
        house.stop()
