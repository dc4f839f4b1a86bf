"""Write the project as uv reads it, with every package at the version in requirements/dev.lock.

    python -m tools.pinned FOLDER

`uv lock` in FOLDER then gives a lock for the list of parts and for the audit. `uv.lock` itself
names hosts and is therefore not in git.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from croupier.version import __version__

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+==[^ \\]+(?: ; [^\\]+?)?) *\\?$", re.MULTILINE)


def pins(lock: str) -> list[str]:
    """Return each `name==version ; marker` of a lock file."""
    return PIN.findall(lock)


def pinned_project(project: str, lock: str) -> str:
    """Return pyproject.toml with a fixed version and the pins of `lock` as constraints."""
    fixed = re.sub(r"^dynamic = .*$", f'version = "{__version__}"', project, flags=re.MULTILINE)
    constraints = "".join(f"  {json.dumps(pin)},\n" for pin in pins(lock))
    return f"{fixed}\n[tool.uv]\nconstraint-dependencies = [\n{constraints}]\n"


def main(folder: Path) -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    lock = (ROOT / "requirements" / "dev.lock").read_text("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(pinned_project(project, lock), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
