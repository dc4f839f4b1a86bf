"""The stored shapes of a journal and their format number, as the golden file that a test compares.

    python -m tools.journal_format

The golden file is `tests/golden/journal_format.txt`. It is not written while the shapes have
changed and the number has not: raise `FORMAT` in `croupier/server/journal/format.py` first.
"""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import NODEFAULT, UNSET, inspect

from croupier.money import Posting
from croupier.server.journal.contents import TABLES
from croupier.server.journal.format import FORMAT
from croupier.server.journal.private import PRIVATE, digest_of
from croupier.server.journal.store import NOTHING_BEFORE, New, hashed
from croupier.server.journal.tree import leaf_hash, node_hash
from tools.reference import STREAMS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from croupier.server.journal.stream import Fold

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "journal_format.txt"
SQL = ("sqlite.sql", "postgres.sql")


def lines() -> Iterator[str]:
    """Yield the format number, then everything that a journal stores, one line each."""
    yield f"format {FORMAT}"
    yield from shapes()


def shapes() -> Iterator[str]:
    for name in SQL:
        yield f"{name} {sql_digest(name)}"
    for table, (key, rest) in TABLES.items():
        yield f"copied table {table}: {key}, {rest}"
    yield from hash_examples()
    for (stream, tag), fields in sorted(PRIVATE.items()):
        yield f"private {stream} {tag}: {', '.join(fields)}"
    for fold in (stream.fold for stream in STREAMS):
        for event in events_of(fold):
            yield f"event {fold.kind} {event.tag}: {fields_of(event, ())}"


def events_of(fold: Fold[Any, Any]) -> list[inspect.StructType]:
    info = inspect.type_info(fold.decoder.type)
    types = info.types if isinstance(info, inspect.UnionType) else (info,)
    return [each for each in types if isinstance(each, inspect.StructType)]


def sql_digest(name: str) -> str:
    """Return a digest of the statements without comments and line breaks."""
    text = files("croupier.server.journal").joinpath(name).read_text("utf-8")
    statements = " ".join(re.sub(r"--.*", "", text).split())
    return sha256(statements.encode()).hexdigest()[:16]


def hash_examples() -> Iterator[str]:
    new = New(1, b'{"event":"example"}', (Posting("cash", -5), Posting("player:p1", 5)))
    entry = hashed(NOTHING_BEFORE, "example", 1, new, bytes(range(16)))
    yield f"hash of an entry: {entry.hex()}"
    yield f"hash of a leaf: {leaf_hash(entry).hex()}"
    yield f"hash of a node: {node_hash(entry, entry).hex()}"
    yield f"digest of a private value: {digest_of(bytes(16), b'1').decode()}"


def fields_of(struct: inspect.StructType, inside: tuple[type, ...]) -> str:
    """Return the stored names, types and defaults of a struct's fields.

    Names of classes are left out, so that renaming one changes nothing here.
    """
    if struct.cls in inside:
        return f"^{len(inside) - inside.index(struct.cls)}"
    within = (*inside, struct.cls)
    return ", ".join(
        f"{field.encode_name} {type_of(field.type, within)}{default_of(field)}"
        for field in struct.fields
    )


def default_of(field: inspect.Field) -> str:
    if field.default is not NODEFAULT and field.default is not UNSET:
        return f" = {field.default!r}"
    return "" if field.default_factory is NODEFAULT else f" = {field.default_factory()!r}"


def type_of(kind: inspect.Type, inside: tuple[type, ...]) -> str:  # noqa: PLR0911 - one per shape
    match kind:
        case inspect.StructType():
            tag = f"{kind.tag_field}={kind.tag} " if kind.tag is not None else ""
            return f"{{{tag}{fields_of(kind, inside)}}}"
        case inspect.UnionType():
            return " | ".join(sorted(type_of(one, inside) for one in kind.types))
        case (
            inspect.VarTupleType()
            | inspect.ListType()
            | inspect.SetType()
            | inspect.FrozenSetType()
        ):
            return f"[{type_of(kind.item_type, inside)}]"
        case inspect.TupleType():
            return f"({', '.join(type_of(one, inside) for one in kind.item_types)})"
        case inspect.DictType():
            key, value = (type_of(one, inside) for one in (kind.key_type, kind.value_type))
            return f"{{{key}: {value}}}"
        case inspect.EnumType():
            return f"<{'|'.join(sorted(str(one.value) for one in kind.cls))}>"
        case inspect.LiteralType():
            return f"<{'|'.join(sorted(map(str, kind.values)))}>"
        case inspect.NamedTupleType():
            names = (f"{one.name} {type_of(one.type, inside)}" for one in kind.fields)
            return f"({', '.join(names)})"
        case _:
            return type(kind).__name__.removesuffix("Type").lower()


def main() -> int:
    recorded = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    if recorded[:1] == [f"format {FORMAT}"] and recorded[1:] != list(shapes()):
        changed = "The stored shapes have changed and the format number has not."
        sys.stderr.write(f"{changed} Raise FORMAT in croupier/server/journal/format.py first.\n")
        return 1
    GOLDEN.write_text("\n".join(lines()) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
