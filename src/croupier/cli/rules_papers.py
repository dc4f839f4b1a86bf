"""Papers for compliance as files: what `--report` of `croupier rules` writes."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from croupier.cli.reading import path_of
from croupier.cli.writing import refuse_place, save
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.compliance.paper import Paper

KINDS = (".html", ".pdf", ".md")


def check_report(report: str | None) -> None:
    """Before anything is worked out."""
    if report is None:
        return
    if PurePath(report).suffix.lower() not in KINDS:
        raise BadInput(f"a report is a file that ends in {', '.join(KINDS)}", repr(report)[:60])
    refuse_place(path_of(report))


def write_report(report: str, paper: Paper, *, quiet: bool) -> None:
    save(report, [paper_bytes(PurePath(report).suffix.lower(), paper)], quiet=quiet)


def paper_bytes(suffix: str, paper: Paper) -> bytes:
    """What makes pages to print is loaded where it is needed."""
    from croupier.compliance.paper import html, markdown

    if suffix == ".pdf":
        from croupier.compliance.pdf import pdf

        return pdf(paper)
    if suffix == ".md":
        return ("\n\n".join([f"# {paper.title}", *markdown(paper)]) + "\n").encode()
    return html(paper).encode()
