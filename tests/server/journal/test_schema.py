"""The rules of the database itself are those of the program: a change of them is noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.problems import BadInput
from tests.support.attacked_house import opened

if TYPE_CHECKING:
    from pathlib import Path

ATTACKS = {
    "trigger once_more": """CREATE TRIGGER once_more BEFORE INSERT ON requests
        BEGIN SELECT RAISE(IGNORE); END""",
    "trigger entries_stay": "DROP TRIGGER entries_stay",
    "view postings": """ALTER TABLE postings RENAME TO kept;
        CREATE VIEW postings AS SELECT position, line, account, cents FROM kept""",
    "index postings_of_accounts": "DROP INDEX postings_of_accounts",
    "table accounts": """CREATE TABLE other (account TEXT PRIMARY KEY, cents INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
        INSERT INTO other SELECT account, cents FROM accounts;
        DROP TABLE accounts;
        ALTER TABLE other RENAME TO accounts""",
}


@pytest.mark.threat("T68")
@pytest.mark.parametrize("changed", ATTACKS)
def test_a_changed_schema_is_noticed(
    changed: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(folder / "house.db")) as raw:
        raw.executescript(ATTACKS[changed])
    with pytest.raises(BadInput, match="its database is not as this program makes it"):
        opened(folder)
    assert run(["audit", "verify", str(folder / "house.db")]) == 1
    assert f"its database is not as this program makes it: {changed}\n" in capsys.readouterr().out


def test_what_the_database_gathers_about_itself_is_no_change(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "house.db")) as raw:
        raw.execute("ANALYZE")
    opened(folder).close()
