"""The record of the HTTP interface, from its OpenAPI description: a line for each thing in it.

Schemas are written where they are used first, under the operation and the path of fields that lead
there, so that the name of a class in the program is of no account.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from croupier.server.app import DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FILE = "http/openapi.txt"
CONSTRAINTS = ("format", "minimum", "maximum", "minLength", "maxLength", "pattern", "const", "enum")


class Described:
    """Writes schemas of a document, each in full where it is met first."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.places: dict[str, str] = {}
        self.lines: list[str] = []

    def write(self, schema: dict[str, Any], place: str) -> None:
        if "$ref" in schema:
            name = schema["$ref"]
            if name in self.places:
                self.lines.append(f"{place}: as {self.places[name]}")
                return
            self.places[name] = place
            schema = self.resolved(name)
        kind = schema.get("type", "")
        bounds = {key: schema[key] for key in CONSTRAINTS if key in schema}
        one_of = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        self.lines.append(f"{place}: {kind} {compact(bounds) if bounds else ''}".rstrip(" "))
        for number, one in enumerate(one_of):
            self.write(one, f"{place}|{tag(self, one) or number}")
        required = schema.get("required", ())
        for name, field in schema.get("properties", {}).items():
            self.write(field, f"{place}.{name}{'' if name in required else '?'}")
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                self.write(schema[key], f"{place}[]")
        for number, one in enumerate(schema.get("prefixItems", ())):
            self.write(one, f"{place}[{number}]")

    def resolved(self, name: str) -> dict[str, Any]:
        found: Any = self.document
        for part in name.removeprefix("#/").split("/"):
            found = found[part]
        return dict(found)


def tag(described: Described, schema: dict[str, Any]) -> str:
    """Return the word by which a member of a union is told from the others, if it has one."""
    if "$ref" in schema:
        schema = described.resolved(schema["$ref"])
    for field in schema.get("properties", {}).values():
        if len(field.get("enum", ())) == 1:
            return str(field["enum"][0])
    return str(schema.get("type", ""))


def lines() -> Iterator[str]:
    described = Described(DOCUMENT)
    for path, operations in sorted(DOCUMENT["paths"].items()):
        for method, operation in sorted(operations.items()):
            name = operation["operationId"]
            described.lines.append(f"{method.upper()} {path} {name}")
            described.lines.append(f"{name} security: {compact(operation.get('security'))}")
            for parameter in operation.get("parameters", ()):
                needed = "" if parameter.get("required") else "?"
                place = f"{name} {parameter['in']} {parameter['name']}{needed}"
                described.write(parameter["schema"], place)
            bodies = {"body": operation.get("requestBody") or {}} | operation["responses"]
            for status, body in bodies.items():
                for media, content in body.get("content", {}).items():
                    described.write(content.get("schema", {}), f"{name} {status} {media}")
                if not body.get("content") and body:
                    described.lines.append(f"{name} {status}")
    yield from described.lines


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def outputs(_make: Callable[[str], object]) -> dict[str, str]:
    return {FILE: "".join(f"{line}\n" for line in lines())}
