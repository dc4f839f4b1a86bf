"""Holds what is installed and locked against the locks and known advisories (OSV).

    python -m tools.audit_dependencies [--advisories FILE-OR-FOLDER] [--download]

Advisories are JSON in the OSV format: one, a list, or a folder of files. With --download they are
asked for at api.osv.dev. Without either only the locks are checked. Exit status 1: something found.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from packaging.markers import Marker
from packaging.utils import canonicalize_name
from packaging.version import Version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LOCKS = Path(__file__).parents[1] / "requirements"
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)([^\n]*)$", re.MULTILINE)
BATCH = "https://api.osv.dev/v1/querybatch"
ONE = "https://api.osv.dev/v1/vulns/"
OURS = {"croupier", "pip", "setuptools", "wheel", "uv"}
"""Not from a lock: the program itself, and what installs."""


class Pin(NamedTuple):
    name: str
    version: str
    here: bool = True
    """On this system; a lock is for all of them."""
    hashed: bool = True


def locked(text: str) -> list[Pin]:
    entries = list(LOCKED.finditer(text))
    ends = [one.start() for one in entries[1:]] + [len(text)]
    return [
        Pin(
            canonicalize_name(entry.group(1)),
            entry.group(2),
            applies(entry.group(3)),
            "--hash=sha256:" in text[entry.start() : end],
        )
        for entry, end in zip(entries, ends, strict=True)
    ]


def applies(rest: str) -> bool:
    _, semicolon, marker = rest.rstrip("\\ ").partition(";")
    return not semicolon or Marker(marker).evaluate()


def differs(pins: list[Pin], installed: dict[str, str]) -> Iterator[str]:
    here = {one.name: one.version for one in pins if one.here}
    for name, version in sorted(installed.items()):
        if name in OURS:
            continue
        if name not in here:
            yield f"{name} {version} is installed and not locked"
        elif here[name] != version:
            yield f"{name} {version} is installed, and {here[name]} is locked"


def affects(advisory: dict[str, Any], name: str, version: str) -> bool:
    if advisory.get("withdrawn"):
        return False
    for one in advisory.get("affected", ()):
        package = one.get("package", {})
        if package.get("ecosystem") != "PyPI" or canonicalize_name(package.get("name", "")) != name:
            continue
        if version in one.get("versions", ()) or any(
            within(version, kind.get("events", ()))
            for kind in one.get("ranges", ())
            if kind.get("type") == "ECOSYSTEM"
        ):
            return True
    return False


def within(version: str, events: Iterable[dict[str, str]]) -> bool:
    """Introduced and not yet fixed; the events of a range are taken in the order of versions."""
    inside, here = False, Version(version)
    for event in sorted(events, key=lambda one: Version(next(iter(one.values())))):
        [(kind, at)] = event.items()
        mark = Version(at)
        if kind == "introduced" and here >= mark:
            inside = True
        elif (kind == "fixed" and here >= mark) or (kind == "last_affected" and here > mark):
            inside = False
    return inside


def told(advisories: Iterable[dict[str, Any]], pins: list[Pin]) -> Iterator[str]:
    versions = sorted({(one.name, one.version) for one in pins})
    for advisory in advisories:
        for name, version in versions:
            if affects(advisory, name, version):
                says = advisory.get("summary") or advisory.get("details", "")[:80]
                yield f"{name} {version}: {advisory['id']}: {says}"


def read(path: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        found = json.loads(file.read_text("utf-8"))
        yield from found if isinstance(found, list) else [found]


def downloaded(pins: list[Pin]) -> Iterator[dict[str, Any]]:
    asked = [
        {"package": {"name": one.name, "ecosystem": "PyPI"}, "version": one.version} for one in pins
    ]
    for result in fetched(BATCH, {"queries": asked})["results"]:
        for one in result.get("vulns", ()):
            yield fetched(ONE + one["id"], None)


def fetched(address: str, body: object) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(address, data, timeout=20) as answer:  # noqa: S310 - https, ours
        found: dict[str, Any] = json.load(answer)
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--advisories", type=Path)
    parser.add_argument("--download", action="store_true")
    asked = parser.parse_args(arguments)
    wrong: list[str] = []
    pins: list[Pin] = []
    for lock in sorted(LOCKS.glob("*.lock")):
        found = locked(lock.read_text("utf-8"))
        pins += found
        wrong += [f"{lock.name}: {one.name} has no hash" for one in found if not one.hashed]
    installed: dict[str, str] = {
        canonicalize_name(one.name): one.version for one in distributions()
    }
    wrong += differs(pins, installed)
    try:
        if asked.advisories is not None:
            wrong += told(read(asked.advisories), pins)
        if asked.download:
            wrong += told(downloaded(pins), pins)
    except (OSError, ValueError, urllib.error.URLError) as error:
        print(f"advisories cannot be read: {error}", file=sys.stderr)
        return 2
    print("\n".join(wrong) or f"{len({one.name for one in pins})} locked packages: nothing found.")
    if asked.advisories is None and not asked.download:
        print(
            "No advisories were given: --advisories FILE, or --download where there is a network."
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
