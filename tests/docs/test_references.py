"""The generated references leave nothing out."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import croupier
import croupier.server
from croupier.server.journal.stream import Fold
from tools import configuration, events_reference, python_reference


def test_every_public_name_is_in_the_reference() -> None:
    listed = [name for names in python_reference.ROOMS.values() for name in names]
    assert sorted(listed) == sorted(set(croupier.__all__) - {"__version__"})


def test_every_stream_of_the_journal_is_in_the_reference() -> None:
    folds = set()
    for one in pkgutil.walk_packages(croupier.server.__path__, "croupier.server."):
        module = import_module(one.name)
        folds |= {value.kind for value in vars(module).values() if isinstance(value, Fold)}
    listed = [kind.fold.kind for kind in events_reference.KINDS]
    assert sorted(listed) == sorted(folds)
    assert [kind.name.partition(":")[0] for kind in events_reference.KINDS] == listed


def test_every_field_of_the_file_is_explained() -> None:
    """A field without a line under it would not be found here."""
    rows = [line for part in configuration.page() for line in part.splitlines() if "| `" in line]
    assert rows
    assert [row for row in rows if row.endswith("|  |")] == []
