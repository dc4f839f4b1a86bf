"""The record from the command line: check it, write it anew, show a round.

python -m tests.record check [PART]...
python -m tests.record write [PART]...
python -m tests.record show GAME EVENING ROUND [--against COMMIT]
python -m tests.record commands SEED
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.record import compare, new_rounds, rounds
from tests.record.parts import PARTS

ROOT = Path(__file__).parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.record", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("check", "write"):
        verbs.add_parser(verb).add_argument("parts", nargs="*", metavar="PART")
    show = verbs.add_parser("show")
    show.add_argument("game")
    show.add_argument("evening", type=int)
    show.add_argument("round", type=int)
    show.add_argument("--against", metavar="COMMIT")
    verbs.add_parser("commands").add_argument("seed", type=int)
    given = parser.parse_args()
    match given.verb:
        case "check":
            return check(chosen(given.parts))
        case "write":
            return write(chosen(given.parts))
        case "show":
            return show_round(given.game, given.evening, given.round, given.against)
        case _:
            new_rounds.write(given.seed)
            return 0


def chosen(names: list[str]) -> list[str]:
    if unknown := set(names) - set(PARTS):
        sys.exit(f"Unknown parts: {' '.join(sorted(unknown))}. Use some of: {' '.join(PARTS)}")
    return names or list(PARTS)


def check(names: list[str]) -> int:
    intended = compare.entries()
    found = [message for part in names for message in compare.differences(part, intended)]
    print("\n\n".join(found) or "As recorded.")
    return 1 if found else 0


def write(names: list[str]) -> int:
    """Record what is now; once every part is written, no difference is left to be intended."""
    if compare.entries() and len(names) < len(PARTS):
        sys.exit("intended.toml has entries: write all parts, so that the entries can go.")
    print("\n".join(compare.write(names)) or "Nothing has changed.")
    compare.clear_intended()
    return 0


def show_round(game: str, evening: int, number: int, against: str | None) -> int:
    now = rounds.round_text(game, evening, number)
    if against is None:
        print(now, end="")
        return 0
    before = as_of(against, "show", game, str(evening), str(number))
    print("\n".join(unified_diff(before.splitlines(), now.splitlines(), against, "now", n=1)))
    return 0


def as_of(commit: str, *arguments: str) -> str:
    """Return what this program prints at another commit, in a working tree of its own."""
    with TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, commit], check=True)
        try:
            return subprocess.run(
                [sys.executable, "-m", "tests.record", *arguments],
                cwd=tree,
                env=os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"},
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], check=True)


if __name__ == "__main__":
    sys.exit(main())
