"""A digest of the program: its own files, pages included, and what it depends on.

Of a dependency it has the name, the version and the hashes of its files as they were installed;
`changed_dependencies` holds the files themselves against these, and `changed_caches` what Python
has made of the program's own against them.
"""

from __future__ import annotations

import marshal
import re
from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PACKAGE = Path(__file__).parent
NAMES = re.compile(r"[A-Za-z0-9._-]+")
NAME = re.compile(rf"({NAMES.pattern})\s*(\[[^\]]*\])?")
EXTRA = re.compile(r"""\bextra\s*==\s*["']([^"']+)""")
EVERY = "*"
"""Of the program's own extras, whatever is installed can be loaded."""
CACHE, HEADER = "__pycache__", 16
SCENARIO_FILES = "rulebook/scenarios/**/*.txt"
"""Evidence that a wheel carries and a checkout keeps in tests/scenarios: no part of the program."""
ITS_OWN = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")
"""What the installer says of itself, and not what it installed."""


@cache
def software_digest() -> str:
    """As this program was started."""
    return digest_now()


def digest_now(package: Path = PACKAGE) -> str:
    return digest_of(lines_now(package))


def lines_now(package: Path = PACKAGE) -> tuple[str, ...]:
    """Every file of its own and every dependency, each with its hash at the end."""
    return (*own_files(package), *dependency_lines())


def digest_of(lines: Iterable[str]) -> str:
    whole = sha256()
    for line in lines:
        whole.update(f"{line}\n".encode())
    return whole.hexdigest()


def own_files(package: Path) -> Iterator[str]:
    """Yield each file of `package` with its hash, and each symbolic link with its target.

    Leave out Python's caches and the scenario files, so that a wheel and the checkout that it was
    built from have the same digest.
    """
    evidence = set(package.glob(SCENARIO_FILES))
    for file in sorted(package.rglob("*")):
        within = file.relative_to(package)
        if CACHE in within.parts or file in evidence:
            continue
        if file.is_file():
            yield f"{within.as_posix()} {sha256(file.read_bytes()).hexdigest()}"
        elif file.is_symlink():
            yield f"{within.as_posix()} {sha256(bytes(file.readlink())).hexdigest()}"


def dependency_lines() -> Iterator[str]:
    for one in dependencies():
        installed = sha256("\n".join(sorted(map(" ".join, hashes(one)))).encode()).hexdigest()
        yield f"{canonical(one.name)}=={one.version} {installed}"


def dependencies(root: str = "croupier") -> list[Distribution]:
    """All that the program needs or can use here, directly or not, by name."""
    found: dict[str, Distribution] = {}
    asked = [(root, EVERY)]
    for one in asked:
        for needed in requirements(*one):
            if needed not in asked and needed[0] != root:
                try:
                    found[needed[0]] = distribution(needed[0])
                except PackageNotFoundError:
                    continue  # on this system it is not needed, or its extra was not asked for
                asked.append(needed)
    return [found[name] for name in sorted(found)]


def requirements(name: str, extras: str) -> Iterator[tuple[str, str]]:
    """What a package needs, each with the extras that it asks for there."""
    try:
        needed = distribution(name).requires or []
    except PackageNotFoundError:
        return
    for text in needed:
        begins, extra = NAME.match(text), EXTRA.search(text)
        if begins and (not extra or extras == EVERY or canonical(extra[1]) in extras.split(",")):
            yield canonical(begins[1]), ",".join(map(canonical, NAMES.findall(begins[2] or "")))


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


def changed_caches(package: Path = PACKAGE) -> Iterator[str]:
    """Files of which Python runs something else than what they say, as it has kept it."""
    for file in sorted(package.rglob("*.py")):
        cache = Path(cache_from_source(str(file)))
        if cache.is_file() and is_other(file, cache.read_bytes()):
            yield f"{cache.relative_to(package).as_posix()} is not made of {file.name}"


def is_other(file: Path, kept: bytes) -> bool:
    """What is out of date is made anew, and never run."""
    source, head = file.read_bytes(), kept[:HEADER]
    flags, rest = int.from_bytes(head[4:8], "little"), head[8:]
    about = file.stat()
    fresh = int(about.st_mtime) & 0xFFFFFFFF, about.st_size & 0xFFFFFFFF
    dated = b"".join(one.to_bytes(4, "little") for one in fresh)
    runs = {0: rest == dated, 1: True, 3: rest == source_hash(source)}.get(flags, False)
    if head[:4] != MAGIC_NUMBER or not runs:
        return False
    try:
        code: object = marshal.loads(kept[HEADER:])  # noqa: S302 - it is compared, and not run
    except (ValueError, EOFError, TypeError):
        return True
    return code != compile(source, str(file), "exec", dont_inherit=True)
