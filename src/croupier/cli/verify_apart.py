"""Half of the check of a long journal in a process of its own, beside the other half.

The states that events come to need none of what entries need, hashes and money, and take as long.
What runs apart is `python -m croupier.cli.verify_apart FILE`, which answers with a JSON list.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal import backup
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import wrong_states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.server.journal.store import Store

MANY = 50_000
"""Entries from which on another process is worth its start."""


@contextmanager
def states_apart(store: Store) -> Iterator[Callable[[Store], Iterable[str]]]:
    """What finds wrong states, at work from now on; begun here where it cannot be apart."""
    process = begun(store)
    if process is None:
        yield wrong_states
        return
    with process:
        try:
            yield lambda store: answered(process, store)
        finally:
            process.kill()


def begun(store: Store) -> subprocess.Popen[bytes] | None:
    is_one = os.cpu_count() == 1
    if not isinstance(store, SqliteStore) or store.tree_size() < MANY or is_one:
        return None
    command = [sys.executable, "-P", "-m", "croupier.cli.verify_apart", str(store.path)]
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen(  # noqa: S603 - this very program
            command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet
        )
    except OSError:
        return None


def answered(process: subprocess.Popen[bytes], store: Store) -> Iterable[str]:
    """A process that came to nothing has told nothing: it is done here, then."""
    told, _ = process.communicate()
    if process.returncode:
        return wrong_states(store)
    return msgspec.json.decode(told, type=list[str])


def main() -> None:
    try:
        with backup.journal(Path(sys.argv[1])) as store:
            sys.stdout.buffer.write(msgspec.json.encode(list(wrong_states(store))))
    except KeyboardInterrupt:
        sys.exit(1)


if __name__ == "__main__":
    main()
