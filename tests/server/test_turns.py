"""Who is served when, and who is not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.server.turns import Full, Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class Line:
    """Work that ends when the test says so, and what became of each."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.done, self.refused = turns, list[str](), list[str]()
        self.go = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def one(self, of: str) -> None:
        try:
            async with self.turns.turn(of):
                await self.go.wait()
                self.done.append(of)
        except Full:
            self.refused.append(of)

    async def come(self, askers: str) -> None:
        for of in askers:
            self.tasks.append(asyncio.create_task(self.one(of)))
            await asyncio.sleep(0)

    async def all(self) -> str:
        self.go.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert not self.turns.waiting
        return "".join(self.done)


def served(turns: Turns, come: Callable[[Line], Coroutine[None, None, None]]) -> tuple[str, str]:
    async def run() -> tuple[str, str]:
        line, free = Line(turns), turns.free
        await come(line)
        done = await line.all()
        assert turns.free == free
        return done, "".join(line.refused)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("askers", "done", "refused"),
    [
        ("aaab", "aaba", ""),  # one is at work, then in turn
        ("aaaaaa", "aaaa", "aa"),  # three of one wait
        ("aaaabbbc", "aabcabb", "a"),  # six wait at most: the fullest gives up its last
        ("xabcdefg", "xabcdef", "g"),  # nobody has more than one
    ],
)
def test_askers_take_turns(askers: str, done: str, refused: str) -> None:
    assert served(Turns(1, 6, 3), lambda line: line.come(askers)) == (done, refused)


def test_a_crowd_from_few_addresses_delays_another_by_one_of_each() -> None:
    done, _ = served(Turns(1, 64, 16), lambda line: line.come("a" * 40 + "b" * 40 + "c" * 40 + "z"))
    assert done.index("z") <= 4


def test_who_goes_away_takes_no_turn() -> None:
    async def come(line: Line) -> None:
        await line.come("abcd")
        line.tasks[1].cancel()  # while it waits
        await asyncio.sleep(0)
        line.tasks[0].cancel()  # at work: c's turn comes, which goes just then
        await asyncio.sleep(0)
        line.tasks[2].cancel()

    assert served(Turns(1, 6, 3), come) == ("d", "")


def test_who_is_sent_away_and_goes_at_that_moment_leaves_no_turn_behind() -> None:
    async def come(line: Line) -> None:
        await line.come("xaa")
        newcomer = asyncio.create_task(line.one("b"))
        line.tasks.append(newcomer)
        await asyncio.sleep(0)  # b takes the place of a's last, which has not heard of it yet
        line.tasks[2].cancel()

    assert served(Turns(1, 2, 2), come) == ("xab", "")
