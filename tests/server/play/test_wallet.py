"""A house whose players' money lies in a wallet, over the reference wallet as a real process."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.server import wallet_opening
from croupier.server.journal.store import Unavailable
from croupier.server.money.cage import Cage
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.play.requests import Carried
from croupier.server.play.wallet_desk import WALLET_DOES_NOT_ANSWER
from croupier.table import commands as asks
from tests.support.configured_house import reached
from tests.support.lying_wallets import Said, answering
from tests.support.played_house import DEALER, F1
from tests.support.said import declined
from tests.support.wallets import (
    BANKROLL,
    P1,
    P2,
    SECRET,
    WalletFloor,
    WalletProcess,
    hurried,
    opened,
    wrong_with,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.store import Outcome, Write
    from croupier.server.money.wallet.books import SettlementDue
    from croupier.server.money.wallet.port import Answer
    from croupier.server.play.wallet_queue import WalletQueue


AWAY = declined(
    Policy.WALLET_AWAY,
    "the wallet that keeps players' money does not answer: nothing was taken, no bet is placed",
)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)


@pytest.fixture
def wallet(tmp_path: Path) -> Iterator[WalletProcess]:
    made = WalletProcess(tmp_path).start()
    yield made
    made.kill()


def played(
    queue: WalletQueue, script: Callable[[WalletFloor], Coroutine[None, None, None]]
) -> None:
    async def whole() -> None:
        async with queue:
            await script(WalletFloor(queue))

    asyncio.run(whole())
    queue.play.store.close()


def test_a_stake_is_reserved_and_a_round_is_settled_once(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)  # sent again
        assert wallet.has() == {"p1": BANKROLL - 2500, "p2": BANKROLL}
        assert floor.house.balances.has("p1") == BANKROLL - 2500
        await floor.finish()
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    [reserved, settled] = wallet.listed()
    assert reserved == ("reserve", "p1", 2500)
    assert settled[:2] == ("settle", "p1")
    assert settled[2] > 2500  # the banker won
    assert wallet.has() == {"p1": BANKROLL - 2500 + settled[2], "p2": BANKROLL}
    assert wrong_with(tmp_path / "house.db", wallet, {"one"}) == []


def test_what_a_player_takes_back_is_staked_again_and_sent_with_the_round(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        place = asks.Place("p1", "banker", 5000, 0)
        both = await asyncio.gather(
            floor.ask(place, P1, "placed"),
            floor.ask(asks.Withdraw("p1", "banker", 0), P1, "withdrawn"),
        )
        assert all(isinstance(one, Carried) for one in both)  # in the order in which they came
        assert isinstance(await floor.bet(P1, 2500, "again"), Carried)
        assert wallet.listed() == [("reserve", "p1", 5000)]
        await floor.finish()
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert [one[0] for one in wallet.listed()] == ["reserve", "settle"]
    assert wrong_with(tmp_path / "house.db", wallet, {"placed", "withdrawn", "again"}) == []


class SlowToSettle(HttpWallet):
    def settle(self, one: SettlementDue) -> Answer:
        time.sleep(0.2)
        return super().settle(one)


def test_what_was_won_can_be_staked_at_once(tmp_path: Path, wallet: WalletProcess) -> None:
    """All of it, though it is still on its way to the wallet when the bet comes."""

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, BANKROLL, "all"), Carried)
        await floor.finish()
        won = floor.house.balances.has("p1")
        assert won > BANKROLL
        assert isinstance(await floor.bet(P1, won // 100 * 100, "all of that"), Carried)

    played(opened(tmp_path / "house.db", SlowToSettle(wallet.url, SECRET.encode(), 2)), evening)
    assert [one[0] for one in wallet.listed()] == ["reserve", "settle", "reserve"]


def test_a_stake_that_betting_closed_upon_is_rolled_back(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        late, closed = await asyncio.gather(
            floor.bet(P2, 5000, "late"), floor.ask(asks.CloseBetting(), DEALER)
        )
        assert isinstance(closed, Carried)
        assert isinstance(late, Refused)
        assert late.why is Refusal.BETTING_CLOSED
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wallet.listed() == [("reserve", "p2", 5000), ("roll-back", "p2", 5000)]
    assert wallet.has() == {"p1": BANKROLL, "p2": BANKROLL}


def test_a_wallet_says_no_and_why(tmp_path: Path, wallet: WalletProcess) -> None:
    wallet.change("UPDATE players SET cents = 2499 WHERE name = 'p1'")
    wallet.change("DELETE FROM players WHERE name = 'p2'")

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        no = await floor.bet(P1, 2500, "short")
        assert no == declined(Policy.NOT_ENOUGH, "the balance is 24.99")
        no = await floor.bet(P2, 2500, "unknown")
        says = "the wallet that keeps players' money refuses: 'there is no account of p2'"
        assert no == declined(Policy.WALLET_REFUSES, says)
        wallet.change("UPDATE players SET cents = 2500 WHERE name = 'p1'")
        assert isinstance(await floor.bet(P1, 2500, "exactly"), Carried)

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wallet.has() == {"p1": 0}
    assert wallet.listed() == [("reserve", "p1", 2500)]


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

    played(opened(tmp_path / "house.db", wallet.client(), patience=0.2), evening)
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


def test_a_void_round_gives_its_stakes_back_at_once(tmp_path: Path, wallet: WalletProcess) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        assert isinstance(await floor.bet(P2, 2500, "two"), Carried)
        await floor.carried(asks.CloseBetting())
        await floor.carried(asks.Report(irregularity="foreign-card"))
        await floor.carried(asks.Rule("a joker"), F1)
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wallet.has() == {"p1": BANKROLL, "p2": BANKROLL}
    assert sorted(wallet.listed()) == [
        ("reserve", "p1", 2500),
        ("reserve", "p2", 2500),
        ("settle", "p1", 2500),
        ("settle", "p2", 2500),
    ]


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
    "a refusal without a reason": (Said(409, b"{}"), "cannot be read"),
    "elsewhere": (Said(302, b""), "answers 302"),
    "its own fault": (Said(500, b'{"why":"short"}'), "answers 500"),
}


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
        await asyncio.sleep(0.05)
        no = await floor.ask(asks.Withdraw("p2", "banker", 0), P2)
        assert isinstance(no, Refused)
        await floor.carried(asks.CloseBetting())
        assert not slow.done()
        assert await slow == AWAY

    with answering(lambda: Said(200, b'{"balance_cents":0}', waits=10)) as url:
        wallet = HttpWallet(url, SECRET.encode(), 0.5)
        played(opened(tmp_path / "house.db", wallet, patience=0.5), evening)


def test_a_refusal_is_told_once_and_a_wait_is_none(tmp_path: Path, wallet: WalletProcess) -> None:
    heard: list[object] = []

    async def evening(floor: WalletFloor) -> None:
        floor.queue.refused.append(lambda _, no: heard.append(no.why))
        await floor.carried(asks.OpenBetting())
        for cents in (2500, 2 * BANKROLL):
            await floor.bet(P1, cents, str(cents))

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert heard == [Policy.NOT_ENOUGH]


def test_money_is_paid_in_and_out_at_the_wallet(tmp_path: Path, wallet: WalletProcess) -> None:
    queue = opened(tmp_path / "house.db", wallet.client())
    cage = Cage(queue.play.store, queue.play.balances, queue.play.own_play)
    cage.kept_elsewhere = True
    no = declined(
        Policy.KEPT_ELSEWHERE, "players' money is kept in a wallet: it is paid in and out there"
    )
    assert cage.buy_in("p1", 100, "c1", 1) == no
    assert cage.cash_out("p1", 100, "c1", 1) == no
    made = cage.correct("p1", 700, by="s1", approved_by="m1", reason="a miscount", at=1)
    assert not isinstance(made, Refused)

    async def sent(floor: WalletFloor) -> None:
        await floor.quiet()

    played(queue, sent)
    assert wallet.listed() == [("settle", "p1", 700)]


def test_a_house_forgets_no_wallet_that_is_owed_something(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    path = tmp_path / "house.db"

    async def open_round(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)

    async def rest(floor: WalletFloor) -> None:
        await floor.finish()
        await floor.quiet()

    played(opened(path, wallet.client()), open_round)
    store = opened(path, wallet.client()).play.store
    with pytest.raises(BadInput, match="open the house with it"):
        wallet_opening.refuse_unsent(store)
    store.close()
    played(opened(path, wallet.client()), rest)
    store = opened(path, wallet.client()).play.store
    wallet_opening.refuse_unsent(store)
    store.close()


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


def test_refusals_of_the_rules_ask_no_wallet(tmp_path: Path, wallet: WalletProcess) -> None:
    async def evening(floor: WalletFloor) -> None:
        no = await floor.bet(P1, 2500, "early")
        assert isinstance(no, Refused)
        assert no.why is Refusal.BETTING_NOT_OPEN

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wallet.listed() == []
