"""The tables of a journal in PostgreSQL: made by migrations, compared with what those come to."""

from __future__ import annotations

import re
from importlib.resources import files
from secrets import token_hex
from typing import TYPE_CHECKING

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.postgres_address import Address
    from croupier.server.journal.postgres_line import Line

MIGRATIONS = ("0001.sql", "0002.sql")
READS_FROM = 1
"""The first version whose record is read as it is; later ones have only changed what is beside."""
OLDER = (
    "was written by an older croupier: use that one, or serve the house with this one, which"
    " upgrades its database"
)
OPENING = 0x63726F7570696572
"""One node at a time makes or changes the tables."""
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
    """Held against tables made anew beside it, of the same version, of which nothing is left."""
    beside = f"anew_{token_hex(8)}"
    there, version = made_in(line, schema), version_in(line, schema)
    try:
        line.execute("BEGIN")
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute(f"CREATE SCHEMA {beside}")
        line.execute(f"SET LOCAL search_path = {beside}")
        for name in MIGRATIONS[:version]:
            line.execute(text_of(name))
        line.execute("SELECT set_config('search_path', %s, TRUE)", (schema,))
        anew = made_in(line, beside)
    finally:
        line.roll_back()
    for kind, name in sorted({one[:2] for one in anew ^ there}):
        yield f"its database is not as this program makes it: {kind} {name}"


def text_of(name: str) -> bytes:
    folder = files("croupier.server.journal").joinpath("migrations", "postgres")
    return folder.joinpath(name).read_bytes()


def version_in(line: Line, schema: str) -> int | None:
    """None where there is no journal."""
    [there] = line.execute("SELECT to_regclass(%s)", (f"{schema}.migrated",)).fetchone() or (None,)
    if there is None:
        return None
    [version] = line.execute("SELECT MAX(version) FROM migrated").fetchone() or (None,)
    return version or 0


def prepare(
    line: Line, address: Address, *, make: bool, own: bool, reads_from: int = READS_FROM
) -> int:
    """What is older is upgraded by whoever owns the house; others read it, if it can be read.

    The version that it has then.
    """
    version = version_in(line, address.schema)
    if version is None and not make:
        raise BadInput("is no house's journal", address.shown)
    if version is None or (own and version < len(MIGRATIONS)):
        migrate(line, address)
        return len(MIGRATIONS)
    if version < reads_from:
        raise BadInput(OLDER, address.shown)
    if version > len(MIGRATIONS):
        raise BadInput("was written by a newer croupier", address.shown)
    return version


def migrate(line: Line, address: Address) -> None:
    try:
        line.execute("BEGIN")
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute("SET LOCAL lock_timeout = '10s'")
        line.execute("SELECT pg_advisory_xact_lock(%s)", (OPENING,))
        version = version_in(line, address.schema)
        if version is None:
            version = 0
            begin(line, address)
        for number, name in enumerate(MIGRATIONS[version:], version + 1):
            line.execute(text_of(name))
            line.execute("INSERT INTO migrated VALUES (%s)", (number,))
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
