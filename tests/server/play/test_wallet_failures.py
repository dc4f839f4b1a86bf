"""A wallet that is away, late, full of lies or refuses; a disk that is full; a house put back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.server.journal.store import Unavailable
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.play.requests import Carried
from croupier.server.play.wallet_desk import WALLET_DOES_NOT_ANSWER
from croupier.table import commands as asks
from tests.support.configured_house import reached
from tests.support.lying_wallets import Said, answering
from tests.support.said import declined
from tests.support.waiting import wait_until_async
from tests.support.wallets import (
    BANKROLL,
    P1,
    P2,
    SECRET,
    WalletFloor,
    WalletProcess,
    opened,
    played,
    wrong_with,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.server.journal.store import Outcome, Write

pytestmark = pytest.mark.usefixtures("hurried_wallet")


AWAY = declined(
    Policy.WALLET_AWAY,
    "the wallet that keeps players' money does not answer: nothing was taken, no bet is placed",
)


def test_a_settlement_that_is_refused_waits_and_is_told(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    """Others are settled meanwhile; it is taken when the wallet takes it."""

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        assert isinstance(await floor.bet(P2, 2500, "two"), Carried)
        wallet.change("UPDATE players SET name = 'p9' WHERE name = 'p1'")
        await floor.finish()
        await reached(floor.queue.remarks)
        await reached(lambda: list(floor.queue.desk.books.lines) == ["p1"])
        [remark] = floor.queue.remarks()
        assert remark.startswith("wallet refuses settlement-due")
        assert remark.endswith("of p1: unknown-player")
        no = await floor.bet(P1, 2500, "three")
        assert isinstance(no, Refused)
        assert no.why is Policy.WALLET_REFUSES
        assert isinstance(await floor.bet(P2, 2500, "four"), Carried)
        wallet.change("UPDATE players SET name = 'p1' WHERE name = 'p9'")
        await floor.finish()
        await floor.quiet()
        assert floor.queue.remarks() == []

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wrong_with(tmp_path / "house.db", wallet, {"one", "two", "four"}) == []


@pytest.mark.parametrize("event", ["reservation-intended", "reservation-taken"])
def test_what_cannot_be_written_takes_nothing(
    event: str, tmp_path: Path, wallet: WalletProcess
) -> None:
    """Also where the wallet has reserved it already: that is rolled back."""
    queue = opened(tmp_path / "house.db", wallet.client())
    append, full = queue.play.store.append, [event]

    def on_a_full_disk(writes: Sequence[Write]) -> list[Outcome]:
        bodies = [new.body for one in writes for part in one.parts for new in part.entries]
        if full and any(full[0].encode() in body for body in bodies):
            full.clear()
            return [Unavailable("the disk is full")]
        return append(writes)

    queue.play.store.append = on_a_full_disk  # type: ignore[method-assign]

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        no = await floor.bet(P1, 2500, "one")
        says = "the house pauses, nothing happened: the disk is full"
        assert no == declined(Policy.PAUSED, says)
        await floor.quiet()
        assert wallet.has() == {"p1": BANKROLL, "p2": BANKROLL}
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        await floor.finish()
        await floor.quiet()

    played(queue, evening)
    assert wrong_with(tmp_path / "house.db", wallet, {"one"}) == []


@pytest.mark.slow
def test_without_a_wallet_no_bet_is_placed_and_a_round_is_finished(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        wallet.kill()
        assert await floor.bet(P2, 2500, "two") == AWAY
        assert floor.queue.no_bets == WALLET_DOES_NOT_ANSWER()
        [remark] = floor.queue.remarks()
        assert remark.startswith("wallet: cannot be reached")
        await floor.finish()  # all that was won is due, and waits
        await reached(lambda: floor.queue.desk.books.lines)
        assert floor.house.balances.get("player:p1", 0) == 0
        assert floor.house.balances.has("p1") > BANKROLL
        wallet.start()
        await floor.quiet()
        assert (floor.queue.desk.away, floor.queue.remarks()) == (None, [])
        assert isinstance(await floor.bet(P2, 2500, "two"), Carried)
        await floor.finish()
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wrong_with(tmp_path / "house.db", wallet, {"one", "two"}) == []


@pytest.mark.threat("T139")
def test_an_answer_that_comes_too_late_takes_nothing(tmp_path: Path, wallet: WalletProcess) -> None:
    """It is rolled back when the wallet answers again, and the bet can be placed anew."""
    path = tmp_path / "house.db"

    async def unanswered(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert await floor.bet(P1, 2500, "one") == AWAY
        assert len(floor.queue.desk.books.intended) == 1

    with answering(lambda: Said(200, b'{"balance_cents":0}', waits=10)) as url:
        patience = 0.2
        queue = opened(path, HttpWallet(url, SECRET.encode(), patience), patience=patience)
        played(queue, unanswered)

    async def answered(floor: WalletFloor) -> None:
        await floor.quiet()
        await floor.finish()
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        await floor.finish()
        await floor.quiet()

    played(opened(path, wallet.client()), answered)
    assert [one[0] for one in wallet.listed()] == ["roll-back", "reserve", "settle"]
    assert wallet.listed()[0] == ("roll-back", "p1", 0)
    assert wrong_with(path, wallet, {"one"}) == []


LIES = {
    "nobody's signature": (Said(200, b'{"balance_cents":1}', "another secret"), "is not signed"),
    "an answer to another request": (
        Said(200, b'{"balance_cents":1}', of_request="0" * 64),
        "is not signed",
    ),
    "no JSON": (Said(200, b"reserved"), "cannot be read"),
    "no balance": (Said(200, b"{}"), "cannot be read"),
    "less than nothing": (Said(200, b'{"balance_cents":-1}'), "cannot be read"),
    "more than there is": (Said(200, b'{"balance_cents":1000000000000001}'), "cannot be read"),
    "no whole number": (Said(200, b'{"balance_cents":1.5}'), "cannot be read"),
    "no number": (Said(200, b'{"balance_cents":NaN}'), "cannot be read"),
    "short of a debt": (Said(409, b'{"why":"short","balance_cents":-1}'), "cannot be read"),
    "a refusal without a reason": (Said(409, b"{}"), "cannot be read"),
    "elsewhere": (Said(302, b""), "answers 302"),
    "its own fault": (Said(500, b'{"why":"short"}'), "answers 500"),
}


@pytest.mark.slow
@pytest.mark.threat("T136", "T137")
@pytest.mark.parametrize("lie", LIES)
def test_what_no_wallet_would_say_takes_nothing(lie: str, tmp_path: Path) -> None:
    said, why = LIES[lie]

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert await floor.bet(P1, 2500, "one") == AWAY
        assert why in (floor.queue.desk.away or "")
        assert floor.house.balances.get("wallet", 0) == 0
        assert len(floor.queue.desk.books.intended) == 1

    with answering(lambda: said) as url:
        queue = opened(tmp_path / "house.db", HttpWallet(url, SECRET.encode(), 1), patience=0.1)
        played(queue, evening)


def test_commands_without_money_wait_for_no_wallet(tmp_path: Path) -> None:
    """Also while a player's stake waits for it; another player's commands, too."""

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        slow = asyncio.create_task(floor.bet(P1, 2500, "one"))
        await wait_until_async(lambda: floor.queue.desk.books.intended, "the wallet is asked")
        no = await floor.ask(asks.Withdraw("p2", "banker", 0), P2)
        assert isinstance(no, Refused)
        await floor.carried(asks.CloseBetting())
        assert not slow.done()
        assert await slow == AWAY

    with answering(lambda: Said(200, b'{"balance_cents":0}', waits=10)) as url:
        wallet = HttpWallet(url, SECRET.encode(), 2)
        played(opened(tmp_path / "house.db", wallet, patience=2), evening)


@pytest.mark.threat("T140")
def test_a_house_that_was_put_back_is_told_what_the_wallet_has_more(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    path, backup = tmp_path / "house.db", tmp_path / "backup.db"

    async def before(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        await floor.finish()
        await floor.quiet()
        floor.house.store.back_up(backup)
        assert isinstance(await floor.bet(P2, 5000, "two"), Carried)

    played(opened(path, wallet.client()), before)
    queue = opened(backup, wallet.client())

    async def after(floor: WalletFloor) -> None:
        await reached(lambda: floor.queue.check.differences)
        [one] = floor.queue.remarks()
        assert one.endswith(
            "50.00 reserved of p2 in the wallet, and this house knows nothing of it"
        )
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P2, 5000, "two"), Carried)  # under another id

    played(queue, after)
    assert wallet.has()["p2"] == BANKROLL - 10_000
