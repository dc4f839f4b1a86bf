"""What a page says in each language: every state that a test looks at is read in both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHOWN = r"""([besides, wanted]) => {
  const quiet = `code, pre, kbd, script, style, noscript, .mono, .languages, [lang=en], ${besides}`
  const spoken = /^(aria-(label|valuetext|description|roledescription)|title|placeholder|alt)$/
  const said = []
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  const walk = document.createTreeWalker(document.body, both)
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node
    if (element.closest(quiet)) continue
    if (node !== element) said.push(node.data)
    else for (const { name, value } of element.attributes) if (spoken.test(name)) said.push(value)
  }
  const some = new RegExp(wanted)
  return [document.title, ...said].filter((one) => some.test(one))
}"""
"""What is written on a page, and what is read out; code is nobody's language."""
HALVES = r"""(besides) => {
  const quiet = `code, pre, script, style, .mono, .languages, ${besides}`
  const half = /[\u4e00-\u9fff]([,;:.?!](\s|$)|[,;:?!](?=[\u4e00-\u9fff]))|[,;:] ?[\u4e00-\u9fff]/
  const texts = [...document.body.querySelectorAll('*')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => !one.closest(quiet))
    .map((one) => one.textContent.replace(/\s+/g, ' ').trim())
  return texts.filter((text) => half.test(text))
}"""
"""Chinese with the commas and stops of English."""
SPEAK = """(name) => {
  localStorage.setItem('language', name)
  dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: name }))
}"""
"""As another window of the same browser would: an open dialog is no obstacle."""
ALLOWED = re.compile(
    r"[A-Za-z0-9+/]{30,}=?|\b([a-z0-9]{4}-)+[a-z0-9]{4}\b"  # hashes, keys, tickets: before names
    r"|croupier|SGD|AKQ|PAR|CSV|XLSX|JSON( Lines)?|HTTPS|RWS|MBS|Envy Bonus"
    r"|\b(Enter|Backspace|Esc|Shift)\b"  # as on the keys
    r"|\b(kB|MB|GB)\b"
    r"|\uff08[A-Z0-9][A-Za-z ,-]+"  # a document's title as it is approved
    r"|table:t?1?|wager-placed|\b[a-z]{1,3}\d+(-\d+)*\b|\b\d+[a-z]\b"  # names, clauses
    r"|Kh 9s( 5d| Td)|Qh 6d 4s|\b(pdf|xlsx|csv|json|html|md)\b"
    r"|paid twice at the cage|the hand was read wrongly|whist|hired"  # typed in these tests
)
WORD = re.compile(r"[A-Za-z]{2,}")
TWO_LETTERS = r"[A-Za-z][^]*[A-Za-z]"
"""As JavaScript writes it: without them there is no word, whatever is taken out between them."""
CJK = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
MOMENTS = 40
SAID_BEFORE = ".toasts"
"""A toast was said once, in the language of that moment."""
TAGS = {"en": "en", "zh": "zh-Hans"}


def english_left(page: Page, tables: tuple[str, ...] = (), besides: str = ".none") -> list[str]:
    """Latin words that are no name, rank, code or unit."""
    named = "|".join(sorted(map(re.escape, tables), key=len, reverse=True))
    names = re.compile(rf"\b({named})\b") if tables else None
    texts = page.evaluate(SHOWN, [besides, TWO_LETTERS])
    said = (ALLOWED.sub("", names.sub("", text) if names else text) for text in texts)
    words = {text.strip() for text in said if WORD.search(text)}
    return sorted(words.union(page.evaluate(HALVES, besides)))


def chinese_left(page: Page) -> list[str]:
    return sorted({text.strip() for text in page.evaluate(SHOWN, [".none", CJK.pattern])})


def speak(page: Page, name: str) -> None:
    page.evaluate(SPEAK, name)
    expect(page.locator("html")).to_have_attribute("lang", TAGS[name])


def read_in_both(page: Page) -> None:
    """No Chinese in English, no English in Chinese; the page is left as it was.

    Whatever is read anew from the house is given a moment. A page that speaks Chinese already, or
    has no line to fetch it, is left alone.
    """
    if page.evaluate("document.documentElement.lang !== 'en' || !navigator.onLine"):
        return
    assert not chinese_left(page), f"in Chinese at {page.url}: {chinese_left(page)}"
    told = page.context.request.get("/api/tables")
    tables = tuple(one["name"] for one in told.json()) if told.ok else ()
    speak(page, "zh")
    for _ in range(MOMENTS):
        if not (left := english_left(page, tables, SAID_BEFORE)):
            break
        page.wait_for_timeout(50)
    speak(page, "en")
    page.evaluate("localStorage.removeItem('language')")
    assert not left, f"in English at {page.url}: {left}"
