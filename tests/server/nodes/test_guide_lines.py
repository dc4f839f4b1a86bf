"""PostgreSQL and NATS by TLS, passwords and files, set up by the very words of docs/nodes.md."""

from __future__ import annotations

import re
import shutil
import ssl
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from tests.support import postgres_secure, postgres_server
from tests.support.certificate import Authority
from tests.support.folders import ROOT
from tests.support.nats_credentials import credentials_of, operator_settings
from tests.support.nats_server import NatsServer
from tests.support.postgres_secure import SecureServer
from tests.support.secure_node import NODE_NAME, SecureNode
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GUIDE = (ROOT / "docs" / "nodes.md").read_text("utf-8")
PASSWORD, MESSAGES = "of-the-database", "of-the-messages"
HOSTS = "10.0.0.1,10.0.0.2,10.0.0.3"


def block(kind: str, word: str) -> str:
    """The one of the guide that has this word."""
    all_ = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    [found] = [text for of, text in all_ if of == kind and word in text]
    return str(found)


class Machines:
    """A database and a server of messages as the guide sets them up, and a house beside them."""

    def __init__(self, folder: Path, database: SecureServer) -> None:
        self.folder, self.database = folder, database
        self.authority = Authority(folder / "ca.pem")
        self.stranger = Authority(folder / "stranger.pem")
        self.authority.sign(folder / "nats.crt", "localhost")
        self.authority.sign(folder / "node.crt", NODE_NAME)
        database.show(self.authority.sign(folder / "database.crt", "127.0.0.1"))
        self.passwords = folder / "passwords"
        self.write_password(PASSWORD)
        settings = block("", "authorization {")
        for kind in ("crt", "key"):
            settings = settings.replace(f"/etc/nats/server.{kind}", f"{folder}/nats.{kind}")
        self.house = folder / "house"
        self.messages = NatsServer(folder)
        self.messages.kill()
        at = f"127.0.0.1:{self.messages.port}"
        self.messages.settings = settings.replace("0.0.0.0:4222", at)
        self.messages.start()

    def write_password(self, password: str) -> None:
        self.passwords.write_text(f"127.0.0.1:*:house:croupier:{password}\n", "utf-8")
        self.passwords.chmod(0o600)

    def here(self, text: str) -> str:
        """What the guide has of three machines, at this one."""
        text = text.replace(HOSTS, f"127.0.0.1:{self.database.port}").replace(
            "10.0.0.1", "127.0.0.1"
        )
        text = text.replace("nats.example:4222", f"localhost:{self.messages.port}")
        text = text.replace("/etc/croupier/", f"{self.folder}/").replace(
            "PASSWORD@", f"{MESSAGES}@"
        )
        return text.replace("/var/lib/croupier", str(self.house))

    def found(self) -> None:
        """Step 3, command by command, and what it says of `house.toml`."""
        init, move, away = self.here(block("", "house init")).splitlines()
        for command in (init, move):
            words = re.findall(r'"[^"]*"|\S+', command)[1:]
            assert run([one.strip('"') for one in words]) == 0
        assert away.startswith(f"mv {self.house}/house.db")
        (self.house / "house.db").rename(self.folder / "house-before-the-move.db")
        for file in ("ca.pem", "node.crt", "node.key"):
            shutil.copy(self.folder / file, self.house / file)
        made = (self.house / "house.toml").read_text("utf-8")
        self.made = re.sub(r"\[serve\]\n.*?\n\n", "", made, flags=re.DOTALL)
        self.told = self.here(block("toml", "[nodes]"))
        self.write(self.told)

    def write(self, told: str) -> None:
        file = self.house / "house.toml"
        file.write_text(f"{self.made}\n{told}".replace("[serve]", "[serve]\nport = 0"), "utf-8")
        file.chmod(0o600)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    if not postgres_secure.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    folder = tmp_path_factory.mktemp("machines")
    with (
        pytest.MonkeyPatch.context() as given,
        postgres_server.running_as(SecureServer) as server,
    ):
        server.make_house(PASSWORD)
        given.setenv("HOUSE", MESSAGES)
        given.setenv("PGPASSFILE", str(folder / "passwords"))
        made = Machines(folder, server)
        with made.messages:
            made.found()
            yield made


