"""The messages of the socket as a page, read off the structs that encode and decode them."""

from __future__ import annotations

import ast
import inspect as source
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import NODEFAULT, inspect

from croupier.server.floor.protocol import AnyToClient, AnyToServer
from croupier.table.commands import AnyCommand, Command
from croupier.table.events import AnyEvent, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLAIN = {
    inspect.AnyType: "anything",
    inspect.NoneType: "null",
    inspect.BoolType: "true or false",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.StrType: "text",
    inspect.BytesType: "bytes as base64",
}
COMMON = (
    "A page sends its session cookie; without one it may watch and no more. Times are milliseconds "
    "by the house's clock, amounts are cents; *text by number* is an object. What cannot be read "
    "is answered with `bad`."
)
EVENTS = (
    "What has happened at a table: `event` names it, and [events](events.md) lists them. All have "
    "`by`, whose doing it was, `at`, when, and `clauses`, by which. Cards that a person may not "
    "see are `??`."
)
ROUNDS = (
    "A command that belongs to a round takes `round`, the number in the view that its sender acts "
    "on: in any other round it is refused as `another-round`, however late it arrives. Send it "
    "always; without it the command is taken in whatever round there is."
)
UNIONS = {"a command": AnyCommand, "an event": AnyEvent}


def structs(union: Any) -> list[inspect.StructType]:  # noqa: ANN401 - a union of structs
    info = inspect.type_info(union)
    assert isinstance(info, inspect.UnionType)
    return [one for one in info.types if isinstance(one, inspect.StructType)]


TOGETHER = {frozenset(one.cls for one in structs(union)): name for name, union in UNIONS.items()}


def page() -> list[str]:
    sent, told = structs(AnyToServer), structs(AnyToClient)
    commands, events = structs(AnyCommand), structs(AnyEvent)
    return [
        f"Over the socket `/ws` go JSON messages, each with its `type`. {COMMON}",
        "## To the house",
        "A field with a default may be left out; a field that is not listed is refused.",
        *(message(one, sent=True) for one in sent),
        "## From the house",
        "Every field is always there; a later version may add others.",
        *(message(one) for one in told),
        "## Commands",
        "What `ask` carries: `command` names it. `table/decide.py:HANDLERS` says who may.",
        ROUNDS,
        "| command | fields | |\n| --- | --- | --- |\n" + "\n".join(map(row, commands)),
        "## Events",
        EVENTS,
        "## Parts",
        *(message(one) for one in parts_of([*sent, *told, *commands], elsewhere=events)),
    ]


def message(one: inspect.StructType, *, sent: bool = False) -> str:
    comments = field_comments(one.cls)
    name = f"`{one.tag}`" if one.tag else one.cls.__name__
    rows = [
        f"| `{field.encode_name}` | {written(field.type)}{default(field) if sent else ''} | "
        f"{comments.get(field.name, '')} |"
        for field in one.fields
    ]
    head = ["| field | holds | |\n| --- | --- | --- |"] if rows else []
    return "\n\n".join(filter(None, [f"### {name}", says(one), "\n".join([*head, *rows])]))


def row(one: inspect.StructType) -> str:
    """A command or an event on one line, without the fields that all events have."""
    own = [field for field in one.fields if field.name not in Event.__struct_fields__]
    sent = issubclass(one.cls, Command)
    fields = "; ".join(
        f"`{field.encode_name}` {written(field.type)}{default(field) if sent else ''}"
        for field in own
    )
    return f"| `{one.tag}` | {fields} | {says(one)} |"


def says(one: inspect.StructType) -> str:
    return " ".join((one.cls.__dict__.get("__doc__") or "").split())


def default(field: inspect.Field) -> str:
    """As it stands in JSON, where a field has one."""
    if field.required:
        return ""
    if field.default is NODEFAULT and field.default_factory is NODEFAULT:
        return ", or left out"  # what is then the same as naming none
    return f", default `{msgspec.json.encode(default_of(field)).decode()}`"


def default_of(field: inspect.Field) -> object:
    made: Any = field.default_factory
    return field.default if made is NODEFAULT else made()


def field_comments(kind: type) -> dict[str, str]:
    """The docstrings that stand under fields, of a class and of those that it extends."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__[:-2]):
        if one.__module__.startswith("croupier."):
            found |= commented_in(one)
    return found


def commented_in(kind: type) -> dict[str, str]:
    [body] = ast.parse(dedent(source.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    return dict(commented(body.body))


def commented(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    name = None
    for one in body:
        match one:
            case ast.AnnAssign(target=ast.Name(id=named)):
                name = named
            case ast.Expr(value=ast.Constant(value=str(text))) if name is not None:
                yield name, " ".join(text.split())


def written(kind: inspect.Type) -> str:  # noqa: C901, PLR0911 - a line for each kind
    match kind:
        case inspect.StrType(max_length=int(most)):
            return f"text of at most {most} characters"
        case inspect.Metadata(type=inner):
            return written(inner)
        case inspect.StructType(cls=cls):
            return f"[{cls.__name__}](#{cls.__name__.lower()})"
        case inspect.EnumType(cls=cls):
            return " · ".join(f"`{each.value}`" for each in cls)
        case inspect.LiteralType(values=values):
            return " · ".join(f"`{each}`" for each in values if each)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"list of {written(item)}"
        case inspect.TupleType(item_types=items):
            return f"list: {', '.join(map(written, items))}"
        case inspect.NamedTupleType(fields=fields):
            return f"list: {', '.join(f'{one.name} {written(one.type)}' for one in fields)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{written(value)} by {written(key)}"
        case inspect.UnionType():
            return " or ".join(members(kind))
    return PLAIN[type(kind)]


def members(kind: inspect.UnionType) -> Iterator[str]:
    kinds = frozenset(one.cls for one in kind.types if isinstance(one, inspect.StructType))
    together = next((name for union, name in TOGETHER.items() if union <= kinds), None)
    if together is not None:
        yield together
    for one in kind.types:
        if together is None or not isinstance(one, inspect.StructType):
            yield written(one)


def parts_of(
    whole: list[inspect.StructType], *, elsewhere: Iterable[inspect.StructType] = ()
) -> list[inspect.StructType]:
    """Structs inside of these, which are none of them and not described elsewhere."""
    found = {one.cls: one for one in (*whole, *elsewhere)}
    described = len(found)
    waiting: list[inspect.Type] = [inner for one in whole for inner in inside(one)]
    while waiting:
        kind = waiting.pop()
        if not isinstance(kind, inspect.StructType):
            waiting += inside(kind)
        elif kind.cls not in found:
            found[kind.cls] = kind
            waiting += inside(kind)
    return sorted(list(found.values())[described:], key=lambda one: one.cls.__name__)


def inside(kind: inspect.Type) -> list[inspect.Type]:
    match kind:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            return list(types)
        case inspect.ListType(item_type=one) | inspect.VarTupleType(item_type=one):
            return [one]
        case inspect.Metadata(type=one) | inspect.DictType(value_type=one):
            return [one]
    return []
