"""The registers: one file a document, a line a clause."""

from __future__ import annotations

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
