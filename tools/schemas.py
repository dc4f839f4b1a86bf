"""Describe msgspec types as Markdown, from their JSON Schema: a table of fields for each struct."""

from __future__ import annotations

import ast
import inspect
import json
from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import msgspec

from tools.markdown import table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

Schema = dict[str, Any]
FEW = 12
"""An enumeration with more values than this has a section of its own."""
PRIMITIVES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "array": "list",
    "object": "object",
}


@dataclass(frozen=True)
class Types:
    """Types as JSON Schemas; the structs in them are `components`, by name."""

    schemas: tuple[Schema, ...]
    components: dict[str, Schema]
    named: dict[str, Schema]
    """Unions that are described elsewhere, by what to write instead."""

    def structs(self, schema: Schema) -> list[str]:
        """Return the names of the struct or of the union's structs."""
        alternatives = schema.get("anyOf", [schema])
        return [each["$ref"] for each in alternatives if "$ref" in each]

    def section(self, name: str, *, defaults: bool, leave_out: Collection[str] = ()) -> str:
        """Describe a struct under a heading of its own; other sections link to it."""
        schema = self.components[name]
        if values := schema.get("enum"):
            return f"### {schema['title']} {{ #{anchor(name)} }}\n\n{listed(values)}"
        tag = tag_of(schema)
        label = f"`{schema['properties'][tag]['enum'][0]}`" if tag else schema["title"]
        rows = self.fields(name, defaults=defaults, leave_out=[tag, *leave_out])
        heading = f"### {label} {{ #{anchor(name)} }}"
        return "\n\n".join(filter(None, [heading, one_line(schema.get("description", "")), rows]))

    def fields(self, name: str, *, defaults: bool, leave_out: Collection[str] = ()) -> str:
        schema = self.components[name]
        headings = ["field", "type", *(["default"] if defaults else []), "meaning"]
        rows = [
            [
                f"`{field}`",
                self.type_text(each),
                *([default_text(field, schema)] if defaults else []),
                each.get("description", ""),
            ]
            for field, each in schema.get("properties", {}).items()
            if field not in leave_out
        ]
        return table(headings, rows) if rows else ""

    def parts(self, shown: Iterable[str], elsewhere: Iterable[str] = ()) -> list[str]:
        """Return the structs inside of those shown that are not described there or elsewhere."""
        waiting = list(shown)
        first = {*waiting, *elsewhere}
        names = set(first)
        while waiting:
            inner = set(references(self.components[waiting.pop()])) - names
            names |= inner
            waiting += inner
        return sorted(name for name in names - first if self.has_section(name))

    def has_section(self, name: str) -> bool:
        schema = self.components[name]
        return "properties" in schema or len(schema.get("enum", ())) > FEW

    def type_text(self, schema: Schema) -> str:  # noqa: PLR0911 - a line for each kind
        match schema:
            case {"$ref": name} if self.has_section(name):
                return f"[{self.components[name]['title']}](#{anchor(name)})"
            case {"$ref": name}:
                return self.type_text(self.components[name])
            case {"enum": values}:
                return listed(values)
            case {"anyOf": alternatives}:
                return " or ".join(self.alternatives(alternatives))
            case {"prefixItems": items}:
                texts = (f"{item.get('title', '')} {self.type_text(item)}" for item in items)
                return f"({', '.join(map(str.strip, texts))})"
            case {"items": dict(item)}:
                return f"list of {self.type_text(item)}"
            case {"additionalProperties": dict(value)}:
                return f"{self.type_text(value)} by key"
            case {"type": "string", "maxLength": most}:
                return f"text of at most {most} characters"
            case {"type": kind}:
                return PRIMITIVES[kind]
        return "any value"

    def alternatives(self, alternatives: list[Schema]) -> Iterator[str]:
        for text, named in self.named.items():
            if all(each in alternatives for each in named["anyOf"]):
                yield text
                alternatives = [each for each in alternatives if each not in named["anyOf"]]
        yield from map(self.type_text, alternatives)


def types(kinds: Iterable[Any], named: dict[str, Any] | None = None) -> Types:
    """Return the schemas of `kinds` and of `named`, with the docstrings of their fields."""
    named = named or {}
    kinds = [*kinds, *named.values()]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="{name}")
    described = {}
    for cls in classes(kinds):
        full_name = f"{cls.__module__}.{cls.__qualname__}"
        name = full_name if full_name in components else cls.__name__
        describe = with_docstrings if issubclass(cls, msgspec.Struct) else with_names
        described[name] = describe(components[name], cls)
    last = schemas[len(schemas) - len(named) :]
    return Types(tuple(schemas), {**components, **described}, dict(zip(named, last, strict=True)))


def classes(kinds: Iterable[Any]) -> set[type]:
    """Return the structs and named tuples that the types are made of."""
    seen: set[type] = set()
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, msgspec.inspect.StructType | msgspec.inspect.NamedTupleType):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            waiting += [field.type for field in kind.fields]
        elif isinstance(kind, msgspec.inspect.Type):
            for name in kind.__struct_fields__:
                value = getattr(kind, name)
                waiting += value if isinstance(value, tuple) else [value]
    return seen


def with_docstrings(schema: Schema, cls: type) -> Schema:
    texts = field_docstrings(cls)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(cls)}
    properties = {
        key: {**each, "description": texts[names[key]]} if names.get(key) in texts else each
        for key, each in schema["properties"].items()
    }
    return {**schema, "properties": properties}


def with_names(schema: Schema, cls: type) -> Schema:
    names = cls._fields  # type: ignore[attr-defined]  # of a named tuple
    items = zip(names, schema["prefixItems"], strict=True)
    return {**schema, "prefixItems": [{**item, "title": name} for name, item in items]}


def field_docstrings(cls: type) -> dict[str, str]:
    """Return the docstrings below the fields of a class and of the classes it extends."""
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("croupier."):
            texts |= docstrings_below(ast.parse(dedent(inspect.getsource(base))).body[0])
    return texts


def docstrings_below(definition: ast.stmt) -> dict[str, str]:
    assert isinstance(definition, ast.ClassDef)
    texts = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = one_line(text)
    return texts


def tag_of(schema: Schema) -> str:
    """Return the field that tells the structs of a union apart, if there is one."""
    fields = schema.get("properties", {})
    return next((name for name in ("type", "event", "command") if is_tag(fields.get(name))), "")


def is_tag(field: Schema | None) -> bool:
    return field is not None and len(field.get("enum", ())) == 1


def references(node: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from references(item)


def listed(values: Iterable[object]) -> str:
    return " · ".join(f"`{value}`" for value in values)


def default_text(field: str, schema: Schema) -> str:
    """Return how the default is written in JSON; without one the field is required."""
    if field in schema.get("required", ()):
        return "required"
    default = schema["properties"][field].get("default")
    return "" if default in (None, "", [], {}) else f"`{json.dumps(default)}`"


def anchor(name: str) -> str:
    return name.lower().replace(".", "-").replace("_", "-")


def one_line(text: str) -> str:
    return " ".join(text.split())
