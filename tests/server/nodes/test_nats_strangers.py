"""Whoever else reaches the server sees every message, and can make none that a node takes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from nats.aio.client import Client

from croupier.server.nodes.envelopes import Address, Answers, Refused, Seals
from croupier.server.nodes.messages import NoAnswer
from tests.support.nodes import HOUSE, SECRET, by_server, opened, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from nats.aio.msg import Msg

    from croupier.server.nodes.desk import Desk
    from tests.support.nats_server import NatsServer

SECONDS = 10.0


class Stranger(NamedTuple):
    client: Client
    seen: list[Msg]


@asynccontextmanager
async def stranger_at(server: NatsServer) -> AsyncIterator[Stranger]:
    client = Client()
    seen: list[Msg] = []

    async def see(message: Msg) -> None:
        await asyncio.sleep(0)
        seen.append(message)

    await client.connect(f"nats://{server.address}")
    await client.subscribe("croupier.>", cb=see)
    await client.flush()
    await client.flush()
    yield Stranger(client, seen)
    await client.close()


class Carrying:
    """Nodes that carry something out, and what was."""

    def __init__(self, *nodes: Desk) -> None:
        self.done: list[bytes] = []
        for node in nodes:
            node.answer("do", self.carry_out)

    async def carry_out(self, body: bytes) -> bytes:
        await asyncio.sleep(0)
        self.done.append(body)
        return b"done"


@pytest.mark.threat("T122")
def test_what_strangers_send_is_refused(server: NatsServer) -> None:
    async def run() -> list[bytes]:
        nodes = opened(by_server(f"nats://{server.address}"), "a", "b", "c")
        async with stranger_at(server) as stranger, nodes as [a, b, c]:
            carrying = Carrying(b, c)
            assert await a.ask("b", "do", b"it", SECONDS) == b"done"
            await until(lambda: len(stranger.seen) == 2)
            [asked, answered] = stranger.seen
            assert answered.subject == asked.reply
            forged = Seals(b"guessed", HOUSE, "a", a.seals.run, b.seals.clock)
            address = Address("b", "do", b.seals.clock() + 9_000)
            for subject, data in (
                (asked.subject, asked.data),  # repeated
                (asked.subject.replace(".b.", ".c."), asked.data),  # sent elsewhere
                (asked.subject, forged.seal("ask", address, b"forged").data),
                (asked.subject, b""),
                (asked.subject, answered.data),
                (answered.subject, answered.data),
            ):
                await stranger.client.publish(subject, data, reply=asked.reply)
            await until(lambda: sum(one.refused.total() for one in (a, b, c)) == 6)
            assert a.refused == {Refused.REPEATED: 1}
            assert b.refused == {Refused.REPEATED: 1, Refused.FORGED: 2, Refused.NOT_HERE: 1}
            assert c.refused == {Refused.NOT_HERE: 1}
            assert await a.ask("b", "do", b"again", SECONDS) == b"done"
            return carrying.done

    assert asyncio.run(run()) == [b"it", b"again"]


@pytest.mark.threat("T124")
def test_an_answer_to_one_request_is_none_to_another(server: NatsServer) -> None:
    """Also where its receiver has not seen it yet, as when the server itself is a stranger's."""

    async def run() -> str:
        async with opened(by_server(f"nats://{server.address}"), "a") as [a]:
            b = Seals(SECRET, HOUSE, "b", "run", a.seals.clock)
            async with stranger_at(server) as stranger:
                await stranger.client.subscribe("croupier.house.node.b.*")
                await stranger.client.flush()
                await stranger.client.flush()
                asking = asyncio.create_task(a.ask("b", "do", b"", 0.5))
                await until(lambda: stranger.seen)
                reply = stranger.seen[0].reply
                for run, number in (("other", 1), (a.seals.run, 2)):
                    address = Address("a", "do", b.clock() + 9_000, Answers(run, number))
                    data = b.seal("answer", address, b"of another").data
                    await stranger.client.publish(reply, data)
                with pytest.raises(NoAnswer) as told:
                    await asking
        return told.value.reason

    assert asyncio.run(run()) == "b did not answer do within 0.5 seconds"


def test_headers_that_nats_py_cannot_read_do_not_silence_a_node(server: NatsServer) -> None:
    async def run() -> None:
        async with opened(by_server(f"nats://{server.address}"), "a", "b") as [a, b]:
            Carrying(b)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            await reader.readline()
            writer.write(b'CONNECT {"headers":true,"verbose":false}\r\n')
            writer.write(b"HPUB croupier.house.node.b.do 8 8\r\nNATS/1.0\r\nPING\r\n")
            await writer.drain()
            await reader.readline()
            writer.close()
            await until(lambda: b.refused == {Refused.FORGED: 1})
            assert await a.ask("b", "do", b"1", SECONDS) == b"done"

    asyncio.run(run())


@pytest.mark.parametrize("number", ["1", "x", "9" * 500, "²", "-1"])
def test_that_nobody_is_there_is_heard_only_where_answers_come(
    server: NatsServer, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> bytes:
        nodes = opened(by_server(f"nats://{server.address}"), "a", "b")
        async with stranger_at(server) as stranger, nodes as [a, b]:
            go = asyncio.Event()

            async def wait(body: bytes) -> bytes:
                await go.wait()
                return body

            b.answer("wait", wait)
            asking = asyncio.create_task(a.ask("b", "wait", b"it", SECONDS))
            await until(lambda: b.tasks)
            mine = f"croupier.house.answer.a.{a.seals.run}"
            at = ["croupier.house.node.a", "croupier.house.all", *([mine] * (number != "1"))]
            for subject in at:
                nobody = {"Status": "503"}
                await stranger.client.publish(f"{subject}.{number}", b"", headers=nobody)
            await stranger.client.flush()
            a.answer("do", wait)
            go.set()
            assert await b.ask("a", "do", b"", SECONDS) == b""
            return await asking

    assert asyncio.run(run()) == b"it"
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
