"""Operations about the program that runs: whether it is the one that was accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.http.operation import MANAGERS, Operation
from croupier.server.program import Verdict

if TYPE_CHECKING:
    from croupier.server.http.operation import PlainCall


async def verify(call: PlainCall) -> Verdict:
    """One look at a time; each is recorded."""
    return await call.house.noticing.look_at_program(call.who.name)


OPERATIONS = (
    Operation(
        "POST",
        "/api/program/verify",
        "Whether the program is the accepted one: every file is read, and the answer recorded.",
        verify,
        Verdict,
        may=MANAGERS,
    ),
)
