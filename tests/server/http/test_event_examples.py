"""The programs of the examples that follow a house, as processes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx

from croupier.server.webhook import signature
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.http_callers import Server

SECRET = "a secret of the house and its receiver"  # noqa: S105 - of nobody


def followed(server: Server, folder: Path) -> subprocess.CompletedProcess[str]:
    program = str(ROOT / "examples" / "follow_events.py")
    files = ["--token", str(folder / "token"), "--position", str(folder / "position")]
    return subprocess.run(
        [sys.executable, program, server.url, *files, "--stream", "cage", "--until-here"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_program_follows_and_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    asked = {"name": "follower", "scopes": ["events"], "reason": "a test"}
    number = server.as_("m1").post("/api/services", **asked)[1]["number"]
    shown = server.as_("f1").post(f"/api/services/proposals/{number}/confirm")[1]
    (tmp_path / "token").write_text(shown["token"], "ascii")
    first = followed(server, tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    kinds = [json.loads(line)["event"]["event"] for line in first.stdout.splitlines()]
    assert kinds == ["bought-in", "bought-in"]
    server.as_("d1").post("/api/players/p1/buy-in", cents=300)
    second = followed(server, tmp_path)
    assert [json.loads(line)["event"]["cents"] for line in second.stdout.splitlines()] == [300]
    server.as_("m1").post("/api/services/follower/revoke")
    third = followed(server, tmp_path)
    says = "401: this token opens nothing: it is wrong, has ended or was revoked\n"
    assert (third.returncode, third.stderr) == (1, says)


def test_a_program_receives_each_entry_once_and_only_from_the_house(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET, "ascii")
    (tmp_path / "entries").write_text('{"position": 1}\n{"posi', "ascii")  # it was killed
    files = ["--secret", str(tmp_path / "secret"), "--entries", str(tmp_path / "entries")]
    program = str(ROOT / "examples" / "webhook_receiver.py")
    process = subprocess.Popen(
        [sys.executable, program, "0", *files], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = f"http://127.0.0.1:{process.stdout.readline().split()[-1]}/"
        body = json.dumps({"entries": [{"position": 1}, {"position": 3}]}).encode()
        at = int(time.time())
        for header, status in [
            (signature(SECRET.encode(), at, body), 204),
            (signature(SECRET.encode(), at, body), 204),
            (signature(SECRET.encode(), at - 301, body), 403),
            (signature(b"another", at, body), 403),
            ("", 403),
            ("t=x,v1=", 403),
        ]:
            told = httpx.post(url, content=body, headers={"Croupier-Signature": header})
            assert told.status_code == status
    finally:
        process.kill()
        process.communicate(timeout=20)
    lines = (tmp_path / "entries").read_text("utf-8").splitlines()
    assert [json.loads(line)["position"] for line in lines] == [1, 3]
