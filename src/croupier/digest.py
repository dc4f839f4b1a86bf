"""A digest of the program's own files, to say which software a figure comes from."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent
SUFFIXES = {".py", ".tsv", ".toml"}


@cache
def software_digest() -> str:
    files = sorted(file for file in PACKAGE.rglob("*") if file.suffix in SUFFIXES)
    whole = sha256()
    for file in files:
        name = file.relative_to(PACKAGE).as_posix()
        whole.update(f"{name} {sha256(file.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()
