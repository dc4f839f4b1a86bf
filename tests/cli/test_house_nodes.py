"""`croupier house nodes` and `croupier house hand-over`: who holds what, and one that is asked."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.server.journal.shared_sqlite import SharedSqlite
from croupier.server.journal.sharing import Sharing


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Two nodes, of which the first holds t1."""
    path = tmp_path / "house.db"
    for node, tables in (("n1", ["t1"]), ("n2", [])):
        with closing(SharedSqlite(path, Sharing(node, "r1"))) as store:
            store.here(f"http://{node}", "1.0", leaving=False)
            assert store.take(tables, 60) == dict.fromkeys(tables, 1)
            assert store.renew(60, {"t1": 41, "t2": 9}) == dict.fromkeys(tables, 1)
    return f"sqlite:{path}"


def test_who_holds_what(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "nodes", "--database", database]) == 0
    first, table, second = capsys.readouterr().out.splitlines()
    assert first.startswith("n1: there, seen 0.")
    assert first.endswith("load 41, 0 entries behind, http://n1")
    assert table.startswith("  t1: load 41, for ")
    assert table.endswith("s more (token 1)")
    assert second.startswith("n2: there, ")
    assert run(["house", "nodes", "--database", database, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["node"] for one in told["nodes"]] == ["n1", "n2"]
    found = [(one["name"], one["node"], one["load"]) for one in told["leases"]]
    assert found == [("t1", "n1", 41)]


def test_what_was_handed_over_as_wanted_stays_for_a_while(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(database.removeprefix("sqlite:"))
    run(["house", "hand-over", "t1", "n2", "--database", database])
    with closing(SharedSqlite(path, Sharing("n1", "r1"))) as store:
        assert store.hand_over("t1", "n2", 60)
    capsys.readouterr()
    run(["house", "nodes", "--database", database])
    assert capsys.readouterr().out.endswith("(token 2), stays for 599 s\n")


def test_a_table_is_wanted_elsewhere(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["house", "hand-over", "t1", "n2", "--database", database]
    assert run(asked) == 0
    assert capsys.readouterr().out == "n1 hands t1 over to n2 at the end of its round\n"
    run(["house", "nodes", "--database", database])
    assert ", to be handed over to n2\n" in capsys.readouterr().out
    assert run(["house", "hand-over", "t1", "n1", "--database", database]) == 0
    assert capsys.readouterr().out == "n1 holds t1 already\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["hand-over", "t9", "n2"], "t9: no node holds such a table; there are: t1\n"),
        (["hand-over", "t1", "n9"], "n9: is not there; there are: n1, n2\n"),
    ],
)
def test_nonsense_is_one_line(
    database: str, given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", *given, "--database", database]) == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (None, "this house has one machine: [nodes] database or --database"),
        ("sqlite:nowhere.db", "nowhere.db: there is no such file"),
        ("mysql://x", "--database: is no address like postgresql://user@host/name"),
        ("", "this house has one machine"),
    ],
)
def test_where_there_are_no_nodes(
    tmp_path: Path, url: str | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [] if url is None else ["--database", url]
    assert run(["house", "nodes", "--house", str(tmp_path), *given]) == 2
    err = capsys.readouterr().err
    assert (err.count("\n"), says in err) == (1, True), err
