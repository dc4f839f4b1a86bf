"""One connection to a NATS server, from its beginning to its end; it never comes back.

A line that broke is replaced by a new one, so nothing that was written to the old one can arrive
later. nats-py's own reconnecting keeps a buffer, gives up at a refused password, and goes on
without TLS where a server does not offer it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING

from nats.aio.client import Client
from nats.errors import Error, NoServersError, SlowConsumerError

from croupier.problems import own_words
from croupier.server import logs

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nats.aio.msg import Msg

    from croupier.server.nodes.nats_place import Place

CONNECT_SECONDS, OPEN_SECONDS, END_SECONDS = 2, 6.0, 1.0
PING_SECONDS, MOST_PINGS = 2, 2
"""A server that answers no ping is given up after three of them."""
MOST_WAITING = 65_536
"""Messages of one subject that have come and were not yet taken."""
logging.getLogger("asyncio").addFilter(lambda said: "eof_received" not in said.getMessage())
"""Nothing is wrong: nats-py has a stream whose TLS begins later, and that is told at its end."""
REFUSED_CERTIFICATE = re.compile("ALERT.*(CERTIFICATE|UNKNOWN_CA)")
NEEDED = "2.2 or newer is needed, which says where nobody listens"
AS_SERVERS_SAY = {
    "authorization violation": "it refuses this user and password",
    "user authentication expired": "the credentials are no longer valid",
}


class Line(Client):
    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.last: Exception | None = None
        self.is_slow = False

    async def open(
        self, name: str, subjects: list[str], heard: Callable[[Msg], Awaitable[None]]
    ) -> str | None:
        """None once everything on these subjects is heard, else why not, in one line."""
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await self.begin(name)
                await self.listen(subjects, heard)
        except NoServersError:
            return says(self.last)
        except (OSError, Error, TimeoutError, ValueError) as error:
            return says(error)
        return None

    async def begin(self, name: str) -> None:
        place, credentials = self.place, self.place.credentials
        await self.connect(
            place.url,
            name=name,
            error_cb=self.fault,
            no_echo=True,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=CONNECT_SECONDS,
            ping_interval=PING_SECONDS,
            max_outstanding_pings=MOST_PINGS,
            tls=place.tls,
            user=place.user,
            password=place.password,
            user_credentials=str(credentials) if credentials else None,
        )

    def _connect_command(self) -> bytes:
        """Written before anything of ours: where TLS was not offered, no password follows."""
        if self.place.is_tls and not self._server_info.get("tls_required"):
            raise Error("it does not speak TLS")
        if not self._server_info.get("headers"):
            raise Error(f"it is NATS {self._server_info.get('version', '')[:20]}: {NEEDED}")
        return super()._connect_command()

    async def _process_headers(self, headers: bytes) -> dict[str, str] | None:
        """None where they make no sense; nats-py would stop reading."""
        try:
            return await super()._process_headers(headers)
        except Exception:  # noqa: BLE001 - whatever anybody can send
            return None

    async def listen(self, subjects: list[str], heard: Callable[[Msg], Awaitable[None]]) -> None:
        for subject in subjects:
            await self.subscribe(subject, cb=heard, pending_msgs_limit=MOST_WAITING)
        await self.flush()  # its ping is written past what waits to be written,
        await self.flush()  # so only a second one comes behind

    async def fault(self, error: Exception) -> None:
        self.last = error
        if isinstance(error, SlowConsumerError):
            if not self.is_slow:
                logs.warn("messages come faster than they are taken: some are lost")
            self.is_slow = True
        elif type(error) is Error:  # of a right that it does not give; the line holds
            logs.warn("messages: the server complains", says=says(error))

    async def end(self) -> None:
        """Nothing of it stays, also where nats-py fails to write what was left to be written."""
        try:
            with suppress(Exception):
                async with asyncio.timeout(END_SECONDS):
                    await self.close()
        finally:
            for subscription in list(self._subs.values()):
                subscription._stop_processing()  # noqa: SLF001 - no other way once it is closed
            if self._transport is not None:
                self._transport.close()  # type: ignore[no-untyped-call]


def says(error: Exception | None) -> str:
    match error:
        case ssl.SSLError():
            return tls_says(error)
        case TimeoutError():
            return "it does not answer in time"
        case ConnectionResetError() | ConnectionAbortedError() | BrokenPipeError():
            return "it hangs up"  # as one does that wants a certificate, and TLS 1.3 tells late
        case OSError(errno=int()):
            return own_words(error)
        case OSError() | None:
            return "it cannot be reached"
    text = str(error).removeprefix("nats: ").strip("' \r\n")
    return next(
        (ours for theirs, ours in AS_SERVERS_SAY.items() if theirs in text.lower()), text[:200]
    )


def tls_says(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate cannot be trusted: {error.verify_message}"
    if REFUSED_CERTIFICATE.search(error.reason or ""):
        return "it wants another certificate of this node"
    return f"TLS fails: {error.reason or 'no reason is given'}"
