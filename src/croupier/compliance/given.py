"""The text of a document as it is given: a text file, or the text layer of a PDF."""

from __future__ import annotations

import codecs
import io
import logging
from dataclasses import dataclass
from hashlib import sha256

from croupier.extras import explained
from croupier.problems import BadInput
from croupier.rulebook.pages import wording_on

PDF, ZIP = b"%PDF-", b"PK\x03\x04"
MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""By how a text begins what it is written in; without any it is UTF-8."""
HEAD = 1024
"""Within so many bytes a PDF says that it is one."""


@dataclass(frozen=True, slots=True)
class Given:
    digest: str
    """SHA-256 of the file."""
    kind: str
    text: str
    """Without what heads, foots and counts its pages."""
    opening: str
    """As it stands on the first page, where a document says which one it is."""


def given(data: bytes) -> Given:
    if not data.strip():
        raise BadInput("is empty")
    if data.startswith(ZIP):
        raise BadInput("is an archive or a word processor's file; save the document as text or PDF")
    is_pdf = PDF in data[:HEAD]
    pages = pdf_pages(data) if is_pdf else text_of(data).split("\f")
    kind = "text" if not is_pdf else f"PDF of {len(pages)} page{'s' * (len(pages) > 1)}"
    filled = [page for page in pages if page.strip()]
    return Given(sha256(data).hexdigest(), kind, wording_on(filled), "\n".join(filled[:2]))


def text_of(data: bytes) -> str:
    encoding = next((name for mark, name in MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise BadInput("is no text in UTF-8 and no PDF") from None
    if "\0" in text:
        raise BadInput("is no text in UTF-8 and no PDF")
    return text


def pdf_pages(data: bytes) -> list[str]:
    """The text layer, page by page."""
    with explained("a PDF"):
        import pypdf  # noqa: PLC0415 - only where a PDF is read
    logging.getLogger("pypdf").setLevel(
        logging.CRITICAL
    )  # what is odd in a file is told in one line
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        locked = reader.is_encrypted and not reader.decrypt("")
        pages = [] if locked else [page.extract_text() for page in reader.pages]
    except Exception as error:  # noqa: BLE001 - a damaged file fails in any way
        raise BadInput(f"is a PDF that cannot be read: {type(error).__name__}") from None
    if locked:
        raise BadInput("is an encrypted PDF; save it without a password")
    if not any(page.strip() for page in pages):
        raise BadInput("is a PDF without text: scanned pages must be read into text first")
    return pages
