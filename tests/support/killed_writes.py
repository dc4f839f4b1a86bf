"""Kills at every step of a store's writes: what each would leave on disk, and what is made of it.

A process that is killed leaves its files as far as it had written them. So one play through is
enough: at each step of each write the files are read as they stand, and each state that differs
from those before it is opened again like after a kill. Kills inside a commit leave a part of what
the commit would have appended to the log: those states are cut out of it.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.sqlite import SqliteStore
from croupier.server.play.house import House
from croupier.server.play.requests import Carried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.journal.keys import Keys
    from croupier.server.play.requests import Reply, Request
    from croupier.table.state import Table

LOG = "-wal"
FRAME = 4096 + 24
"""Bytes that a page takes in the log."""


class Files(NamedTuple):
    database: bytes
    log: bytes

    @classmethod
    def of(cls, path: Path) -> Files:
        log = path.with_name(path.name + LOG)
        return cls(path.read_bytes(), log.read_bytes() if log.exists() else b"")

    def put(self, path: Path) -> None:
        path.write_bytes(self.database)
        path.with_name(path.name + LOG).write_bytes(self.log)
        path.with_name(path.name + "-shm").unlink(missing_ok=True)


class Answered(NamedTuple):
    """A request that was carried out in the end, and what it left."""

    request: Request
    reply: Reply
    table: Table
    balances: dict[str, int]


class Moment(NamedTuple):
    """A step of a write: where it is, what lies on disk, how many requests are acknowledged."""

    step: str
    files: Files
    acknowledged: int


class Played:
    """A play through, with every moment at which it could have been killed."""

    def __init__(self, path: Path, keys: Keys, play: Callable[[House], None]) -> None:
        moments: list[Moment] = []
        answers: list[Answered] = []

        def on_step(step: str) -> None:
            moments.append(Moment(step, Files.of(path), len(answers)))

        house = House(SqliteStore(path, on_step=on_step), keys)
        assert isinstance(house.store, SqliteStore)
        house.store.connection.execute("PRAGMA synchronous=OFF")  # as good against kills
        submit = house.submit

        def heard(requests: list[Request]) -> list[Reply]:
            replies = submit(requests)
            for request, reply in zip(requests, replies, strict=True):
                assert isinstance(reply, Carried), (request, reply)
                table = house.tables[request.table].table
                answers.append(Answered(request, reply, table, money(house)))
            return replies

        house.submit = heard  # type: ignore[method-assign, assignment]
        play(house)
        on_step("done")
        house.store.close()
        self.answers, self.moments = answers, moments.copy()
        moments.clear()  # the house would keep all those files until it is collected

    def left(self, first: int = 0) -> Iterator[Moment]:
        """Each state of the files once, for each number of requests acknowledged before it."""
        known: set[tuple[Files, int]] = set()
        for moment in self.moments:
            if moment.acknowledged >= first and moment[1:] not in known:
                known.add(moment[1:])
                yield moment

    def torn(self, first: int = 0) -> Iterator[tuple[Moment, Files]]:
        """Each commit of a request, and the log that a kill inside of it would leave."""
        for moment, after in zip(self.moments, self.moments[1:], strict=False):
            written = after.files.log
            if (
                moment.acknowledged < first
                or moment.step != "commit"
                or not written.startswith(moment.files.log)
            ):
                continue
            old, new = len(moment.files.log), len(written)
            cuts = {old + FRAME // 2, old + FRAME, (old + new) // 2, new - FRAME, new - 1}
            for cut in sorted(one for one in cuts if old < one < new):
                yield moment, Files(moment.files.database, written[:cut])


def money(house: House) -> dict[str, int]:
    return {account: cents for account, cents in house.balances.items() if cents}


def killed(path: Path, keys: Keys, play: Callable[[House], None], step: int) -> int:
    """A process that really is killed, after so many steps of its writes; its answers till then."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        left = step

        def on_step(_step: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        house = House(SqliteStore(path, on_step=on_step), keys)
        submit = house.submit

        def heard(requests: list[Request]) -> list[Reply]:
            replies = submit(requests)
            os.write(writer, b"." * len(replies))
            return replies

        house.submit = heard  # type: ignore[method-assign, assignment]
        play(house)
        os._exit(0)
    os.close(writer)
    acknowledged = 0
    while chunk := os.read(reader, 4096):
        acknowledged += len(chunk)
    os.close(reader)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    return acknowledged
