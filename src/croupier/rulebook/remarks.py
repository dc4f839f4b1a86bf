"""Remarks on the clauses, for those who inspect a table: a file a document, a line a clause."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

REMARKS = Path(__file__).parent / "remarks"


@cache
def remarks(game: str) -> Mapping[str, str]:
    """By the number of their clause; of a document that nobody has remarked on, none."""
    file = REMARKS / f"{game}.tsv"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return dict(line.split("\t") for line in text.splitlines())
