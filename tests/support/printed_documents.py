"""A document's text set as a PDF: justified and hyphenated, each page with its head and number."""

from __future__ import annotations

import json

import typst

TEMPLATE = """
#let told = json(bytes(sys.inputs.told))
#set page(
  paper: "a5",
  header: [#told.title #h(1fr) Game Rules],
  footer: context align(center)[Page #counter(page).display() of #counter(page).final().first()],
)
#set text(lang: "en", hyphenate: true, size: 11pt)
#set par(justify: true)
#for line in told.lines { par(line) }
"""


def printed(title: str, text: str) -> bytes:
    marks = str.maketrans("", "", "*#")
    lines = [line.strip() for line in text.translate(marks).splitlines() if line.strip()]
    told = json.dumps({"title": title, "lines": lines})
    return typst.compile(TEMPLATE.encode(), format="pdf", sys_inputs={"told": told})


def empty_pdf() -> bytes:
    """A page with a picture of nothing: what a scan is to a reader of text."""
    return typst.compile(b"#rect(width: 3cm, height: 2cm)", format="pdf")


def retyped(text: str) -> str:
    """The same words with other quotes, dashes, ligatures, spaces and hidden hyphens."""
    other = {
        '"': "\u201d",
        "'": "\u2019",
        " - ": " \u2013 ",
        "fi": "\ufb01",
        "ff": "\ufb00",
        "; ": ";\u00a0",
        "tion": "ti\u00adon",
    }
    for old, new in other.items():
        text = text.replace(old, new)
    return text
