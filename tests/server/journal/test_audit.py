"""The journal verified: what was tampered with is said."""

from __future__ import annotations

import json
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.server.journal.log_check import OTHER_KEY
from tests.support.played_house import (
    KEYS,
)
from tests.support.played_rounds import Asked, some_rounds, tampered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_whole_journal(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    path, key = tmp_path / "house.db", tmp_path / "public"
    store = some_rounds(path).house.store
    entries, signed = sum(store.versions().values()), sum(1 for _ in store.checkpoints())
    key.write_text(KEYS.public)
    whole = f"The journal is whole: {entries} entries under {signed} checkpoints"
    assert ask("audit", "verify", path) == (
        0,
        f"{whole} (signatures unchecked: no --key).\n",
        "",
    )
    for given in (KEYS.public, key):
        assert ask("audit", "verify", path, "--key", given) == (
            0,
            f"{whole} (each with the house's key).\n",
            "",
        )
    told = json.loads(ask("audit", "verify", path, "--json").out)
    assert told == {
        "entries": entries,
        "checkpoints": signed,
        "key": None,
        "faults": [],
    }
    assert croupier.audit(path, KEYS.public) == []


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE entries SET body = x'ff' WHERE position = 6",
            "table:t1 entry 2 (position 6): was changed after it was written",
        ),
        (
            "UPDATE heads SET hash = zeroblob(32) WHERE stream = 'cage'",
            "cage: its last entry is not the one that the next would follow",
        ),
        ("DELETE FROM heads WHERE stream = 'cage'", "cage: 0 entries were written and 2 are there"),
        (
            "UPDATE snapshots SET data = zeroblob(3)",
            "the snapshot of table:t1 at entry {version} is not what the journal says",
        ),
        (
            "UPDATE postings SET account = account || char(0) WHERE position = 4 AND line = 0",
            "cage entry 2 (position 4): was changed after it was written",
        ),
        (
            "UPDATE checkpoints SET note = replace(note, char(10) || 51, char(10) || 50)",
            "the checkpoint of 50 entries is not of the entries that are there",
        ),
    ],
)
def test_what_was_tampered_with_is_said(
    tmp_path: Path,
    ask: Callable[..., Asked],
    monkeypatch: pytest.MonkeyPatch,
    statement: str,
    said: str,
) -> None:
    monkeypatch.setattr("croupier.server.journal.snapshots.EVERY", 1)
    path = tmp_path / "house.db"
    house = some_rounds(path).house
    version = house.tables["t1"].snapshot_at
    house.store.close()
    assert ask("audit", "verify", path).status == 0
    tampered(path, statement)
    status, out, err = ask("audit", "verify", path)
    assert (status, err) == (1, "")
    assert said.format(version=version) in out.splitlines()
    assert json.loads(ask("audit", "verify", path, "--json").out)["faults"] == out.splitlines()


@pytest.mark.parametrize("program", [sys.executable, "false", "nowhere"])
def test_the_states_of_a_long_journal_are_checked_apart(
    tmp_path: Path, ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """And here, where no other process can be had."""
    monkeypatch.setattr("croupier.server.journal.snapshots.EVERY", 1)
    monkeypatch.setattr("croupier.cli.verify_apart.MANY", 1)
    monkeypatch.setattr("croupier.cli.verify_apart.os.cpu_count", lambda: 2)
    monkeypatch.setattr("croupier.cli.verify_apart.sys.executable", program)
    path = tmp_path / "house.db"
    house = some_rounds(path).house
    version = house.tables["t1"].snapshot_at
    house.store.close()
    assert ask("audit", "verify", path).status == 0
    tampered(path, f"UPDATE snapshots SET data = x'' WHERE version = {version}")  # noqa: S608 - ours
    wrong = f"the snapshot of table:t1 at entry {version} is not what the journal says\n"
    assert ask("audit", "verify", path) == (1, wrong, "")


def test_another_s_key(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    some_rounds(tmp_path / "house.db", rounds=1)
    status, out, _ = ask("audit", "verify", tmp_path / "house.db", "--key", "07" * 32)
    assert status == 1
    assert out.splitlines()[0] == OTHER_KEY


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "{nowhere}"), "{nowhere}: cannot be read: there is no such file\n"),
        (
            ("verify", "{text}"),
            "{text}: is no journal, export or captured round, but something else\n",
        ),
        (("verify", "{other}"), "{other}: is no house's journal\n"),
        (("verify", "{db}", "--key", "ab"), "key: a public key is 64 hexadecimal digits\n"),
        (("replay", "{db}", "t9", "1"), "there is no table 't9'; there are: t1\n"),
        (("replay", "{db}", "t1", "3"), "table t1 has no round 3\n"),
        (("replay", "{db}", "t1", "0"), "table t1 has no round 0\n"),
        (("recall", "{db}", "p9"), "'p9' has played no round\n"),
        (("export", "{db}", "--out", "x.pdf"), "x.pdf: write to one of .jsonl, .csv\n"),
        (
            ("export", "{db}", "--out", "{nowhere}/x.csv"),
            "{nowhere}/x.csv: cannot be written: there is no folder {nowhere}\n",
        ),
    ],
)
def test_bad_input(
    tmp_path: Path, ask: Callable[..., Asked], arguments: tuple[str, ...], said: str
) -> None:
    names = {name: tmp_path / name for name in ("nowhere", "text", "other", "db")}
    some_rounds(names["db"])
    names["text"].write_text("no database, and long enough to be looked at" * 10)
    with sqlite3.connect(names["other"]) as raw:
        raw.execute("CREATE TABLE somebodys (own TEXT)")
    raw.close()
    status, out, err = ask("audit", *(one.format(**names) for one in arguments))
    assert (status, out, err) == (2, "", said.format(**names))
    assert not names["nowhere"].exists()
