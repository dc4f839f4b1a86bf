"""Houses that earlier versions left."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from croupier.cli.main import run
from tests.support.folders import ROOT, unpack

if TYPE_CHECKING:
    from pathlib import Path

KEPT = ROOT / "tests" / "data" / "houses"
SCHEMAS = (5, 6, 7)
NEEDED = "least_betting_seconds = 1"
"""As the changes say: these houses gave their players two seconds."""


def left_by(schema: int, folder: Path) -> Path:
    unpack(KEPT / f"schema-{schema}.tar.gz", folder)
    file = folder / "house.toml"
    file.write_text(f"{NEEDED}\n{file.read_text('utf-8')}", "utf-8")
    return folder


def schema_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "house.db")) as raw:
        [version] = raw.execute("PRAGMA user_version").fetchone()
    return int(version)


def verified(folder: Path) -> int:
    return run(["audit", "verify", str(folder), "--key", str(folder / "signing.pub")])
