"""What is measured, as values: a figure, a part of them, all of it with the machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from collections.abc import Callable


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    measure: str
    value: float
    unit: str
    reference: float | None = None
    """In the same unit and the same run."""
    goal: str = ""
    ratio: float | None = None
    """To the reference: what to trust, where a machine has other work."""

    def __post_init__(self) -> None:
        if self.reference:
            force_setattr(self, "ratio", self.value / self.reference)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    reference: str = ""
    """What the ratios are to."""
    figures: tuple[Figure, ...] = ()
    left_out: str = ""
    """Why there are none."""
    seconds: float = 0.0
    """That it took by the clock."""


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    croupier: str
    python: str
    system: str
    processor: str
    cores: int
    syncs: float | None
    """Small writes a second that reach the disk of the folder for temporary files, one by one."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    machine: Machine
    parts: tuple[Part, ...]


def processor_seconds(call: Callable[[], object]) -> float:
    """Of this process alone."""
    begun = time.process_time()
    call()
    return time.process_time() - begun


def best(call: Callable[[], object], tries: int) -> float:
    """Processor seconds of the best try: other work on the machine only ever slows one down."""
    return min(processor_seconds(call) for _ in range(tries))
