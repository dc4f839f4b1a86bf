"""Each new checkpoint posted to the house's witnesses, who countersign it.

A witness that cannot be reached, or refuses, never stops play: it is shown, logged and asked again.
"""

from __future__ import annotations

import asyncio
from http.client import HTTPException
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.journal.notes import Kind, Note, Signature, Submission, VerifierKey, number_in
from croupier.server.journal.tree import consistency_proof

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.server.journal.store import Checkpoint, Store
    from croupier.server.play.queue import CommandQueue
    from croupier.wire.house_sections import WitnessIn

EVERY = 5.0
"""Seconds from one posting to the next."""
PATIENCE = 10
MOST_BYTES = 65_536
OK, CONFLICT, NOT_PROVEN = 200, 409, 422


class Reply(NamedTuple):
    status: int
    text: str


def posted(url: str, text: str) -> Reply:
    try:
        request = Request(f"{url}/add-checkpoint", text.encode(), method="POST")  # noqa: S310
        with urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310 - http or https, as checked
            return Reply(reply.status, reply.read(MOST_BYTES).decode())
    except HTTPError as error:
        with error:
            return Reply(error.code, error.read(MOST_BYTES).decode("utf-8", "replace"))
    except (OSError, HTTPException, ValueError) as error:
        raise BadInput(f"cannot be reached: {getattr(error, 'reason', error)}") from None


def key_of(told: WitnessIn) -> VerifierKey:
    key = VerifierKey.parse(told.key)
    if key.kind is not Kind.COSIGNATURE:
        raise BadInput("this key is not of a witness", "witness", told.url)
    return key


class Countersigner:
    """One witness, as the house knows it."""

    def __init__(self, told: WitnessIn, post: Callable[[str, str], Reply]) -> None:
        self.url, self.post = told.url.rstrip("/"), post
        self.key = key_of(told)
        self.holds = 0
        """How many entries its last checkpoint has, as far as is known."""
        self.signed = 0
        self.says: str | None = None
        """Why the last checkpoint is not countersigned."""

    def ask(self, store: Store, last: Checkpoint) -> Signature | None:
        """Its signature of the last checkpoint, where it is missing."""
        own = [one for one in Note.parse(last.note).signatures if one.is_of(self.key)]
        if own:
            self.signed = self.holds = last.size
            self.says = None
            return None
        try:
            signature = self.signature(store, last)
        except BadInput as wrong:
            self.says = str(wrong)
            return None
        self.signed = self.holds = last.size
        self.says = None
        return signature

    def signature(self, store: Store, last: Checkpoint) -> Signature:
        reply = self.submit(store, last)
        if reply.status == CONFLICT:
            self.holds = number_in(reply.text.removesuffix("\n"), "size")
            if self.holds > last.size:
                says = f"has seen {self.holds} entries, and this house has {last.size}"
                raise BadInput(f"{says}: entries are missing here")
            reply = self.submit(store, last)
        if reply.status == NOT_PROVEN:
            raise BadInput(f"these are not the entries that it saw: {reply.text.strip()[:200]}")
        if reply.status != OK:
            raise BadInput(f"answers {reply.status}: {reply.text.strip()[:200]}")
        return self.own(last, reply.text)

    def submit(self, store: Store, last: Checkpoint) -> Reply:
        old = min(self.holds, last.size)
        proof = consistency_proof(store.tree_node, old, last.size)
        return self.post(self.url, str(Submission.of(old, proof, last.note)))

    def own(self, last: Checkpoint, text: str) -> Signature:
        lines = text.removesuffix("\n").split("\n")
        for signature in map(Signature.parse, lines):
            genuine = self.key.verifies(Note.parse(last.note).text, signature.blob)
            if signature.is_of(self.key) and genuine:
                return signature
        raise BadInput("its answer is not signed with its key")


class Witnessing:
    def __init__(
        self,
        queue: CommandQueue,
        told: Sequence[WitnessIn],
        post: Callable[[str, str], Reply] = posted,
    ) -> None:
        self.queue = queue
        self.witnesses = [Countersigner(one, post) for one in told]
        self.thread = CapacityLimiter(1)
        self.size = 0

    def remarks(self) -> list[str]:
        """What is not well, a line for each witness."""
        return [f"witness {one.url}: {one.says}" for one in self.witnesses if one.says]

    def unwitnessed(self) -> int:
        """Entries of the last checkpoint that not every witness has countersigned."""
        return self.size - min((one.signed for one in self.witnesses), default=self.size)

    async def run(self) -> None:
        while self.witnesses:
            try:
                await self.once()
            except Exception as error:  # noqa: BLE001 - play goes on without witnesses
                logs.bug("asking the witnesses", error)
            await asyncio.sleep(EVERY)

    async def once(self) -> None:
        before = {one.url: one.says for one in self.witnesses}
        cosigned = await run_sync(self.asked, limiter=self.thread, abandon_on_cancel=True)
        if cosigned is not None:
            await self.queue.on_disk(lambda: self.queue.play.log.attach(cosigned))
        for one in self.witnesses:
            if one.says != before[one.url]:
                logs.tell("witness", url=one.url, says=one.says or "countersigns")

    def asked(self) -> Note | None:
        """Signatures that are new, on a thread and a connection of its own."""
        store = self.queue.play.store.reader()
        try:
            last = store.last_checkpoint()
            if last is None:
                return None
            self.size = last.size
            found = [one.ask(store, last) for one in self.witnesses]
            signatures = tuple(one for one in found if one is not None)
            return Note(Note.parse(last.note).text, signatures) if signatures else None
        finally:
            store.close()
