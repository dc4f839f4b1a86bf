"""A driver for an electronic shoe: what its reader reads goes to a table of the house.

    python shoe_driver.py HOST:PORT SHOE --secret FILE [--codes FILE] [--unique] [--authority FILE]

The reader is whatever prints a code for each card as it leaves the shoe, one to a line:

- a bar-code shoe, the code on the card's edge; the same code stands on the same card of every deck;
- an RFID shoe, the number of the card's tag, which no other card has (`--unique`: antennas read a
  tag more than once, and only its first reading counts).

`--codes` names a file that says which card each code is, a line `code,card` for each of them, as
`04A1B2,Kh`; without it the reader prints cards itself. When the reader ends, so does the shoe.

A card is written to `--state` before it is sent and struck out once the house has taken it: driver,
line and house may fail at any moment, and no card is lost or sent twice. It needs nothing but
Python's own library.
"""

from __future__ import annotations

import argparse
import hmac
import json
import os
import re
import secrets
import socket
import ssl
import sys
import time
from pathlib import Path

AGAIN_AFTER = 0.2
"""Seconds until a card that was not due is offered again, or a lost line is made anew."""
PATIENCE = 10
ENDED = "the shoe has ended"
SIGNED = re.compile(r"(.*) #(\d+) ([0-9a-f]{64})")


class Line:
    """One connection to the house, on which both sides sign what they say."""

    def __init__(self, host: str, port: int, key: bytes, tls: ssl.SSLContext | None) -> None:
        plain = socket.create_connection((host, port), PATIENCE)
        self.socket = tls.wrap_socket(plain, server_hostname=host) if tls else plain
        self.file = self.socket.makefile("rb")
        self.key, self.said, self.heard = key, 0, 0
        self.nonces = ""

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def send(self, text: str) -> None:
        self.socket.sendall(f"{text}\n".encode("ascii"))

    def receive(self) -> str:
        line = self.file.readline(400)
        if not line.endswith(b"\n"):
            raise ConnectionError("the house has hung up")
        return line.decode("ascii").rstrip("\r\n")

    def code(self, side: str, place: int, line: str) -> str:
        text = f"{side} {self.nonces} {place} {line}"
        return hmac.new(self.key, text.encode("ascii"), "sha256").hexdigest()

    def greet(self, shoe: str) -> int:
        """The last number that the house has taken of this shoe."""
        own = secrets.token_hex(16)
        self.send(f"HELLO {shoe} {own}")
        word, _, theirs = self.receive().partition(" ")
        if word != "KEY":
            raise SystemExit(f"the house does not ask for a key: {word} {theirs}")
        self.nonces = f"{own} {theirs}"
        while True:
            taken, reason = self.ask(f"HELLO {shoe}")
            if reason is None:
                return taken
            print(f"{shoe}: {reason}", file=sys.stderr, flush=True)
            time.sleep(AGAIN_AFTER)

    def ask(self, line: str) -> tuple[int, str | None]:
        """The number that the house answers with, and why it did not take the line, if so."""
        self.said += 1
        self.send(f"{line} #{self.said} {self.code('shoe', self.said, line)}")
        text = self.receive()
        said = SIGNED.fullmatch(text)
        self.heard += 1
        if said is None or int(said[2]) != self.heard:
            raise SystemExit(f"the house does not sign: {text}")
        if not hmac.compare_digest(said[3], self.code("house", self.heard, said[1])):
            raise SystemExit("whoever answers does not have the key")
        word, number, *reason = said[1].split(" ", 2)
        return int(number), None if word == "OK" else " ".join(reason)


class State:
    """The card that is on its way, on disk before it is sent."""

    def __init__(self, file: Path, shoe: str) -> None:
        self.file, self.shoe = file, shoe

    def waiting(self) -> dict[str, object] | None:
        try:
            kept = json.loads(self.file.read_text("utf-8"))
        except FileNotFoundError:
            return None
        return kept if kept["shoe"] == self.shoe else None

    def keep(self, number: int, line: str) -> None:
        part = self.file.with_suffix(".part")
        with part.open("w", encoding="utf-8") as file:
            json.dump({"shoe": self.shoe, "number": number, "line": line}, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.file)

    def strike_out(self) -> None:
        self.file.unlink(missing_ok=True)


class Driver:
    def __init__(self, given: argparse.Namespace) -> None:
        self.host, _, port = given.address.rpartition(":")
        self.port, self.shoe = int(port), given.shoe
        self.key = Path(given.secret).read_bytes().strip()
        self.tls = ssl.create_default_context(cafile=given.authority) if given.authority else None
        self.state = State(Path(given.state or f"{given.shoe}.state"), given.shoe)
        self.line: Line | None = None
        self.last = 0

    def connected(self) -> Line:
        while self.line is None:
            line = None
            try:
                line = Line(self.host, self.port, self.key, self.tls)
                self.last = line.greet(self.shoe)
                self.line = line
            except (OSError, ssl.SSLError) as error:
                if line is not None:
                    line.close()
                print(f"{self.host}:{self.port}: {error}", file=sys.stderr, flush=True)
                time.sleep(AGAIN_AFTER)
        return self.line

    def begin(self) -> None:
        """What was on its way when the driver last stopped is sent first, if it was not taken."""
        self.connected()
        waiting = self.state.waiting()
        if waiting is not None and waiting["number"] == self.last + 1:
            self.deliver(int(str(waiting["number"])), str(waiting["line"]))
        self.state.strike_out()

    def send(self, card: str | None) -> None:
        self.connected()
        number = self.last + 1
        line = f"CARD {number} {card}" if card else f"END {number}"
        self.state.keep(number, line)
        self.deliver(number, line)
        self.state.strike_out()

    def deliver(self, number: int, line: str) -> None:
        """Again and again until it is taken; a lost line may have taken it already."""
        while True:
            try:
                if self.connected() and self.last >= number:
                    return
                _, reason = self.connected().ask(line)
            except OSError:
                self.line = None
                continue
            if reason is None:
                self.last = number
                return
            if reason == ENDED:
                raise SystemExit(f"{self.shoe}: {ENDED}")
            time.sleep(AGAIN_AFTER)


def cards_of(file: str | None) -> dict[str, str] | None:
    if file is None:
        return None
    lines = Path(file).read_text("utf-8").split()
    return {code: card for code, _, card in (line.partition(",") for line in lines)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Sends what a shoe's reader reads to a table.")
    parser.add_argument("address", metavar="HOST:PORT")
    parser.add_argument("shoe", help="the name of this filling; the next one has another")
    parser.add_argument("--secret", required=True, help="the file of the table's key")
    parser.add_argument("--codes", help="a file of lines code,card")
    parser.add_argument("--unique", action="store_true", help="a code is one card: an RFID tag")
    parser.add_argument("--authority", help="whose certificate the house has, for TLS")
    parser.add_argument("--state", help="where the card on its way is kept")
    given = parser.parse_args()
    driver, codes, seen = Driver(given), cards_of(given.codes), set[str]()
    driver.begin()
    for line in sys.stdin:
        code = line.strip()
        if not code or (given.unique and code in seen):
            continue
        seen.add(code)
        card = code if codes is None else codes.get(code)
        if card is None:
            raise SystemExit(f"{code} is no card that is known: a person reads it")
        driver.send(card)
        print(f"{driver.last} {card}", flush=True)
    driver.send(None)
    print("the shoe is empty", flush=True)


if __name__ == "__main__":
    main()
