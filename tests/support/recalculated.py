"""The formulas of a workbook worked out again after a cell is changed, as a spreadsheet does it.

Only what the PAR sheets use: SUM, SUMPRODUCT, SUMIF, IF, ABS, SQRT, arithmetic and comparisons.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from openpyxl.utils import range_boundaries

CELLS = r"\$?[A-Z]{1,2}\$?[0-9]+(?::\$?[A-Z]{1,2}\$?[0-9]+)?"
TOKEN = re.compile(
    rf"""(?P<text>"[^"]*")|(?:'(?P<sheet>[^']+)'!)?(?P<cells>{CELLS})(?![\w(])"""
    r"|(?P<name>[A-Za-z_]\w*)(?P<call>\(?)|(?P<compare>(?<![<>])=)|(?P<power>\^)"
    r"|(?P<other>[0-9.]+(?:[Ee][+-]?[0-9]+)?|.)"
)


def total(*parts: Any) -> float:  # noqa: ANN401 - numbers and blocks of them
    return float(sum(np.sum(numbers(part)) for part in parts))


def numbers(part: Any) -> Any:  # noqa: ANN401
    """A block of cells as numbers; what is empty or text counts nothing."""
    return np.vectorize(
        lambda one: one if isinstance(one, int | float | bool) else 0, otypes=[float]
    )(part)


def products(*parts: Any) -> float:  # noqa: ANN401
    shaped = [numbers(part) for part in parts]
    assert len({part.shape for part in shaped}) == 1, "blocks of one shape"
    return float(np.prod(shaped, axis=0).sum())


def sum_if(where: Any, wanted: Any, what: Any) -> float:  # noqa: ANN401
    met = numbers(where) > 0 if wanted == ">0" else numbers(where) == wanted
    return float(numbers(what)[met].sum())


CALLS = {
    "SUM": total,
    "SUMPRODUCT": products,
    "SUMIF": sum_if,
    "ABS": lambda part: np.abs(numbers(part)),
    "SQRT": np.sqrt,
}


class Recalculated:
    """A workbook read by openpyxl, as formulas."""

    def __init__(self, book: Any) -> None:  # noqa: ANN401 - a workbook
        self.book = book
        self.known: dict[tuple[str, int, int], Any] = {}

    def named(self, name: str) -> Any:  # noqa: ANN401 - a number or what the cell says
        [(page, place)] = self.book.defined_names[name].destinations
        return self.cells(page, place)

    def cells(self, page: str, place: str) -> Any:  # noqa: ANN401
        left, top, right, bottom = range_boundaries(place.replace("$", ""))
        rows = [
            [self.value(page, row, column) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]
        return np.array(rows, dtype=object) if ":" in place else rows[0][0]

    def value(self, page: str, row: int, column: int) -> Any:  # noqa: ANN401
        key = page, row, column
        if key not in self.known:
            held = self.book[page].cell(row, column).value
            is_formula = isinstance(held, str) and held.startswith("=")
            self.known[key] = self.work_out(page, held[1:]) if is_formula else held
        return self.known[key]

    def work_out(self, page: str, formula: str) -> Any:  # noqa: ANN401
        def python(found: re.Match[str]) -> str:
            if found["cells"]:
                return f"cells({found['sheet'] or page!r}, {found['cells']!r})".replace("''", "'")
            if found["name"] and found["call"]:
                return f"{'choose' if found['name'] == 'IF' else found['name']}("
            if found["name"]:
                return f"named({found['name']!r})"
            if found["compare"] or found["power"]:
                return "==" if found["compare"] else "**"
            return found[0]

        def cells(sheet: str, place: str) -> Any:  # noqa: ANN401
            return self.cells(sheet, place)

        def choose(condition: bool, one: Any, other: Any) -> Any:  # noqa: ANN401, FBT001
            return one if condition else other

        text = TOKEN.sub(python, formula).replace("--(", "1*(")
        names = CALLS | {"cells": cells, "choose": choose, "named": self.named}
        return eval(text, {"__builtins__": {}}, names)  # noqa: S307 - formulas of our own
