"""Where the server is, and as whom a node comes: certificates, passwords, credentials."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.nodes import nats_place
from croupier.server.nodes.nats import NatsMessages
from croupier.server.nodes.nats_place import Place
from tests.support.certificate import self_signed
from tests.support.nats_credentials import credentials_of, operator_settings
from tests.support.nats_server import NatsServer
from tests.support.nodes import HOUSE, SECRET, until

if TYPE_CHECKING:
    from pathlib import Path

USERS = 'authorization { users: [{ user: "u@1", password: "p:w/d" }] }'


def tls(folder: Path, more: str = "") -> str:
    return f'tls {{ cert_file: "{folder}/house.crt", key_file: "{folder}/house.key", {more} }}'


@pytest.fixture
def certified(tmp_path: Path) -> Path:
    folder = tmp_path / "server"
    folder.mkdir()
    self_signed(folder, "localhost")
    return folder


def said(place: Place) -> list[str]:
    """What is wrong with a line to it, after the first try."""

    async def run() -> list[str]:
        async with NatsMessages(place, house=HOUSE, node="a", secret=SECRET) as messages:
            assert messages.is_connected is (messages.remarks() == [])
            return [one.partition(": ")[2] for one in messages.remarks()]

    return asyncio.run(run())


def test_tls_with_user_and_password(tmp_path: Path, certified: Path) -> None:
    with NatsServer(tmp_path, tls(certified) + "\n" + USERS) as server:
        url = f"tls://u%401:p%3Aw%2Fd@localhost:{server.port}"
        assert said(Place(url, authority=certified / "house.crt")) == []
        [untrusted] = said(Place(url))
        assert untrusted == "its certificate cannot be trusted: self-signed certificate"
        elsewhere = Place(url.replace("localhost", "127.0.0.1"), authority=certified / "house.crt")
        [other_name] = said(elsewhere)
        assert other_name.startswith("its certificate cannot be trusted: IP address mismatch")
        wrong = Place(url.replace("%2Fd", ""), authority=certified / "house.crt")
        assert said(wrong) == ["it refuses this user and password"]


def test_a_server_that_asks_for_a_certificate_of_the_node(tmp_path: Path, certified: Path) -> None:
    own = tmp_path / "node"
    own.mkdir()
    self_signed(own, "a")
    settings = tls(certified, f'verify: true, ca_file: "{own}/house.crt"')
    with NatsServer(tmp_path, settings) as server:
        url, authority = f"tls://localhost:{server.port}", certified / "house.crt"
        mine = {"certificate": own / "house.crt", "key": own / "house.key"}
        assert said(Place(url, authority=authority, **mine)) == []
        refused = (["it wants another certificate of this node"], ["it hangs up"])
        assert said(Place(url, authority=authority)) in refused
        stranger = tmp_path / "stranger"
        stranger.mkdir()
        self_signed(stranger, "a")
        theirs = {"certificate": stranger / "house.crt", "key": stranger / "house.key"}
        assert said(Place(url, authority=authority, **theirs)) in refused


@pytest.mark.threat("T126")
def test_where_tls_is_asked_for_nothing_is_sent_without_it() -> None:
    """Also no password: somebody on the way could pretend that the server has no TLS."""
    sent: list[bytes] = []

    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","max_payload":1000,"auth_required":true}\r\n')
        sent.append(await reader.read(1000))
        writer.close()

    async def run() -> list[str]:
        server = await asyncio.start_server(plain, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        place = Place(f"tls://user:hidden@127.0.0.1:{port}")
        async with server:
            async with NatsMessages(place, house=HOUSE, node="a", secret=SECRET) as messages:
                remarks = messages.remarks()
            await until(lambda: sent)
        return remarks

    [remark] = asyncio.run(run())
    assert remark.endswith("it does not speak TLS")
    assert set(sent) == {b""}


def test_credentials_in_a_file(tmp_path: Path) -> None:
    operator = operator_settings()
    with NatsServer(tmp_path, operator.settings) as server:
        file, other = tmp_path / "node.creds", tmp_path / "other.creds"
        file.write_text(credentials_of(operator), "utf-8")
        other.write_text(credentials_of(operator_settings()), "utf-8")
        url = f"nats://{server.address}"
        assert said(Place(url, credentials=file)) == []
        assert said(Place(url, credentials=other)) == ["it refuses this user and password"]
        other.write_text("nothing of that kind", "utf-8")
        with pytest.raises(BadInput, match="is no file of credentials"):
            Place(url, credentials=other)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:4222",
        "http://localhost:4222",
        "ws://localhost:4222",
        "nats://",
        "nats://:4222",
        "nats://localhost:x",
        "nats://localhost:0",
        "nats://localhost:70000",
        "nats://localhost:4222/path",
        "nats://localhost?user=a",
        "nats://[::1",
        "nats://a\r\nPUB:1",
    ],
)
def test_an_address_that_is_none_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(BadInput) as told:
        Place(url)
    assert str(told.value) == f"--messages: {nats_place.SHAPE}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("nats://localhost", "nats://localhost:4222"),
        ("nats://user:hidden@localhost:1/", "nats://localhost:1"),
        ("tls://user:hid%40den@[::1]:4223", "tls://[::1]:4223"),
    ],
)
def test_a_place_is_shown_without_its_password(url: str, shown: str) -> None:
    place = Place(url)
    assert [repr(place), str(place), place.url] == [shown] * 3


def wrong(url: str, **files: Path) -> str:
    with pytest.raises(BadInput) as told:
        Place(url, **files)
    return str(told.value)


def test_files_that_are_none_are_refused_in_one_line(tmp_path: Path, certified: Path) -> None:
    good, key = certified / "house.crt", certified / "house.key"
    bad, missing = tmp_path / "bad.pem", tmp_path / "missing.pem"
    bad.write_text("nothing of that kind", "utf-8")
    at = "tls://localhost"
    assert wrong(at, authority=missing) == f"--messages, {missing}: there is no such file"
    assert wrong(at, authority=bad) == f"--messages, {bad}: is no certificate"
    assert wrong(at, certificate=bad, key=key) == (
        f"--messages, {bad}: is no certificate of this key"
    )
    pair = "a certificate of this node has a key, and a key a certificate"
    assert wrong(at, certificate=good) == f"--messages: {pair}"
    assert wrong(at, key=key) == f"--messages: {pair}"
    assert wrong("nats://localhost", authority=good) == "--messages: certificates are for tls://"
    half = "a user has a password, and a password a user"
    assert wrong("nats://user@localhost") == f"--messages: {half}"
    assert wrong(at, credentials=tmp_path) == f"--messages, {tmp_path}: is a folder, not a file"


def test_who_has_no_nats_py_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one == "nats" or one.startswith("nats.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "croupier.server.nodes.nats_line", raising=False)
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(BadInput) as told:
        NatsMessages(Place("nats://localhost"), house=HOUSE, node="a", secret=SECRET)
    assert str(told.value) == "--messages: needs croupier[nats]: pip install 'croupier[nats]'"
