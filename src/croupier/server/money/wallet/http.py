"""A wallet over HTTP: JSON with an id, signed in both directions with a shared secret."""

from __future__ import annotations

import hmac
import time
from hashlib import sha256
from http.client import HTTPException
from typing import TYPE_CHECKING, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import msgspec

from croupier.server.money.wallet.port import Declined, Done, NoAnswer, Transfer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.money.wallet.books import ReservationIntended, SettlementDue, ToSend
    from croupier.server.money.wallet.port import Answer

MOST_BYTES = 1 << 20
OK, FROM_REFUSED, TO_REFUSED = 200, 400, 500
SIGNATURE, TIME = "Croupier-Signature", "Croupier-Time"
UNSIGNED = "its answer is not signed with the secret of this house"
T = TypeVar("T")


class Listed(msgspec.Struct, frozen=True):
    transfers: tuple[Transfer, ...]


class NoRedirect(HTTPRedirectHandler):
    """A wallet answers itself; what it is asked goes nowhere else."""

    def redirect_request(self, *_args: object, **_named: object) -> None:
        return None


class Reply(msgspec.Struct, frozen=True):
    status: int
    body: bytes


def signed(secret: bytes, *parts: bytes) -> str:
    return hmac.new(secret, b"\n".join(parts), sha256).hexdigest()


class HttpWallet:
    def __init__(self, url: str, secret: bytes, patience: float) -> None:
        self.url, self.secret, self.patience = url.rstrip("/"), secret, patience
        self.path = urlsplit(self.url).path
        self.opener = build_opener(NoRedirect, ProxyHandler({}))

    def reserve(self, one: ReservationIntended) -> Answer:
        body = {"id": one.id, "player": one.player, "cents": one.cents, "round": one.round}
        return self.answer("POST", "/reserve", one.id, body)

    def roll_back(self, one: ReservationIntended | ToSend) -> Answer:
        return self.answer("POST", "/roll-back", one.id, {"id": one.id, "player": one.player})

    def settle(self, one: SettlementDue) -> Answer:
        body = {"id": one.id, "player": one.player, "cents": one.cents, "closes": one.closes}
        return self.answer("POST", "/settle", one.id, body)

    def balance(self, player: str) -> Answer:
        return self.answer("GET", f"/balance?{urlencode({'player': player})}")

    def transfers(self, after: int) -> Sequence[Transfer] | NoAnswer:
        reply = self.asked("GET", f"/transfers?after={after}")
        if isinstance(reply, NoAnswer):
            return reply
        found = read(reply, Listed) if reply.status == OK else refused(reply)
        return found.transfers if isinstance(found, Listed) else NoAnswer(told(found))

    def answer(self, method: str, path: str, key: str = "", body: object = None) -> Answer:
        reply = self.asked(method, path, key, body)
        if isinstance(reply, NoAnswer):
            return reply
        return read(reply, Done) if reply.status == OK else refused(reply)

    def asked(self, method: str, path: str, key: str = "", body: object = None) -> Reply | NoAnswer:
        """Its reply, where it is signed; a reply of nobody knows whom is none."""
        data = b"" if body is None else msgspec.json.encode(body)
        now = str(int(time.time()))
        where = f"{self.path}{path}"
        asks = (method, where, now, key)
        signature = signed(self.secret, b"request", *(one.encode() for one in asks), data)
        headers = {"Content-Type": "application/json", TIME: now, SIGNATURE: signature}
        if key:
            headers["Idempotency-Key"] = key
        request = Request(self.url + path, data or None, headers, method=method)  # noqa: S310
        try:
            status, answer, theirs = self.sent(request)
        except (OSError, HTTPException, ValueError) as error:
            return NoAnswer(f"cannot be reached: {getattr(error, 'reason', error)}"[:200])
        ours = signed(self.secret, b"answer", str(status).encode(), signature.encode(), answer)
        if not hmac.compare_digest(ours.encode(), theirs.encode()):
            return NoAnswer(f"answers {status}, but {UNSIGNED}")
        return Reply(status, answer)

    def sent(self, request: Request) -> tuple[int, bytes, str]:
        try:
            with self.opener.open(request, timeout=self.patience) as reply:
                return reply.status, reply.read(MOST_BYTES), reply.headers.get(SIGNATURE, "")
        except HTTPError as error:
            with error:
                return error.code, error.read(MOST_BYTES), error.headers.get(SIGNATURE, "")


def read(reply: Reply, kind: type[T]) -> T | NoAnswer:
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return NoAnswer(f"its answer cannot be read: {error}"[:200])


def refused(reply: Reply) -> Declined | NoAnswer:
    """What it says no to; anything else leaves open what it has done."""
    if FROM_REFUSED <= reply.status < TO_REFUSED:
        return read(reply, Declined)
    return NoAnswer(f"answers {reply.status}")


def told(no: Declined | NoAnswer) -> str:
    return no.says if isinstance(no, NoAnswer) else f"refuses: {no.says or no.why}"[:200]
