"""The HTTP API described in OpenAPI 3.1, from its operations; the socket's messages beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.engine.refusals import Refused
from croupier.server.floor.protocol import AnyToClient, AnyToServer
from croupier.server.http.operation import ANYBODY
from croupier.server.web import COOKIE
from croupier.table.commands import AnyCommand
from croupier.table.events import AnyEvent
from croupier.table.meter import AnyMeterEvent
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.server.http.operation import AnyOperation

JSON = "application/json"
REFS = "#/components/schemas/{name}"
Schema = dict[str, Any]
UNIONS = {
    "AnyCommand": AnyCommand,
    "AnyEvent": AnyEvent,
    "AnyMeterEvent": AnyMeterEvent,
    "AnyToServer": AnyToServer,
    "AnyToClient": AnyToClient,
}
"""Of the socket's messages, under names of their own: they are no operations."""


def document(operations: Sequence[AnyOperation]) -> Schema:
    asked = asked_by(operations)
    kinds = [*UNIONS.values(), Refused, *asked, *(one.gives for one in operations)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFS)
    schema = {id(kind): one for kind, one in zip(kinds, schemas, strict=True)}
    sent = named_in([schema[id(kind)] for kind in (AnyToServer, *asked)], components)
    components = {
        **{name: one if name in sent else always_whole(one) for name, one in components.items()},
        **{name: schema[id(kind)] for name, kind in UNIONS.items()},
    }
    paths: dict[str, Schema] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = described(one, schema, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "croupier",
            "version": __version__,
            "description": "Casino tables run exactly by their approved rules.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "service": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def asked_by(operations: Sequence[AnyOperation]) -> list[Any]:
    return [kind for one in operations for kind in (one.takes, one.query, one.place) if kind]


def always_whole(one: Schema) -> Schema:
    """What only the house sends has all its fields: a default is for those who ask."""
    having = [name for name, of in one.get("properties", {}).items() if "default" in of]
    return {**one, "required": [*one.get("required", ()), *having]} if having else one


def named_in(schemas: Iterable[Schema], components: dict[str, Schema]) -> set[str]:
    """Every component that these schemas refer to, and those that they refer to."""
    found: set[str] = set()
    waiting = list(schemas)
    while waiting:
        names = {ref.rpartition("/")[2] for ref in references(waiting.pop())} - found
        found |= names
        waiting += [components[name] for name in names]
    return found


def references(schema: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a schema
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from references(part)


def described(
    one: AnyOperation, schema: dict[int, Schema], components: dict[str, Schema]
) -> Schema:
    told: Schema = {
        "operationId": operation_id(one),
        "summary": one.says,
        "responses": {
            "200": {
                "description": "Done.",
                "content": {one.media: {"schema": schema[id(one.gives)]}},
            },
            **{
                str(status): {
                    "description": means,
                    "content": {JSON: {"schema": schema[id(Refused)]}},
                }
                for status, means in one.statuses.items()
            },
        },
    }
    parameters = [
        *parameters_of(one.place, "path", schema, components),
        *parameters_of(one.query, "query", schema, components),
    ]
    if parameters:
        told["parameters"] = parameters
    if one.takes is not None:
        body = {JSON: {"schema": schema[id(one.takes)]}}
        needed = any(field.required for field in msgspec.structs.fields(one.takes))
        told["requestBody"] = {"required": needed, "content": body}
    if one.may is not ANYBODY:
        told["security"] = [{"session": []}]
        told["x-who-may"] = sorted(one.may)
    if one.scopes:
        told["security"] = [*told.get("security", [{}]), {"service": []}]
        told["x-scopes"] = sorted(one.scopes)
    return told


def operation_id(one: AnyOperation) -> str:
    words = one.path.removeprefix("/api").replace("{", "").replace("}", "").split("/")
    return "-".join([one.method.lower(), *(word for word in words if word)])


def parameters_of(
    kind: type | None, where: str, schema: dict[int, Schema], components: dict[str, Schema]
) -> list[Schema]:
    if kind is None:
        return []
    found = components[schema[id(kind)]["$ref"].rpartition("/")[2]]
    return [
        {
            "name": name,
            "in": where,
            "required": where == "path" or name in found.get("required", ()),
            "schema": of,
        }
        for name, of in found["properties"].items()
    ]
