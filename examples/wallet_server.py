"""A wallet that keeps players' money for a house: the reference for docs/wallet.md.

It shares no code with the house. Every answer is given when what it says is on the disk: it can be
killed at any moment and started again. Accounts are made and paid into on the command line:

    python examples/wallet_server.py wallet.db --secret wallet.secret --open p1=500.00 --port 8100
"""

from __future__ import annotations

import argparse
import hmac
import json
import re
import sqlite3
import sys
import threading
import time
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

SCHEMA = """
CREATE TABLE IF NOT EXISTS players (
  name TEXT PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents >= 0));
CREATE TABLE IF NOT EXISTS transfers (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL, kind TEXT NOT NULL, player TEXT NOT NULL, cents INTEGER NOT NULL,
  about TEXT NOT NULL, UNIQUE (id, kind));
"""
AMOUNT = re.compile(r"(\d+)\.(\d\d)")
MOST_BYTES, MOST_LISTED, MOST_LETTERS, MOST_SECONDS_OFF = 65_536, 1_000, 100, 300
Answer = tuple[int, dict[str, Any]]


class Wallet:
    """Balances, and every transfer by its id; one at a time, each in one transaction."""

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        self.db.executescript(SCHEMA)
        self.lock = threading.Lock()

    def open_account(self, player: str, cents: int) -> None:
        self.db.execute("INSERT OR IGNORE INTO players VALUES (?, ?)", (player, cents))

    def cents_of(self, player: str) -> int | None:
        row = self.db.execute("SELECT cents FROM players WHERE name = ?", (player,)).fetchone()
        return int(row[0]) if row else None

    def transfer(self, id_: str, kind: str) -> tuple[str, int, str] | None:
        asked = "SELECT player, cents, about FROM transfers WHERE id = ? AND kind = ?"
        row = self.db.execute(asked, (id_, kind)).fetchone()
        return tuple(row) if row else None

    def add(self, id_: str, kind: str, player: str, cents: int, about: str) -> None:
        """`cents` is what the player's balance gains, or loses where it is below nothing."""
        kept = (id_, kind, player, abs(cents), about)
        self.db.execute(
            "INSERT INTO transfers (id, kind, player, cents, about) VALUES (?, ?, ?, ?, ?)", kept
        )
        self.db.execute("UPDATE players SET cents = cents + ? WHERE name = ?", (cents, player))

    def told(self, player: str) -> Answer:
        return 200, {"balance_cents": self.cents_of(player) or 0}

    def reserve(self, id_: str, player: str, cents: int, about: str) -> Answer:
        if (before := self.transfer(id_, "reserve")) and before != (player, cents, about):
            return no(422, "reused", "this id was used for something else")
        if self.transfer(id_, "roll-back"):
            return no(409, "rolled-back", "this reservation was rolled back")
        if before:
            return self.told(player)
        has = self.cents_of(player)
        if has is None:
            return no(404, "unknown-player", f"there is no account of {player}")
        if has < cents:
            return no(402, "short", f"{has} cents are there", balance_cents=has)
        self.add(id_, "reserve", player, -cents, about)
        return self.told(player)

    def roll_back(self, id_: str, player: str) -> Answer:
        """Also of an id that is not known: then the reservation cannot come later."""
        reserved = self.transfer(id_, "reserve")
        if reserved and reserved[0] != player:
            return no(422, "reused", "this id is another player's")
        if not self.transfer(id_, "roll-back"):
            self.add(id_, "roll-back", player, reserved[1] if reserved else 0, "")
        return self.told(player)

    def settle(self, id_: str, player: str, cents: int, about: str) -> Answer:
        if before := self.transfer(id_, "settle"):
            if before != (player, cents, about):
                return no(422, "reused", "this id was used for something else")
            return self.told(player)
        if self.cents_of(player) is None:
            return no(404, "unknown-player", f"there is no account of {player}")
        self.add(id_, "settle", player, cents, about)
        return self.told(player)

    def balance(self, player: str) -> Answer:
        if self.cents_of(player) is None:
            return no(404, "unknown-player", f"there is no account of {player}")
        return self.told(player)

    def transfers(self, after: int) -> Answer:
        rows = self.db.execute(
            "SELECT number, id, kind, player, cents FROM transfers WHERE number > ?"
            " ORDER BY number LIMIT ?",
            (after, MOST_LISTED),
        )
        names = ("number", "id", "kind", "player", "cents")
        return 200, {"transfers": [dict(zip(names, row, strict=True)) for row in rows]}

    def carry_out(self, path: str, key: str, given: dict[str, Any]) -> Answer:
        """In one transaction: what is answered is on the disk."""
        id_, player, cents = given.get("id", ""), given.get("player", ""), given.get("cents", 0)
        if not (is_text(id_) and id_ == key and is_text(player) and is_amount(cents)):
            return no(400, "unreadable", "an id as in Idempotency-Key, a player, cents")
        with self.lock:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                if path == "/reserve":
                    answer = self.reserve(id_, player, cents, str(given.get("round", "")))
                elif path == "/settle":
                    answer = self.settle(id_, player, cents, json.dumps(given.get("closes")))
                else:
                    answer = self.roll_back(id_, player)
                self.before_commit()
                self.db.execute("COMMIT")
            except BaseException:
                self.db.execute("ROLLBACK")
                raise
        self.after_commit()
        return answer

    def before_commit(self) -> None:
        """For rehearsals of a failure."""

    def after_commit(self) -> None:
        """For rehearsals of a failure."""


