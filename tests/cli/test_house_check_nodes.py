"""What `house check` says of a house on several machines, with a real PostgreSQL."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.postgres_safety import Safety, looked_at
from croupier.server.nodes import checking
from croupier.wire.house_checks import wrong_with
from tests.support.configured_house import written
from tests.support.postgres_server import running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.postgres_server import Server

SAFE = Safety(
    fsync="on",
    full_page_writes="on",
    synchronous_commit="on",
    standbys="pg2",
    is_copy=False,
    ahead_ms=0,
    host="db.example",
    is_encrypted=True,
    is_verified=True,
)
FSYNC = "fsync is off there: a machine that loses power loses acknowledged bets, or everything"
ALONE = "synchronous_standby_names is empty there: acknowledged bets are on one disk only"


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """The lines for a folder whose file has these of `[nodes]`, without where it lies."""
    folder = tmp_path / "one"
    assert run(["house", "init", str(folder), "--demonstration"]) == 0
    file = folder / "house.toml"
    text = file.read_text("utf-8").replace("port = 8000", "port = 0")
    file.chmod(0o600)

    def lines(**nodes: str) -> list[str]:
        said = "".join(f'{name} = "{value}"\n' for name, value in nodes.items())
        file.write_text(f"{text}\n[nodes]\n{said}", "utf-8")
        capsys.readouterr()
        run(["house", "check", str(folder)])
        return capsys.readouterr().out.replace(f"{folder}/", "").splitlines()

    return lines


def shown(url: str) -> str:
    return Address.of(url).shown


def moved(folder: Path, url: str) -> str:
    """The house's journal is in the database then, and nowhere else."""
    assert run(["house", "move", str(folder), url]) == 0
    (folder / "house.db").unlink()
    return url


@pytest.mark.threat("T133")
def test_a_server_that_loses_what_it_acknowledged(
    tmp_path: Path, check: Callable[..., list[str]], postgres: Server
) -> None:
    """The tests' own server does not sync, and has no copy."""
    url = moved(tmp_path / "one", postgres.fresh())
    at = f"endangers it: nodes, database: {shown(url)}"
    assert check(database=url) == [f"{at}: {FSYNC}", f"{at}: {ALONE}"]


def test_a_password_in_a_file_that_others_read(
    tmp_path: Path, check: Callable[..., list[str]], postgres: Server
) -> None:
    url = moved(tmp_path / "one", postgres.fresh())
    (tmp_path / "one" / "house.toml").chmod(0o640)
    says = "endangers it: house.toml: has a password, and others than its owner may read it"
    assert check(database=url)[-1] == says
    assert says not in check(database=url.replace(":secret@", "@"))


def test_a_house_that_was_not_moved_there(
    tmp_path: Path, check: Callable[..., list[str]], postgres: Server
) -> None:
    url = postgres.fresh()
    [told] = [line for line in check(database=url) if line.startswith("stops it")]
    assert "holds house.db beside the database that its journal is in" in told
    (tmp_path / "one" / "house.db").unlink()
    [told] = [line for line in check(database=url) if line.startswith("stops it")]
    assert told == f"stops it: nodes, database: {shown(url)}: is no house's journal"


def test_a_database_that_cannot_be_had(check: Callable[..., list[str]], postgres: Server) -> None:
    away = "postgresql://house:secret@127.0.0.1:1/postgres"
    assert check(database=away) == [
        f"stops it: nodes, database: {shown(away)}: the database cannot be reached"
    ]
    none = postgres.address().replace("/postgres", "/nothing")
    assert check(database=none) == [
        f"stops it: nodes, database: {shown(none)}: there is no such database"
    ]
    assert check(database="postgresql://house@127.0.0.1/x@y") == [
        (
            "stops it: nodes, database: postgresql://: is no address of a database:"
            " signs of a password are written like %40"
        )
    ]


