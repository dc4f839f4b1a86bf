"""Each operation's row and its handler's annotation say the same of body, query and path."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any

import pytest

from croupier.server.app import OPERATIONS
from croupier.server.http import operation

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyOperation


def said_by_handler(row: AnyOperation) -> tuple[Any, ...]:
    [call] = inspect.signature(row.handler).parameters.values()
    names = {**vars(operation), **vars(sys.modules[row.handler.__module__])}
    annotation = eval(call.annotation, names)  # noqa: S307 - our own source
    return tuple(None if kind is type(None) else kind for kind in annotation.__args__)


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_a_handler_reads_what_its_row_takes(row: AnyOperation) -> None:
    assert said_by_handler(row) == (row.takes, row.query, row.place)
