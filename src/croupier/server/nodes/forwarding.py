"""A command on its way to the node that holds its table, and the reply on its way back."""

from __future__ import annotations

import msgspec

from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.server.play.requests import Carried, Reply, Request
from croupier.table.commands import AnyCommand, Who  # noqa: TC001 - commands are read again


class Forwarded(msgspec.Struct, frozen=True):
    table: str
    who: Who
    command: AnyCommand
    id: str
    says: bytes = b""

    def at(self, moment: int) -> Request:
        """By the clock of the node that carries it out: others' may be ahead of it."""
        return Request(self.table, self.who, self.command, moment, self.id, self.says)


class Answer(msgspec.Struct, frozen=True):
    carried: Carried | None = None
    refused: Refused | None = None


asked_decoder = msgspec.msgpack.Decoder(Forwarded)
answer_decoder = msgspec.msgpack.Decoder(Answer)
WHYS: dict[str, Refusal | Policy] = {str(one): one for one in (*Refusal, *Policy)}


def asked(request: Request, name: str) -> bytes:
    """Under an id, so that it is carried out once however often it arrives."""
    sent = Forwarded(request.table, request.who, request.command, request.id or name, request.says)
    return msgspec.msgpack.encode(sent)


def named(request: Request, name: str) -> Request:
    return request if request.id else msgspec.structs.replace(request, id=name)


def answer(reply: Reply) -> bytes:
    told = Answer(carried=reply) if isinstance(reply, Carried) else Answer(refused=reply)
    return msgspec.msgpack.encode(told)


def answered(body: bytes) -> Reply:
    found = answer_decoder.decode(body)
    if found.carried is not None:
        return found.carried
    assert found.refused is not None
    why = WHYS[str(found.refused.why)]
    return msgspec.structs.replace(found.refused, why=why)
