"""A house whose journal is damaged does not open, and says so in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.main import run
from tests.support.attacked_house import played_house

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_one_line_and_no_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = played_house(tmp_path / "house")
    damaged = bytearray((folder / "house.db").read_bytes())
    damaged[40_000:120_000] = b"Z" * len(damaged[40_000:120_000])
    (folder / "house.db").write_bytes(damaged)
    assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(str(folder))
    assert "the database is damaged" in said.err
    assert said.err.count("\n") == 1
