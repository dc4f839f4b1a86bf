"""A node with TLS of its own, as a proxy on another machine asks for it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import httpx

from tests.support.exposition import read
from tests.support.server_process import Served

if TYPE_CHECKING:
    import ssl

NODE_NAME = "node.localhost"


class SecureNode(Served):
    trusted: ssl.SSLContext

    def asked(self, path: str) -> tuple[int, str]:
        with suppress(httpx.TransportError), httpx.Client(verify=self.trusted) as client:
            answer = client.get(
                f"https://127.0.0.1:{self.port}{path}",
                headers={"Host": "localhost"},
                extensions={"sni_hostname": NODE_NAME},
            )
            return answer.status_code, answer.text.strip()
        return 0, ""

    def sockets(self) -> float:
        return read(self.asked("/metrics")[1] + "\n")["croupier_connections"].of()
