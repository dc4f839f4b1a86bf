"""The house knows when its last proven backup was made, and tells when it is too old."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.server import housekeeping
from croupier.server.journal.check_acts import BackupOverdue, BackupProven
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.proven_backups import FILE, HOUR, Proven, ProvenBackups, leave_note, note_in
from tests.support.configured_house import opened, written

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import AnyAct

NOON = 1_800_000_000_000
REAL = written("baccarat").replace("demonstration = true", "demonstration = false")


class House:
    """A folder, a clock that is turned, and what was recorded."""

    def __init__(self, folder: Path, hours: int = 26) -> None:
        self.folder, self.now = folder, NOON
        self.recorded: list[AnyAct] = []
        clock = Clock(0, lambda: NOON * MILLISECOND, lambda: (self.now - NOON) * MILLISECOND)
        self.backups = ProvenBackups(folder, clock, self.record, lambda: 500, hours=hours)

    async def record(self, act: AnyAct) -> None:
        self.recorded.append(act)

    def looked(self) -> list[str]:
        asyncio.run(self.backups.look())
        return self.backups.remarks()

    def left(self, made: int, entries: int = 400) -> None:
        leave_note(self.folder, Proven(made=made, file="house.backup", entries=entries))


def proven(at: int, made: int) -> BackupProven:
    return BackupProven(at=at, made=made, file="house.backup", entries=400)


@pytest.mark.standard(58)
def test_a_backup_that_is_too_old_is_told_once_until_there_is_another(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.left(NOON)
    assert house.looked() == []
    house.now = NOON + 26 * HOUR
    assert house.looked() == []
    house.now += 1
    late = ["the last proven backup is 26 hours old, 26 are allowed"]
    assert [house.looked(), house.looked()] == [late, late]
    house.left(house.now)
    assert house.looked() == []
    assert house.recorded == [
        proven(NOON, NOON),
        BackupOverdue(at=house.now, made=NOON, at_most_hours=26),
        proven(house.now, house.now),
    ]


@pytest.mark.standard(58)
@pytest.mark.parametrize(("entries", "counts"), [(399, False), (400, True), (500, True)])
def test_a_note_of_fewer_entries_than_the_last_is_not_of_this_house(
    tmp_path: Path, entries: int, *, counts: bool
) -> None:
    house = House(tmp_path)
    house.left(NOON)
    house.looked()
    house.now += 27 * HOUR
    house.left(house.now, entries)
    assert (house.looked() == []) is counts


@pytest.mark.standard(58)
def test_a_house_that_never_had_one_says_so(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.looked() == ["no backup of this house was ever proven"]
    assert house.recorded == [BackupOverdue(at=NOON, made=None, at_most_hours=26)]
    quiet = House(tmp_path, hours=0)
    assert (quiet.looked(), quiet.recorded) == ([], [])


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"made": "yesterday", "file": "x", "entries": 1}',
        f'{{"made": {NOON + 1}, "file": "of tomorrow", "entries": 1}}'.encode(),
        f'{{"made": {NOON}, "file": "of another house", "entries": 501}}'.encode(),
        f'{{"made": {NOON}, "file": "x", "entries": -1}}'.encode(),
        f'{{"made": {NOON}, "file": "of nothing", "entries": 0}}'.encode(),
    ],
)
def test_a_note_that_cannot_be_true_is_none(tmp_path: Path, note: bytes) -> None:
    (tmp_path / FILE).write_bytes(note)
    house = House(tmp_path)
    assert house.looked() == ["no backup of this house was ever proven"]
    assert [type(one) for one in house.recorded] == [BackupOverdue]


@pytest.mark.standard(58)
def test_the_schedule_leaves_a_note_that_the_house_records(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    housekeeping.found_house(folder)
    (folder / "house.toml").write_text(REAL)
    opened(folder, REAL).close()
    assert run(["backup", str(folder), str(tmp_path / "backups"), "--keep", "2"]) == 0
    [file] = (tmp_path / "backups").iterdir()
    note = note_in(folder)
    assert note is not None
    house = opened(folder, REAL)

    async def look() -> None:
        async with house.queue:
            await house.checks.backups.look()

    asyncio.run(look())
    [told] = [one for one in house.acts.last if isinstance(one, BackupProven)]
    assert (told.file, told.made, told.entries) == (file.name, note.made, note.entries)
    assert house.checks.standing.backup_at == note.made
    house.close()
    again = opened(folder, REAL)
    assert again.checks.backups.last == told, "the journal has it"
    again.close()
