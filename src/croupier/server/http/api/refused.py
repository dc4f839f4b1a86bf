"""What staff asked in vain, and what looks like a search: for the pit and the auditor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.server.http.operation import AUDITOR, SUPERVISORS, Operation
from croupier.server.journal.acts import CommandsRefused, ProbingNoticed

if TYPE_CHECKING:
    from croupier.server.http.operation import PlainCall


class InVain(msgspec.Struct, frozen=True):
    """The newest first; no card is named."""

    probing: tuple[ProbingNoticed, ...]
    refused: tuple[CommandsRefused, ...]
    """With those of the last minute, which the journal does not have yet."""


async def in_vain(call: PlainCall) -> InVain:
    house = call.house
    told = [*house.acts.last, *house.refusals.to_tell]
    written = [one for one in told if isinstance(one, CommandsRefused)]
    return InVain(
        tuple(reversed([one for one in told if isinstance(one, ProbingNoticed)])),
        tuple(reversed([*written, *house.refusals.waiting()])),
    )


OPERATIONS = (
    Operation(
        "GET",
        "/api/refused",
        "What staff asked in vain, gathered by person, table, command and reason, and notices.",
        in_vain,
        InVain,
        may=SUPERVISORS | AUDITOR,
    ),
)
