"""`croupier fairness`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.reading import read
from croupier.cli.verb import FOUND_SOMETHING, AsJson, File, Journal, TableName, declared
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.server.shoes import fairness

if TYPE_CHECKING:
    from croupier.server.shoes.fairness import Record


app = declared()


@app.command(short_help="Check a table's public record.")
def verify(file: File = "-", *, as_json: AsJson = False) -> int:
    """Check that every round of a table's public record was dealt as its shoe was sealed."""
    given = read_record(file)
    found = fairness.verify(given)
    if as_json:
        put_json({**tally(given), "findings": found})
    elif found:
        print("\n".join(found))
    else:
        told = tally(given)
        print(
            f"Table {told['table']}: {told['revealed']} of {told['shoes']} shoes revealed,"
            f" {told['cards']} cards of {told['rounds']} rounds; all as it was sealed."
        )
    return FOUND_SOMETHING if found else 0


def read_record(file: str) -> Record:
    try:
        return fairness.record_decoder.decode(read(file))
    except msgspec.DecodeError as error:
        raise BadInput(f"is no record of a table: {error}", file) from None
    except UnicodeDecodeError:
        raise BadInput("is no record of a table: is no text", file) from None


def tally(record: Record) -> dict[str, str | int]:
    drawn = (one for round_ in record.rounds for one in round_.drawn)
    return {
        "table": record.table,
        "shoes": len(record.shoes),
        "revealed": sum(shoe.revealed is not None for shoe in record.shoes),
        "rounds": len(record.rounds),
        "cards": sum(len(one.cards.split()) for one in drawn),
    }


@app.command(short_help="Write a table's public record.")
def record(database: Journal, table: TableName) -> None:
    """Write a table's public record as JSON: commitments, rounds, and orders once revealed."""
    from croupier.server.journal import open_store

    path = Path(database)
    if not path.is_file():
        raise BadInput("is no file", database)
    store = open_store(path)
    try:
        if f"table:{table}" not in store.versions():
            raise BadInput(f"has no table {table[:40]!r}", database)
        put_json(fairness.record(store, table))
    finally:
        store.close()
