"""`croupier fairness`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.asked_house import asked_house, gone_on, trust
from croupier.cli.journal import journal, key_of
from croupier.cli.kinds import RECORD
from croupier.cli.reading import decoded_from, read
from croupier.cli.verb import FOUND_SOMETHING, AsJson, File, House, Journal, TableName, declared
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.server.journal.notes import VerifierKey, encoded
from croupier.server.shoes import fairness, public_record
from croupier.server.shoes.counts import counted, notices

if TYPE_CHECKING:
    from croupier.server.shoes.counts import ShoeCounts
    from croupier.server.shoes.public_record import TableRecord
    from croupier.witness.following import HouseLog

SignersKey = Annotated[
    str | None,
    typer.Option(help="the house's public key, the file that holds it, or its verifier key"),
]
app = declared()


@app.callback()
def group() -> None:
    """Check that a table's sealed shoes were dealt as sealed, or write its public record."""


@app.command(short_help="Check a table's public record.")
def verify(
    file: File = "-",
    *,
    key: SignersKey = None,
    house: House = None,
    as_json: AsJson = False,
) -> int:
    """Check that every round of a table's public record was dealt as its shoe was sealed.

    The record of a whole table, of its last shoes or of one shoe, as it was downloaded.
    """
    given, public = read_record(file), signer(key)
    found, seen = fairness.verify(given), list(notices(given))
    found += by_the_key(given, public, asked_house(house), seen)
    told, counts = tally(given), counted(given)
    if as_json:
        put_json({**told, "findings": found, "counts": counts, "notices": seen})
    elif found:
        print("\n".join(found))
    else:
        print(verdict(told))
        print("\n".join([*summary(counts), *seen, *under(given.checkpoint, public)]))
    return FOUND_SOMETHING if found else 0


def verdict(told: dict[str, str | int]) -> str:
    if not told["revealed"]:
        return (
            f"Table {told['table']}: {told['shoes']} of {told['shoes']} shoes still in use: nothing"
            " of it can be checked before it is revealed."
        )
    return (
        f"Table {told['table']}: {told['revealed']} of {told['shoes']} shoes revealed,"
        f" {told['cards']} cards of {told['rounds']} rounds; all as it was sealed."
    )


def by_the_key(
    given: TableRecord, public: str | None, house: HouseLog | None, seen: list[str]
) -> list[str]:
    """What speaks against its checkpoint; of a shoe in use there is none yet."""
    trusted, found, revoked = trust(public, given.keys, house)
    seen += revoked
    if is_in_use(given):
        return found
    if public is not None:
        found += fairness.not_signed(given, trusted.judge)
    if house is not None and given.checkpoint and not found:
        heads = [fairness.head_of(given.checkpoint)]
        found += gone_on(house, heads, trusted, "record").faults
    return found


def is_in_use(given: TableRecord) -> bool:
    return not given.checkpoint and all(one.revealed is None for one in given.shoes)


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
    """Of a table, or of one shoe."""
    data = read(file)
    try:
        return public_record.shoe_record_decoder.decode(data).whole
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return decoded_from(data, file, public_record.record_decoder, RECORD)


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
    with journal(database) as store:
        if f"table:{table}" not in store.versions():
            raise BadInput(f"has no table {table[:40]!r}", database)
        put_json(fairness.record(store, table))
