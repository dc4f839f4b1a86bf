"""Real proxies with the files that an operator takes over, at ports of a test."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.support.certificate import self_signed
from tests.support.folders import ROOT
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OPS = ROOT / "ops"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Proxied:
    def __init__(self, folder: Path, ports: dict[str, int], kind: str = "") -> None:
        self.folder, self.ports, self.kind = folder, ports, kind
        self.http, self.https = free_port(), free_port()
        self.trusted = ssl.create_default_context(cadata=self_signed(folder, "localhost"))
        self.url = f"https://localhost:{self.https}"

    def written(self, file: str) -> str:
        """The file as it stands, at ports and with a certificate of the test."""
        text = (OPS / file).read_text("utf-8")
        for address, port in self.ports.items():
            text = text.replace(address, f"127.0.0.1:{port}")
        text = text.replace("/etc/croupier/", f"{self.folder}/")
        return text.replace("house.example", "localhost")

    def haproxy(self) -> list[str]:
        text = self.written(f"haproxy{self.kind}.cfg")
        text = text.replace("bind :80\n", f"bind 127.0.0.1:{self.http}\n")
        text = re.sub("maxconn [0-9]+", "maxconn 1000", text)  # of the open files of a test
        text = text.replace("bind :443 ", f"bind 127.0.0.1:{self.https} ")
        (self.folder / "haproxy.cfg").write_text(text)
        return ["-f", str(self.folder / "haproxy.cfg"), "-db"]

    def caddy(self) -> list[str]:
        ports = f"http_port {self.http}\n\thttps_port {self.https}"
        options = f"{{\n\tadmin off\n\t{ports}\n}}\n"
        text = options + self.written(f"Caddyfile{self.kind}")
        (self.folder / "Caddyfile").write_text(text)
        return ["run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile"]

    def nginx(self) -> list[str]:
        text = self.written("nginx.conf")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.http};")
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.https} ")
        places = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = (
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{places}{text}\n}}\n"
        )
        (self.folder / "nginx.conf").write_text(whole)
        return ["-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "errors")]


def installed(name: str) -> str:
    program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(f"{name} is not installed")
    return program


@contextmanager
def running(command: list[str], made: Proxied) -> Iterator[None]:
    with (made.folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
    try:
        until(lambda: listens(made.https) or process.poll() is not None)
        assert process.poll() is None, (made.folder / "said").read_text()
        yield
    finally:
        process.terminate()
        process.wait(10)


def listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
