"""Write every generated file that is in git, or check that none of them is stale.

    python -m tools.generated [--check]

`--check` writes them too, and then fails with the names of those that changed. It compares only the
generated files, with what they held before, so other uncommitted changes do not matter.
"""

from __future__ import annotations

import subprocess
import sys

from tools.markdown import ROOT

GENERATORS = (
    ("tools.evidence", "tools.words", "tools.wire", "tools.operations"),
    ("tools.conformity",),
)
"""Modules, each with a `main` that writes files; those of a group run at the same time."""
FILES = (
    "docs/conformity/*.md",
    "docs/standards.md",
    "docs/threats.md",
    "src/croupier/**/evidence*.tsv",
    "ui/src/text/*.json",
    "ui/src/text/en/*.json",
    "ui/src/who-may.json",
    "ui/src/wire.ts",
)


def contents() -> dict[str, bytes]:
    """Return what each generated file holds, by its path in the project."""
    return {
        str(path.relative_to(ROOT)): path.read_bytes()
        for pattern in FILES
        for path in sorted(ROOT.glob(pattern))
    }


def generate() -> None:
    for group in GENERATORS:
        processes = [
            (module, subprocess.Popen([sys.executable, "-m", module], cwd=ROOT))  # noqa: S603 - ours
            for module in group
        ]
        if failed := [module for module, process in processes if process.wait()]:
            sys.exit(f"failed: {', '.join(failed)}")


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Return the paths that one of them lacks or that differ."""
    return sorted({path for path, _ in before.items() ^ after.items()})


def main(arguments: list[str]) -> None:
    before = contents()
    generate()
    stale = changed(before, contents())
    if stale and "--check" in arguments:
        sys.exit(f"stale generated files, now rewritten; review and commit: {', '.join(stale)}")


if __name__ == "__main__":
    main(sys.argv[1:])
