"""A document as it arrives: text of any kind, PDF, and what is neither."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pypdf
import pytest

from croupier.compliance.amending import amended_by
from croupier.compliance.given import given
from croupier.problems import BadInput
from tests.support.printed_documents import empty_pdf, printed, retyped

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = (
    "# ROYAL THREE PICTURES (MBS) Game Rules\n# Version 3\nw.e.f. 1 March 2027\n"
    '- 4.1 "A dealer\'s first fixed condition" - for the house; on traction.\n'
    + "".join(
        f"- 4.{number} Clause {number} of the section says little.\n" for number in range(2, 90)
    )
)


def clauses(data: bytes) -> dict[str, str]:
    return dict(amended_by(data)[1].wording)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_in_any_usual_encoding(encoding: str) -> None:
    said = given(TEXT.encode(encoding))
    assert (said.kind, said.text.splitlines()[-1][:6]) == ("text", "- 4.89")
    assert clauses(TEXT.encode(encoding)) == clauses(TEXT.encode())


def test_a_pdf_has_the_clauses_of_its_text() -> None:
    said, found = amended_by(printed("Royal Three Pictures", TEXT))
    _, typed = amended_by(TEXT.encode())
    assert said.kind.startswith("PDF of ")
    assert (found.version, found.effective) == (3, "1 March 2027")
    assert list(found.wording) == list(typed.wording)
    assert found.wording["4.89"] == "Clause 89 of the section says little."
    assert found.changes == typed.changes


def test_a_text_with_pages_is_read_as_pages() -> None:
    lines = TEXT.splitlines(keepends=True)
    paged = "".join(
        f"Royal Three Pictures\n{''.join(lines[at : at + 12])}{at // 12 + 1}\n\f"
        for at in range(0, len(lines), 12)
    )
    assert clauses(paged.encode()) == clauses(TEXT.encode())


def test_retyped_it_is_the_same() -> None:
    assert amended_by(retyped(TEXT).encode())[1].changes == amended_by(TEXT.encode())[1].changes


def cut() -> bytes:
    return printed("x", TEXT)[:4000]


def locked() -> bytes:
    writer, out = pypdf.PdfWriter(clone_from=io.BytesIO(printed("x", TEXT))), io.BytesIO()
    writer.encrypt("secret", algorithm="AES-256")
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\xff\xd8\xff\xe0 a picture", "is no text in UTF-8 and no PDF"),
        (b"4.1 text\x00with a nought", "is no text in UTF-8 and no PDF"),
        (
            b"PK\x03\x04word/document.xml",
            "is an archive or a word processor's file; save the document as text or PDF",
        ),
        (b"%PDF-1.7\nnot much of one", "is a PDF that cannot be read: PdfStreamError"),
        (cut, "is a PDF that cannot be read: "),
        (locked, "is an encrypted PDF; save it without a password"),
        (empty_pdf, "is a PDF without text: scanned pages must be read into text first"),
    ],
    ids=["nothing", "blank", "picture", "nought", "archive", "no pdf", "cut", "locked", "scan"],
)
def test_what_cannot_be_read_is_told_in_one_line(
    data: bytes | Callable[[], bytes], says: str
) -> None:
    with pytest.raises(BadInput) as refused:
        given(data if isinstance(data, bytes) else data())
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


def test_without_pypdf_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(BadInput) as refused:
        given(printed("x", "1.1 One."))
    assert str(refused.value) == "a PDF: needs croupier[rules]: pip install 'croupier[rules]'"


def test_a_document_of_another_game_than_named() -> None:
    with pytest.raises(BadInput) as refused:
        amended_by(TEXT.encode(), "baccarat")
    assert str(refused.value) == "its opening names Royal Three Pictures, which is not baccarat"
