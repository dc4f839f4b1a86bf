"""What is asked at a table, what becomes of it, and the answer to a request that comes again."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import REUSED, Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.store import Write
from croupier.table import events as happened
from croupier.table.events import AnyEvent  # noqa: TC001 - replies are read again

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.journal.store import Answered, Part, Short
    from croupier.table.commands import AnyCommand, Who

BALANCE_IS = Sentence("balance-is", "the balance is {cents:money}")


class Request(msgspec.Struct, frozen=True, gc=False):
    table: str
    who: Who
    command: AnyCommand
    at: int
    id: str | None = None
    says: bytes = b""
    """What the id stands for, where that is not the command itself."""

    @property
    def digest(self) -> bytes:
        """Of what is asked, by whom and where; the moment aside."""
        asked = self.says or msgspec.json.encode((self.table, self.who.name, self.command))
        return sha256(asked).digest()


class Taken(msgspec.Struct, frozen=True, gc=False):
    """Of a wager that was taken in part; amounts in cents."""

    cents: int
    refused_cents: int
    """Over the maximum: never staked."""
    clauses: tuple[str, ...]


class Carried(msgspec.Struct, frozen=True, tag="carried", gc=False):
    """Durable: the events of the command, and the table's version after them.

    To a request that was carried out before, the version, and what was taken in part.
    """

    version: int
    events: tuple[AnyEvent, ...]
    taken: Taken | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, version: int, events: tuple[AnyEvent, ...]) -> Carried:
        return cls(version, events, taken_in_part(events) if len(events) > 1 else msgspec.UNSET)


def taken_in_part(events: tuple[AnyEvent, ...]) -> Taken | msgspec.UnsetType:
    """What a command to place a wager came to, where the excess was rejected."""
    over = [one for one in events if isinstance(one, happened.ExcessRejected)]
    placed = [one for one in events if isinstance(one, happened.WagerPlaced)]
    if not over or not placed:
        return msgspec.UNSET
    refused = sum(one.cents for one in over)
    return Taken(sum(one.cents for one in placed), refused, over[0].clauses)


KEPT = msgspec.json.encode(Carried(0, ())).replace(b"0", b"%d")
"""The answer to a request that comes again, where nothing was taken in part."""
Reply = Carried | Refused
carried_decoder = msgspec.json.Decoder(Carried)


def not_enough(short: Short) -> Refused:
    return declined(Policy.NOT_ENOUGH, BALANCE_IS(cents=short.has_cents))


def to_repeat(request: Request, parts: tuple[Part, ...], reply: Carried) -> Write:
    """With what the same request is answered when it is sent again."""
    if request.id is None:
        return Write(parts)
    if reply.taken is msgspec.UNSET:
        answer = KEPT % reply.version
    else:
        answer = msgspec.json.encode(Carried(reply.version, (), reply.taken))
    return Write(parts, request.id, answer, request.digest)


def answered_before(before: Answered, request: Request) -> Reply:
    """As before."""
    if not before.is_of(request.digest):
        return REUSED
    return carried_decoder.decode(before.answer)


Placed = tuple[int, Request]


def firsts(placed: Sequence[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Those to decide now; the same request again is answered once it is known what it came to."""
    names = [one.id for _, one in placed if one.id is not None]
    if len(set(names)) == len(names):
        return [*placed], []
    now, twice, named = [], [], set[str]()
    for place, request in placed:
        if request.id is not None and request.id in named:
            twice.append((place, request))
            continue
        now.append((place, request))
        if request.id is not None:
            named.add(request.id)
    return now, twice
