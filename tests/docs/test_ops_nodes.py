"""The files for a house on several machines: a drop-in, and proxies that run on demand."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.proxies import OPS, installed
from tests.support.server_process import GONE, until
from tests.support.two_nodes import behind, two_nodes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgres_server import Server
    from tests.support.proxies import Proxied
    from tests.support.secure_node import SecureNode

ANALYZE = shutil.which("systemd-analyze")
PROGRAM = "/opt/croupier/bin/croupier"


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", ["croupier", "croupier-backup"])
def test_the_drop_in_is_one_that_systemd_takes(unit: str, tmp_path: Path) -> None:
    """Over the unit of a house of one machine, whose other lines stay."""
    beside = tmp_path / f"{unit}.service.d"
    beside.mkdir()
    for file, to in ((f"{unit}.service", tmp_path), (f"{unit}-node.conf", beside)):
        text = (OPS / file).read_text("utf-8").replace(PROGRAM, sys.executable)
        (to / file).write_text(text)
    told = subprocess.run(
        [str(ANALYZE), "verify", str(tmp_path / f"{unit}.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_the_drop_in_asks_for_what_the_program_has(tmp_path: Path) -> None:
    text = (OPS / "croupier-node.conf").read_text("utf-8")
    emptied, start = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    help_ = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    assert (emptied, start.split()[:2]) == ("", [PROGRAM, "serve"])
    assert [one for one in start.split() if one.startswith("--") and one not in help_] == []


# On demand: a real proxy before two nodes


@pytest.mark.demand
@pytest.mark.parametrize("name", ["haproxy", "caddy"])
def test_a_terminal_comes_back_at_another_machine(
    name: str, tmp_path: Path, postgres: Server
) -> None:
    program = installed(name)
    with (
        two_nodes(tmp_path, postgres.fresh()) as nodes,
        behind(program, tmp_path, nodes) as made,
    ):
        killed_under_a_terminal(made, list(nodes.values()))


def killed_under_a_terminal(made: Proxied, nodes: list[SecureNode]) -> None:
    own = {"Origin": made.url}
    with httpx.Client(base_url=made.url, verify=made.trusted, timeout=20) as client:
        until(lambda: client.get("/ready").status_code == 200)
        told = client.post("/api/guest", headers=own)
        assert told.status_code == 200, told.text
        assert client.get("/metrics").status_code == 403
    cookie = {"Cookie": told.headers["set-cookie"].partition(";")[0], **own}

    def back() -> dict[str, Any]:
        with connect(
            f"wss://localhost:{made.https}/ws", ssl=made.trusted, additional_headers=cookie
        ) as socket_:
            greeted: dict[str, Any] = json.loads(socket_.recv(10))
            socket_.send(json.dumps({"type": "watch", "table": "three-pictures"}))
            until(lambda: json.loads(socket_.recv(10))["type"] == "seen")
            [here] = [one for one in nodes if one.process.poll() is None and one.sockets() == 1]
            return greeted | {"node": here}

    before = back()
    before["node"].kill()
    found: list[dict[str, Any]] = []

    def again() -> bool:
        with suppress(*GONE, InvalidStatus):
            found.append(back())
        return bool(found)

    until(again, seconds=10)
    assert found[0]["who"]["name"] == before["who"]["name"] == told.json()["name"]
    assert found[0]["node"] is not before["node"]
