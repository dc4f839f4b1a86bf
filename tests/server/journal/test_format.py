"""Only a journal of this program's format number is opened; the number covers what is stored."""

from __future__ import annotations

import io
import json
import sqlite3
import tarfile
from contextlib import closing
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal import open_store
from croupier.server.journal.format import FORMAT, NO_NUMBER
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from tests.support.attacked_house import PLAN
from tests.support.configured_house import written
from tools import journal_format

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.played_rounds import Asked
    from tests.support.postgres_server import Server

ONLY = f"this version reads only format {FORMAT}. Open the journal with the version that wrote it"
OTHERS = {
    FORMAT - 1: f"has format {FORMAT - 1}, from an older version of croupier, and {ONLY}",
    FORMAT + 1: f"has format {FORMAT + 1}, from a newer version of croupier, and {ONLY}",
    0: NO_NUMBER,
    -7: NO_NUMBER,
}
COMMANDS = """
    serve --folder FOLDER --port 0
    house check FOLDER
    house status FOLDER
    house keys FOLDER
    house people FOLDER
    house password FOLDER m1
    house unlock FOLDER m1
    house backup FOLDER OUT
    house erase FOLDER p1 --confirm m1 --reason x
    house verify-program FOLDER
    house accept-program FOLDER --confirm m1
    house move FOLDER postgresql://u@127.0.0.1:1/db
    audit verify FOLDER
    audit verify DB
    audit replay DB baccarat 1
    audit recall DB p1
    audit export DB
    audit accept FOLDER --by m1
    audit scenario DB baccarat 1
    fairness record DB baccarat
    report DB
    backup FOLDER OUT
    backup DB OUT
    restore DB OUT
"""


def numbered(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA user_version = {number}")


def digest(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()


@pytest.fixture(
    params=[FORMAT - 1, *(pytest.param(one, marks=pytest.mark.slow) for one in [*OTHERS][1:])]
)
def other(request: pytest.FixtureRequest, folder: Path) -> int:
    (folder / "house.toml").write_text(written("baccarat"), "utf-8")
    numbered(folder / "house.db", request.param)
    number: int = request.param
    return number


def test_every_command_refuses_a_journal_of_another_format(
    other: int, folder: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    names = {"FOLDER": folder, "DB": folder / "house.db", "OUT": tmp_path / "out"}
    before = digest(folder / "house.db")
    for line in filter(None, map(str.strip, COMMANDS.splitlines())):
        told = ask(*(names.get(word, word) for word in line.split()))
        assert told.status != 0, line
        assert (told.out + told.err).count(OTHERS[other]) == 1, (line, told)
        assert not (tmp_path / "out").exists(), line
    assert digest(folder / "house.db") == before
    with pytest.raises(BadInput):
        OpenHouse(folder, plan=PLAN, profile=LIGHT)


def test_a_backup_of_another_format_is_not_restored(
    folder: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    assert ask("house", "backup", folder, good).status == 0
    numbered(folder / "house.db", FORMAT + 1)
    with tarfile.open(good) as source, tarfile.open(bad, "w") as target:
        for member in source:
            read = source.extractfile(member)
            assert read is not None
            data = read.read()
            if member.name == "house.db":
                data = (folder / "house.db").read_bytes()
                member.size = len(data)
            target.addfile(member, io.BytesIO(data))
    told = ask("house", "restore", bad, tmp_path / "new")
    assert (told.status, told.err.count("\n"), told.err.count(OTHERS[FORMAT + 1])) == (2, 1, 1)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("number", [FORMAT - 1, FORMAT + 1, None, 0])
def test_an_export_of_another_format_is_not_judged(
    number: int | None, folder: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    """Its entries would else count as changed."""
    out = tmp_path / "all.jsonl"
    ask("audit", "export", folder / "house.db", "--out", out)
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    whole, part = lines, lines[20:40]
    for some in (whole, part):
        told = [one | {"journal_format": number} for one in some]
        if number is None:
            told = [{key: one[key] for key in one if key != "journal_format"} for one in some]
        out.write_text("".join(f"{json.dumps(one)}\n" for one in told), "utf-8")
        refused = ask("audit", "verify", out)
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert OTHERS[number or 0] in refused.err


def test_a_file_that_is_no_journal_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "songs.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE songs (title TEXT)")
    before = digest(path)
    with pytest.raises(BadInput, match="the journal has no format number"):
        SqliteStore(path)
    assert digest(path) == before


NUMBERS: dict[str, str] = {
    "UPDATE journal_format SET number = number - 1": OTHERS[FORMAT - 1],
    "UPDATE journal_format SET number = number + 1": OTHERS[FORMAT + 1],
    "UPDATE journal_format SET number = -7": NO_NUMBER,
    "DELETE FROM journal_format": NO_NUMBER,
    "INSERT INTO journal_format VALUES (1)": NO_NUMBER,
    "DROP TABLE journal_format": NO_NUMBER,
    "ALTER TABLE journal_format ALTER COLUMN number TYPE TEXT": NO_NUMBER,
}


@pytest.mark.parametrize("statement", NUMBERS)
def test_every_command_refuses_a_database_of_another_format(
    statement: str, folder: Path, tmp_path: Path, ask: Callable[..., Asked], postgres: Server
) -> None:
    url = postgres.fresh()
    assert ask("house", "move", folder, url).status == 0
    (folder / "house.db").unlink()
    nodes = f'[nodes]\nnode = "a"\ndatabase = "{url}"\n'
    (folder / "house.toml").write_text(f"{written('baccarat')}\n{nodes}", "utf-8")
    schema = Address.of(url).schema
    postgres.ask_sql(statement.replace("journal_format", f"{schema}.journal_format"))
    for words in (
        ("house", "status", url),
        ("house", "status", folder),
        ("house", "nodes", "--database", url),
        ("house", "move", url, tmp_path / "back.db"),
        ("house", "backup", folder, tmp_path / "back.db"),
        ("audit", "verify", url),
        ("audit", "export", url),
        ("report", url),
        ("serve", "--folder", folder, "--port", "0"),
    ):
        told = ask(*words)
        assert told.status == 2, (words, told)
        assert (told.err.count("\n"), NUMBERS[statement] in told.err) == (1, True), (words, told)
    with pytest.raises(BadInput):
        open_store(url)
    assert not (tmp_path / "back.db").exists()


def test_what_is_stored_has_the_number_that_was_recorded_with_it() -> None:
    recorded = journal_format.GOLDEN.read_text("utf-8").splitlines()
    assert recorded == list(journal_format.lines()), (
        "What the journal stores has changed. Raise FORMAT in croupier/server/journal/format.py"
        " and run python -m tools.journal_format."
    )


def test_a_changed_shape_is_recorded_with_another_number_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = tmp_path / "journal_format.txt"
    monkeypatch.setattr(journal_format, "GOLDEN", golden)
    assert journal_format.main() == 0
    before = golden.read_text("utf-8")
    shapes = (*journal_format.shapes(), "event table another: at int")
    monkeypatch.setattr(journal_format, "shapes", lambda: iter(shapes))
    assert journal_format.main() == 1
    assert "Raise FORMAT" in capsys.readouterr().err
    assert golden.read_text("utf-8") == before
    monkeypatch.setattr(journal_format, "FORMAT", FORMAT + 1)
    assert journal_format.main() == 0
    assert golden.read_text("utf-8").startswith(f"format {FORMAT + 1}\n")
    assert "event table another: at int\n" in golden.read_text("utf-8")
