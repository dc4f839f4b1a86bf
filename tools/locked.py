"""What `requirements/all.lock` pins: each package with its hashes, and what needs it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(r"^([\w.-]+)==([^\s;\\]+).*\n((?:[ \t]+.*\n)*)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
VIA = re.compile(r"#(?:   via|   | via )\s*([\w.-]+)")
OURS = "croupier"


class Pinned(NamedTuple):
    name: str
    version: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]
    text: str
    """As it stands in the lock, with the systems and Pythons that it is for."""


def pinned(root: Path = ROOT) -> list[Pinned]:
    text = (root / "requirements" / "all.lock").read_text("utf-8")
    return [
        Pinned(
            canonicalize_name(found[1]),
            found[2],
            tuple(HASH.findall(found[3])),
            tuple(map(canonicalize_name, VIA.findall(found[3]))),
            re.sub(r"^ +#.*\n", "", found[0], flags=re.MULTILINE),
        )
        for found in ENTRY.finditer(text)
    ]


def project(root: Path = ROOT) -> dict[str, object]:
    text = (root / "pyproject.toml").read_text("utf-8")
    found: dict[str, object] = tomllib.loads(text)["project"]
    return found


def direct(extras: Iterable[str], root: Path = ROOT) -> Iterator[str]:
    """The names that the project itself asks for, with these extras and the extras of those."""
    about = project(root)
    offered = about["optional-dependencies"]
    asked = about["dependencies"]
    assert isinstance(offered, dict)
    assert isinstance(asked, list)
    texts = [*asked, *(text for extra in extras for text in offered[extra])]
    for one in map(Requirement, texts):
        if one.name == OURS:
            yield from direct(one.extras, root)
        else:
            yield canonicalize_name(one.name)


def needed(extras: Iterable[str], root: Path = ROOT) -> list[Pinned]:
    """All that is installed with these extras, on any system."""
    names, every = set(direct(extras, root)), pinned(root)
    while more := {one.name for one in every if names & set(one.needed_by)} - names:
        names |= more
    return [one for one in every if one.name in names]
