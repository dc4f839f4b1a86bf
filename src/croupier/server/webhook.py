"""What is written to the journal, posted to another machine: signed, in order, at least once.

The house keeps how far the receiver has come, behind each post that was answered with a status of
200 to 299: in a file of its own, or beside the journal where nodes share one. Whatever the receiver
does, no table waits for it.
"""

from __future__ import annotations

import asyncio
import hmac
import ssl
import time
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import msgspec
from anyio.to_thread import run_sync

from croupier.problems import BadInput, own_words
from croupier.server import logs
from croupier.server.journal import durable
from croupier.server.journal.meta import KEY
from croupier.server.journal.store import Unreadable
from croupier.server.past.feed import MOST_LOOKED_AT, Told, Wanted, check_place, told
from croupier.server.past.journal_lines import PlacedLine  # noqa: TC001 - a batch is encoded by it
from croupier.server.secret_files import secret_in
from croupier.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.store import Store
    from croupier.server.play.queue import CommandQueue
    from croupier.wire.house import HousePlan
    from croupier.wire.house_sections import WebhookIn

FILE = "webhook.position"
"""In the house's folder: how far the receiver has come."""
SHARED = "webhook"
"""In a journal that nodes share: the same."""
PATIENCE = 10.0
"""Seconds for a whole post and its answer."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds after a post that failed, twice as many after each further one."""
LOOK_EVERY, PAUSE = 5.0, 0.1
"""Seconds from one look at the journal to the next, where nothing is written, and where much is."""
HEAD_BYTES = 16_384
PORTS = {"http": 80, "https": 443}


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last entry that the receiver has, by position and hash."""

    position: int = 0
    hash: str | None = None


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """One post."""

    id: str
    """Of the first and the last entry: the same again is the same post again."""
    house: str
    """Its public key."""
    position: int
    """Where the receiver stands once it has this."""
    entries: list[PlacedLine]


class Found(NamedTuple):
    told: Told
    place: Place
    """Behind it."""
    house: str


def signature(secret: bytes, at: int, body: bytes) -> str:
    """As it stands in the header `Croupier-Signature`."""
    code = hmac.new(secret, b"%d." % at + body, "sha256").hexdigest()
    return f"t={at},v1={code}"


def webhook_of(queue: CommandQueue, folder: Path, plan: HousePlan | None) -> Webhook:
    terms = plan.file.webhook if plan else None
    return Webhook(queue, folder, terms)


class Webhook:
    first_wait, longest_wait = FIRST_WAIT, LONGEST_WAIT

    def __init__(self, queue: CommandQueue, folder: Path, terms: WebhookIn | None) -> None:
        self.queue, self.terms, self.file = queue, terms, folder / FILE
        self.says: str | None = None
        """Why the receiver does not have everything."""
        self.at: Place | None = None
        """How far the receiver has come, once that was read."""
        self.woken = asyncio.Event()
        self.posted = 0
        if terms is not None:
            self.secret = secret_in(folder / terms.secret)
            self.tls = tls_of(folder, terms)
            self.wanted = Wanted(terms.streams)
            queue.after_writing.append(self.woken.set)

    def remarks(self) -> list[str]:
        return [f"webhook {self.terms.url}: {self.says}"] if self.terms and self.says else []

    async def run(self) -> None:
        if self.terms is None:
            return
        wait, self.at = self.first_wait, None  # another node may have posted since
        while True:
            self.woken.clear()
            try:
                more = await self.once()
            except (BadInput, Unreadable) as wrong:
                self.failed(str(wrong))
                await asyncio.sleep(wait)
                wait = min(2 * wait, self.longest_wait)
                continue
            except Exception as fault:  # noqa: BLE001 - play goes on without the receiver
                logs.bug("posting to the webhook", fault)
                await asyncio.sleep(self.longest_wait)
                continue
            wait = self.first_wait
            if not more:
                await self.rest()

    def failed(self, says: str) -> None:
        if self.says is None:
            logs.warn("webhook fails", says=says)
        self.says = says

    async def rest(self) -> None:
        await asyncio.sleep(PAUSE)
        try:
            async with asyncio.timeout(LOOK_EVERY):
                await self.woken.wait()
        except TimeoutError:
            pass

    async def once(self) -> bool:
        """One post, where there is something to tell; whether more may follow at once."""
        if self.at is None:
            self.at = await run_sync(self.kept)
        found = await run_sync(self.look, self.at)
        if found.told.lines:
            await self.post(found)
            self.posted += 1
        await self.keep(found)
        if self.says is not None:
            logs.tell("webhook goes on")
        self.says = None
        return found.told.more

    # The journal, and how far it was told

    def kept(self) -> Place:
        try:
            return msgspec.json.decode(self.shared() or self.file.read_bytes(), type=Place)
        except FileNotFoundError:
            return Place()
        except (OSError, msgspec.MsgspecError):
            what = "cannot be read: mend it, or remove it and everything is posted again"
            raise BadInput(what, FILE) from None

    def shared(self) -> str | None:
        """What any node has kept; a house that was moved to several machines has the file."""
        if not self.is_shared:
            return None
        with closing(self.store.reader()) as store:
            return store.meta().get(SHARED)

    async def keep(self, found: Found) -> None:
        """Entries that are told to nobody are passed again after a start, some of them."""
        assert self.at is not None
        if found.told.lines or found.place.position - self.at.position >= MOST_LOOKED_AT:
            text = msgspec.json.encode(found.place)
            if self.is_shared:
                await self.queue.on_disk(lambda: self.store.set_meta(SHARED, text.decode()))
            else:
                await run_sync(self.write, text)
        self.at = found.place

    def write(self, text: bytes) -> None:
        try:
            durable.replace(self.file, text)
        except OSError as error:
            raise BadInput(own_words(error), FILE) from None

    @property
    def store(self) -> Store:
        return self.queue.play.store

    @property
    def is_shared(self) -> bool:
        return self.store.sharing is not None

    def look(self, after: Place) -> Found:
        store = self.store.reader()
        try:
            check_place(store, after.position, after.hash)
            some = told(store, after.position, self.wanted)
            moved = some.position != after.position
            place = Place(some.position, entry_hash(store, some.position)) if moved else after
            return Found(some, place, store.meta().get(KEY, ""))
        finally:
            store.close()

    # The receiver

    async def post(self, found: Found) -> None:
        lines = found.told.lines
        batch = Batch(
            id=f"{lines[0].position}-{lines[-1].position}",
            house=found.house,
            position=found.place.position,
            entries=lines,
        )
        status = await self.answered(batch, msgspec.json.encode(batch))
        if not 200 <= status < 300:  # noqa: PLR2004 - as HTTP says that it has it
            raise BadInput(f"answers {status}")

    async def answered(self, batch: Batch, body: bytes) -> int:
        """Its status; redirections are not followed."""
        assert self.terms is not None
        where = urlsplit(self.terms.url)
        host, port = where.hostname or "", where.port or PORTS[where.scheme]
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(
                    host, port, ssl=self.tls, limit=HEAD_BYTES
                )
                try:
                    writer.write(self.head(batch, body) + body)
                    await writer.drain()
                    return status_in(await reader.readuntil(b"\r\n"))
                finally:
                    writer.close()
        except TimeoutError:
            raise BadInput(f"does not answer within {PATIENCE:g} seconds") from None
        except ssl.SSLError as error:
            raise BadInput(f"cannot be trusted: {error.reason or error}") from None
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise BadInput("its answer is none of HTTP") from None
        except OSError as error:
            raise BadInput(f"cannot be reached: {error.strerror or error}") from None

    def head(self, batch: Batch, body: bytes) -> bytes:
        assert self.terms is not None
        where = urlsplit(self.terms.url)
        path = (where.path or "/") + (f"?{where.query}" if where.query else "")
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: {where.netloc}",
            f"User-Agent: croupier/{__version__}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            f"Croupier-Delivery: {batch.id}",
            f"Croupier-Position: {batch.position}",
            f"Croupier-Signature: {signature(self.secret, int(time.time()), body)}",
            "Connection: close",
        ]
        return "\r\n".join([*lines, "", ""]).encode("ascii")


def status_in(line: bytes) -> int:
    match line.split(None, 2):
        case [version, status, *_] if version.startswith(b"HTTP/1.") and status.isdigit():
            return int(status)
    raise BadInput("its answer is none of HTTP")


def entry_hash(store: Store, position: int) -> str:
    return next(store.everything(position - 1)).hash.hex()


def tls_of(folder: Path, terms: WebhookIn) -> ssl.SSLContext | None:
    if urlsplit(terms.url).scheme != "https":
        return None
    if terms.authority is None:
        return ssl.create_default_context()
    try:
        return ssl.create_default_context(cafile=str(folder / terms.authority))
    except (OSError, ssl.SSLError):
        raise BadInput("is no certificate", str(folder / terms.authority)) from None
