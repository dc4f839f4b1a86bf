"""Backups of a whole house: what they are called, which lie in a folder, and one made beside it.

A file comes to lie there under its name only after it was restored on trial and found whole.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import own_words
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.journal.place import JOURNAL

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.said import Said

NAME = re.compile(r"house-\d{8}T\d{6}Z\.backup")
FORMAT = "house-%Y%m%dT%H%M%SZ.backup"
MOST_KEPT = 100_000
AGAIN_AFTER = 600_000
"""Milliseconds from one that somebody asks for to the next: none crowds out a schedule's."""
NEEDS = 3
"""Times the journal: the file, its copy, and the trial."""
MOST_SAID = 300
BACKUPS_LIE_NOWHERE = Sentence(
    "backups-lie-nowhere", "the house's file names no folder for backups: [backup], folder"
)
BACKUP_IS_BEING_MADE = Sentence("backup-is-being-made", "a backup is being made")
BACKUP_WAS_JUST_MADE = Sentence(
    "backup-was-just-made", "one was asked for less than {minutes} minutes ago"
)
NO_ROOM_FOR_A_BACKUP = Sentence(
    "no-room-for-a-backup",
    "{free_megabytes} MB are free where backups lie, and one needs {needed_megabytes}",
)
BACKUP_IS_MADE = Sentence("backup-is-made", "made, restored on trial and found whole")
BACKUP_FAILED = Sentence("backup-failed", "no backup was made: {reason}")


class Kept(NamedTuple):
    """Of one file: its name, when it was made, its bytes."""

    file: str
    made: int
    size: int


def name_at(moment: datetime) -> str:
    return f"{moment:{FORMAT}}"


def backups_in(folder: Path) -> list[Path]:
    """Those that a schedule made, the oldest first; nothing else is ever removed."""
    return sorted(one for one in folder.iterdir() if made_at(one.name) and one.is_file())


def kept_in(folder: Path, most: int) -> list[Kept]:
    """The newest first; none where the folder is not there or cannot be read."""
    try:
        return [
            Kept(one.name, made, one.stat().st_size)
            for one in backups_in(folder)[: -most - 1 : -1]
            if (made := made_at(one.name))
        ]
    except OSError:
        return []


def made_at(name: str) -> int | None:
    """In milliseconds; None where it is no name of a backup."""
    if not NAME.fullmatch(name):
        return None
    try:
        moment = datetime.strptime(name, FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(moment.timestamp() * 1000)


class Backups:
    """One at a time, by a process of its own: verifying a journal would slow the tables."""

    def __init__(self, house: Path, to: Path | None) -> None:
        self.house, self.to = house, to
        self.making: asyncio.Task[None] | None = None
        self.asked_at: int | None = None
        self.said: Said | None = None
        """What came of the last that somebody asked for."""

    @property
    def is_making(self) -> bool:
        return self.making is not None and not self.making.done()

    def hinders(self, now: int) -> Refused | None:
        """Why none is made now."""
        if self.to is None:
            return declined(Policy.NO_SUCH_THING, BACKUPS_LIE_NOWHERE())
        if self.is_making:
            return declined(Policy.BUSY, BACKUP_IS_BEING_MADE())
        if self.asked_at is not None and now - self.asked_at < AGAIN_AFTER:
            says = BACKUP_WAS_JUST_MADE(minutes=AGAIN_AFTER // 60_000)
            return declined(Policy.TOO_OFTEN, says)
        return self.no_room(self.to)

    def no_room(self, to: Path) -> Refused | None:
        try:
            to.mkdir(parents=True, exist_ok=True, mode=0o700)
            free = shutil.disk_usage(to).free
            needed = NEEDS * sum(one.stat().st_size for one in self.house.glob(JOURNAL)) + 2**26
        except OSError as error:
            return declined(Policy.NOT_READY, BACKUP_FAILED(reason=own_words(error)))
        if free >= needed:
            return None
        megabytes = {"free_megabytes": free // 2**20, "needed_megabytes": needed // 2**20}
        return declined(Policy.NOT_READY, NO_ROOM_FOR_A_BACKUP(**megabytes))

    def begin(self, now: int) -> None:
        self.asked_at, self.said = now, None
        self.making = asyncio.create_task(self.make())

    async def make(self) -> None:
        try:
            self.said = await self.made()
        except OSError as error:
            self.said = BACKUP_FAILED(reason=own_words(error))
        logs.tell("backup", says=str(self.said))

    async def made(self) -> Said:
        """By `croupier backup`, which removes nothing so; nobody is asked for a passphrase."""
        assert self.to is not None
        verb = ("-m", "croupier", "backup", str(self.house), str(self.to))
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            *verb,
            "--keep",
            str(MOST_KEPT),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, told = await running.communicate()
        except asyncio.CancelledError:
            running.terminate()
            await running.wait()
            raise
        lines = told.decode("utf-8", "replace").strip().splitlines()
        if running.returncode:
            return BACKUP_FAILED(reason=(lines or ["?"])[-1][:MOST_SAID])
        return BACKUP_IS_MADE()

    async def leave(self) -> None:
        """What is not done when the house closes is not there at all."""
        if self.making is not None:
            self.making.cancel()
            await asyncio.gather(self.making, return_exceptions=True)
