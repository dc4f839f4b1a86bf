"""A program of its own, for a Python that has croupier and nothing of these tests.

Reads questions as JSON: modules that cannot be imported, names that the system does not have, and
for each call of croupier its arguments. Tells the exit status, answer and complaint of each.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any


class AllBut:
    """Finds what others find, as if some modules were not installed."""

    def __init__(self, finders: list[Any], modules: list[str]) -> None:
        self.finders, self.modules = finders, modules

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:  # noqa: ANN401 - as Python asks
        if name.partition(".")[0] in self.modules:
            return None
        found = (finder.find_spec(name, path, target) for finder in self.finders)
        return next((one for one in found if one is not None), None)


def hide(modules: list[str], names: list[str]) -> None:
    sys.meta_path[:] = [AllBut(sys.meta_path[:], modules)]
    for module in modules:
        sys.modules.pop(module, None)
    for name in names:
        if hasattr(os, name):
            delattr(os, name)


def asked(arguments: list[str]) -> dict[str, Any]:
    from croupier.cli.main import run  # noqa: PLC0415 - once some is hidden

    sys.stdin = stream()
    with redirect_stdout(stream()) as said, redirect_stderr(stream()) as complained:
        status = run(arguments)
    return {"status": status, "said": written(said), "complained": written(complained)}


def stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


if __name__ == "__main__":
    questions = json.load(sys.stdin)
    hide(questions["modules"], questions["names"])
    json.dump([asked(one) for one in questions["calls"]], sys.stdout)
