"""Runs tests with every Python from 3.11 on that is found on this machine, and says which is not.

    python -m tools.matrix [ARGS OF PYTEST...]

Found are `python3.12` and its like on the path, and those of pyenv; nothing is downloaded but the
packages of `requirements/dev.lock`, into an environment for each under build/matrix.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.locked import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

WANTED = ("3.11", "3.12", "3.13", "3.14")
USUAL = ["-n", "auto", "--ignore", "tests/browser"]
ASKED = "import sys; print('%d.%d' % sys.version_info[:2])"
UV = Path(sys.executable).with_name("uv")


def candidates(version: str) -> Iterator[Path]:
    if on_path := shutil.which(f"python{version}"):
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True)


def found(version: str) -> Path | None:
    """One that runs and is of that version: what is on the path may only stand for another."""
    for python in candidates(version):
        told = called(str(python), "-c", ASKED, quiet=True)
        if told.stdout.strip() == version:
            return python
    return None


def called(*command: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    out = subprocess.PIPE if quiet else None
    return subprocess.run(command, cwd=ROOT, stdout=out, stderr=out, text=True, check=False)  # noqa: S603 - ours


def tried(version: str, python: Path, arguments: list[str]) -> str:
    place = ROOT / "build" / "matrix" / version
    own = str(place / "bin" / "python")
    install = ("pip", "install", "-q", "--python", own)
    for step in (
        (str(python), "-m", "venv", "--clear", str(place)),
        (str(UV), *install, "--require-hashes", "-r", "requirements/dev.lock"),
        (str(UV), *install, "--no-deps", "--no-build-isolation", "-e", "."),
    ):
        if called(*step).returncode:
            return "cannot be set up"
    done = called(own, "-W", "error", "-m", "compileall", "-q", "-f", "src")
    if done.returncode or called(own, "-m", "pytest", "-q", *(arguments or USUAL)).returncode:
        return "failed"
    return "held"


def main(arguments: list[str]) -> int:
    told = {}
    for version in WANTED:
        python = found(version)
        told[version] = "not found on this machine: not tried"
        if python is not None:
            told[version] = f"{tried(version, python, arguments)} ({python})"
    print("\n".join(f"Python {version}: {says}" for version, says in told.items()))
    return int(any(says.startswith(("failed", "cannot")) for says in told.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
