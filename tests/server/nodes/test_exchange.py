"""What a simulated house does to messages: late, lost, twice, out of order, cut off."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import pytest

from croupier.server.nodes.local import Exchange
from croupier.server.nodes.messages import NoAnswer
from tests.support.nodes import opened, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.nodes.desk import Desk


class Kept:
    """Keeps what is carried until the test lets it go."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.messages: deque[tuple[str, str, Callable[[], None]]] = deque()
        self.exchange = Exchange(self.carry, lambda: self.now_ms)

    def carry(self, sender: str, receiver: str, deliver: Callable[[], None]) -> None:
        self.messages.append((sender, receiver, deliver))

    def deliver_all(self) -> list[tuple[str, str]]:
        kept, self.messages = list(self.messages), deque()
        for _, _, deliver in kept:
            deliver()
        return [(sender, receiver) for sender, receiver, _ in kept]


def test_messages_are_carried_by_whoever_simulates() -> None:
    kept, heard = Kept(), list[bytes]()

    async def run() -> None:
        async with opened(kept.exchange.messages, "a", "b", "c") as [a, b, c]:
            b.hear("moved", lambda _, body: heard.append(body))
            for number in range(5):
                a.tell("moved", b"%d" % number)
            carried = [(sender, receiver) for sender, receiver, _ in kept.messages]
            assert carried == [("a", "b"), ("a", "c")] * 5
            to_b = [deliver for _, receiver, deliver in kept.messages if receiver == "b"]
            to_b[3]()
            to_b[1]()
            assert heard == [b"3", b"1"]
            to_b[3]()  # twice
            assert heard == [b"3", b"1"]
            kept.now_ms += 12_000
            to_b[0]()  # at the last moment
            kept.now_ms += 1
            to_b[2]()  # too late
            assert heard == [b"3", b"1", b"0"]
            assert c.refused == {}

    asyncio.run(run())


def asked(kept: Kept, play: Callable[[Desk, Desk, list[bytes]], None]) -> tuple[str, list[bytes]]:
    """What became of one request, and what was carried out."""
    done: list[bytes] = []

    async def carry_out(body: bytes) -> bytes:
        await asyncio.sleep(0)
        done.append(body)
        return b"done"

    async def run() -> str:
        async with opened(kept.exchange.messages, "a", "b") as [a, b]:
            b.answer("do", carry_out)
            asking = asyncio.create_task(a.ask("b", "do", b"it", 0.3))
            await until(lambda: kept.messages)
            play(a, b, done)

            def is_answered() -> bool:
                kept.deliver_all()
                return asking.done()

            await until(is_answered)
            try:
                return asking.result().decode()
            except NoAnswer as none:
                return none.reason

    return asyncio.run(run()), done


@pytest.mark.threat("T123")
def test_a_request_that_comes_twice_is_carried_out_once() -> None:
    kept = Kept()

    def play(_a: Desk, _b: Desk, _done: list[bytes]) -> None:
        kept.messages.append(kept.messages[0])
        kept.deliver_all()

    assert asked(kept, play) == ("done", [b"it"])


def test_a_lost_request_has_no_answer() -> None:
    kept = Kept()
    lost = "b did not answer do within 0.3 seconds"
    assert asked(kept, lambda *_: kept.messages.clear()) == (lost, [])


def test_a_request_after_its_deadline_is_not_carried_out() -> None:
    kept = Kept()

    def play(_a: Desk, _b: Desk, _done: list[bytes]) -> None:
        kept.now_ms += 2_301

    assert asked(kept, play) == ("b did not answer do within 0.3 seconds", [])


def test_a_node_whose_line_is_cut_is_not_there() -> None:
    async def run() -> None:
        exchange = Exchange()
        async with exchange.messages("a") as a, exchange.messages("b") as b:
            b.cut()
            assert not b.is_connected
            for asking, reason in (
                (a.ask("b", "do", b"", 1), "there is no node b"),
                (b.ask("a", "do", b"", 1), "the line is down"),
            ):
                with pytest.raises(NoAnswer) as told:
                    await asking
                assert told.value.reason == reason
            b.mend()
            with pytest.raises(NoAnswer) as told:
                await a.ask("b", "do", b"", 1)
            assert told.value.reason == "b does not answer do"

    asyncio.run(run())


def test_a_request_to_a_node_s_last_run_is_not_answered_by_its_next() -> None:
    kept, done = Kept(), list[str]()

    async def run() -> None:
        async def carry_out(_: bytes) -> bytes:
            await asyncio.sleep(0)
            done.append("it")
            return b""

        async with kept.exchange.messages("a") as a:
            async with kept.exchange.messages("b") as b:
                a.tell("moved", b"")
                with pytest.raises(NoAnswer):
                    await a.ask("b", "do", b"", 0.05)
                b.vanish()
            kept.now_ms += 1
            async with kept.exchange.messages("b") as b:
                b.answer("do", carry_out)
                assert kept.deliver_all() == [("a", "b"), ("a", "b")]
                refused = {"it was sent before this node started": 2}
                await until(lambda: b.refused == refused)

    asyncio.run(run())
    assert done == []
