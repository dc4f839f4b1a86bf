"""The registers: one file a document, a line a clause."""

from __future__ import annotations

import copyreg
from functools import cache
from pathlib import Path

from croupier.rulebook.clauses import Clause, Document, Kind

REGISTERS = Path(__file__).parent / "registers"


def parse_register(text: str) -> Document:
    head, body = text.split("\n\n", 1)
    facts = dict(line.split("\t") for line in head.splitlines())
    rows = [line.split("\t") for line in body.splitlines()]
    return Document(
        game=facts["game"],
        title=facts["title"],
        operator=facts["operator"],
        version=int(facts["version"]),
        effective=facts["effective"],
        layout=facts["layout"],
        clauses={
            number: Clause(number, Kind(kind), digest, gist) for number, kind, digest, gist in rows
        },
    )


@cache
def rulebook(game: str) -> Document:
    return parse_register((REGISTERS / f"{game}.tsv").read_text(encoding="utf-8"))


def copied(of: Document) -> str | tuple[object, ...]:
    """A document of the registers travels as its name."""
    kept = (REGISTERS / f"{of.game}.tsv").is_file() and rulebook(of.game) is of
    return (rulebook, (of.game,)) if kept else object.__reduce_ex__(of, 4)


copyreg.pickle(Document, copied)  # type: ignore[arg-type]  # it may answer with a call or with parts
