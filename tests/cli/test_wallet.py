"""A whole house with a wallet by its configuration file: sockets, dealer, command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server import readiness
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.server_process import Terminal
from tests.support.staffed_people import has_account, signed_in
from tests.support.wallets import BANKROLL, WalletProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from tests.support.server_process import Told


@pytest.fixture
def wallet(tmp_path: Path) -> Iterator[WalletProcess]:
    made = WalletProcess(tmp_path).start()
    yield made
    made.kill()


def with_wallet(url: str, more: str = "") -> str:
    text = written("baccarat", betting_seconds=2).replace("demonstration = true", "")
    return f'{text}\n[wallet]\nurl = "{url}"\nsecret = "wallet.secret"\n{more}'


def furnished(folder: Path, url: str) -> OpenHouse:
    text = with_wallet(url)
    (folder / "house.toml").write_text(text)
    house = opened(folder, text)
    if "p1" not in house.people.accounts:
        has_account(house.people, "p1", Role.PLAYER)
    return house


def seated(house: OpenHouse, address: str) -> Terminal:
    token = signed_in(house.people, "p1", house.clock())
    return Terminal(f"http://{address}", f"croupier={token}", "p1")


def placed(terminal: Terminal) -> Told:
    """In the next round, where betting has closed meanwhile."""
    while True:
        told = terminal.ask("baccarat", command="place", player="p1", bet="banker", cents=2500)
        if told.get("why") not in {"betting-closed", "betting-not-open"}:
            return told
        terminal.wait_for_step("baccarat", "betting")


def is_settled(told: Told) -> bool:
    return any(one["event"] == "round-settled" for one in told.get("events", ()))


def noticed(terminal: Terminal) -> Told:
    """It may have come while something else was waited for."""
    before = [one for one in terminal.told if one["type"] == "notice"]
    return before[-1] if before else terminal.wait_for_type("notice")


def test_a_player_bets_out_of_the_wallet(
    tmp_path: Path, wallet: WalletProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    house = furnished(tmp_path, wallet.url)
    with on_the_web(house) as address:
        terminal = seated(house, address)
        purse = terminal.wait_for(lambda told: told.get("balance_cents") == BANKROLL)
        assert purse["type"] == "purse"
        terminal.watch("baccarat")
        assert placed(terminal)["type"] == "acknowledged"
        assert wallet.has()["p1"] == BANKROLL - 2500
        wallet.kill()
        no = placed(terminal)
        assert (no["type"], no["why"]) == ("refused", "wallet-away")
        assert noticed(terminal)["no_bets"]["code"] == "wallet-does-not-answer"
        assert any("no bets are taken" in one for one in readiness.remarks(house))
        terminal.wait_for(is_settled)
        wallet.start()
        terminal.told.clear()
        assert noticed(terminal)["no_bets"] is None
        until(lambda: [one[0] for one in wallet.listed()][-1] == "settle")
    assert run(["house", "reconcile", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("nothing differs.\n")


def test_differences_are_told_by_the_command(
    tmp_path: Path, wallet: WalletProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    furnished(tmp_path, wallet.url).close()
    assert run(["house", "reconcile", str(tmp_path)]) == 0
    wallet.change("INSERT INTO transfers VALUES (1, 'x', 'reserve', 'p1', 7, '')")
    capsys.readouterr()
    assert run(["house", "reconcile", str(tmp_path)]) == 1
    assert capsys.readouterr().out == (
        "x: 0.07 reserved of p1 in the wallet, and this house knows nothing of it\n"
        "1 transfers of the wallet; 0 not answered by it, 0.00 to be sent.\n"
    )
    assert run(["house", "reconcile", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["transfers"] == 1
    wallet.kill()
    assert run(["house", "reconcile", str(tmp_path)]) == 2
    assert "the wallet cannot be reached" in capsys.readouterr().err
    wallet.start()


def test_a_house_without_a_wallet_has_nothing_to_reconcile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", "init", str(tmp_path / "house"), "--demonstration"]) == 0
    assert run(["house", "reconcile", str(tmp_path / "house")]) == 2
    assert "this house keeps its players' money itself" in capsys.readouterr().err


def test_a_wallet_has_a_secret(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="secret: there is no such file"):
        opened(tmp_path, with_wallet("http://127.0.0.1:1"))


WRONG = {
    'url = "ftp://wallet"': "wallet, url: an address begins with http:// or https://",
    'url = "http://wallet/?a"': "wallet, url: an address begins with http:// or https://",
    'secret = ""': "wallet, secret: a file with the secret that both share",
    "patience = 0.09": "wallet, patience: 0.1 to 10 seconds",
    "patience = 10.1": "wallet, patience: 0.1 to 10 seconds",
    "paitence = 1": "wallet: there is no field 'paitence' here",
}


@pytest.mark.parametrize("given", WRONG)
def test_what_is_wrong_with_a_wallet_is_said(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {"url": 'url = "https://wallet.example/house1"', "secret": 'secret = "wallet.secret"'}
    right[given.partition(" ")[0]] = given
    text = written("baccarat").replace("demonstration = true", "")
    file = tmp_path / "house.toml"
    file.write_text("\n".join([text, "[wallet]", *right.values()]))
    assert run(["house", "check", str(file)]) == 1
    assert WRONG[given] in capsys.readouterr().out


def test_play_money_is_kept_by_the_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'{written("baccarat")}\n[wallet]\nurl = "http://w"\nsecret = "s"\n')
    assert run(["house", "check", str(file)]) == 1
    assert capsys.readouterr().out == "wallet: a demonstration house keeps its play money itself\n"
