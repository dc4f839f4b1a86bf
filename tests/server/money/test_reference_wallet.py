"""The reference wallet by its own protocol: each call once, again, late, and nonsense."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.money.wallet import books
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.money.wallet.port import Declined, Done, NoAnswer, Transfer
from croupier.server.wallet_opening import wallet_of
from croupier.wire.house_sections import WalletIn
from tests.support.wallets import BANKROLL, WalletProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WalletProcess]:
    made = WalletProcess(tmp_path_factory.mktemp("wallet")).start()
    yield made
    made.kill()


@pytest.fixture
def wallet(running: WalletProcess) -> HttpWallet:
    running.renew()
    return running.client()


def reserve(name: str, cents: int = 500, player: str = "p1") -> books.ReservationIntended:
    return books.ReservationIntended(at=1, id=name, player=player, cents=cents, round="t1:1")


def settle(name: str, cents: int = 500, player: str = "p1") -> books.SettlementDue:
    return books.SettlementDue(at=1, id=name, player=player, cents=cents, closes=("t1:1",))


def test_each_call_counts_once_however_often_it_comes(wallet: HttpWallet) -> None:
    assert wallet.reserve(reserve("a")) == wallet.reserve(reserve("a")) == Done(BANKROLL - 500)
    assert (
        wallet.settle(settle("b", 700)) == wallet.settle(settle("b", 700)) == Done(BANKROLL + 200)
    )
    assert wallet.roll_back(reserve("a")) == wallet.roll_back(reserve("a")) == Done(BANKROLL + 700)
    assert wallet.balance("p1") == Done(BANKROLL + 700)


@pytest.mark.threat("T135")
def test_a_reservation_never_comes_after_its_roll_back(wallet: HttpWallet) -> None:
    assert wallet.roll_back(reserve("late")) == Done(BANKROLL)
    no = wallet.reserve(reserve("late"))
    assert no == Declined("rolled-back", "this reservation was rolled back")
    assert wallet.balance("p1") == Done(BANKROLL)


def test_an_id_stands_for_one_thing(wallet: HttpWallet) -> None:
    other = Declined("reused", "this id was used for something else")
    wallet.reserve(reserve("a"))
    assert wallet.reserve(reserve("a", 501)) == wallet.reserve(reserve("a", 500, "p2")) == other
    wallet.settle(settle("b"))
    assert wallet.settle(settle("b", 501)) == wallet.settle(settle("b", 500, "p2")) == other
    no = wallet.roll_back(reserve("a", 500, "p2"))
    assert no == Declined("reused", "this id is another player's")
    assert (wallet.balance("p1"), wallet.balance("p2")) == (Done(BANKROLL), Done(BANKROLL))


@pytest.mark.parametrize(("cents", "left"), [(BANKROLL - 1, 1), (BANKROLL, 0)])
def test_all_that_is_there_can_be_reserved(wallet: HttpWallet, cents: int, left: int) -> None:
    assert wallet.reserve(reserve("a", cents)) == Done(left)


def test_no_more_than_is_there(wallet: HttpWallet) -> None:
    no = wallet.reserve(reserve("a", BANKROLL + 1))
    assert no == Declined("short", f"{BANKROLL} cents are there", BANKROLL)
    unknown = Declined("unknown-player", "there is no account of p9")
    assert wallet.reserve(reserve("a", 1, "p9")) == wallet.settle(settle("b", 1, "p9")) == unknown
    assert wallet.balance("p9") == unknown


def test_it_lists_what_it_has_done(wallet: HttpWallet) -> None:
    wallet.reserve(reserve("a"))
    wallet.settle(settle("b", 0))
    found = wallet.transfers(0)
    assert not isinstance(found, NoAnswer)
    assert [(one.id, one.kind, one.player, one.cents) for one in found] == [
        ("a", "reserve", "p1", 500),
        ("b", "settle", "p1", 0),
    ]
    assert isinstance(found[0], Transfer)
    assert wallet.transfers(found[0].number) == found[1:]
    assert not wallet.transfers(found[1].number)


def test_who_has_not_the_secret_is_told_nothing(running: WalletProcess) -> None:
    stranger = HttpWallet(running.url, b"x" * 32, 2)
    says = "answers 401, but its answer is not signed with the secret of this house"
    assert stranger.balance("p1") == stranger.reserve(reserve("a")) == NoAnswer(says)
    assert stranger.transfers(0) == NoAnswer(says)
    running.renew()
    with pytest.raises(urllib.error.HTTPError) as plain:
        urllib.request.urlopen(f"{running.url}/balance?player=p1", timeout=2)  # noqa: S310
    with plain.value as told:
        assert json.loads(told.read())["why"] == "unsigned"


BAD: dict[str, object] = {
    "no object": [1],
    "another id than the key": {"id": "b", "player": "p1", "cents": 1},
    "no player": {"id": "a", "cents": 1},
    "less than nothing": {"id": "a", "player": "p1", "cents": -1},
    "a fraction": {"id": "a", "player": "p1", "cents": 1.5},
    "true": {"id": "a", "player": "p1", "cents": True},
    "more than there is": {"id": "a", "player": "p1", "cents": 10**15},
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("path", ["/reserve", "/settle", "/roll-back"])
def test_nonsense_changes_nothing(
    wallet: HttpWallet, running: WalletProcess, path: str, what: str
) -> None:
    no = wallet.answer("POST", path, "a", BAD[what])
    assert isinstance(no, Declined)
    assert no.why == "unreadable"
    assert running.listed() == []


def test_there_are_no_other_calls(wallet: HttpWallet) -> None:
    for method, path in (("POST", "/balance"), ("GET", "/"), ("GET", "/transfers?after=x")):
        no = wallet.answer(
            method, path, "a" if method == "POST" else "", {} if method == "POST" else None
        )
        assert no == Declined("no-such-call", "there is no such call")


def test_its_secret_is_as_every_shared_one_is(tmp_path: Path) -> None:
    terms, file = WalletIn(url="https://wallet.example", secret="secret"), tmp_path / "secret"  # noqa: S106 - a file's name
    with pytest.raises(BadInput, match="secret: there is no such file"):
        wallet_of(terms, tmp_path)
    file.write_text("x" * 31 + "\n")
    file.chmod(0o600)
    with pytest.raises(BadInput, match="a shared secret has 32 to 1024 characters"):
        wallet_of(terms, tmp_path)
    file.write_text("x" * 32 + "\n")
    assert wallet_of(terms, tmp_path).secret == b"x" * 32
    file.chmod(0o640)
    with pytest.raises(BadInput, match="others may read it"):
        wallet_of(terms, tmp_path)


def test_money_is_conserved_by_its_own_books(wallet: HttpWallet, running: WalletProcess) -> None:
    wallet.reserve(reserve("a"))
    wallet.roll_back(reserve("a"))
    with pytest.raises(sqlite3.IntegrityError):
        running.change("UPDATE players SET cents = -1 WHERE name = 'p1'")
    assert running.has() == {"p1": BANKROLL, "p2": BANKROLL}
