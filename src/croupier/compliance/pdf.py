"""A paper as pages to print, tagged for screen readers; Typst refuses what PDF/UA-1 forbids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typst

from croupier.compliance.paper import Grid, Pairs
from croupier.par.sheet import SIGN_OFF
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.compliance.paper import Block, Paper

TEMPLATE = Path(__file__).with_name("paper.typ")


def pdf(paper: Paper) -> bytes:
    """The same bytes for the same paper: no date, and no font but those that come along."""
    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        pdf_standards="ua-1",
        ignore_system_fonts=True,
        sys_inputs={"paper": msgspec.json.encode(told(paper)).decode()},
    )


def told(paper: Paper) -> dict[str, Any]:
    return {
        "title": paper.title,
        "software": f"croupier {__version__}",
        "head": paper.head,
        "parts": [
            {
                "title": part.title,
                "below": part.below,
                "blocks": [block(one) for one in part.blocks],
            }
            for part in paper.parts
        ],
        "roles": SIGN_OFF if paper.signed else (),
    }


def block(one: Block) -> dict[str, Any]:
    if isinstance(one, Pairs):
        return {"kind": "pairs", "rows": one.rows}
    if isinstance(one, Grid):
        return {"kind": "grid", "headings": one.headings, "rows": one.rows}
    return {"kind": "text", "text": one}
