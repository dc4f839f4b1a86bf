"""Receives what a house posts, checks that it is the house's, and keeps each entry once.

    python webhook_receiver.py PORT --secret FILE --entries FILE

A post is answered with 204 when its entries are on disk, and only then: what was not answered so is
posted again. It needs nothing but Python's own library.
"""

from __future__ import annotations

import argparse
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

FRESH_SECONDS = 300
"""A post that was signed longer ago is somebody's recording."""
MOST_BYTES = 16 << 20


def is_genuine(secret: bytes, header: str, body: bytes, now: float) -> bool:
    """Whether `Croupier-Signature: t=…,v1=…` is of this body, by the house, and fresh."""
    said = dict(part.partition("=")[::2] for part in header.split(","))
    if not said.get("t", "").isdecimal() or abs(now - int(said["t"])) > FRESH_SECONDS:
        return False
    code = hmac.new(secret, said["t"].encode() + b"." + body, "sha256").hexdigest()
    return hmac.compare_digest(code, said.get("v1", ""))


class Kept:
    """Entries in a file, a line each; those that are there already are not written again."""

    def __init__(self, file: Path) -> None:
        self.file = file
        whole, _, torn = (file.read_bytes() if file.exists() else b"").rpartition(b"\n")
        if torn:  # it was killed while it wrote: not acknowledged, so it comes again
            os.truncate(file, len(whole) + 1 if whole else 0)
        self.last = json.loads(whole.rpartition(b"\n")[2])["position"] if whole else 0

    def add(self, entries: list[dict[str, object]]) -> None:
        new = [one for one in entries if int(str(one["position"])) > self.last]
        with self.file.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(one)}\n" for one in new)
            file.flush()
            os.fsync(file.fileno())
        if new:
            self.last = int(str(new[-1]["position"]))


def handler(secret: bytes, kept: Kept) -> type[BaseHTTPRequestHandler]:
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = self.headers.get("Content-Length", "")
            body = self.rfile.read(min(int(size), MOST_BYTES)) if size.isdecimal() else b""
            header = self.headers.get("Croupier-Signature", "")
            if not is_genuine(secret, header, body, time.time()):
                self.send_error(403, "not signed by the house")
                return
            kept.add(json.loads(body)["entries"])
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Receiver


def main() -> None:
    parser = argparse.ArgumentParser(description="Receives what a house posts.")
    parser.add_argument("port", type=int, help="0: any that is free")
    parser.add_argument("--secret", required=True, type=Path, help="shared with the house")
    parser.add_argument("--entries", required=True, type=Path, help="where entries are kept")
    given = parser.parse_args()
    receiver = handler(given.secret.read_bytes().strip(), Kept(given.entries))
    server = HTTPServer(("127.0.0.1", given.port), receiver)
    print(f"listening at {server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
