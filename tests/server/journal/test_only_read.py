"""Commands that read a house leave its files as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.main import run
from tests.support.attacked_house import played_house
from tests.support.configured_house import written

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

READERS = (
    ["house", "status", "{}"],
    ["house", "check", "{}"],
    ["house", "verify-program", "{}"],
    ["house", "keys", "{}"],
    ["audit", "verify", "{}"],
    ["audit", "verify", "{}", "--key", "{}/signing.pub"],
    ["audit", "replay", "{}", "baccarat", "1"],
    ["audit", "scenario", "{}", "baccarat", "1"],
    ["report", "{}"],
)


WITH_REMARKS = {"check", "verify-program"}
"""Verbs that exit with 1 here, since nobody accepted the program of this house."""


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_commands_that_read_leave_every_file_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = played_house(tmp_path / "house")
    (house / "house.toml").write_text(written("baccarat", more='dealer = "person"'))
    before = contents(house)
    for words in READERS:
        status = run([word.format(house) for word in words])
        assert status == (words[1] in WITH_REMARKS), (words, capsys.readouterr())
        assert contents(house) == before, words
