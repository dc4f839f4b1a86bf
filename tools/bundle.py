"""Gathers all that installs croupier where there is no network: wheels, hashes, a script.

    python -m tools.bundle FOLDER WHEEL [EXTRA...]

For this Python and this system; the extras are `server` and `par` when none is named. On the other
machine: sh FOLDER/install.sh /opt/croupier
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from packaging.utils import parse_wheel_filename

from tools import sbom
from tools.locked import OURS, ROOT, needed, project

USUAL = ("server", "par")


def requirements(wheel: Path, extras: tuple[str, ...]) -> str:
    """The program and all that it needs, each with the hashes of what may be installed."""
    of = f"[{','.join(extras)}]" if extras else ""
    own = f"{OURS}{of}=={project()['version']} \\\n    --hash=sha256:"
    others = (one.text for one in needed(extras))
    return f"{own}{sha256(wheel.read_bytes()).hexdigest()}\n{''.join(others)}"


def made_for() -> str:
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"


def bundle(folder: Path, wheel: Path, extras: tuple[str, ...]) -> None:
    offered = project()["optional-dependencies"]
    assert isinstance(offered, dict)
    if unknown := sorted(set(extras) - set(offered)):
        raise SystemExit(f"no extra is called {unknown[0]}; there are {', '.join(offered)}")
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    shutil.copy(wheel, wheels)
    furnish(folder)
    gather(wheels, requirements(wheel, extras))
    (folder / "requirements.txt").write_text(gathered(wheels, extras), "utf-8")


def furnish(folder: Path) -> None:
    """What lies beside the wheels: how they are installed, and how a house is run there."""
    (folder / "made-for").write_text(f"{made_for()}\n", "utf-8")
    (folder / "croupier.cdx.json").write_text(sbom.text(), "utf-8")
    shutil.copy(ROOT / "tools" / "install.sh", folder)
    shutil.copytree(ROOT / "ops", folder / "ops")


def gather(wheels: Path, asked: str) -> None:
    """By the hashes of the lock; what is offered as a source archive alone is built."""
    with NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(asked)
        file.flush()
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
        given = ["--no-deps", "--require-hashes", "--find-links", str(wheels), "-r", file.name]
        subprocess.run([*pip, *given, "-w", str(wheels)], check=True)  # noqa: S603 - what it is given is ours


def gathered(wheels: Path, extras: tuple[str, ...]) -> str:
    """Each wheel that lies there, and no other, with its hash."""
    lines = []
    for file in sorted(wheels.glob("*.whl")):
        name, version, *_ = parse_wheel_filename(file.name)
        of = f"[{','.join(extras)}]" if name == OURS and extras else ""
        lines.append(
            f"{name}{of}=={version} --hash=sha256:{sha256(file.read_bytes()).hexdigest()}\n"
        )
    return "".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("extras", nargs="*", metavar="EXTRA")
    asked = parser.parse_args()
    bundle(asked.folder, asked.wheel, tuple(asked.extras) or USUAL)
    print(f"{asked.folder}: for {made_for()}")


if __name__ == "__main__":
    main()
