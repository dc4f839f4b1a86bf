"""The HTTP API described in OpenAPI 3.1, from the operations themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.server.http.operation import Refusal
from croupier.server.web import COOKIE
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.http.operation import AnyOperation

JSON = "application/json"
REFS = "#/components/schemas/{name}"
Schema = dict[str, Any]


def document(operations: Sequence[AnyOperation]) -> Schema:
    kinds = types_of(operations)
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFS)
    schema = {id(kind): one for kind, one in zip(kinds, schemas, strict=True)}
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
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def types_of(operations: Sequence[AnyOperation]) -> list[Any]:
    given = [kind for one in operations for kind in (one.takes, one.query, one.place) if kind]
    return [Refusal, *given, *(one.gives for one in operations)]


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
                    "content": {JSON: {"schema": schema[id(Refusal)]}},
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
        told["requestBody"] = {"required": True, "content": body}
    if one.who_may is not None:
        told["security"] = [{"session": []}]
        told["x-who-may"] = sorted(one.who_may)
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