def test_without_the_packages(
    check: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert check(database="postgresql://house@127.0.0.1/x") == [
        "stops it: nodes, database: needs croupier[postgres]: pip install 'croupier[postgres]'"
    ]


def test_the_line_of_messages(
    tmp_path: Path,
    check: Callable[..., list[str]],
    postgres: Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = moved(tmp_path / "one", postgres.fresh())

    def told(**nodes: str) -> list[str]:
        return [line for line in check(**nodes) if "messages" in line]

    assert told(messages="nats://127.0.0.1:4222") == [
        (
            "stops it: nodes, messages: machines share a database, too:"
            " database names it, or --database"
        )
    ]
    nobody = "endangers it: nodes, messages: nats://127.0.0.1:1: nobody answers there"
    assert told(database=url, messages="nats://127.0.0.1:1") == [nobody]
    everywhere = "nats://user:secret@0.0.0.0:1"
    at = "endangers it: nodes, messages: nats://0.0.0.0:1: "
    assert told(database=url, messages=everywhere) == [
        f"{at}commands of persons can be read on their way: tls:// hides them",
        f"{at}nobody answers there",
    ]
    assert told(database=url, messages="tls://127.0.0.1", authority="ca.pem") == [
        "stops it: nodes, messages: ca.pem: there is no such file"
    ]
    monkeypatch.setitem(sys.modules, "nats.aio.client", None)
    monkeypatch.delitem(sys.modules, "croupier.server.nodes.nats_line", raising=False)
    assert told(database=url, messages="nats://127.0.0.1:4222") == [
        "stops it: nodes, messages: needs croupier[nats]: pip install 'croupier[nats]'"
    ]


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (SAFE, None),
        (replace(SAFE, full_page_writes="off"), "full_page_writes is off"),
        (replace(SAFE, synchronous_commit="off"), "synchronous_commit is not on"),
        (replace(SAFE, synchronous_commit="local"), "synchronous_commit is not on"),
        (replace(SAFE, synchronous_commit="remote_write"), "synchronous_commit is remote_write"),
        (replace(SAFE, synchronous_commit="remote_apply"), None),
        (replace(SAFE, standbys="ANY 1 (*)"), "a backup that is being made counts"),
        (replace(SAFE, is_encrypted=False), "without TLS"),
        (replace(SAFE, is_verified=False), "sslmode=verify-full"),
        (replace(SAFE, is_encrypted=False, host="127.0.0.1"), None),
        (replace(SAFE, is_encrypted=False, host="/run/postgresql"), None),
        (replace(SAFE, ahead_ms=999), None),
        (replace(SAFE, ahead_ms=1_000), "differ by a second"),
        (replace(SAFE, ahead_ms=-1_000), "differ by a second"),
    ],
)
def test_what_a_server_says_of_itself(found: Safety, says: str | None) -> None:
    told = [words for is_so, words in checking.DANGERS if is_so(found)]
    assert len(told) == (says is not None)
    assert says is None or says in told[0]


@pytest.mark.usefixtures("postgres")
def test_settings_are_those_of_the_server_not_of_this_session() -> None:
    """The house asks for `on` itself, which hides nothing here."""
    with running(durable=True) as server:
        server.ask_sql("ALTER SYSTEM SET synchronous_commit = 'off'")
        server.ask_sql("ALTER SYSTEM SET synchronous_standby_names = 'one'")
        server.ask_sql("SELECT pg_reload_conf()")
        found = looked_at(Address.of(server.address()))
    assert (found.fsync, found.full_page_writes, found.synchronous_commit, found.standbys) == (
        "on",
        "on",
        "off",
        "one",
    )
    assert not found.is_copy
    assert abs(found.ahead_ms) < 1_000
    assert (found.host, found.is_encrypted, found.is_verified) == ("127.0.0.1", False, False)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('database = "mysql://x"', "nodes, database: is no address like"),
        ('messages = "http://x"', "nodes, messages: an address begins with nats:// or tls://"),
        ('node = "one two"', "nodes, node: a name of 1 to 64 letters"),
        ('address = "n1.example"', "nodes, address: an address begins with http://"),
        ('certificate = "n1.pem"', "nodes: a certificate and its key go together"),
        ('database = "postgresql://h/d"\nmessages = "tls://h"\nnode = "n-1_A"', None),
    ],
)
def test_what_the_file_says_of_nodes(line: str, says: str | None) -> None:
    told = [str(one) for one in wrong_with(f"{written('baccarat')}\n[nodes]\n{line}\n".encode())]
    assert [one.startswith(says or "") for one in told] == [True] * (says is not None)


def test_money_is_not_kept_elsewhere_by_several_machines() -> None:
    text = written("baccarat").replace("demonstration = true", "demonstration = false")
    wallet = '[wallet]\nurl = "https://wallet.example"\nsecret = "wallet.key"\n'
    nodes = '[nodes]\ndatabase = "postgresql://h/d"\n'
    assert list(wrong_with(f"{text}\n{wallet}".encode())) == []
    [told] = wrong_with(f"{text}\n{wallet}{nodes}".encode())
    assert str(told) == "wallet: a house on several machines keeps its players' money itself"
