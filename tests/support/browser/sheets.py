"""Sheets of pictures for the docs, taken where a test stands anyway; only when asked for.

`CROUPIER_PICTURES=docs/pictures pytest tests/browser` writes them: one sheet for a page or table,
language and window, with its states in the order in which the test came to them.
"""

from __future__ import annotations

import io
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASKED = os.environ.get("CROUPIER_PICTURES")
GAP, CAPTION = 12, 26
PAPER, INK = (244, 241, 234), (40, 36, 30)


class Window(NamedTuple):
    width: int
    height: int
    across: int
    """Pictures beside each other."""
    shown: int
    """Pixels that a picture is wide on the sheet."""


WINDOWS = {"desk": Window(1366, 768, 3, 620), "phone": Window(390, 844, 6, 300)}


class Sheets:
    """Of one page in one language."""

    def __init__(self, name: str, language: str) -> None:
        self.name, self.language = name, language
        self.taken: dict[str, list[tuple[str, Image.Image]]] = defaultdict(list)

    def take(self, page: Page, state: str) -> None:
        if ASKED is None:
            return
        before = page.viewport_size
        for window, of in WINDOWS.items():
            page.set_viewport_size({"width": of.width, "height": of.height})
            page.wait_for_timeout(80)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            self.taken[window].append((state, picture))
        if before is not None:
            page.set_viewport_size(before)

    def keep(self) -> None:
        if ASKED is None:
            return
        Path(ASKED).mkdir(parents=True, exist_ok=True)
        for window, pictures in self.taken.items():
            path = Path(ASKED) / f"{self.name}-{window}-{self.language}.webp"
            sheet(pictures, WINDOWS[window]).save(path, quality=72, method=6)


def sheet(pictures: list[tuple[str, Image.Image]], of: Window) -> Image.Image:
    tall = of.shown * of.height // of.width
    rows = -(-len(pictures) // of.across)
    across = min(of.across, len(pictures))
    size = (GAP + across * (of.shown + GAP), GAP + rows * (tall + CAPTION + GAP))
    made = Image.new("RGB", size, PAPER)
    draw, font = ImageDraw.Draw(made), ImageFont.load_default(16)
    for place, (state, picture) in enumerate(pictures):
        left = GAP + place % of.across * (of.shown + GAP)
        top = GAP + place // of.across * (tall + CAPTION + GAP)
        draw.text((left, top + 2), state, INK, font=font)
        shrunk = picture.resize((of.shown, tall), Image.Resampling.LANCZOS)
        made.paste(shrunk, (left, top + CAPTION))
    return made
