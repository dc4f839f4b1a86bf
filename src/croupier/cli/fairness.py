"""`croupier fairness`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.journal import key_of
from croupier.cli.reading import read
from croupier.cli.verb import FOUND_SOMETHING, AsJson, File, Journal, TableName, declared
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.server.journal.log_check import judge_by
from croupier.server.journal.notes import VerifierKey, encoded
from croupier.server.shoes import fairness
from croupier.server.shoes.counts import counted, notices

if TYPE_CHECKING:
    from croupier.server.shoes.counts import ShoeCounts
    from croupier.server.shoes.fairness import TableRecord

SignersKey = Annotated[
    str | None,
    typer.Option(help="the house's public key, the file that holds it, or its verifier key"),
]
FromBefore = Annotated[
    bool, typer.Option("--from-before", help="take shoes from before there were seeds as such")
]
app = declared()


@app.command(short_help="Check a table's public record.")
def verify(
    file: File = "-",
    *,
    key: SignersKey = None,
    from_before: FromBefore = False,
    as_json: AsJson = False,
) -> int:
    """Check that every round of a table's public record was dealt as its shoe was sealed.

    The record of a whole table, of its last shoes or of one shoe, as it was downloaded.
    """
    given, public = read_record(file), signer(key)
    found, seen = fairness.verify(given, from_before=from_before), list(notices(given))
    if public is not None:
        found += fairness.not_signed(given, judge_by(public))
    told, counts = tally(given), counted(given)
    if as_json:
        put_json({**told, "findings": found, "counts": counts, "notices": seen})
    elif found:
        print("\n".join(found))
    else:
        print(
            f"Table {told['table']}: {told['revealed']} of {told['shoes']} shoes revealed,"
            f" {told['cards']} cards of {told['rounds']} rounds; all as it was sealed."
        )
        print("\n".join([*summary(counts), *seen, *under(given.checkpoint, public)]))
    return FOUND_SOMETHING if found else 0


def summary(counts: ShoeCounts) -> list[str]:
    seeds = f"Players added {counts.seeds} seeds, {counts.seeds_unopened} were not opened"
    alone = "to which no player added: for those the house's commitment alone stands"
    shoes = f"Shoes discarded unused: {counts.discarded}; missing: {counts.missing}"
    twice = f"committed to twice: {counts.committed_twice}"
    return [
        f"{seeds}; {counts.without_seeds} shoes {alone}.",
        f"{shoes}; {twice}; rounds void: {counts.voided_rounds}.",
    ]


def under(checkpoint: str, public: str | None) -> list[str]:
    if not checkpoint:
        return []
    head = fairness.head_of(checkpoint)
    says = f"of {head.origin} over {head.size} entries, root {encoded(head.root)}"
    if public is None:
        return [f"Unverified checkpoint {says}: --key tells whether the house signed it."]
    return [f"Checkpoint {says}, signed with the key."]


def signer(key: str | None) -> str | None:
    """A public key as its digits or in a file, or the verifier key of a log."""
    if key is None or "+" not in key:
        return key_of(key)
    return VerifierKey.parse(key).public.hex()


def read_record(file: str) -> TableRecord:
    try:
        data = read(file)
        try:
            return fairness.record_decoder.decode(data)
        except msgspec.ValidationError as error:
            return of_one_shoe(data, error)
    except msgspec.DecodeError as error:
        raise BadInput(f"is no record of a table: {error}", file) from None
    except UnicodeDecodeError:
        raise BadInput("is no record of a table: is no text", file) from None


def of_one_shoe(data: str | bytes, error: msgspec.ValidationError) -> TableRecord:
    try:
        return fairness.shoe_record_decoder.decode(data).whole
    except msgspec.ValidationError:
        raise error from None  # what is wrong with it as a record of a table


def tally(record: TableRecord) -> dict[str, str | int]:
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
    """Write a table's public record as JSON: commitments, seeds, rounds, orders once revealed."""
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