def is_text(given: object) -> bool:
    return isinstance(given, str) and 0 < len(given) <= MOST_LETTERS


def is_amount(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 10**15


def no(status: int, why: str, says: str, **more: int) -> Answer:
    return status, {"why": why, "says": says, **more}


class Handler(BaseHTTPRequestHandler):
    wallet: Wallet
    secret: bytes
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MOST_BYTES:
            self.close_connection = True
            self.answer(no(413, "unreadable", f"a body has at most {MOST_BYTES} bytes"), "")
            return
        body = self.rfile.read(int(length))
        if (signature := self.is_signed(body)) is None:
            return
        if self.path not in {"/reserve", "/settle", "/roll-back"}:
            self.answer(no(404, "no-such-call", "there is no such call"), signature)
            return
        try:
            given = json.loads(body)
        except ValueError:
            given = None
        if not isinstance(given, dict):
            self.answer(no(400, "unreadable", "a JSON object is expected"), signature)
            return
        key = self.headers.get("Idempotency-Key", "")
        self.answer(self.wallet.carry_out(self.path, key, given), signature)

    def do_GET(self) -> None:
        if (signature := self.is_signed(b"")) is None:
            return
        asked = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(asked.query).items()}
        with self.wallet.lock:
            if asked.path == "/balance":
                answer = self.wallet.balance(query.get("player", ""))
            elif asked.path == "/transfers" and query.get("after", "0").isdigit():
                answer = self.wallet.transfers(int(query.get("after", "0")[:18]))
            else:
                answer = no(404, "no-such-call", "there is no such call")
        self.answer(answer, signature)

    def is_signed(self, body: bytes) -> str | None:
        """The signature of the request; or it is answered that it has none of this house."""
        at, given = (
            self.headers.get("Croupier-Time", ""),
            self.headers.get("Croupier-Signature", ""),
        )
        key = self.headers.get("Idempotency-Key", "")
        asks = [b"request", *(one.encode() for one in (self.command, self.path, at, key)), body]
        right = hmac.new(self.secret, b"\n".join(asks), sha256).hexdigest()
        now = abs(time.time() - int(at)) <= MOST_SECONDS_OFF if at.isdigit() else False
        if now and hmac.compare_digest(right.encode(), given.encode()):
            return right
        self.answer(no(401, "unsigned", "this is not signed with the house's secret"), "")
        return None

    def answer(self, answer: Answer, signature: str) -> None:
        status, body = answer[0], json.dumps(answer[1]).encode()
        signs = b"\n".join([b"answer", str(status).encode(), signature.encode(), body])
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if signature:
            signed = hmac.new(self.secret, signs, sha256).hexdigest()
            self.send_header("Croupier-Signature", signed)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: what counts is in the database."""


def serving(wallet: Wallet, secret: bytes, port: int = 0) -> ThreadingHTTPServer:
    handler = type("Handler", (Handler,), {"wallet": wallet, "secret": secret})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> None:
    asked = argparse.ArgumentParser(description="A wallet for a house, on this machine.")
    asked.add_argument("database")
    asked.add_argument(
        "--secret", required=True, help="a file with the secret shared with the house"
    )
    asked.add_argument("--port", type=int, default=8100)
    asked.add_argument("--open", action="append", default=[], metavar="PLAYER=AMOUNT")
    given = asked.parse_args()
    try:
        secret = Path(given.secret).read_bytes().strip()
    except OSError as error:
        sys.exit(f"{given.secret}: {error.strerror}")
    wallet = Wallet(given.database)
    for one in given.open:
        player, _, amount = one.partition("=")
        said = AMOUNT.fullmatch(amount)
        if not player or said is None:
            sys.exit(f"{one}: an account is opened like p1=500.00")
        wallet.open_account(player, int(said[1]) * 100 + int(said[2]))
    server = serving(wallet, secret, given.port)
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
