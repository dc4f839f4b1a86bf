"""The command queue of a house whose players' money lies in a wallet.

A command that a player's balance here does not cover waits until the wallet has reserved what is
lacking, and is then decided anew; all others go on meanwhile.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused, declined
from croupier.server.journal.store import PLAYERS
from croupier.server.play.queue import CommandQueue
from croupier.server.play.requests import Carried, not_enough
from croupier.server.play.wallet_check import WalletCheck
from croupier.server.play.wallet_desk import WALLET_DOES_NOT_ANSWER, WalletDesk

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from croupier.said import Said
    from croupier.server.journal.store import Short
    from croupier.server.money.wallet.books import ReservationTaken
    from croupier.server.money.wallet.port import Wallet
    from croupier.server.play.house import House
    from croupier.server.play.requests import Reply, Request

MOST_RESERVATIONS = 3
"""For one command: others of the same player may have taken what was reserved for it."""


class Lacking(Refused, frozen=True):
    """Not before the wallet has reserved so much."""

    player: str = ""
    cents: int = 0


def lacking(short: Short) -> Lacking:
    no = not_enough(short)
    player = short.account.removeprefix(PLAYERS)
    return Lacking(no.why, no.clauses, no.says, no.said, player, short.lacks_cents)


def plain(reply: Reply) -> Reply:
    if isinstance(reply, Lacking) and reply.said is not None:
        return declined(reply.why, reply.said)
    return reply


class WalletQueue(CommandQueue):
    def __init__(
        self, play: House, clock: Callable[[], int], wallet: Wallet, patience: float
    ) -> None:
        super().__init__(play, clock)
        play.short = lacking
        self.desk = WalletDesk(self, wallet, patience)
        self.turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

        self.check = WalletCheck(self.desk)
        self.asking: set[asyncio.Task[Reply]] = set()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        both = self.desk.run(), self.check.run()
        self.beside += [asyncio.create_task(one) for one in both]
        return self

    async def __aexit__(self, *why: object) -> None:
        """What waits for the wallet is waited for, though not for long: the journal has it."""
        for tasks in (self.asking, self.desk.sending.values()):
            if left := [*tasks]:
                await asyncio.wait(left, timeout=self.desk.patience)
        self.desk.close()
        await super().__aexit__(*why)

    @property
    def no_bets(self) -> Said | None:
        return None if self.desk.away is None else WALLET_DOES_NOT_ANSWER()

    def remarks(self) -> list[str]:
        away = [f"wallet: {self.desk.away}: no bets are taken"] if self.desk.away else []
        refusals = [f"wallet refuses {one}" for one in self.desk.refusals.values()]
        return [*away, *refusals, *(f"wallet: {one}" for one in self.check.differences)]

    def ask(self, request: Request) -> asyncio.Future[Reply]:
        task = asyncio.get_running_loop().create_task(self.asked(request))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)
        return task

    async def asked(self, request: Request) -> Reply:
        if request.who.role is not Role.PLAYER:
            return await self.with_reserves(request)
        async with self.turn(request.table, request.who.name):
            await self.desk.settle(request.who.name)
            return await self.with_reserves(request)

    @asynccontextmanager
    async def turn(self, table: str, person: str) -> AsyncIterator[None]:
        """A player's commands at a table stay in order, though one has to wait."""
        key = table, person
        lock, waiting = self.turns.get(key, (asyncio.Lock(), 0))
        self.turns[key] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self.turns[key]
            if waiting == 1:
                del self.turns[key]
            else:
                self.turns[key] = lock, waiting - 1

    async def with_reserves(self, request: Request) -> Reply:
        reply = await super().ask(request)
        taken: list[ReservationTaken] = []
        made: ReservationTaken | Refused | None = None
        while isinstance(reply, Lacking) and len(taken) < MOST_RESERVATIONS:
            made = await self.desk.reserve(reply.player, reply.cents, request.table)
            if isinstance(made, Refused):
                reply = made
                break
            taken.append(made)
            reply = await super().ask(replace(request, at=self.clock()))
        if not isinstance(reply, Carried):
            for one in taken:
                await self.desk.unused(one)
        if isinstance(reply, Lacking) or reply is made:
            super().publish([request], [plain(reply)])
        return plain(reply)

    def publish(self, requests: list[Request], replies: list[Reply]) -> None:
        """What waits for the wallet is not refused yet."""
        both = zip(requests, replies, strict=True)
        told = [(one, reply) for one, reply in both if not isinstance(reply, Lacking)]
        super().publish([one for one, _ in told], [reply for _, reply in told])
