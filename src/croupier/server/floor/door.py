"""The way in: connections bounded in number, the head of a request in length and in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.server.floor.pulse import Pulse
from croupier.server.floor.upgrade import Upgrade
from croupier.server.limits import Crowd, Limits, neighbourhood
from croupier.server.web import CUT, KNOWN, MOST_BYTES, is_among

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport
    from collections.abc import Sequence

    from starlette.applications import Starlette

    from croupier.server.limits import Connection

HEAD_BYTES, HEAD_SECONDS = 32_768, 10.0
"""Of a request, until its head is whole."""
BODY_SECONDS = 30.0
"""For the rest of it, whether or not anybody reads that."""
MOST_PIPELINED = 8
"""Requests of a connection that wait until those before them are answered; no browser sends any."""


class Pipelined(Exception):  # noqa: N818 - ends the parser in the middle of what has arrived
    """More requests than may wait."""


class HouseConfig(Config):
    """As uvicorn takes it, with who is in and which proxies are believed."""

    crowd: Crowd
    pulse: Pulse
    proxies: Sequence[str] = ()


class Door(HttpToolsProtocol):
    config: HouseConfig
    counted: Connection | None = None
    refused = False
    head_bytes = 0
    in_head, in_body = True, False
    late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if is_among(host, self.config.proxies):  # counted by the address that it tells
            host = ""
        address = neighbourhood(host)
        if address:
            self.counted = self.config.crowd.connects(address, self.turn_away)
            if self.counted is None:
                self.turn_away()
                return
        self.wait_for_head()

    def wait_for_head(self) -> None:
        self.in_head, self.head_bytes = True, 0
        self.late = self.loop.call_later(HEAD_SECONDS, self.turn_away)

    def came(self) -> None:
        """What was waited for."""
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        if self.in_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_body and self.late is None:
            self.late = self.loop.call_later(BODY_SECONDS, self.turn_away)
        if self.in_head and self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        self.came()
        self.in_head, self.in_body = False, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.came()
        self.in_body = False
        super().on_message_complete()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            self.turn_away()
            raise Pipelined
        if self.late is None:
            self.wait_for_head()
        super().on_message_begin()
        more = {CUT: self.turn_away} | ({KNOWN: self.known} if self.counted is not None else {})
        self.scope["extensions"] = more  # type: ignore[typeddict-item]

    def turn_away(self) -> None:
        """Nothing more is read, and what waits is not answered."""
        self.refused = True
        self.pipeline.clear()
        self.transport.abort()

    def known(self) -> None:
        if self.counted is not None:
            self.config.crowd.knows(self.counted)

    def send_400_response(self, msg: str) -> None:
        if not self.refused:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """The connection is no longer ours; whoever has it now says when it is over."""
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if self.counted is not None and isinstance(protocol, Upgrade):
            self.came()
            protocol.connection, self.counted = self.counted, None
            protocol.connection.drop = self.transport.abort  # or this would stay as long

    def connection_lost(self, exc: Exception | None) -> None:
        self.came()
        if self.counted is not None:
            self.config.crowd.disconnects(self.counted)
            self.counted = None
        super().connection_lost(exc)


def served(app: Starlette, *, proxies: Sequence[str] = (), **more: Any) -> Config:  # noqa: ANN401
    """How the house listens; frames are made once for all, so none is compressed for one.

    What a proxy says of its client is believed from these proxies only.
    """
    config = HouseConfig(
        app,
        http=Door,
        ws=Upgrade,
        ws_per_message_deflate=False,
        ws_max_size=4 * MOST_BYTES,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        **{"log_level": "error"} | more,
    )
    config.crowd = getattr(app.state, "crowd", None) or Crowd(Limits())
    config.pulse = Pulse(config.ws_ping_interval, config.ws_ping_timeout)
    config.proxies = tuple(proxies)
    return config
