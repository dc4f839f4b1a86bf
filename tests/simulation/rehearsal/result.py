"""What a rehearsal came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tests.simulation.rehearsal.troubles import Options  # noqa: TC001 - part of what is told

if TYPE_CHECKING:
    from tests.simulation.rehearsal.rehearsal import Rehearsal


class Result(msgspec.Struct, frozen=True, kw_only=True):
    options: Options
    found: tuple[str, ...]
    trace: str
    """SHA-256 of all that happened."""
    seconds: float
    """Of simulated time."""
    steps: int
    rounds: int
    entries: int
    wagers: int
    kills: int
    runs: int
    troubles: dict[str, int]
    replies: dict[str, int]
    lines: tuple[str, ...] = ()

    @classmethod
    def of(cls, rehearsal: Rehearsal) -> Result:
        observer, machines = rehearsal.observer, rehearsal.house.machines.values()
        return cls(
            options=rehearsal.options,
            found=tuple(observer.found),
            trace=observer.trace.hexdigest(),
            seconds=round(rehearsal.loop.time(), 3),
            steps=rehearsal.loop.steps,
            rounds=observer.folded.tally.rounds,
            entries=observer.position,
            wagers=len(observer.acknowledged.places),
            kills=sum(one.kills for one in machines),
            runs=sum(one.runs for one in machines),
            troubles=dict(sorted(rehearsal.befalling.counted.items())),
            replies=dict(sorted(rehearsal.floor.replies.items())),
            lines=tuple(observer.lines or ()),
        )
