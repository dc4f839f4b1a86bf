"""Backups by a schedule: each restored on trial, older ones gone only after that."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from croupier.cli import backup_schedule
from croupier.cli.backup_schedule import LONGEST, seconds_of
from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server import housekeeping
from croupier.server.backups import backups_in, name_at
from tests.support.configured_house import opened, written
from tests.support.played_rounds import tampered
from tests.support.server_process import CROUPIER, until

if TYPE_CHECKING:
    from pathlib import Path


TOML = written("baccarat")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    housekeeping.found_house(tmp_path / "house")
    house = opened(tmp_path / "house", TOML)
    house.people.first_staff(house.clock())
    house.play.checkpoint(house.clock())
    house.close()
    (tmp_path / "house" / "house.toml").write_text(TOML)
    return tmp_path / "house"


def older(to: Path, count: int) -> list[Path]:
    """Backups of earlier hours, as far as their names go."""
    to.mkdir()
    made = [to / name_at(datetime.now(UTC) - timedelta(hours=one)) for one in range(count, 0, -1)]
    for one in made:
        one.write_text("of before")
    return made


@pytest.mark.standard(58)
def test_the_newest_are_kept_and_nothing_else_is_touched(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "backups"
    before = older(to, 3)
    (to / "house-of-cards.backup").write_text("mine")
    assert run(["backup", str(house), str(to), "--keep", "2"]) == 0
    [new] = [one for one in backups_in(to) if one not in before]
    assert sorted(to.iterdir()) == sorted([before[-1], new, to / "house-of-cards.backup"])
    said = capsys.readouterr().out
    assert said.startswith(f"{new}: ")
    assert said.endswith("found whole; the newest 2 are kept, 2 older removed.\n")
    assert new.stat().st_mode & 0o777 == 0o600
    assert run(["house", "restore", str(new), str(tmp_path / "again")]) == 0


def test_a_damaged_house_removes_no_backup(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "backups"
    before = older(to, 3)
    tampered(
        house / "house.db", "UPDATE entries SET body = CAST(replace(body, 'd1', 'd2') AS BLOB)"
    )
    assert run(["backup", str(house), str(to), "--keep", "1", "--every", "1s"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "no backup was made, and older ones are kept" in said.err
    assert sorted(to.iterdir()) == before


def test_it_goes_on_until_one_fails(house: Path, tmp_path: Path) -> None:
    to, waited = tmp_path / "backups", list[float]()

    def wait(seconds: float) -> None:
        waited.append(seconds)
        for one in backups_in(to):  # as if an hour had passed
            one.rename(to / name_at(datetime.now(UTC) - timedelta(hours=4 - len(waited))))
        if len(waited) == 3:
            shutil.rmtree(house)

    with pytest.raises(BadInput, match="no backup was made"):
        backup_schedule.run(house, to, every="1h", keep=2, wait=wait)
    assert len(waited) == 3
    assert all(3500 < one <= 3600 for one in waited)
    assert len(list(to.iterdir())) >= 1


@pytest.mark.slow
@pytest.mark.standard(58)
def test_a_running_house_is_backed_up_until_the_command_is_stopped(
    house: Path, tmp_path: Path
) -> None:
    to = tmp_path / "backups"
    command = [CROUPIER, "backup", str(house), str(to), "--every", "1s", "--keep", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        until(lambda: to.is_dir() and len(backups_in(to)) == 2)
        first = backups_in(to)[0]
        until(lambda: first not in backups_in(to))
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    newest = max(one.name for one in backups_in(to))
    until(lambda: name_at(datetime.now(UTC)) > newest)  # a name is of its second
    assert run(["backup", str(house), str(to), "--keep", "2"]) == 0
    assert sorted(one for one in to.iterdir() if one.name.startswith(".")) == []


@pytest.mark.parametrize(
    "text", ["", "0s", "1", "h", "-1h", "1w", "1.5h", "367d", "9999999s", "1h "]
)
def test_a_time_that_is_none(text: str) -> None:
    with pytest.raises(BadInput, match="is no time like"):
        seconds_of(text)


def test_times() -> None:
    assert [seconds_of(one) for one in ("1s", "90s", "30m", "1h", "2d", "366d")] == [
        *(1, 90, 1800, 3600, 172800),
        LONGEST,
    ]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--keep", "0"), "keep: a number from 1 to 100,000"),
        (("--every", "1h", "--damaged"), "damaged: a schedule keeps whole houses only"),
        (("--every", "soon"), "every: 'soon' is no time like 90s, 30m, 1h or 2d"),
    ],
)
def test_nonsense_is_one_line_and_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], says: str
) -> None:
    housekeeping.found_house(tmp_path / "house")
    assert run(["backup", str(tmp_path / "house"), str(tmp_path / "to"), *more]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "to").exists()
    journal = tmp_path / "house" / "house.db"
    assert run(["backup", str(journal), str(tmp_path / "to"), "--every", "1h"]) == 2
    assert "is no folder of a house" in capsys.readouterr().err
    assert sqlite3.connect(journal).execute("SELECT COUNT(*) FROM entries").fetchone() == (0,)
