"""Gather everything that installs croupier without a network: wheels, hashes and a script.

    python -m tools.bundle FOLDER WHEEL [EXTRA...]

The bundle is for this Python and this system. Without an extra it has `server` and `par`. On the
other machine: sh FOLDER/install.sh /opt/croupier
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "dev.lock"
PINNED = ROOT / "build" / "lock"
"""What uv reads: written by `make sbom`."""
UV = Path(sys.executable).with_name("uv")
USUAL = ("server", "par")
ENTRY = re.compile(r"^([\w.-]+)==.*\n(?:[ \t]+.*\n)*", re.MULTILINE)


def locked(names: set[str], lock: str) -> str:
    """Return the entries of `lock` with these names, each with its hashes."""
    entries = {entry[1]: "" for entry in ENTRY.finditer(lock)}
    for entry in ENTRY.finditer(lock):
        entries[entry[1]] += entry[0]
    if missing := sorted(names - set(entries)):
        raise SystemExit(f"{missing[0]} is not in {LOCK.name}: its hashes are not known")
    return "".join(text for name, text in entries.items() if name in names)


def needed(extras: tuple[str, ...]) -> set[str]:
    """Return the names of the packages that croupier needs with these extras."""
    plain = ["--no-hashes", "--no-annotate", "--no-header", "--no-emit-project", "--no-dev"]
    chosen = [word for extra in extras for word in ("--extra", extra)]
    command = [str(UV), "export", "-q", "--project", str(PINNED), "--frozen", *plain, *chosen]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return {line.partition("==")[0] for line in done.stdout.splitlines()}


def made_for() -> str:
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"


def bundle(folder: Path, wheel: Path, extras: tuple[str, ...]) -> None:
    requirements = locked(needed(extras), LOCK.read_text("utf-8"))
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    shutil.copy(wheel, wheels)
    furnish(folder)
    gather(wheels, requirements)
    (folder / "requirements.txt").write_text(gathered(wheels, extras), "utf-8")


def furnish(folder: Path) -> None:
    """Copy what lies beside the wheels: the script, the lists of parts and the files of `ops`."""
    (folder / "made-for").write_text(f"{made_for()}\n", "utf-8")
    for file in (ROOT / "tools" / "install.sh", *sorted((ROOT / "build").glob("*.cdx.json"))):
        shutil.copy(file, folder)
    shutil.copytree(ROOT / "ops", folder / "ops")


def gather(wheels: Path, requirements: str) -> None:
    """Download the wheels by the hashes of the lock; build those that exist as sources only."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    options = ["--no-deps", "--require-hashes", "-r", "/dev/stdin", "-w", str(wheels)]
    subprocess.run([*pip, *options], input=requirements, text=True, check=True)  # noqa: S603 - ours


def gathered(wheels: Path, extras: tuple[str, ...]) -> str:
    """Return a line with the hash of each wheel in the folder."""
    lines = []
    for file in sorted(wheels.glob("*.whl")):
        name, version, *_ = parse_wheel_filename(file.name)
        chosen = f"[{','.join(extras)}]" if name == "croupier" and extras else ""
        digest = sha256(file.read_bytes()).hexdigest()
        lines.append(f"{name}{chosen}=={version} --hash=sha256:{digest}\n")
    return "".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("extras", nargs="*", metavar="EXTRA")
    arguments = parser.parse_args()
    bundle(arguments.folder, arguments.wheel, tuple(arguments.extras) or USUAL)
    print(f"{arguments.folder}: for {made_for()}")


if __name__ == "__main__":
    main()
