"""Practice rounds over HTTP: nothing of the house changes, and nobody can make it hold much."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.games import game
from croupier.guide.practice import practise
from croupier.server.http import practising
from croupier.server.http.practising import AT_ONCE, Waiting
from croupier.table.state import Step
from tests.support.configured_house import on_the_web, opened, until, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.opening import OpenHouse

POKER, BACCARAT = "/api/games/three-card-poker/practice", "/api/games/baccarat/practice"
ANTE = {"wagers": [{"bet": "ante", "cents": 2500}]}


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> OpenHouse:
    return opened(tmp_path_factory.mktemp("practice"), written("baccarat", betting_seconds=600))


@pytest.fixture
def web(house: OpenHouse) -> Iterator[httpx.Client]:
    with on_the_web(house) as address, httpx.Client(base_url=f"http://{address}") as client:
        until(lambda: house.play.tables["baccarat"].table.step is Step.BETTING)
        yield client


def record(house: OpenHouse) -> dict[str, Any]:
    """All that a round at a table would have changed."""
    table = house.play.tables["baccarat"].table
    shoe = house.shoes.shoes["baccarat"]
    return {
        "entries": [(one.stream, one.version, one.hash) for one in house.store.everything()],
        "balances": house.store.balances(),
        "round": (table.round.number, table.step),
        "shoe": repr(shoe),
    }


def test_a_round_is_played_and_nothing_of_the_house_changes(
    house: OpenHouse, web: httpx.Client
) -> None:
    before = record(house)
    told = web.post(POKER, json=ANTE).json()
    assert (told["against"], told["lines"], told["answers"]) == (None, [], ["play", "fold"])
    assert len(told["hand"]["cards"].split()) == 3
    answer = {"number": told["number"], "answer": "play"}
    over = web.post(f"{POKER}/answer", json=answer).json()
    assert over["hand"] == told["hand"]
    assert len(over["against"]["cards"].split()) == 3
    assert [one["bet"] for one in over["lines"]][:2] == ["ante", "play"]
    bets = {"wagers": [{"bet": "banker", "cents": 2500}, {"bet": "banker", "cents": 500}]}
    drawn = web.post(BACCARAT, json=bets).json()
    assert [one["side"] for one in drawn["thirds"]] == ["player", "banker"]
    assert [(one["bet"], one["stake_cents"]) for one in drawn["lines"]] == [("banker", 3000)]
    assert web.post(f"{POKER}/answer", json=answer).status_code == 404
    assert record(house) == before


@pytest.mark.parametrize(
    ("path", "body", "status", "says"),
    [
        ("/api/games/nothing/practice", ANTE, 404, "no game is called 'nothing'"),
        (POKER, {"wagers": []}, 400, "1 to 8 bets"),
        (POKER, {"wagers": ANTE["wagers"] * 9}, 400, "1 to 8 bets"),
        (POKER, {"wagers": [{"bet": "ante", "cents": 99}]}, 400, "at least 100"),
        (POKER, {"wagers": [{"bet": "ante", "cents": 500001}]}, 400, "at most 500000"),
        (POKER, {"wagers": [{"bet": "play", "cents": 500}]}, 400, "no bet 'play'"),
        (f"{POKER}/answer", {"number": "n", "answer": "play"}, 404, "begin another"),
        (f"{POKER}/answer", {"number": "n", "answer": "run"}, 400, "run"),
    ],
)
def test_nonsense_is_answered_in_one_line(
    web: httpx.Client, path: str, body: dict[str, Any], status: int, says: str
) -> None:
    told = web.post(path, json=body)
    assert told.status_code == status
    assert says in told.json()["says"]


def test_an_answer_that_was_not_asked_for_leaves_the_round_as_it_is(web: httpx.Client) -> None:
    number = web.post(POKER, json=ANTE).json()["number"]
    told = web.post(f"{POKER}/answer", json={"number": number, "answer": "open"})
    assert (told.status_code, told.json()["says"]) == (400, "answer play or fold")
    elsewhere = web.post(f"{BACCARAT}/answer", json={"number": number, "answer": "play"})
    assert elsewhere.status_code == 404
    assert web.post(f"{POKER}/answer", json={"number": number, "answer": "fold"}).is_success


def test_practice_is_limited_by_address(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the allowance of an address does not grow, it gets what is allowed at once."""
    monkeypatch.setattr(practising, "A_SECOND", 0)
    with on_the_web(house) as address, httpx.Client(base_url=f"http://{address}") as client:
        statuses = [client.post(POKER, json=ANTE).status_code for _ in range(AT_ONCE + 2)]
    assert statuses == [200] * AT_ONCE + [429] * 2


def test_only_so_many_rounds_wait_and_the_oldest_is_forgotten() -> None:
    waiting = Waiting(most=2)
    dealt = practise(game("three-card-poker"), {"ante": 2500}, Random(1))
    first, second, third = (waiting.keep(dealt) for _ in range(3))
    assert list(waiting.rounds) == [second, third]
    assert first not in waiting.rounds