@pytest.fixture
def check(machines: Machines, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """What `house check` says of the two, with the guide's words or some of them replaced."""

    def lines(*replaced: tuple[str, str]) -> list[str]:
        told = machines.told
        for old, new in replaced:
            assert old in told
            told = told.replace(old, new)
        machines.write(told)
        capsys.readouterr()
        run(["house", "check", str(machines.house)])
        said = capsys.readouterr()
        assert not re.search(f"{PASSWORD}|{MESSAGES}", said.out + said.err)
        return [one for one in said.out.splitlines() if "nodes, " in one]

    return lines


def test_a_node_opens_with_what_the_guide_says(machines: Machines) -> None:
    machines.write(machines.told)
    SecureNode.trusted = ssl.create_default_context(cafile=str(machines.folder / "ca.pem"))
    with SecureNode(machines.house) as node:
        until(lambda: node.asked("/ready")[0] == 200)
        up = [one for one in node.said if "the line is up" in one]
        assert len(up) == 1
        assert not re.search(f"{PASSWORD}|{MESSAGES}", "\n".join(node.said))


def test_nothing_but_the_tests_own_server_is_complained_of(
    check: Callable[..., list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    assert [one.rpartition(": ")[2] for one in check()] == [
        "a machine that loses power loses acknowledged bets, or everything",
        "acknowledged bets are on one disk only",
    ]
    assert not caplog.records  # a program without a log would print them


# What is wrong is one line, which names neither password


def told(of: str, said: list[str], machines: Machines) -> list[str]:
    """What follows the address, or the file."""
    shown = {
        "database": f"postgresql://croupier@127.0.0.1:{machines.database.port}/house: ",
        "messages": f"tls://localhost:{machines.messages.port}: ",
    }[of]
    own = ("loses acknowledged bets, or everything", "on one disk only")
    lines = [one for one in said if not one.endswith(own)]
    return [one.partition(f"nodes, {of}: ")[2].removeprefix(shown) for one in lines]


def test_messages_that_are_not_to_be_had(
    machines: Machines, check: Callable[..., list[str]]
) -> None:
    shutil.copy(machines.stranger.file, machines.house / "stranger.pem")
    trust = 'authority = "ca.pem"'
    assert told("messages", check((trust, 'authority = "stranger.pem"')), machines) == [
        "its certificate cannot be trusted: unable to get local issuer certificate"
    ]
    assert told("messages", check((trust, 'authority = "gone.pem"')), machines) == [
        f"{machines.house}/gone.pem: there is no such file"
    ]
    assert told("messages", check((f"{MESSAGES}@", "other@")), machines) == [
        "it refuses this user and password"
    ]
    [named] = told("messages", check(("@localhost", "@127.0.0.1")), machines)
    assert "IP address mismatch" in named


def test_a_certificate_of_messages_that_is_over(
    machines: Machines, check: Callable[..., list[str]]
) -> None:
    machines.messages.kill()
    machines.authority.sign(machines.folder / "nats.crt", "localhost", days_left=-1)
    machines.messages.start()
    try:
        assert told("messages", check(), machines) == [
            "its certificate cannot be trusted: certificate has expired"
        ]
    finally:
        machines.messages.kill()
        machines.authority.sign(machines.folder / "nats.crt", "localhost")
        machines.messages.start()


def test_credentials_instead_of_a_password(
    machines: Machines, check: Callable[..., list[str]]
) -> None:
    operator, usual = operator_settings(), machines.messages.settings
    (machines.house / "node.creds").write_text(credentials_of(operator), "utf-8")
    (machines.house / "other.creds").write_text(credentials_of(operator_settings()), "utf-8")
    alone = (f"house:{MESSAGES}@", "")
    ours, others = (
        ("[nodes]", f'[nodes]\ncredentials = "{one}.creds"') for one in ("node", "other")
    )
    machines.messages.kill()
    machines.messages.settings = f"{usual.partition('authorization')[0]}\n{operator.settings}"
    machines.messages.start()
    try:
        assert told("messages", check(alone, ours), machines) == []
        no = ["it refuses this user and password"]
        assert told("messages", check(alone, others), machines) == no
        gone = ("[nodes]", '[nodes]\ncredentials = "gone.creds"')
        assert told("messages", check(alone, gone), machines) == [
            f"{machines.house}/gone.creds: there is no such file"
        ]
    finally:
        machines.messages.kill()
        machines.messages.settings = usual
        machines.messages.start()


UNTRUSTED = "its certificate cannot be trusted: sslrootcert did not sign it, or it has expired"


def test_a_database_that_is_not_to_be_had(
    machines: Machines, check: Callable[..., list[str]]
) -> None:
    trust = f"sslrootcert={machines.folder}/ca.pem"
    stranger = trust.replace("ca.pem", "stranger.pem")
    assert told("database", check((trust, stranger)), machines) == [UNTRUSTED]
    gone = trust.replace("ca.pem", "gone.pem")
    assert told("database", check((trust, gone)), machines) == [
        "the file that sslrootcert names is missing, or is no certificate"
    ]
    [named] = told("database", check(("@127.0.0.1", "@localhost")), machines)
    assert named.endswith("its certificate is of another name")
    try:
        machines.write_password("other")
        assert told("database", check(), machines) == ["the database does not let this user in"]
        machines.write_password("")
        assert told("database", check(), machines) == [
            "it asks for a password, and PGPASSFILE or .pgpass has none for it"
        ]
    finally:
        machines.write_password(PASSWORD)


def test_a_certificate_of_the_database_that_is_over(
    machines: Machines, check: Callable[..., list[str]]
) -> None:
    over = machines.authority.sign(machines.folder / "over.crt", "127.0.0.1", days_left=-1)
    machines.database.show(over)
    try:
        assert told("database", check(), machines) == [UNTRUSTED]
    finally:
        machines.database.show(machines.folder / "database.crt")
