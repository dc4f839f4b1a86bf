"""The tables of a journal in PostgreSQL: created, and compared with those of a new journal."""

from __future__ import annotations

import re
from importlib.resources import files
from secrets import token_hex
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal.format import FORMAT, check_format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.postgres_address import Address
    from croupier.server.journal.postgres_line import Line

OPENING = 0x63726F7570696572
"""One node at a time creates the tables."""
FOUND = """
    SELECT 'table', relname, concat_ws(' ', relkind, relpersistence, reloptions::text)
        FROM pg_class WHERE relnamespace = '{of}'::regnamespace AND relkind NOT IN ('i', 't', 'c')
    UNION ALL
    SELECT 'table', relname, concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull,
            attcollation::regcollation, pg_get_expr(adbin, adrelid))
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = '{of}'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
            AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT 'table', conrelid::regclass::text, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = '{of}'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = '{of}'
    UNION ALL
    SELECT 'trigger', tgname, pg_get_triggerdef(pg_trigger.oid) || tgenabled::text
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = '{of}'::regnamespace AND NOT tgisinternal
    UNION ALL
    SELECT 'rule', rulename, definition FROM pg_rules WHERE schemaname = '{of}'
    UNION ALL
    SELECT 'function', proname, pg_get_functiondef(oid)
        FROM pg_proc WHERE pronamespace = '{of}'::regnamespace AND prokind <> 'a'"""
Made = tuple[str, str, str]


def made_in(line: Line, schema: str) -> set[Made]:
    """With the schema's own name left out."""
    own = re.compile(rf"\b{schema}(\.|(?='))")
    found = line.execute(FOUND.format(of=schema).encode()).fetchall()
    return {(kind, own.sub("", name), own.sub("", text or "")) for kind, name, text in found}


def wrong(line: Line, schema: str) -> Iterator[str]:
    """Compare the tables with those of a new journal, which is created beside them and removed."""
    beside = f"anew_{token_hex(8)}"
    there = made_in(line, schema)
    try:
        line.execute("BEGIN")
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute(f"CREATE SCHEMA {beside}")
        line.execute(f"SET LOCAL search_path = {beside}")
        line.execute(table_definitions())
        line.execute("SELECT set_config('search_path', %s, TRUE)", (schema,))
        anew = made_in(line, beside)
    finally:
        line.roll_back()
    for kind, name in sorted({one[:2] for one in anew ^ there}):
        yield f"its database is not as this program makes it: {kind} {name}"


def table_definitions() -> bytes:
    return files("croupier.server.journal").joinpath("postgres.sql").read_bytes()


def has_table(line: Line, schema: str, name: str) -> bool:
    found = line.execute("SELECT to_regclass(%s)", (f"{schema}.{name}",)).fetchone()
    return found is not None and found[0] is not None


def has_journal(line: Line, schema: str) -> bool:
    return has_table(line, schema, "journal_format") or has_table(line, schema, "entries")


def format_in(line: Line, schema: str) -> object:
    """Return the format number of a journal; None where the database doesn't say one number."""
    if not has_table(line, schema, "journal_format"):
        return None
    found = line.execute("SELECT to_jsonb(journal_format) FROM journal_format").fetchall()
    return found[0][0].get("number") if len(found) == 1 else None


def prepare(line: Line, address: Address, *, make: bool) -> None:
    """Raise `BadInput` unless there is a journal of this program's format; `make` creates one."""
    if has_journal(line, address.schema):
        check_format(format_in(line, address.schema), address.shown)
    elif make:
        create_tables(line, address)
    else:
        raise BadInput("is no house's journal", address.shown)


def create_tables(line: Line, address: Address) -> None:
    try:
        line.execute("BEGIN")
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute("SET LOCAL lock_timeout = '10s'")
        line.execute("SELECT pg_advisory_xact_lock(%s)", (OPENING,))
        if has_journal(line, address.schema):  # another node was faster
            check_format(format_in(line, address.schema), address.shown)
            return
        begin(line, address)
        line.execute(table_definitions())
        line.execute("INSERT INTO journal_format VALUES (%s)", (FORMAT,))
        line.execute("COMMIT")
    finally:
        line.roll_back()


def begin(line: Line, address: Address) -> None:
    """A schema that is there and empty may be of somebody who may make one."""
    there = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
    if line.execute(there, (address.schema,)).fetchone() is None:
        line.execute(f"CREATE SCHEMA {address.schema}")
    other = "SELECT 1 FROM pg_class WHERE relnamespace = %s::regnamespace LIMIT 1"
    if line.execute(other, (address.schema,)).fetchone():
        raise BadInput("is no house's journal, and not empty", address.shown)
