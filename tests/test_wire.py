"""The types of the pages are written from the OpenAPI document, as Prettier lays them out."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.server.app import DOCUMENT, OPERATIONS
from tools.wire import WIDTH, declaration, operation_lines, reachable, type_of, typescript

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
NOTHING = {"type": "null"}
LONG = [f"alternative-{number:02}" for number in range(12)]


def answer(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"content": {"application/json": {"schema": schema}}}}


def test_an_operation_is_one_line_with_place_query_body_and_response() -> None:
    parameters = [
        {"name": "game", "in": "path", "required": True, "schema": TEXT},
        {"name": "skip", "in": "query", "required": False, "schema": NUMBER},
    ]
    body = {"required": True, "content": {"application/json": {"schema": NUMBER}}}
    operation = {"parameters": parameters, "requestBody": body, "responses": answer(TEXT)}
    [line] = operation_lines({"/api/rules/{game}": {"post": operation}})
    assert line == (
        "'POST /api/rules/{game}': { place: { game: string }; query?: { skip?: number };"
        " body: number; response: string };"
    )


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "unknown"),
        ({"anyOf": [TEXT, NOTHING]}, "string | null"),
        ({"enum": ["a", 1]}, "'a' | 1"),
        ({"type": "array", "items": TEXT}, "readonly string[]"),
        ({"type": "array", "items": {"anyOf": [TEXT, NOTHING]}}, "readonly (string | null)[]"),
        ({"type": "array", "prefixItems": [TEXT, NUMBER]}, "readonly [string, number]"),
        ({"type": "object", "additionalProperties": NUMBER}, "Readonly<Record<string, number>>"),
        ({"$ref": "#/components/schemas/croupier.table.views.Held"}, "TableViewsHeld"),
    ],
)
def test_a_type(schema: dict[str, Any], expected: str) -> None:
    assert type_of(schema) == expected


def test_a_field_with_a_default_may_be_left_out() -> None:
    schema = {"properties": {"cents": NUMBER, "id": TEXT}, "required": ["cents"]}
    assert declaration("Amount", schema) == (
        "export type Amount = Readonly<{ cents: number; id?: string }>;"
    )


def test_a_long_union_has_a_line_for_each_alternative() -> None:
    lines = declaration("Why", {"enum": LONG}).splitlines()
    alternatives = [f"  | '{each}'" for each in LONG]
    assert lines == ["export type Why =", *alternatives[:-1], f"{alternatives[-1]};"]
    schema = {"type": "array", "items": {"enum": LONG}}
    lines = declaration("Held", {"properties": {"whys": schema}, "required": []}).splitlines()
    assert lines[:3] == [
        "export type Held = Readonly<{",
        "  whys?: readonly (",
        f"    | '{LONG[0]}'",
    ]
    assert lines[-2:] == ["  )[];", "}>;"]


def test_only_types_that_are_used_are_written() -> None:
    reference = {"$ref": "#/components/schemas/B"}
    schemas = {"A": {"properties": {"b": reference}}, "B": {}, "C": {}}
    assert reachable(["A"], schemas) == {"A", "B"}


def test_every_operation_and_no_line_that_is_too_long() -> None:
    operations, _, types = typescript(DOCUMENT).partition("\n};\n")
    lines = operations.splitlines()[-len(OPERATIONS) :]
    assert sorted(line.split("'")[1] for line in lines) == sorted(one.name for one in OPERATIONS)
    assert [line for line in types.splitlines() if len(line) > WIDTH] == []
