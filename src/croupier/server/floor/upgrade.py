"""The handshake of a connection; whoever is let in goes on as `Direct`, and this is given back.

The application answers as to any request, in a task that ends with the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from croupier.server.floor.frames import Direct

if TYPE_CHECKING:
    from websockets.http11 import Request

    from croupier.server.floor.door import HouseConfig
    from croupier.server.limits import Bucket, Connection

EXTENSION = "croupier.upgrade"
SWITCHES = 101


class Upgrade(WebSocketsSansIOProtocol):
    config: HouseConfig
    connection: Connection | None = None
    """As it is counted, where it is."""
    is_over = False

    def data_received(self, data: bytes) -> None:
        """A client has to wait for the answer."""
        if self.handshake_initiated:
            self.transport.abort()
        else:
            super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHES:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    async def run_asgi(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        finally:
            if not self.is_over:
                self.transport.close()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as ASGI has it
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused, which is an answer as well

    def let_in(self, bucket: Bucket) -> Direct:
        """The connection, which from here on is no longer ours."""
        self.is_over = True
        self.stop_keepalive()
        self.connections.discard(self)
        config = self.config
        line = Direct(self.transport, bucket, config.ws_max_size, config.pulse, self.connections)
        line.begin()
        del self.scope, self.conn  # what has read the request goes with it
        return line

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.connection is not None:
            self.config.crowd.disconnects(self.connection)
