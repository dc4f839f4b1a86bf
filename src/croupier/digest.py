"""A digest of the program: its own files, pages included, and what it depends on.

Of a dependency it has the name, the version and the hashes of its files as they were installed;
`changed_dependencies` holds the files themselves against these.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent
NAME = re.compile(r"[A-Za-z0-9._-]+")
ITS_OWN = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")
"""What the installer says of itself, and not what it installed."""


@cache
def software_digest() -> str:
    """As this program was started."""
    return digest_now()


def digest_now(package: Path = PACKAGE) -> str:
    whole = sha256()
    for line in (*own_files(package), *dependency_lines()):
        whole.update(f"{line}\n".encode())
    return whole.hexdigest()


def own_files(package: Path) -> Iterator[str]:
    """All but what Python makes of them by itself."""
    for file in sorted(package.rglob("*")):
        if "__pycache__" not in file.parts and file.is_file():
            name = file.relative_to(package).as_posix()
            yield f"{name} {sha256(file.read_bytes()).hexdigest()}"


def dependency_lines() -> Iterator[str]:
    for one in dependencies():
        installed = sha256("\n".join(sorted(map(" ".join, hashes(one)))).encode()).hexdigest()
        yield f"{canonical(one.name)}=={one.version} {installed}"


def dependencies(root: str = "croupier") -> list[Distribution]:
    """All that the program needs here, directly or not, by name."""
    found: dict[str, Distribution] = {}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        for needed in requirements(name, found):
            if needed not in found:
                try:
                    found[needed] = distribution(needed)
                except PackageNotFoundError:
                    continue  # on this system it is not needed
                waiting.append(needed)
    return [found[name] for name in sorted(found)]


def requirements(name: str, found: dict[str, Distribution]) -> Iterator[str]:
    try:
        needed = (found.get(name) or distribution(name)).requires or []
    except PackageNotFoundError:
        return
    for text in needed:
        begins = NAME.match(text)
        if begins and "extra ==" not in text:
            yield canonical(begins.group())


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def hashes(one: Distribution) -> Iterator[tuple[str, str]]:
    """The files of a package with their hashes; scripts outside of it differ with the place."""
    for line in (one.read_text("RECORD") or "").splitlines():
        name, _, rest = line.rpartition(",")[0].rpartition(",")
        if rest.startswith("sha256=") and not name.startswith("..") and own(name):
            yield name, rest.removeprefix("sha256=")


def own(name: str) -> bool:
    return not (".dist-info/" in name and name.rpartition("/")[2] in ITS_OWN)


def changed_dependencies() -> Iterator[str]:
    """Files of dependencies that are not as they were installed."""
    for one in dependencies():
        for name, kept in hashes(one):
            path = Path(str(one.locate_file(name)))
            if not path.is_file():
                yield f"{one.name} {one.version}: {name} is missing"
            elif encoded(path) != kept:
                yield f"{one.name} {one.version}: {name} is not as it was installed"


def encoded(path: Path) -> str:
    return urlsafe_b64encode(sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
