"""A failing rehearsal cut down: the fewest troubles, and the shortest evening, that still fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tests.simulation.rehearsal.rehearsal import rehearsed

if TYPE_CHECKING:
    from tests.simulation.rehearsal.result import Result
    from tests.simulation.rehearsal.troubles import Options, Trouble

TRIES = 60
"""Rehearsals that a search may take."""


class Search:
    """By halves, quarters, and so on: whatever can be left out is."""

    def __init__(self, failed: Result, tries: int = TRIES) -> None:
        self.best, self.left = failed, tries

    def run(self) -> Result:
        self.shorten()
        size = max(1, len(self.best.options.troubles) // 2)
        while self.left > 0 and self.best.options.troubles:
            if not self.cut(size):
                if size == 1:
                    break
                size = max(1, size // 2)
        if self.best.options.losses:
            self.fails(replace(self.best.options, losses=0.0))
        return self.best

    def shorten(self) -> None:
        """What was to come after it was found is of no account."""
        options = self.best.options
        over = self.best.seconds
        if over >= options.seconds:
            return
        troubles = tuple(one for one in options.troubles if one.at <= over)
        self.fails(replace(options, troubles=troubles))

    def cut(self, size: int) -> bool:
        """Whether a piece of this size could be left out."""
        troubles = self.best.options.troubles
        for start in range(0, len(troubles), size):
            rest: tuple[Trouble, ...] = troubles[:start] + troubles[start + size :]
            if self.fails(replace(self.best.options, troubles=rest)):
                return True
        return False

    def fails(self, options: Options) -> bool:
        if self.left <= 0:
            return False
        self.left -= 1
        result = rehearsed(options)
        if result.found:
            self.best = result
        return bool(result.found)


def shrunk(failed: Result, tries: int = TRIES) -> Result:
    return Search(failed, tries).run()
