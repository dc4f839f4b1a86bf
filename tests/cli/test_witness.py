"""`croupier witness --once`: what it says, and the status that a watchman goes by."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from tests.support.small_log import ORIGIN, SmallLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Served:
    """A small log on the web."""

    def __init__(self) -> None:
        log = self.log = SmallLog("one", "two", "three")

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                reply = log.ask(self.path)
                self.send_response(reply.status)
                self.end_headers()
                self.wfile.write(reply.text.encode())

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def served() -> Iterator[Served]:
    one = Served()
    yield one
    one.stop()


def test_a_log_that_grows_and_then_shrinks(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["witness", str(tmp_path), "--house", served.url, "--once"]
    assert run([*ask, "--key", str(served.log.key)]) == 0
    public = (tmp_path / "witness.pub").read_text().strip()
    assert capsys.readouterr() == (f"{ORIGIN}: 3 entries, cosigned by {public}\n", "")
    served.log.entries.append("four")
    assert run(ask) == 0
    assert capsys.readouterr() == (f"{ORIGIN}: 4 entries, cosigned by {public}\n", "")
    served.log.entries.pop()
    assert run(ask) == 3
    says = f"{ORIGIN}: the house says that it has 3 entries, and 4 were seen"
    lines = capsys.readouterr().err.splitlines()
    assert (lines[0], lines[1][: len(says)]) == (says, says)
    served.log.entries.append("four")
    assert run(ask) == 0  # an old checkpoint is anybody's to show, and the house stands by it
    assert capsys.readouterr() == (f"{ORIGIN}: 4 entries, cosigned by {public}\n", "")
    [kept] = tmp_path.rglob("settled/*")
    assert says.removeprefix(f"{ORIGIN}: ") in kept.read_text()


def test_a_key_is_believed_once_and_loudly(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["witness", str(tmp_path), "--house", served.url, "--once"]
    assert run(ask) == 0
    says = f"{ORIGIN}: believed at first sight; compare its key: {served.log.key}\n"
    assert capsys.readouterr().err == says
    assert run(ask) == 0
    assert capsys.readouterr().err == ""


def test_what_cannot_be_is_told_in_one_line(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = SmallLog()
    for more, says in (
        (["--house", "ftp://x"], "is no address like https://house.example:8000"),
        (["--house", "http://127.0.0.1:1"], "cannot be asked"),
        (["--house", served.url, "--key", "x"], "a verifier key is name+8"),
        (["--house", served.url, "--key", str(other.key), "--origin", "x"], "this key is of"),
        (["--house", served.url, "--origin", "elsewhere"], "its log is croupier.example/house1"),
    ):
        assert run(["witness", str(tmp_path / "w"), "--once", *more]) == 2
        assert says in capsys.readouterr().err


def test_a_known_log_keeps_its_key(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["witness", str(tmp_path), "--house", served.url, "--once"]
    assert run([*ask, "--key", str(served.log.key)]) == 0
    assert run([*ask, "--key", str(SmallLog().key)]) == 2
    assert "the log is known by another key" in capsys.readouterr().err
