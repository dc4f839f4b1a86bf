"""A PAR sheet as a file of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.par.text import comma_separated, json_text, markdown, page
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.par.sheet import ParSheet

WRITERS: dict[str, Callable[[ParSheet], str]] = {
    ".md": markdown,
    ".csv": comma_separated,
    ".json": json_text,
    ".html": page,
}
WORKBOOK, PDF = ".xlsx", ".pdf"
WHOLE = (WORKBOOK, PDF)
"""What holds several games in one file."""
KINDS = (*WHOLE, *WRITERS)


def sheet_bytes(suffix: str, sheets: Sequence[ParSheet]) -> bytes:
    """What makes workbooks and pages to print is loaded where it is needed."""
    if suffix == WORKBOOK:
        from croupier.par.workbook import workbook  # noqa: PLC0415

        return workbook(sheets)
    if suffix == PDF:
        from croupier.par.pdf import pdf  # noqa: PLC0415

        return pdf(sheets)
    if len(sheets) > 1:
        raise BadInput(f"several games are in one file only as {' or '.join(WHOLE)}")
    return WRITERS[suffix](sheets[0]).encode()
