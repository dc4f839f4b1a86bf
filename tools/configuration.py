"""The fields of `house.toml` as a page, read off the structs that decode it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import inspect

from croupier.wire.house_file import HouseIn
from tools import protocol
from tools.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterator


def page() -> Iterator[str]:
    yield (
        "What may stand in a house's `house.toml`, as `croupier house check FILE` reads it; a "
        "field that is not listed is refused. Amounts are "
        'text like `"25.00"`. What each is for, at more length: [the file](operation.md#the-file).'
    )
    for heading, struct in sections():
        yield f"## {heading}"
        about = protocol.says(struct)
        if about:
            yield about
        yield fields(struct)


def sections() -> Iterator[tuple[str, inspect.StructType]]:
    """The file's own fields, then each section in its order."""
    whole = inspect.type_info(HouseIn)
    assert isinstance(whole, inspect.StructType)
    yield "The house", whole
    for field in whole.fields:
        for struct in within(field.type):
            yield heading(field), struct
            yield from (
                (f"{heading(field)} {inner.name}", one)
                for inner in struct.fields
                for one in within(inner.type)
            )


def heading(field: inspect.Field) -> str:
    match field.type:
        case inspect.DictType():
            return f"[{field.encode_name}.NAME]"
        case inspect.VarTupleType():
            return f"[[{field.encode_name}]]"
    return f"[{field.encode_name}]"


def within(kind: inspect.Type) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType():
            yield kind
        case inspect.UnionType(types=types):
            for one in types:
                yield from within(one)
        case inspect.DictType(value_type=one) | inspect.VarTupleType(item_type=one):
            yield from within(one)


def fields(struct: inspect.StructType) -> str:
    comments = protocol.field_comments(struct.cls)
    return table(
        ["field", "holds", "if left out", ""],
        (
            [f"`{one.encode_name}`", holds(one.type), left_out(one), comments[one.name]]
            for one in struct.fields
            if not list(within(one.type))
        ),
    )


def holds(kind: inspect.Type) -> str:
    """TOML has no null: what may be none may be left out."""
    match kind:
        case inspect.UnionType(types=types):
            return " or ".join(holds(one) for one in types if not isinstance(one, inspect.NoneType))
        case inspect.DictType(value_type=inspect.TupleType()):
            return "a pair of texts by name"
        case inspect.DictType():
            return "texts by name"
    return protocol.written(kind)


def left_out(field: inspect.Field) -> str:
    if field.required:
        return "refused"
    value = protocol.default_of(field)
    return "" if value in (None, "", (), {}) else f"`{msgspec.json.encode(value).decode()}`"
