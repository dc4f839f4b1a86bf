"""What is named on the command line: files that are there, addresses, numbers, reasons."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.server.journal.acts import last_restore
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    opened = OpenHouse(folder, profile=LIGHT)
    opened.cage.buy_in("p1", 100, "c1", opened.clock())
    opened.play.checkpoint(opened.clock())
    opened.close()
    return folder


@pytest.mark.parametrize(
    "asked",
    [
        "audit replay DB t1 1 --capture OUT",
        "audit export DB --out OUT.jsonl",
        "audit export DB --out OUT.csv",
        "par baccarat --out OUT.md",
        "play baccarat --transcript OUT",
        "backup DB OUT",
        "restore DB OUT",
        "house backup FOLDER OUT",
        "serve --folder FOLDER --port 0 --log-file OUT",
    ],
)
def test_nothing_is_written_over_a_file(
    asked: str, tmp_path: Path, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "played").mkdir()
    some_rounds(tmp_path / "played" / "house.db").house.store.close()
    names = {"DB": str(tmp_path / "played" / "house.db"), "FOLDER": str(house)}
    there = tmp_path / next(word for word in asked.split() if word.startswith("OUT"))
    there.write_bytes(b"a key")
    words = (str(there) if word.startswith("OUT") else word for word in asked.split())
    assert run([names.get(word, word) for word in words]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{there}: is ")
    assert said.count("\n") == 1
    assert there.read_bytes() == b"a key"
    assert not list(tmp_path.glob(".*.part"))


NO_ADDRESS = (
    "http://[::1",
    "house.example",
    "ftp://x",
    "http://",
    "http://x:99999999",
    "http://a b",
)


@pytest.mark.parametrize("url", NO_ADDRESS)
def test_what_is_no_address(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = some_rounds(tmp_path / "house.db").house.store
    export = tmp_path / "all.jsonl"
    assert run(["audit", "export", str(tmp_path / "house.db"), "--out", str(export)]) == 0
    store.close()
    capsys.readouterr()
    for asked in (
        ["audit", "verify", str(export), "--house", url],
        ["witness", str(tmp_path / "w"), "--house", url, "--once"],
    ):
        assert run(asked) == 2
        said = capsys.readouterr().err
        assert "is no address like https://house.example:8000" in said
        assert said.count("\n") == 1
    assert not (tmp_path / "w").exists()


HUGE = str(10**40)


@pytest.mark.parametrize(
    "asked",
    [
        "house keys FOLDER --revoke KEY --after -5 --reason x",
        f"house keys FOLDER --revoke KEY --after {HUGE} --reason x",
        f"audit replay DB t1 {HUGE}",
        "audit replay DB t1 -1",
        f"audit scenario DB t1 {HUGE}",
        "audit scenario DB t1 -1",
        "witness W --house http://127.0.0.1:1 --once --every nan",
        "witness W --house http://127.0.0.1:1 --once --every 1e300",
        "witness W --house http://127.0.0.1:1 --once --listen foo",
        "witness W --house http://127.0.0.1:1 --once --listen 1.2.3.4:99999",
        "witness FOLDER --house http://127.0.0.1:1 --once",
        f"serve --folder FOLDER --port {HUGE}",
        "serve --folder FOLDER --port -1",
        "serve --folder FOLDER --pace nan",
        "serve --folder FOLDER --patience inf",
        f"demo --seed {HUGE}x",
        f"play baccarat --seed {HUGE}",
        f"session baccarat --bet tie=5 --bankroll 99 --rounds {HUGE}",
        "session baccarat --bet tie=5 --bankroll 99 --rounds -1",
        "session baccarat --bet tie=5 --bankroll 99 --hours nan",
        f"odds baccarat --decks {HUGE}",
        f"shoe-simulator 127.0.0.1:1 --decks {HUGE}",
        "shoe-simulator 127.0.0.1:1 --fillings -1",
        "shoe-simulator 127.0.0.1:99999",
        "report DB --from 99999-01-01T00:00",
        "audit accept FOLDER --by m1",
    ],
)
def test_numbers_and_places_out_of_bounds_are_one_line(
    asked: str, tmp_path: Path, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "played").mkdir()
    some_rounds(tmp_path / "played" / "house.db").house.store.close()
    first = Keys.at(house / "signing.key").public
    if "--revoke" in asked:
        assert run(["house", "keys", str(house), "--rotate"]) == 0
    before = sorted(path.name for path in house.iterdir())
    capsys.readouterr()
    names = {
        "DB": str(tmp_path / "played" / "house.db"),
        "FOLDER": str(house),
        "W": str(tmp_path / "w"),
        "KEY": first,
    }
    assert run([names.get(word, word) for word in asked.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sorted(path.name for path in house.iterdir()) == before


def test_a_restore_of_a_whole_house_is_not_recorded(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "accept", str(house), "--by", "m1"]) == 2
    assert "nothing is missing: its journal has all " in capsys.readouterr().err


def test_one_whose_end_nobody_had_signed_is_recorded_anyway(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when a database is brought back to a moment of the last minute."""
    assert run(["house", "status", str(house)]) == 0
    with closing(SqliteStore(house / "house.db")) as store:
        entries, filed = store.tree_size(), (house / "checkpoint").read_text("utf-8").split("\n")
    assert filed[1] == str(entries)
    assert run(["audit", "accept", str(house), "--by", "m1", "--anyway"]) == 0
    assert f"{entries} entries" in capsys.readouterr().out
    with closing(SqliteStore(house / "house.db")) as store:
        act = last_restore(store)
    assert act is not None
    assert (act.entries, act.by) == (entries, "m1")


