"""House and wallet, each killed at every step of an evening: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Policy
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from tests.support.played_house import DEALER
from tests.support.wallets import (
    P1,
    P2,
    WalletFloor,
    WalletProcess,
    in_a_process,
    opened,
    wrong_with,
)

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.play.requests import Reply


pytestmark = pytest.mark.usefixtures("hurried_wallet")


async def evening(floor: WalletFloor) -> None:
    """A stake that is taken, one that is rolled back because betting closes, a round."""
    await floor.carried(asks.OpenBetting())
    assert isinstance(await floor.bet(P1, 2500, "first"), Carried)
    late = floor.bet(P2, 5000, "late")
    no, closed = await asyncio.gather(late, floor.ask(asks.CloseBetting(), DEALER))
    assert not isinstance(no, Carried)
    assert isinstance(closed, Carried)
    await floor.finish()
    await floor.quiet()


async def rest_of_it(floor: WalletFloor) -> None:
    await floor.finish()
    await floor.quiet()


@pytest.mark.slow
@pytest.mark.threat("T134")
def test_a_house_killed_at_any_step_loses_nothing(tmp_path: Path, wallet: WalletProcess) -> None:
    whole = in_a_process(tmp_path / "whole.db", wallet, evening, None)
    assert (whole.killed, whole.acknowledged) == (False, {"first"})
    assert wrong_with(tmp_path / "whole.db", wallet, whole.acknowledged) == []
    assert whole.steps >= 28
    for step in range(whole.steps):
        wallet.renew()
        path = tmp_path / f"{step}.db"
        ran = in_a_process(path, wallet, evening, step)
        assert ran.killed, step
        after = in_a_process(path, wallet, rest_of_it, None)
        assert not after.killed
        assert wrong_with(path, wallet, ran.acknowledged) == [], step


async def persistent_evening(floor: WalletFloor) -> None:
    """As the other, where the wallet may be gone for a while: what is refused is asked again."""
    await floor.carried(asks.OpenBetting())
    assert isinstance(await until_placed(floor, 2500, "first"), Carried)
    late = floor.bet(P2, 5000, "late")
    await asyncio.gather(late, floor.ask(asks.CloseBetting(), DEALER))
    await floor.finish()
    await floor.quiet()


async def until_placed(floor: WalletFloor, cents: int, name: str) -> Reply:
    while True:
        reply = await floor.bet(P1, cents, name)
        if isinstance(reply, Carried):
            return reply
        assert reply.why is Policy.WALLET_AWAY, reply
        await asyncio.sleep(0.02)


@pytest.mark.slow
def test_a_wallet_killed_at_any_step_loses_nothing(tmp_path: Path) -> None:
    step, killed = 0, True
    while killed:
        folder = tmp_path / str(step)
        folder.mkdir()
        killed = one_wallet_killed(folder, step)
        step += 1
    assert step - 1 >= 8  # two reservations, a roll back and a settlement at least


def one_wallet_killed(folder: Path, step: int) -> bool:
    """Whether it was; it is started again as soon as it is gone."""
    wallet, done = WalletProcess(folder).start(dies_after=step), threading.Event()
    again: list[int] = []

    def watch() -> None:
        assert wallet.process is not None
        code = wallet.process.wait()
        if not done.is_set():
            again.append(code)
            wallet.start()

    watching = threading.Thread(target=watch)
    watching.start()
    queue = opened(folder / "house.db", wallet.client())
    acknowledged: set[str] = set()

    async def whole() -> None:
        async with queue:
            await persistent_evening(WalletFloor(queue, acknowledged.add))

    try:
        asyncio.run(whole())
        queue.play.store.close()
        assert acknowledged == {"first"}
        assert wrong_with(folder / "house.db", wallet, acknowledged) == [], step
    finally:
        done.set()
        wallet.kill()
        watching.join()
    assert again in ([], [-signal.SIGKILL])
    return bool(again)
