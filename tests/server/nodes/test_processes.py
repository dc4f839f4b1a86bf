"""Three nodes as processes, on a real PostgreSQL and nats-server, in every trouble, under load.

`python -m tests.support.node_chaos` does the same at random and for long.
"""

from __future__ import annotations

import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support import postgres_server
from tests.support.node_checks import all_agree, check, told_of, verify
from tests.support.node_processes import processes
from tests.support.node_terminals import Crowd
from tests.support.postgres_standby import standby_of
from tests.support.server_process import until
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.support.house_invariants import Asked
    from tests.support.node_processes import NodeProcess, Processes
    from tests.support.node_terminals import Said

TERMINALS = 24
MOVED_WITHIN = 5.0
"""Seconds until a table whose node is gone is dealt at by another: a lease runs out in three."""
DEAF_WITHIN = 10.0
"""As before; and a turn that it had just taken ends when the database ends it, after two."""
FROZEN = 6.0


@pytest.fixture(scope="module")
def house() -> Iterator[Processes]:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with processes() as made:
        yield made


@pytest.fixture(scope="module")
def crowd(house: Processes) -> Iterator[Crowd]:
    made = Crowd(house, TERMINALS)
    yield made
    made.leave()
    all_agree(house)
    check(house, made)
    verify(house)


@pytest.fixture
def floor(house: Processes, crowd: Crowd) -> Iterator[Processes]:
    """All nodes there, each with its part; and whatever happens, everything holds after it."""
    house.restore()
    went_on(crowd, TERMINALS)
    crowd.forget()
    yield house
    went_on(crowd, TERMINALS)
    print(crowd.gaps(), file=sys.stderr)  # noqa: T201 - figures, shown with -s
    check(house, crowd)


def went_on(crowd: Crowd, wagers: int, seconds: float = 15) -> None:
    """So many more are acknowledged."""
    enough = crowd.acknowledged + wagers
    wait_until(lambda: crowd.acknowledged >= enough, "wagers are acknowledged again", seconds)


def staked(floor: Processes) -> str:
    """A table at which wagers lie now."""
    with floor.store() as store:
        until(lambda: any(store.balance(f"stakes:{one}") for one in floor.tables))
        return next((one for one in floor.tables if store.balance(f"stakes:{one}")), "b1")


def in_mid_round(floor: Processes) -> NodeProcess:
    return floor.holder(staked(floor))


def test_a_holder_is_killed_in_mid_round(floor: Processes) -> None:
    dies = in_mid_round(floor)
    began = time.monotonic()
    dies.stop(signal.SIGKILL)
    floor.moved_from(dies.name, began, within=MOVED_WITHIN)


@pytest.mark.threat("T129")
def test_a_holder_that_was_frozen_writes_nothing_of_what_it_lost(floor: Processes) -> None:
    sleeps = in_mid_round(floor)
    lost = [name for name, node in floor.holders().items() if node == sleeps.name]
    began = time.monotonic()
    sleeps.send(signal.SIGSTOP)
    floor.moved_from(sleeps.name, began, within=MOVED_WITHIN)
    time.sleep(max(0.0, began + FROZEN - time.monotonic()))
    sleeps.send(signal.SIGCONT)
    until(lambda: lost_by(sleeps) >= set(lost), seconds=10)


def lost_by(node: NodeProcess) -> set[str]:
    return {one["table"] for one in node.said() if one.get("what") == "table lost"}


def test_nodes_are_restarted_one_after_another_and_no_round_notices(floor: Processes) -> None:
    before = [told_of(floor, kind) for kind in ("round-interrupted", "round-voided")]
    for node in floor.nodes.values():
        assert node.stop() in {0, -signal.SIGTERM}
        node.start()
        floor.settled()
    assert [told_of(floor, kind) for kind in ("round-interrupted", "round-voided")] == before


def test_a_node_is_cut_from_the_database(floor: Processes, crowd: Crowd) -> None:
    alone = in_mid_round(floor)
    staying = [one for one in crowd.players if one.url == alone.url]
    began = time.monotonic()
    floor.motion.run(alone.database.cut())
    floor.moved_from(alone.name, began, within=MOVED_WITHIN)
    until(lambda: all(said_pause(one.said, began, alone.url) for one in staying), seconds=10)
    floor.motion.run(alone.database.mend())


def test_a_node_that_the_database_hears_hears_nothing(floor: Processes) -> None:
    """What it sends is carried out, and it does not know; nor what terminals do meanwhile."""
    alone = in_mid_round(floor)
    began = time.monotonic()
    floor.motion.run(alone.database.stall(there=False))
    floor.moved_from(alone.name, began, within=DEAF_WITHIN)
    floor.motion.run(alone.database.mend())


def said_pause(said: Sequence[Said], since: float, url: str) -> bool:
    return any(one.at > since and one.url == url and one.paused for one in said)


def test_a_node_is_cut_from_messages(floor: Processes, crowd: Crowd) -> None:
    holders = floor.holders()
    by_node = {
        node: [
            one for one in crowd.players if holders[one.table] == node.name and one.url == node.url
        ]
        for node in floor.nodes.values()
    }
    alone, near = max(by_node.items(), key=lambda one: len(one[1]))
    assert near, "nobody is at a node that holds their table"
    floor.motion.run(alone.messages.cut())
    before = {one.name: acknowledged(one.asked) for one in near}
    until(lambda: all(acknowledged(one.asked) > before[one.name] for one in near), seconds=10)
    floor.motion.run(alone.messages.mend())


def acknowledged(asked: dict[str, Asked]) -> int:
    return sum(one.version is not None for one in list(asked.values()))


@pytest.mark.threat("T125")
def test_the_server_of_messages_is_killed(floor: Processes, crowd: Crowd) -> None:
    floor.nats.kill()
    went_on(crowd, 5)
    floor.nats.start()
    went_on(crowd, TERMINALS)


def test_the_database_is_stopped_for_a_while(floor: Processes, crowd: Crowd) -> None:
    began = time.monotonic()
    floor.postgres.stop()
    until(
        lambda: all(
            any(one.paused for one in player.said if one.at > began) for player in crowd.players
        )
    )
    floor.postgres.start()


def test_a_table_is_handed_over_in_a_round(floor: Processes) -> None:
    before = told_of(floor, "round-interrupted")
    table = staked(floor)
    other = next(name for name in floor.nodes if name != floor.holder(table).name)
    floor.ask("house", "hand-over", table, other, "--database", floor.address())
    until(lambda: floor.holders().get(table) == other, seconds=10)
    assert told_of(floor, "round-interrupted") == before


def test_the_database_fails_over_to_a_synchronous_standby(floor: Processes, crowd: Crowd) -> None:
    standby = floor.kept.enter_context(standby_of(floor.postgres))
    went_on(crowd, TERMINALS)
    floor.fail_over(standby)
    went_on(crowd, TERMINALS)
    verify(floor)
