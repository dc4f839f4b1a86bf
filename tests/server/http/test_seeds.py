"""Seeds of players over HTTP and the socket, with the house's own dealer at the table."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import msgspec
import pytest

from croupier.server.shoes.events import SeedCommitted
from croupier.server.shoes.fairness import head_of, verify
from croupier.server.shoes.public_record import record_decoder
from croupier.server.shoes.sealed import MOST_OF_WATCHERS, MOST_SEEDS, OPENING_MS
from croupier.server.shoes.seeds import player_commitment
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.sealed_rounds import seed_of
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse

TABLE = "baccarat"
SEEDS = f"/api/tables/{TABLE}/seeds"


class Doors(NamedTuple):
    house: OpenHouse
    url: str

    @contextmanager
    def guest(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.url) as client:
            assert client.post("/api/guest").is_success
            yield client


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Doors]:
    text = written(TABLE, betting_seconds=600)
    house = opened(tmp_path, text)
    with on_the_web(house) as address:
        until(lambda: TABLE in house.shoes.shoes)
        yield Doors(house, f"http://{address}")


def committing(shoe: str, words: str) -> dict[str, str]:
    seed = seed_of(words)
    return {"shoe": shoe, "commitment": player_commitment(shoe, seed.seed, seed.salt)}


def test_a_seed_is_committed_to_and_shown_to_all(doors: Doors) -> None:
    with doors.guest() as p1, httpx.Client(base_url=doors.url) as anybody:
        told = anybody.get(SEEDS).json()
        shoe = told["promise"]["shoe"]
        assert (shoe, told["most"], told["opening_ms"]) == (f"{TABLE}-2", MOST_SEEDS, OPENING_MS)
        given = committing(shoe, "p1")
        assert p1.post(SEEDS, json=given).json() == given
        [shown] = anybody.get(SEEDS).json()["promise"]["seeds"]
        assert (shown["commitment"], shown["seed"]) == (given["commitment"], "")
        assert p1.post(SEEDS, json=given).status_code == httpx.codes.CONFLICT
        early = {"shoe": shoe, **msgspec.to_builtins(seed_of("p1"))}
        assert p1.post(f"{SEEDS}/open", json=early).status_code == httpx.codes.CONFLICT


HOSTILE: tuple[dict[str, Any], ...] = (
    {},
    {"commitment": "a" * 63},
    {"commitment": "a" * 65},
    {"commitment": "A" * 64},
    {"commitment": "a" * 64 + "\n"},
    {"commitment": "a" * 63 + "\n"},
    {"commitment": "\N{FULLWIDTH DIGIT ONE}" * 64},
    {"commitment": ["a" * 64]},
    {"commitment": "a" * 64, "player": "p2"},
)


@pytest.mark.parametrize("given", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_seeds_are_not_read(given: dict[str, Any], doors: Doors) -> None:
    before = doors.house.store.versions()[f"shoe:{TABLE}"]
    with doors.guest() as p1:
        answer = p1.post(SEEDS, json={"shoe": f"{TABLE}-2", **given})
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert doors.house.store.versions()[f"shoe:{TABLE}"] == before


def test_whose_seed_it_may_be(doors: Doors) -> None:
    with httpx.Client(base_url=doors.url) as nobody, doors.guest() as p1:
        given = committing(f"{TABLE}-2", "nobody")
        assert nobody.post(SEEDS, json=given).status_code == httpx.codes.UNAUTHORIZED
        for wrong in ("none", "x" * 200):
            answer = p1.post(f"/api/tables/{wrong}/seeds", json=given)
            assert answer.status_code == httpx.codes.NOT_FOUND
    assert set(doors.house.shoes.streams) == {TABLE}


def test_a_table_s_record_is_downloaded_and_checked(doors: Doors) -> None:
    with httpx.Client(base_url=doors.url) as anybody:
        record = record_decoder.decode(anybody.get(f"/api/tables/{TABLE}/record").content)
        assert verify(record) == []
        assert head_of(record.checkpoint).size > 0
        standing = anybody.get(f"/api/tables/{TABLE}/standing").json()
        assert (standing["counts"]["in_use"], standing["discarded"]) == (1, [])
        until(lambda: doors.house.play.tables[TABLE].table.round.number == 1)
        shoe = anybody.get(f"/api/tables/{TABLE}/rounds/1/shoe").json()
        assert (shoe["shoe"]["shoe"], shoe["shoe"]["order"]) == (f"{TABLE}-1", "")
        for missing in (f"{TABLE}/rounds/9/shoe", "none/record", "none/standing", "none/seeds"):
            answer = anybody.get(f"/api/tables/{missing}")
            assert answer.status_code == httpx.codes.NOT_FOUND


def test_a_crowd_of_watchers_keeps_no_player_out(doors: Doors) -> None:
    """Those who only look fill half of the places; whoever plays finds one."""
    house, shoe = doors.house, f"{TABLE}-2"

    def crowd() -> None:
        for number in range(MOST_OF_WATCHERS):
            made, at = sha256(str(number).encode()).hexdigest(), house.clock()
            event = SeedCommitted(at=at, shoe=shoe, player=f"w{number}", commitment=made)
            house.shoes.give(TABLE, event, MOST_OF_WATCHERS)

    house.queue.disk.submit(crowd).result()
    with doors.guest() as watching, doors.guest() as playing:
        full = watching.post(SEEDS, json=committing(shoe, "watching"))
        assert full.json()["says"] == f"shoe {shoe} has {MOST_OF_WATCHERS} seeds already"
        name = playing.get("/api/me").json()["name"]
        until(lambda: house.play.tables[TABLE].table.round.number == 1)
        with Terminal(doors.url, f"croupier={playing.cookies['croupier']}", name) as terminal:
            terminal.ask(TABLE, command="place", player=name, bet="player", cents=2_500)
        assert playing.post(SEEDS, json=committing(shoe, "playing")).is_success