@pytest.mark.parametrize("said", ["", "  ", "x" * 201, "two\nlines", "\x1b[31m"])
def test_a_name_or_a_reason_is_one_printable_line(
    said: str, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = Keys.at(house / "signing.key").public
    assert run(["house", "keys", str(house), "--rotate"]) == 0
    capsys.readouterr()
    for asked in (
        ["audit", "accept", str(house), "--by", said],
        ["house", "keys", str(house), "--revoke", key, "--after", "1", "--reason", said],
    ):
        assert run(asked) == 2
        err = capsys.readouterr().err
        assert "one line of 1 to 200 printable signs" in err or "say after which entry" in err


@pytest.mark.threat("T89")
def test_a_revocation_is_never_softened(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = Keys.at(house / "signing.key").public
    assert run(["house", "keys", str(house), "--rotate"]) == 0
    revoke = ["house", "keys", str(house), "--revoke", key, "--reason", "stolen", "--after"]
    assert run([*revoke, "2"]) == 0
    capsys.readouterr()
    assert [run([*revoke, after]) for after in ("2", "3")] == [2, 2]
    assert "is revoked already, and no later entry counts" in capsys.readouterr().err
    assert run([*revoke, "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["keys"][0]["revoked_after"] == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"format":"croupier-receipt-1"}', "is a player's receipt: croupier audit receipt"),
        (b"{}", "is no journal, export or captured round, but JSON of another kind"),
        (b"position,stream,version,at,event,postings,previous,hash\n", "comma-separated values"),
        (b'{"table":"t1","shoes":[]}', "is a table's record: croupier fairness verify"),
    ],
)
def test_another_kind_of_file_is_called_by_its_name(
    data: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "given").write_bytes(data)
    assert run(["audit", "verify", str(tmp_path / "given")]) == 2
    assert says in capsys.readouterr().err


def test_a_part_of_a_journal_is_no_forgery(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some_rounds(tmp_path / "house.db").house.store.close()
    whole, part = tmp_path / "all.jsonl", tmp_path / "part.jsonl"
    assert run(["audit", "export", str(tmp_path / "house.db"), "--out", str(whole)]) == 0
    lines = [one for one in whole.read_text().splitlines() if '"stream":"table:t1"' in one]
    for some in (lines, lines[::-1]):
        part.write_text("".join(f"{one}\n" for one in some))
        capsys.readouterr()
        assert run(["audit", "verify", str(part)]) == 1
        says = f"it is a part of a journal, {len(lines)} entries: each is as it was written; that"
        assert capsys.readouterr().out.startswith(says)
    part.write_text(part.read_text().replace('"cents":2500', '"cents":9500'))
    assert run(["audit", "verify", str(part)]) == 1
    assert "was changed after it was written" in capsys.readouterr().out
