"""The witness over HTTP: each status of the protocol, and what is on disk when it answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.problems import BadInput
from croupier.server.journal import durable
from croupier.server.journal.notes import Note, Signature, Submission, VerifierKey
from croupier.witness import folder
from croupier.witness.folder import Witness, name_of
from croupier.witness.serving import application
from tests.support.small_log import ORIGIN, SmallLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEEN = 1_800_000_000


class Served:
    def __init__(self, place: Path) -> None:
        self.witness = Witness(place, clock=lambda: SEEN)
        self.log = SmallLog(*(f"entry {number}" for number in range(9)))
        self.witness.follow(self.log.key)

    def ask(self, method: str, path: str, data: bytes = b"") -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=application(self.witness))
            async with httpx.AsyncClient(transport=transport, base_url="http://w") as client:
                return await client.request(method, path, content=data)

        return asyncio.run(asked())

    def post(self, what: Submission | str | bytes) -> httpx.Response:
        data = what if isinstance(what, bytes) else str(what).encode()
        return self.ask("POST", "/add-checkpoint", data)

    def held(self) -> httpx.Response:
        return self.ask("GET", f"/{name_of(ORIGIN)}/checkpoint")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path / "witness")
    yield one
    one.witness.close()


def test_a_checkpoint_is_cosigned_and_kept(served: Served) -> None:
    assert served.held().status_code == 404
    for old, size in ((0, 4), (4, 4), (4, 9)):
        reply = served.post(served.log.submission(old, size))
        assert (reply.status_code, reply.headers["content-type"]) == (
            200,
            "text/plain; charset=utf-8",
        )
        cosignature = Signature.parse(reply.text.removesuffix("\n"))
        text = Note.parse(served.log.checkpoint(size)).text
        assert cosignature.seconds == SEEN
        assert served.witness.key.verifies(text, cosignature.blob)
        assert Note.parse(served.held().text).signatures[-1] == cosignature


def test_each_refusal_has_its_status(served: Served) -> None:
    log, stranger = served.log, SmallLog("x", origin=ORIGIN)
    served.post(log.submission(0, 4))
    elsewhere = SmallLog("x", origin="elsewhere.example")
    fork = SmallLog(*(["x"] * 9))
    fork.private = log.private
    statuses = {
        "unknown log": served.post(elsewhere.submission(0)).status_code,
        "another key": served.post(stranger.submission(0)).status_code,
        "old above new": served.post(
            str(log.submission(3, 3)).replace("old 3", "old 4")
        ).status_code,
        "malformed": served.post("old x\n\n").status_code,
        "no text": served.post(b"\xff\xfe").status_code,
        "too many hashes": served.post("old 1\n" + f"{'A' * 43}=\n" * 64 + "\nx").status_code,
        "too large": served.post(b"x" * 70_000).status_code,
        "other root": served.post(fork.submission(4, 4)).status_code,
        "other beginning": served.post(fork.submission(4, 9)).status_code,
        "true": served.post(log.submission(4, 9)).status_code,
    }
    assert statuses == {
        "unknown log": 404,
        "another key": 403,
        "old above new": 400,
        "malformed": 400,
        "no text": 400,
        "too many hashes": 400,
        "too large": 413,
        "other root": 422,
        "other beginning": 422,
        "true": 200,
    }


def test_who_does_not_know_what_is_held_is_told(served: Served) -> None:
    served.post(served.log.submission(0, 4))
    reply = served.post(served.log.submission(3, 9))
    assert (reply.status_code, reply.text) == (409, "4\n")
    assert reply.headers["content-type"].split(";")[0] == "text/x.tlog.size"


def test_two_roots_are_evidence_whatever_the_request_says(served: Served) -> None:
    served.post(served.log.submission(0, 4))
    fork = SmallLog(*(["x"] * 4))
    fork.private = served.log.private
    assert served.post(fork.submission(0, 4)).status_code == 409
    assert [one.name[:5] for one in served.witness.logs[ORIGIN].evidence()] == ["fork-"]


def test_it_is_on_disk_before_the_answer(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    served.post(served.log.submission(0, 4))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(durable, "replace", full)
    with pytest.raises(OSError, match="No space"):
        served.witness.add(served.log.submission(4, 9))
    assert served.witness.logs[ORIGIN].size == 4
    monkeypatch.undo()
    assert served.post(served.log.submission(4, 9)).status_code == 200
    served.witness.close()
    again = Witness(served.witness.folder)
    assert again.logs[ORIGIN].size == 9
    served.witness.alone = again.alone


def test_a_stranger_cannot_fill_the_disk(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MOST_IN_DOUBT", 3)
    for size in range(1, 9):
        true = served.log.submission(0, size)
        served.witness.add(Submission(0, (bytes(32),), true.note, true.head))
    assert len(served.witness.logs[ORIGIN].evidence()) == 3


def test_a_witness_has_one_key_and_one_process(tmp_path: Path) -> None:
    first = Witness(tmp_path, "w1.example")
    with pytest.raises(BadInput, match="this witness runs already"):
        Witness(tmp_path)
    first.close()
    second = Witness(tmp_path)
    assert (second.key, second.key.name) == (first.key, "w1.example")
    second.close()
    with pytest.raises(BadInput, match="is not of this witness's key and name"):
        Witness(tmp_path, "w2.example")
    (tmp_path / "witness.key").unlink()
    with pytest.raises(BadInput, match="the witness's key is missing"):
        Witness(tmp_path)
    assert VerifierKey.parse((tmp_path / "witness.pub").read_text().strip()) == first.key
