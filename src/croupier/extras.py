"""What `pip install croupier` leaves out: which extra brings a module, said in one line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

EXTRAS = {
    "server": (
        "anyio",
        "argon2",
        "cryptography",
        "httptools",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "par": ("typst", "xlsxwriter"),
    "lab": ("numba",),
    "sim": ("PIL", "llvmlite"),
    "cluster": ("cloudpickle", "distributed"),
    "gpu": ("cupy",),
    "gym": ("gymnasium", "pettingzoo"),
    "postgres": ("psycopg",),
    "nats": ("nats", "nkeys"),
    "rules": ("pypdf",),
    "frames": ("pandas", "polars", "pyarrow"),
}
"""Of the modules that an extra brings, those that are imported; `pyproject.toml` has the rest."""
SYSTEM = ("fcntl", "grp", "pwd", "resource", "termios")
"""What Python has on Linux and macOS alone."""


def needed(extra: str) -> str:
    return f"needs croupier[{extra}]: pip install 'croupier[{extra}]'"


def lacking(missing: ImportError) -> str | None:
    """What would bring the module; nothing where none of ours does."""
    module = (missing.name or "").partition(".")[0]
    if module in SYSTEM:
        return "needs Linux or macOS: there is no house on this system"
    return next((needed(extra) for extra, those in EXTRAS.items() if module in those), None)


@contextmanager
def explained(*place: str) -> Iterator[None]:
    """A module that is missing here is bad input, in one line: what needs it, what brings it."""
    try:
        yield
    except ImportError as missing:
        if (what := lacking(missing)) is None:
            raise
        raise BadInput(what, *place) from None
