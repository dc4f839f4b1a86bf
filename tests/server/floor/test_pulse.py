"""Pings: whoever answers stays, and whoever does not is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.floor.pulse import Pulse
from tests.support.house_in_thread import Running, until
from tests.support.raw_socket import CLOSE, PING, PONG, TEXT, masked, raw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.floor.frames import Direct

EVERY, WITHIN = 0.1, 0.6
UNANSWERED = 1011


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, betting_seconds=3600, patience=0)
    yield made
    made.stop()


@pytest.fixture
def cookie(running: Running, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(running.server.config, "pulse", Pulse(EVERY, WITHIN))
    return f"Cookie: croupier={httpx.post(f'{running.url}/api/guest').cookies['croupier']}"


def watched(running: Running) -> Direct:
    until(lambda: running.house.floor.watchers)
    [watcher] = running.house.floor.watchers
    return watcher.line  # type: ignore[return-value]


def test_whoever_answers_stays(running: Running, cookie: str) -> None:
    with raw(running.port, cookie) as one:
        pinged = []
        for kind, content in one.frames():
            if kind == PING:
                pinged.append(content)
                one.send(masked(PONG, content))
            if len(pinged) == 10:  # by then an unanswered one would have been too late
                break
        assert len(set(pinged)) == len(pinged)
        assert {len(content) for content in pinged} == {4}
        assert running.house.floor.watchers
    until(lambda: not running.house.floor.watchers)


@pytest.mark.parametrize("answer", [b"", masked(PONG, b"else"), masked(PING), masked(TEXT, b"{}")])
def test_whoever_does_not_answer_is_gone(running: Running, cookie: str, answer: bytes) -> None:
    """Whatever else he sends."""
    with raw(running.port, cookie) as one:
        line = watched(running)
        found = []
        for kind, content in one.frames():
            found.append((kind, content))
            if kind == PING:
                one.send(answer)
        assert [kind for kind, _ in found].count(PING) == 1
        codes = [int.from_bytes(content[:2]) for kind, content in found if kind == CLOSE]
        assert codes in ([], [UNANSWERED])  # it is told, if there is still time for it
        assert line.lost
    until(lambda: not running.house.floor.watchers)


def test_whoever_takes_nothing_any_more_is_gone(running: Running, cookie: str) -> None:
    with raw(running.port, cookie, receive=4096):
        line = watched(running)
        line.loop.call_soon_threadsafe(line.write, b"x" * 200_000)
        until(line.waiting)
        until(lambda: not running.house.floor.watchers)
        assert line.lost


def test_without_pings_nobody_is_gone(
    running: Running, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.server.config, "pulse", Pulse(None, WITHIN))
    with raw(running.port, cookie) as one:
        watched(running)
        one.send(masked(TEXT, b'{"type":"ping"}'))
        kinds = []
        for kind, content in one.frames():
            kinds.append(kind)
            if b'"pong"' in content:
                break
        assert PING not in kinds


def test_who_has_left_is_not_pinged(running: Running, cookie: str) -> None:
    pulse = running.server.config.pulse  # type: ignore[attr-defined]
    with raw(running.port, cookie):
        watched(running)
    until(lambda: not running.house.floor.watchers)
    until(lambda: not pulse.pings.due and not pulse.deadlines.due)
