"""The files that an operator takes over: unit files, container file; proxies run on demand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.configured_house import written
from tests.support.folders import ROOT
from tests.support.proxies import OPS, Proxied, installed, running
from tests.support.server_process import Served, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNITS = ("croupier.service", "croupier-backup.service")
ANALYZE = shutil.which("systemd-analyze")
PROGRAM = "/opt/croupier/bin/croupier"
MOST_EXPOSED = 20
"""Of 100, as systemd counts."""


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_file_is_one_that_systemd_takes(unit: str, tmp_path: Path) -> None:
    """With a program that is there, in place of the one that an operator installs."""
    text = (OPS / unit).read_text("utf-8")
    assert text.count(PROGRAM) == 1
    (tmp_path / unit).write_text(text.replace(PROGRAM, sys.executable))
    for verb in (["verify"], ["security", "--offline=true", f"--threshold={MOST_EXPOSED}"]):
        told = subprocess.run(
            [str(ANALYZE), *verb, str(tmp_path / unit)], capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stderr) == (0, ""), told.stdout[-500:]


@pytest.mark.slow
def test_the_units_ask_for_what_the_program_has(tmp_path: Path) -> None:
    for unit in UNITS:
        [start] = re.findall(r"^ExecStart=\S+ (.+)$", (OPS / unit).read_text("utf-8"), re.MULTILINE)
        verb, *more = start.split()
        help_ = subprocess.run(
            [sys.executable, "-m", "croupier", verb, "--help"],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        ).stdout
        assert [one for one in more if one.startswith("--") and one not in help_] == []


def test_the_schedule_may_write_where_the_guide_puts_backups() -> None:
    """In the folder that the guide puts into house.toml; the house itself only reads there."""
    guide = (ROOT / "docs" / "operator.md").read_text("utf-8")
    [folder] = re.findall(r'^folder = "(.+)"$', guide, re.MULTILINE)
    may_write = re.compile(rf"^ReadWritePaths=.*\B-?{folder}$", re.MULTILINE)
    texts = {unit: (OPS / unit).read_text("utf-8") for unit in UNITS}
    assert [unit for unit in UNITS if may_write.search(texts[unit])] == ["croupier-backup.service"]


def test_every_alert_says_what_to_do() -> None:
    alerts = re.findall(r"alert: (\w+)", (OPS / "alerts.yml").read_text("utf-8"))
    guide = (ROOT / "docs" / "operator.md").read_text("utf-8")
    rows = "".join(line for line in guide.splitlines() if line.startswith("|"))
    assert [one for one in alerts if not re.search(rf"\b{one}\b", rows)] == []


def test_the_container_runs_as_nobody_on_a_root_that_is_read_only() -> None:
    lines = (OPS / "Containerfile").read_text("utf-8").replace("\\\n", "").splitlines()
    last = lines[max(at for at, line in enumerate(lines) if line.startswith("FROM")) :]
    assert {line.split()[1] for line in lines if line.startswith("FROM")} == {"${PYTHON}"}
    [image] = [line.partition("=")[2] for line in lines if line.startswith("ARG PYTHON")]
    assert re.fullmatch(r"python:3\.11-[a-z-]+", image)
    assert [line for line in last if line.startswith("USER")] == ["USER 10001:10001"]
    assert "VOLUME /var/lib/croupier" in last
    [health] = [line for line in last if line.startswith("HEALTHCHECK")]
    command = json.loads(health.partition("CMD ")[2])
    assert command[0].startswith("/opt/croupier/")
    compile(command[2], "HEALTHCHECK", "exec")
    assert any("--read-only" in line for line in lines)


def test_the_container_is_made_of_the_bundle() -> None:
    lines = (OPS / "Containerfile").read_text("utf-8").splitlines()
    [copied] = [line.split()[1] for line in lines if line.startswith("COPY dist/")]
    assert f"tools.bundle {copied} " in (ROOT / "Makefile").read_text("utf-8")
    assert any("sh /bundle/install.sh /opt/croupier " in line for line in lines)
    assert (ROOT / "tools" / "install.sh").is_file()


@pytest.mark.demand
def test_the_container_is_built_and_healthy() -> None:
    """Where podman is, the image that it begins with can be had, and `make bundle` was run.

    Another image to begin with is named by CROUPIER_IMAGE.
    """
    podman = shutil.which("podman")
    if podman is None or not (ROOT / "dist" / "bundle").is_dir():
        pytest.skip("podman is not installed, or there is no bundle")
    other = os.environ.get("CROUPIER_IMAGE")
    begins = ["--build-arg", f"PYTHON={other}"] if other else []
    build = [
        "build",
        "-q",
        "--format",
        "docker",
        *begins,
        "-f",
        str(OPS / "Containerfile"),
        str(ROOT),
    ]
    image = said_by(podman, *build)
    apart = ["--read-only", "--cap-drop", "all", "--tmpfs", "/tmp"]  # noqa: S108 - its own
    assert "croupier " in said_by(podman, "run", "--rm", *apart, image, "--version")
    assert "baccarat" in said_by(podman, "run", "--rm", *apart, image, "odds", "--all")
    house = said_by(podman, "run", "--detach", "--rm", *apart, image)
    try:
        until(lambda: called(podman, "healthcheck", "run", house).returncode == 0)
        assert said_by(podman, "exec", house, "id", "-u") == "10001"
    finally:
        said_by(podman, "stop", "--time", "20", house)


def called(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def said_by(*command: str) -> str:
    done = called(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# On demand: a real proxy before a real house


@contextmanager
def before_a_house(name: str, tmp_path: Path) -> Iterator[Proxied]:
    program = installed(name)
    folder = tmp_path / "house"
    folder.mkdir()
    believed = 'names = ["localhost"]\nproxies = ["127.0.0.1"]'
    (folder / "house.toml").write_text(written("baccarat", serve=believed))
    with Served(folder) as served:
        made = Proxied(tmp_path, {"127.0.0.1:8000": served.port})
        with running([program, *getattr(made, name)()], made):
            yield made
        served.stop()


@pytest.mark.demand
@pytest.mark.parametrize("name", ["haproxy", "caddy", "nginx"])
def test_a_proxy_brings_tls_sockets_and_secure_cookies(name: str, tmp_path: Path) -> None:
    with (
        before_a_house(name, tmp_path) as proxied,
        httpx.Client(base_url=proxied.url, verify=proxied.trusted, timeout=20) as client,
    ):
        until(lambda: client.get("/ready").text == "ready\n")
        own = {"Origin": proxied.url}
        told = client.post("/api/guest", headers=own)
        assert told.status_code == 200, told.text
        cookie = told.headers["set-cookie"]
        assert {"secure", "httponly"} <= set(cookie.lower().split("; "))
        assert "strict-transport-security" in told.headers
        elsewhere = {"Origin": "https://elsewhere.example"}
        assert client.post("/api/guest", headers=elsewhere).status_code == 403
        spoofed = {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "http"}
        again = client.post("/api/guest", headers=own | spoofed)
        assert "secure" in again.headers["set-cookie"].lower()
        assert client.get("/metrics", headers=spoofed).status_code == 403
        plain = httpx.get(f"http://localhost:{proxied.http}/ready", follow_redirects=False)
        assert (plain.status_code, plain.headers["location"][:8]) == (308, "https://")
        with connect(
            f"wss://localhost:{proxied.https}/ws",
            ssl=proxied.trusted,
            additional_headers={"Cookie": cookie.partition(";")[0], **own},
        ) as socket_:
            assert json.loads(socket_.recv(10))["who"]["name"] == told.json()["name"]
            socket_.send(json.dumps({"type": "ping"}))
            until(lambda: json.loads(socket_.recv(10))["type"] == "pong")
