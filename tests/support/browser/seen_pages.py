"""A page seen as people see it: in every window, both themes and both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.browser.boxes import looked_at
from tests.support.browser.page_looks import asked_axe
from tests.support.browser.sheets import Sheets
from tests.support.browser.undrawn import resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS = (
    (360, 740),
    (390, 844),
    (844, 390),
    (720, 450),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
"""Width and height in CSS pixels; 720 wide is a laptop at twice the size."""
TIGHT = ((360, 740), (844, 390), (683, 384), (1024, 768), (1366, 768))
"""In which a longer or a taller word would be the first to be wrong; 683 is the other laptop."""
SPEAK = """([name, theme]) => {
  document.documentElement.dataset.theme = theme
  const tag = {en: 'en', zh: 'zh-Hans'}[name]
  if (document.documentElement.lang === tag) return
  localStorage.removeItem('language')
  document.querySelector(`.languages [lang=${tag}]`).click()
  return new Promise((done) => {
    const look = () => (localStorage.getItem('language') ? done() : setTimeout(look, 10))
    look()
  })
}"""
MODAL = "dialog:modal"
LOOKS = (("en", "felt", (1440, 900)), ("zh", "paper", (390, 844)))
"""A language, a theme, and in which window a program asks whether everybody can use it."""


class Seen:
    """Collects what is wrong with one state of a page after the other."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.sheets: dict[str, Sheets] = {}
        self.wrong: list[str] = []
        self.size((1440, 900))

    def size(self, window: tuple[int, int]) -> None:
        resize(self.page, window)

    def is_at(self, state: str, *windows: tuple[int, int], part: str = "") -> None:
        """In the windows given, or all of them; the page is left as it was."""
        for language, theme, window in LOOKS:
            self.speak(language, theme)
            for one in windows or (WINDOWS if language == "en" else TIGHT):
                self.measure(f"{state}, {language}, {one[0]}x{one[1]}", one, part)
            self.size(windows[0] if windows and window not in windows else window)
            self.ask_axe(f"{state}, {language}, {theme}", part)
            self.sheet(language).take(self.page, state)
        self.speak("en", "felt")
        self.size((1440, 900))

    def sheet(self, language: str) -> Sheets:
        return self.sheets.setdefault(language, Sheets(self.name, language))

    def keep(self) -> None:
        for one in self.sheets.values():
            one.keep()

    def speak(self, language: str, theme: str) -> None:
        self.page.evaluate(SPEAK, [language, theme])

    def measure(self, state: str, window: tuple[int, int], part: str) -> None:
        self.size(window)
        self.wrong += [f"{state}: {one}" for one in looked_at(self.page, part)]

    def ask_axe(self, state: str, part: str) -> None:
        """Not even something small; a modal dialog is judged alone, as the page was before."""
        modal = self.page.locator(MODAL).count()
        part = part or (MODAL if modal else "")
        self.wrong += [f"{state}, axe: {one}" for one in asked_axe(self.page, part)]
