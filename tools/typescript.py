"""Writes ui/src/wire.ts: the types of everything that goes over the socket and the HTTP API.

python -m tools.typescript           write the file
python -m tools.typescript --check   only say whether it is as it would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from croupier.server.app import OPERATIONS
from croupier.server.floor.protocol import AnyToClient, AnyToServer
from croupier.server.http.operation import Says
from croupier.table.commands import AnyCommand
from croupier.table.events import AnyEvent
from croupier.table.meter import AnyMeterEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.server.http.operation import AnyOperation

WIRE = Path(__file__).parents[1] / "ui" / "src" / "wire.ts"
HEAD = "// Written by `python -m tools.typescript` from the house's own types; not by hand.\n"
UNIONS = {
    "AnyCommand": AnyCommand,
    "AnyEvent": AnyEvent,
    "AnyMeterEvent": AnyMeterEvent,
    "AnyToServer": AnyToServer,
    "AnyToClient": AnyToClient,
}
PLAIN = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
}
Named = inspect.StructType | inspect.EnumType | inspect.NamedTupleType
LISTS = (inspect.ListType, inspect.VarTupleType)


class Names:
    """One name for each type; where two modules have the same, with the module's before it."""

    def __init__(self, found: Iterable[type]) -> None:
        self.of: dict[type, str] = {}
        taken: dict[str, type] = {}
        for kind in found:
            name = kind.__name__
            if taken.setdefault(name, kind) is not kind:
                name = f"{kind.__module__.rpartition('.')[2].title().replace('_', '')}{name}"
                assert taken.setdefault(name, kind) is kind, f"two types are named {name}"
            self.of[kind] = name


class Wire:
    def __init__(self, operations: Iterable[AnyOperation]) -> None:
        self.operations = list(operations)
        sent = [AnyToServer, *taken_by(self.operations)]
        told = [AnyToClient, AnyMeterEvent, Says, *(one.gives for one in self.operations)]
        self.sent = {one.cls for one in named_in(sent)}
        """What clients send: fields with a default may be left out."""
        found = {one.cls: one for one in named_in([*sent, *told])}
        self.types = dict(sorted(found.items(), key=lambda item: place(item[0])))
        self.names = Names(self.types)
        self.unions = {
            frozenset(one.cls for one in inspect.type_info(union).types): name  # type: ignore[attr-defined]
            for name, union in UNIONS.items()
        }

    def text(self) -> str:
        parts = [HEAD, *map(self.declared, self.types.values())]
        parts += [
            f"export type {name} =\n  | {members};\n"
            for name, union in UNIONS.items()
            for members in ["\n  | ".join(self.members(inspect.type_info(union)))]
        ]
        return "\n".join([*parts, *self.operation_types()])

    def declared(self, one: Named) -> str:
        name = self.names.of[one.cls]
        if isinstance(one, inspect.EnumType):
            return (
                f"export type {name} = {' | '.join(json.dumps(each.value) for each in one.cls)};\n"
            )
        if isinstance(one, inspect.NamedTupleType):
            fields = ", ".join(f"{f.encode_name}: {self.written(f.type)}" for f in one.fields)
            return f"export type {name} = readonly [{fields}];\n"
        tag = [f"  readonly {one.tag_field}: {json.dumps(one.tag)};"] if one.tag_field else []
        lines = [*tag, *(self.field(one.cls, field) for field in one.fields)]
        body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
        return f"{comment(one.cls)}export type {name} = {body};\n"

    def field(self, owner: type, field: inspect.Field) -> str:
        unset = field.default is field.default_factory  # no default, and yet not required
        left_out = not field.required and (unset or owner in self.sent)
        return f"  readonly {field.encode_name}{'?' * left_out}: {self.written(field.type)};"

    def written(self, kind: inspect.Type) -> str:  # noqa: PLR0911 - a line for each kind
        if type(kind) in PLAIN:
            return PLAIN[type(kind)]
        if isinstance(kind, inspect.Metadata):
            return self.written(kind.type)
        if isinstance(kind, Named):
            return self.names.of[kind.cls]
        if isinstance(kind, inspect.LiteralType):
            return " | ".join(json.dumps(value) for value in kind.values)
        if isinstance(kind, LISTS):
            return f"readonly {bracketed(self.written(kind.item_type))}[]"
        if isinstance(kind, inspect.TupleType):
            return f"readonly [{', '.join(map(self.written, kind.item_types))}]"
        if isinstance(kind, inspect.DictType):
            key, value = self.written(kind.key_type), self.written(kind.value_type)
            return f"Readonly<Record<{key}, {value}>>"
        assert isinstance(kind, inspect.UnionType), kind
        return " | ".join(self.members(kind, named=True))

    def members(self, kind: Any, *, named: bool = False) -> Iterator[str]:  # noqa: ANN401 - a union
        """Of a union, those that have a name together under that name."""
        structs = {one.cls for one in kind.types if isinstance(one, inspect.StructType)}
        for union, name in self.unions.items():
            if named and union <= structs:
                structs -= union
                yield name
        for one in kind.types:
            if isinstance(one, inspect.StructType) and one.cls not in structs:
                continue
            yield self.written(one)

    def operation_types(self) -> Iterator[str]:
        """What each operation takes and gives, and who may ask for it."""
        yield "export type Operations = {"
        for one in self.operations:
            parts = {"place": one.place, "query": one.query, "takes": one.takes, "gives": one.gives}
            told = "; ".join(
                f"readonly {key}: {self.written(inspect.type_info(kind)) if kind else 'null'}"
                for key, kind in parts.items()
            )
            yield f"  /** {one.says} */\n  readonly {json.dumps(one.name)}: {{ {told} }};"
        yield "};\n"
        yield "export const OPERATIONS = {"
        for one in self.operations:
            roles = None if one.who_may is None else sorted(one.who_may)
            row = {"method": one.method, "path": one.path, "whoMay": roles}
            yield f"  {json.dumps(one.name)}: {json.dumps(row)},"
        yield "} as const satisfies Record<keyof Operations, unknown>;\n"


