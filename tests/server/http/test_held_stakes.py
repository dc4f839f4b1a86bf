"""Stakes of a round that is not over are held, and their player sees them on the account."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from pathlib import Path

GAME = "baccarat"


def entered(entering: ExitStack, url: str, path: str, **body: str) -> tuple[httpx.Client, Terminal]:
    client = entering.enter_context(httpx.Client(base_url=url))
    told = client.post(path, json=body or None).json()
    cookie = f"croupier={client.cookies['croupier']}"
    return client, entering.enter_context(Terminal(url, cookie, told["name"]))


@pytest.mark.standard(4)
def test_a_stake_is_on_the_account_until_its_round_is_over(tmp_path: Path) -> None:
    house = opened(tmp_path, written(GAME, more='dealer = "person"'))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    password = {name: word for name, _, word in staff}
    with on_the_web(house) as where, ExitStack() as entering:
        url = f"http://{where}"
        account, player = entered(entering, url, "/api/guest")
        _, dealer = entered(entering, url, "/api/sign-in", name="d1", password=password["d1"])
        _, second = entered(entering, url, "/api/sign-in", name="s1", password=password["s1"])
        other, _ = entered(entering, url, "/api/guest")

        def told() -> tuple[int, int]:
            me = account.get("/api/me").json()
            return me["balance_cents"], me["held_cents"]

        def does(who: Terminal, command: str, **more: Any) -> None:  # noqa: ANN401 - as a command has it
            answer = who.ask(GAME, command=command, **more)
            assert answer["type"] == "acknowledged", answer

        assert told() == (200_000, 0)
        does(dealer, "open-betting")
        does(player, "place", player=player.name, bet="player", cents=2_500)
        does(player, "place", player=player.name, bet="tie", cents=500)
        does(dealer, "close-betting")
        assert told() == (197_000, 3_000)
        does(dealer, "interrupt")
        assert told() == (197_000, 3_000), "interrupted, and held"
        assert other.get("/api/me").json()["held_cents"] == 0
        until(lambda: house.play.tables[GAME].table.awaiting is not None)
        assert told() == (197_000, 3_000), "a second person rules on it, and they are held"
        does(second, "rule", reason="no light")
        assert told() == (200_000, 0), "void, and back"
