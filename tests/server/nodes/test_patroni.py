"""Patroni as docs/nodes.md sets it up: the primary is gone, and the house goes on by itself.

On demand, as it takes minutes: apt-get install patroni etcd-server, then -m demand.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from tests.support.node_checks import all_agree, check, verify
from tests.support.node_processes import Processes
from tests.support.node_terminals import Crowd
from tests.support.patroni_cluster import patroni
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.patroni_cluster import Member, PatroniCluster

TERMINALS = 12
COPYING = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"


@pytest.fixture(scope="module")
def cluster() -> Iterator[PatroniCluster]:
    with patroni() as made:
        yield made


@pytest.fixture(scope="module")
def floor(cluster: PatroniCluster) -> Iterator[Processes]:
    with TemporaryDirectory() as folder:
        made = Processes(Path(folder), cluster, tables=("b1", "b2", "b3"), nodes=2)
        try:
            made.open()
            yield made
        finally:
            made.close()


@pytest.fixture(scope="module")
def crowd(floor: Processes) -> Iterator[Crowd]:
    made = Crowd(floor, TERMINALS)
    yield made
    made.leave()
    all_agree(floor)
    check(floor, made)
    verify(floor)


def goes_on(crowd: Crowd, seconds: float = 120) -> None:
    enough = crowd.acknowledged + 3 * TERMINALS
    until(lambda: crowd.acknowledged >= enough, "further acknowledged wagers", seconds)


def elected(cluster: PatroniCluster, crowd: Crowd, gone: Member) -> None:
    """Another is the primary, the house deals, and nothing that was acknowledged is missing."""
    began = time.monotonic()
    until(lambda: any(one.is_primary for one in cluster.members if one is not gone), seconds=120)
    primary = time.monotonic() - began
    goes_on(crowd)
    said = f"another primary after {primary:.0f} s; {crowd.gaps()}"
    print(said, file=sys.stderr)  # noqa: T201 - figures, shown with -s


@pytest.mark.demand
@pytest.mark.timeout(600)
def test_the_machine_of_the_primary_is_gone(
    cluster: PatroniCluster, floor: Processes, crowd: Crowd
) -> None:
    goes_on(crowd)
    gone = cluster.primary()
    crowd.forget()
    gone.kill()
    elected(cluster, crowd, gone)
    check(floor, crowd)
    verify(floor)
    gone.start()
    until(lambda: len(cluster.ask_sql(COPYING)) == 2, seconds=120)


@pytest.mark.demand
@pytest.mark.timeout(600)
def test_postgresql_alone_is_gone(cluster: PatroniCluster, floor: Processes, crowd: Crowd) -> None:
    """Its Patroni starts it again, or another is elected: either way nobody is asked."""
    cluster.is_in_step()
    goes_on(crowd)
    crowd.forget()
    cluster.primary().kill_postgres()
    goes_on(crowd)
    print(crowd.gaps(), file=sys.stderr)  # noqa: T201 - figures, shown with -s
    check(floor, crowd)
    verify(floor)


@pytest.mark.demand
@pytest.mark.timeout(600)
def test_patroni_alone_is_gone(cluster: PatroniCluster, floor: Processes, crowd: Crowd) -> None:
    """Two take themselves for the primary: the old one has no copy, so it acknowledges nothing."""
    cluster.is_in_step()
    goes_on(crowd)
    gone = cluster.primary()
    crowd.forget()
    gone.kill_patroni()
    until(lambda: any(one.is_primary for one in cluster.members if one is not gone), seconds=120)
    before = crowd.acknowledged
    time.sleep(10)
    said = f"{crowd.acknowledged - before} wagers in ten seconds with two primaries"
    print(said, file=sys.stderr)  # noqa: T201 - figures, shown with -s
    gone.kill_postgres()
    goes_on(crowd)
    check(floor, crowd)
    verify(floor)