def taken_by(operations: Iterable[AnyOperation]) -> list[Any]:
    return [
        kind for one in operations for kind in (one.takes, one.query, one.place) if kind is not None
    ]


def named_in(kinds: Iterable[Any]) -> Iterator[Named]:
    """Every struct, enumeration and named tuple that can be met."""
    seen: set[type] = set()
    waiting: list[inspect.Type] = list(inspect.multi_type_info(kinds))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, Named):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind
        waiting += inside(kind)


def inside(kind: inspect.Type) -> list[inspect.Type]:  # noqa: PLR0911 - as above
    if isinstance(kind, inspect.Metadata):
        return [kind.type]
    if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
        return [field.type for field in kind.fields]
    if isinstance(kind, inspect.UnionType):
        return list(kind.types)
    if isinstance(kind, LISTS):
        return [kind.item_type]
    if isinstance(kind, inspect.TupleType):
        return list(kind.item_types)
    if isinstance(kind, inspect.DictType):
        return [kind.key_type, kind.value_type]
    return []


def place(kind: type) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


def bracketed(text: str) -> str:
    return f"({text})" if " " in text else text


def comment(kind: type) -> str:
    """Its own docstring, as a comment."""
    said = kind.__dict__.get("__doc__")
    if not said or not issubclass(kind, msgspec.Struct):
        return ""
    return f"/** {' '.join(said.split())} */\n"


def wire_ts() -> str:
    return Wire(OPERATIONS).text()


def main(arguments: list[str]) -> int:
    text = wire_ts()
    if "--check" in arguments:
        fresh = WIRE.is_file() and WIRE.read_text("utf-8") == text
        if not fresh:
            print(
                f"{WIRE.name} is not as the types are: python -m tools.typescript", file=sys.stderr
            )
        return 0 if fresh else 1
    WIRE.parent.mkdir(parents=True, exist_ok=True)
    WIRE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
