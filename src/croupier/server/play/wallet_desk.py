"""Between the tables and a wallet: stakes are reserved there, and what comes back is sent.

Everything that is asked of the wallet is in the journal before. What it has not acknowledged is
sent again, for each player in order, also after a start; a reservation of which nobody knows is
rolled back. A wallet that does not answer stops new bets, and never a round.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.journal.store import PLAYERS
from croupier.server.money.ledger import RELEASES, player_account
from croupier.server.money.wallet import books
from croupier.server.money.wallet.books import round_key
from croupier.server.money.wallet.port import SHORT, Declined, Done, NoAnswer
from croupier.server.play.requests import BALANCE_IS
from croupier.server.play.wallet_journal import WalletJournal
from croupier.table import events as happened
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

    from croupier.server.money.wallet.books import (
        AnyWalletEvent,
        Books,
        ReservationIntended,
        ReservationTaken,
        ToSend,
    )
    from croupier.server.money.wallet.port import Answer, Wallet
    from croupier.server.play.house import Happened, House
    from croupier.server.play.queue import CommandQueue

WALLET_DOES_NOT_ANSWER = Sentence(
    "wallet-does-not-answer",
    "the wallet that keeps players' money does not answer: nothing was taken, no bet is placed",
)
WALLET_REFUSES = Sentence(
    "wallet-refuses", "the wallet that keeps players' money refuses: {why:quoted}"
)
AWAY = declined(Policy.WALLET_AWAY, WALLET_DOES_NOT_ANSWER())
CALLS_AT_ONCE = 8
AGAIN = 0.5
MOST_AGAIN = 15.0
"""Seconds until something that was not acknowledged is sent again: from the first to the last."""
LOOK_EVERY = 1.0
"""Seconds between looks at what lies here and belongs in the wallet."""
TELL_EVERY = 10.0
"""Seconds after which a player who is there is asked for anew."""
OVER = (*RELEASES, happened.RoundVoided, happened.RoundConcluded)
"""Events after which a round may be over for its players."""


class WalletDesk:
    def __init__(self, queue: CommandQueue, wallet: Wallet, patience: float) -> None:
        self.queue, self.wallet, self.patience = queue, wallet, patience
        self.journal = WalletJournal(queue)
        self.away: str | None = None
        """Why no bets are taken."""
        self.answers = asyncio.Event()
        self.answers.set()
        self.refusals: dict[str, str] = {}
        """By id: why the wallet does not take what it has to be sent."""
        self.told: dict[str, int] = {}
        """What each player has in the wallet, as it last said."""
        self.told_at: dict[str, float] = {}
        self.present: Callable[[], Iterable[str]] = tuple
        """Players who look at what they have."""
        self.in_flight: set[str] = set()
        self.to_look = asyncio.Event()
        self.sending: dict[str, asyncio.Task[None]] = {}
        self.threads = ThreadPoolExecutor(CALLS_AT_ONCE, "wallet")
        queue.listeners.append(self.heard)

    @property
    def play(self) -> House:
        return self.queue.play

    @property
    def books(self) -> Books:
        return self.journal.books

    async def run(self) -> None:
        """What an earlier run has left is sent first."""
        for player in {one.player for one in self.books.waiting()}:
            self.send(player)
        each = self.journal.write_all, self.look, self.try_again, self.tell_those_present
        await asyncio.gather(*map(kept_up, each))

    def close(self) -> None:
        """What is on its way stays in the journal, for the next run."""
        for task in self.sending.values():
            task.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def reserve(self, player: str, cents: int, table: str) -> ReservationTaken | Refused:
        """Of a stake that a wager lacks; written before it is asked for, and when it is there."""
        if self.away is not None or not await self.is_settled(player):
            return self.why_not(player)
        number = self.play.tables[table].table.round.number
        one = books.ReservationIntended(
            at=self.queue.clock(),
            id=secrets.token_hex(16),
            player=player,
            cents=cents,
            round=round_key(table, number),
        )
        self.in_flight.add(one.id)
        try:
            return await self.journal.write(one) or await self.reserved(one)
        finally:
            self.in_flight.discard(one.id)
            if one.id in self.books.intended:  # nobody knows: it is rolled back
                self.send(player)

    def why_not(self, player: str) -> Refused:
        """What was to be sent before is not taken, or nothing is."""
        waits = self.next_of(player)
        if self.away is None and waits is not None and waits.id in self.refusals:
            why = self.refusals[waits.id][:100]
            return declined(Policy.WALLET_REFUSES, WALLET_REFUSES(why=why))
        return AWAY

    async def reserved(self, one: ReservationIntended) -> ReservationTaken | Refused:
        answer, at = await self.call(lambda: self.wallet.reserve(one)), self.queue.clock()
        if isinstance(answer, NoAnswer):
            return AWAY
        if isinstance(answer, Declined):
            no = books.ReservationRefused(
                at=at, id=one.id, player=one.player, why=(answer.says or answer.why)[:200]
            )
            return await self.journal.write(no) or refused(answer)
        taken = books.ReservationTaken(
            at=at, id=one.id, player=one.player, cents=one.cents, round=one.round
        )
        self.tell(one.player, answer)
        return await self.journal.write(taken) or taken

    async def is_settled(self, player: str) -> bool:
        """Whether the wallet has all that it is owed: else a balance there would be too low."""
        await self.settle(player)
        waits, task = self.next_of(player), self.sending.get(player)
        if waits is not None and waits.id in self.refusals:
            return False
        if task is not None:
            await asyncio.wait([task], timeout=self.patience)
        return player not in self.books.lines and player not in self.orphans()

    async def settle(self, player: str) -> None:
        """What came back from a round that is over is staked again only out of the wallet."""
        if any(True for _ in self.due_of(player)):
            await self.journal.decided(lambda: list(self.due_of(player)))
        self.send(player)

    def orphans(self) -> dict[str, ReservationIntended]:
        """By player: a reservation of which nobody knows what became of it."""
        found = self.books.intended.values()
        return {one.player: one for one in found if one.id not in self.in_flight}

    async def unused(self, taken: ReservationTaken) -> None:
        """Its wager was refused: rolled back, unless it has gone back with a settlement."""

        def back() -> list[AnyWalletEvent]:
            rounds, account = self.books.open, player_account(taken.player)
            left = rounds.get(taken.player, {}).get(taken.round, 0)
            if min(left, self.play.balances.get(account, 0)) < taken.cents:
                return []
            one = books.ReservationUnused(
                at=self.queue.clock(),
                id=taken.id,
                player=taken.player,
                cents=taken.cents,
                round=taken.round,
            )
            return [one]

        await self.journal.decided(back)
        self.send(taken.player)

    def send(self, player: str) -> None:
        """What waits for the wallet, in order; one at a time for each player."""
        self.show(player)
        task = self.sending.get(player)
        if (task is None or task.done()) and self.next_of(player) is not None:
            self.sending[player] = asyncio.create_task(self.sent(player))

    def next_of(self, player: str) -> ReservationIntended | ToSend | None:
        return self.orphans().get(player) or next(
            iter(self.books.lines.get(player, {}).values()), None
        )

    async def sent(self, player: str) -> None:
        try:
            await self.all_sent(player)
        except Exception as error:  # noqa: BLE001 - it stays in the journal, and is tried again
            logs.bug("sending to the wallet", error, player=player)
        finally:
            del self.sending[player]

    async def all_sent(self, player: str) -> None:
        pause = AGAIN
        while one := self.next_of(player):
            await self.answers.wait()
            answer = await self.call(partial(self.asked, one))
            if isinstance(answer, Done):
                settles = isinstance(one, books.SettlementDue)
                kind = books.SettlementTaken if settles else books.ReservationRolledBack
                ended = kind(at=self.queue.clock(), id=one.id, player=player)
                self.refusals.pop(one.id, None)
                if await self.journal.write(ended) is None:
                    self.tell(player, answer)
                    pause = AGAIN
                    continue
            elif isinstance(answer, Declined):
                self.refuses(one, answer)
            await asyncio.sleep(pause)
            pause = min(2 * pause, MOST_AGAIN)

    def asked(self, one: ReservationIntended | ToSend) -> Answer:
        if isinstance(one, books.SettlementDue):
            return self.wallet.settle(one)
        return self.wallet.roll_back(one)

    def refuses(self, one: ReservationIntended | ToSend, answer: Declined) -> None:
        says = f"{type(one).__struct_config__.tag} {one.id} of {one.player}: {answer.why}"
        if self.refusals.get(one.id) != says:
            self.refusals[one.id] = says
            logs.warn("wallet refuses", says=says)

    async def call(self, ask: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        try:
            answer = await asyncio.wait_for(
                loop.run_in_executor(self.threads, ask), self.patience + AGAIN
            )
        except TimeoutError:
            answer = NoAnswer("does not answer in time")
        self.is_away(answer.says if isinstance(answer, NoAnswer) else None)
        return answer

    def is_away(self, says: str | None) -> None:
        if (self.away is None) != (says is None):
            logs.warn("wallet", says=says or "answers")
            self.queue.notify_written()
        self.away = says
        (self.answers.set if says is None else self.answers.clear)()

    def tell(self, player: str, answer: Answer) -> None:
        if isinstance(answer, Done | Declined) and answer.balance_cents is not None:
            self.told[player] = answer.balance_cents
            self.told_at[player] = time.monotonic()
        self.show(player)

    def show(self, player: str) -> None:
        """What the player has there, and what is on its way."""
        balances, cents = self.play.balances, self.told.get(player, 0) + self.books.owing(player)
        if balances.elsewhere.get(player) != cents:
            balances.elsewhere[player] = cents
            balances.touched.add(player_account(player))
            self.queue.notify_written()

    def heard(self, what: Happened) -> None:
        if any(isinstance(event, OVER) for event in what.events):
            self.to_look.set()

    async def look(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.to_look.wait(), LOOK_EVERY)
        self.to_look.clear()
        if any(True for _ in self.due()):
            await self.journal.decided(lambda: list(self.due()))
        for player in list(self.books.lines):
            self.send(player)

    def due(self) -> Iterator[AnyWalletEvent]:
        """What lies here for players whose round is over, or who are in none."""
        balances, rounds = self.play.balances, self.books.open
        lying = {
            account.removeprefix(PLAYERS)
            for account, cents in list(balances.items())
            if cents > 0 and account.startswith(PLAYERS)
        }
        for player in sorted(lying | rounds.keys()):
            yield from self.due_of(player)

    def due_of(self, player: str) -> Iterator[AnyWalletEvent]:
        rounds, cents = self.books.open, self.play.balances.get(player_account(player), 0)
        over = tuple(one for one in rounds.get(player, ()) if self.is_over(one))
        if over or (cents > 0 and player not in rounds):
            yield books.SettlementDue(
                at=self.queue.clock(),
                id=secrets.token_hex(16),
                player=player,
                cents=cents,
                closes=over,
            )

    def is_over(self, key: str) -> bool:
        """When the next has opened, what was won is released, or it left nothing to pay."""
        name, _, number = key.rpartition(":")
        live = self.play.tables.get(name)
        if live is None or str(live.table.round.number) != number:
            return True
        round_, over = live.table.round, live.table.step is Step.CONCLUDED
        return over and not (live.table.is_open and round_.lines and not round_.released)

    async def try_again(self) -> None:
        """A wallet that did not answer is asked again."""
        await asyncio.sleep(AGAIN)
        if self.away is not None:
            await self.call(lambda: self.wallet.balance(""))

    async def tell_those_present(self) -> None:
        """Money is paid into a wallet and out of it without this house."""
        await asyncio.sleep(LOOK_EVERY / 4)
        old = time.monotonic() - TELL_EVERY
        for player in list(self.present()):
            if self.away is None and self.told_at.get(player, 0.0) < old:
                self.told_at[player] = time.monotonic()
                self.tell(player, await self.call(partial(self.wallet.balance, player)))


async def kept_up(once: Callable[[], Coroutine[None, None, None]]) -> None:
    """For ever; a fault of ours ends none of it."""
    while True:
        try:
            await once()
        except Exception as error:  # noqa: BLE001 - what was asked for is told of it
            logs.bug("between tables and wallet", error)
            await asyncio.sleep(AGAIN)


def refused(answer: Declined) -> Refused:
    if answer.why == SHORT:
        return declined(Policy.NOT_ENOUGH, BALANCE_IS(cents=answer.balance_cents or 0))
    return declined(Policy.WALLET_REFUSES, WALLET_REFUSES(why=(answer.says or answer.why)[:100]))
