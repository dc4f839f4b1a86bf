"""Whatever is the matter with a journal, a house that opens and the audit say it in one line."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server.journal import starting
from croupier.server.journal.store import Unreadable
from tests.support.attacked_house import edited, opened
from tests.support.server_process import CROUPIER

if TYPE_CHECKING:
    from pathlib import Path

OLD = "stream = 'people' AND CAST(body AS TEXT) LIKE '%\"name\":\"d1\"%'"
PROMOTED = f"""UPDATE entries
    SET body = CAST(replace(CAST(body AS TEXT), '"dealer"', '"shift-manager"') AS BLOB)
    WHERE {OLD}"""  # noqa: S608 - a test's own
ROTATED = "UPDATE entries SET body = CAST('{}' AS BLOB) WHERE stream = 'house' AND version = 1"
LAST = "WHERE stream = 'cage' AND version = 2"
HEADS = (
    "DELETE FROM heads",
    "INSERT INTO heads SELECT stream, MAX(version), hash FROM entries GROUP BY stream",
)
ATTACKS = {
    "a body of old": ((PROMOTED,), "was changed after it was written"),
    "no JSON": ((f"UPDATE entries SET body = x'ff7b' {LAST}",), "cage entry 2"),  # noqa: S608
    "another's place": (
        (f"UPDATE entries SET stream = 'table:x', version = 1 {LAST}", *HEADS),  # noqa: S608
        "table:x entry 1",
    ),
    "no first entry": (
        ("DELETE FROM entries WHERE stream = 'table:baccarat' AND version = 1",),
        "entries are missing",
    ),
    "no key": ((ROTATED.format('{"event":"key-rotated"}'),), "house entry 1 (position"),
    "no opening": ((ROTATED.format('{"event":"house-opened"}'),), "house entry 1 (position"),
}


@pytest.mark.threat("T67")
@pytest.mark.parametrize("attack", ATTACKS)
def test_one_line_at_opening_and_in_the_audit(
    attack: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """However long ago it was: the stretch that is looked at once more is not what finds it."""
    monkeypatch.setattr(starting, "STRETCH", 0)
    statements, says = ATTACKS[attack]
    edited(folder, *statements, "DELETE FROM snapshots")
    with pytest.raises((BadInput, Unreadable)):
        opened(folder)
    assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert said.err.count("\n") == 1
    assert run(["audit", "verify", str(folder / "house.db")]) == 1
    assert says.partition(" (")[0] in capsys.readouterr().out


@pytest.mark.slow
def test_a_full_disk_at_opening(folder: Path) -> None:
    """No file grows: the house says so, and does not open."""
    asked = [CROUPIER, "serve", "--folder", str(folder), "--port", "0"]
    done = subprocess.run(
        asked,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1)),
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_journal_that_cannot_be_written_at_opening(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = sqlite3.connect(folder / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "its journal cannot be written: database is locked" in said
    assert said.count("\n") == 1
    other.close()
    opened(folder).close()
