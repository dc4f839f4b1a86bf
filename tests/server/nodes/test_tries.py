"""Wrong passwords count over all nodes: whoever is led to another one has no further tries."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from croupier.engine.irregularities import Role
from croupier.server.app import application
from croupier.server.journal.shared_sqlite import SharedSqlite
from croupier.server.journal.sharing import Sharing
from croupier.server.journal.store import Unreadable
from croupier.server.nodes.tries import SharedTries
from croupier.server.people import delays
from croupier.server.people.accounts import SecondFactorOffered
from croupier.server.people.delays import FORGOTTEN_MS, LONGEST_MS, Delays
from croupier.server.people.rules import WITH_FACTOR
from croupier.server.people.second_factor import code, generated_secret
from tests.support.several_nodes import cluster, queue_of
from tests.support.staffed_people import PASSWORD, has_account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from tests.support.several_nodes import Cluster

ATTACKER, OWNER = "192.0.2.66", "192.0.2.7"
WRONG, TOO_OFTEN, FINE = 403, 429, 200
SECRET = bytes(32)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh


class Doors:
    """The pages of each node, and who comes to them."""

    def __init__(self, floor: Cluster) -> None:
        self.apps = {name: application(house, None) for name, house in floor.houses.items()}

    async def sign_in(
        self, node: str, password: str, address: str = ATTACKER, *, digits: str = ""
    ) -> int:
        through = httpx.ASGITransport(app=self.apps[node], client=(address, 4711))
        given = {"name": "d1", "password": password, "code": digits}
        async with httpx.AsyncClient(transport=through, base_url="http://127.0.0.1") as client:
            return (await client.post("/api/sign-in", json=given)).status_code


async def employed(house: OpenHouse) -> None:
    await house.queue.on_disk(lambda: has_account(house.people, "d1", Role.DEALER))


@pytest.fixture
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(delays, "FIRST_MS", LONGEST_MS)


@pytest.mark.threat("T131")
@pytest.mark.usefixtures("_long")
def test_three_nodes_give_no_more_tries_than_one(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", nodes=3, database=database) as floor:
            await employed(floor.houses["n1"])
            doors = Doors(floor)
            told = [await doors.sign_in(node, "a guess") for node in ("n1", "n2", "n3")]
            assert told == [WRONG] * 3
            told = [await doors.sign_in(node, PASSWORD) for node in ("n1", "n2", "n3")]
            assert told == [TOO_OFTEN] * 3
            assert await doors.sign_in("n2", PASSWORD, OWNER) == FINE
            monkeypatch.setattr(delays, "FIRST_MS", 1)  # the first delay is over
            assert await doors.sign_in("n3", PASSWORD) == FINE
            assert await doors.sign_in("n1", PASSWORD) == FINE

    asyncio.run(play())


@pytest.mark.usefixtures("_long")
def test_wrong_codes_of_a_phone_count_over_all_nodes(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", database=database) as floor:
            house = floor.houses["n1"]
            await employed(house)
            secret = generated_secret()
            offered = SecondFactorOffered(at=house.clock(), name="d1", secret=secret)
            await house.queue.on_disk(lambda: house.people.write(offered))
            for one in floor.houses.values():
                one.people.with_factor = WITH_FACTOR["staff"]
            doors = Doors(floor)
            told = [await doors.sign_in(n, PASSWORD, digits="000000") for n in ("n1", "n2", "n1")]
            assert told == [WRONG] * 3
            now = code(secret, house.clock() // 30_000)
            assert await doors.sign_in("n2", PASSWORD, digits=now) == TOO_OFTEN
            assert await doors.sign_in("n2", PASSWORD, OWNER, digits=now) == FINE

    asyncio.run(play())


def test_neither_names_nor_addresses_are_written_nor_a_row_for_each_try(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", database=database) as floor:
            house = floor.houses["n1"]
            tries = queue_of(house).tries
            assert tries is not None
            for _ in range(30):
                tries.attempt("d1", ATTACKER, LONGEST_MS)
            tries.attempt("d1", OWNER, LONGEST_MS)
            rows = list(house.store.rows("SELECT account, address, wrong FROM tries"))
            assert sorted(row[2] for row in rows) == [1, 3]
            assert {len(one) for row in rows for one in row[:2]} == {16}
            before = house.store.tree_size()
            tries.succeeded("d1", ATTACKER)
            tries.forgive("d1", OWNER)
            assert list(house.store.rows("SELECT 1 FROM tries")) == []
            assert house.store.tree_size() == before

    asyncio.run(play())


def test_while_the_database_is_away_a_node_counts_by_itself(tmp_path: Path) -> None:
    class Away(SharedSqlite):
        def change_try(self, *_: object) -> None:
            raise Unreadable("the database cannot be reached")

    with closing(Away(tmp_path / "house.db", Sharing("n1", "r1"))) as store:
        assert SharedTries(store, SECRET).attempt("d1", ATTACKER, LONGEST_MS) == 0


class Timed:
    """The tries of one node and of two, at the same moments."""

    def __init__(self, path: Path) -> None:
        self.now = 0
        self.stores = [SharedSqlite(path, Sharing(n, "r1"), lambda: self.now) for n in ("n1", "n2")]
        self.nodes = [SharedTries(one, SECRET) for one in self.stores]

    def begin(self) -> Delays:
        self.now += 10 * FORGOTTEN_MS
        return Delays()

    def close(self) -> None:
        for one in self.stores:
            one.close()


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Timed]:
    made = Timed(tmp_path / "house.db")
    yield made
    made.close()


DONE = some.lists(
    some.tuples(
        some.sampled_from(["attempt", "attempt", "attempt", "succeeded", "forgive"]),
        some.sampled_from(["d1", "s1"]),
        some.sampled_from([f"192.0.2.{n}" for n in range(7)]),
        some.one_of(some.integers(0, 3_000), some.integers(0, FORGOTTEN_MS + 2)),
        some.booleans(),
    ),
    max_size=40,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # begin() resets it
@given(DONE)
def test_two_nodes_come_to_what_one_does(
    timed: Timed, done: list[tuple[str, str, str, int, bool]]
) -> None:
    alone = timed.begin()
    for what, name, address, later, second in done:
        timed.now += later
        node = timed.nodes[second]
        if what == "attempt":
            waits = alone.attempt(name, address, timed.now)
            assert node.attempt(name, address, LONGEST_MS) == waits
        else:
            getattr(alone, what)(name, address)
            getattr(node, what)(name, address)
