"""A house whose players' money lies in a wallet, over the reference wallet as a real process."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.server import wallet_opening
from croupier.server.money.cage import Cage
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.play.requests import Carried
from croupier.server.play.round_rules import RoundTerms
from croupier.server.play.wallet_desk import WalletDesk
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from tests.support.played_house import DEALER, F1
from tests.support.said import declined
from tests.support.waiting import LONGEST, wait_until_async
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
    from pathlib import Path

    from croupier.server.money.wallet.books import SettlementDue
    from croupier.server.money.wallet.port import Answer

pytestmark = pytest.mark.usefixtures("hurried_wallet")


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.standard(10)
def test_what_was_won_goes_to_the_wallet_where_no_further_round_opens(
    tmp_path: Path, wallet: WalletProcess
) -> None:
    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, 2500, "one"), Carried)
        await floor.settle()
        await floor.quiet()
        assert [one[0] for one in wallet.listed()] == ["reserve"]
        floor.house.rounds.terms = RoundTerms(release_seconds=0)
        await floor.carried(asks.ReleaseWinnings(), CLOCK)
        assert floor.table.round.released
        await floor.quiet()

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    [_, settled] = wallet.listed()
    assert settled[:2] == ("settle", "p1")
    assert wallet.has() == {"p1": BANKROLL - 2500 + settled[2], "p2": BANKROLL}
    assert wrong_with(tmp_path / "house.db", wallet, {"one"}) == []


class SlowToSettle(HttpWallet):
    """Settles when the test allows it."""

    allowed: threading.Event

    def settle(self, one: SettlementDue) -> Answer:
        assert self.allowed.wait(LONGEST)
        return super().settle(one)


is_settled = WalletDesk.is_settled


def test_what_was_won_can_be_staked_at_once(tmp_path: Path, wallet: WalletProcess) -> None:
    """All of it, though it is still on its way to the wallet when the bet comes."""

    async def evening(floor: WalletFloor) -> None:
        await floor.carried(asks.OpenBetting())
        assert isinstance(await floor.bet(P1, BANKROLL, "all"), Carried)
        await floor.finish()
        won = floor.house.balances.has("p1")
        assert won > BANKROLL
        with patch.object(WalletDesk, "is_settled", autospec=True, side_effect=is_settled) as asked:
            again = asyncio.create_task(floor.bet(P1, won // 100 * 100, "all of that"))
            await wait_until_async(lambda: asked.called, "the bet waits for the settlement")
        slow.allowed.set()
        assert isinstance(await again, Carried)

    slow = SlowToSettle(wallet.url, SECRET.encode(), 2)
    slow.allowed = threading.Event()
    played(opened(tmp_path / "house.db", slow), evening)
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


def test_refusals_of_the_rules_ask_no_wallet(tmp_path: Path, wallet: WalletProcess) -> None:
    async def evening(floor: WalletFloor) -> None:
        no = await floor.bet(P1, 2500, "early")
        assert isinstance(no, Refused)
        assert no.why is Refusal.BETTING_NOT_OPEN

    played(opened(tmp_path / "house.db", wallet.client()), evening)
    assert wallet.listed() == []
