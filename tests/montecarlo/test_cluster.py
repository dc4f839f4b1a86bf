"""Rounds counted by a real Dask scheduler and its workers, some of which are lost."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.games import game
from croupier.montecarlo import cluster
from croupier.montecarlo.asking import Asked
from croupier.montecarlo.counting import Plain
from croupier.montecarlo.policies import policy_of
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput
from croupier.version import __version__
from tests.support.dask_cluster import scheduler, workers

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

    from croupier.montecarlo.simulation import Counted

CHUNK = 1 << 15
pytestmark = pytest.mark.filterwarnings("ignore")


def asked(name: str, rounds: int) -> Asked:
    one = game(name)
    return Asked(game=one, rounds=rounds, seed=5, policy=policy_of(one))


def counted_here(of: Asked, rounds: int | None = None) -> list[int]:
    """By NumPy, all at once."""
    counts = Plain(cells_of(of)).count(key_of(of.seed), 0, rounds or of.rounds)
    return [int(one) for one in counts]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with scheduler(tmp_path_factory.mktemp("dask")) as told:
        yield told


def test_one_of_two_workers_is_killed_on_the_way(address: str) -> None:
    of = asked("baccarat", 60 * CHUNK + 1)
    done: list[int] = []
    with workers(address, 2) as started:

        def told(rounds: int) -> None:
            done.append(rounds)
            if rounds:
                started[0].kill()

        with cluster.connected(address) as client:
            client.wait_for_workers(2, timeout=60)
        found = cluster.count(of, address, told, CHUNK)
        killed = started[0].wait()
    assert killed == -9
    assert 0 < next(rounds for rounds in done if rounds) < of.rounds
    assert (done, done[-1]) == (sorted(done), of.rounds)
    assert (found.counts.tolist(), found.rounds) == (counted_here(of), of.rounds)
    assert found.device == "cluster, 2 threads"


def test_other_games_and_an_interruption(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with workers(address, 1) as started:
        for name in ("three-card-poker", "lucky-three-pictures"):
            of = asked(name, 3 * CHUNK + 7)
            assert cluster.count(of, address, chunk=CHUNK).counts.tolist() == counted_here(of)
        found = interrupted(address)
        assert found.rounds in range(CHUNK, 60 * CHUNK, CHUNK)
        of = asked("baccarat", 60 * CHUNK)
        assert found.counts.tolist() == counted_here(of, found.rounds)
        monkeypatch.setattr(cluster, "WITHOUT_WORKERS", 0.5)
        with pytest.raises(BadInput, match="all workers are gone, after"):
            cluster.count(of, address, lambda _: ended(started), CHUNK)


def ended(started: list[subprocess.Popen[bytes]]) -> None:
    for one in started:
        one.kill()


def interrupted(address: str) -> Counted:
    def told(rounds: int) -> None:
        if rounds:
            raise KeyboardInterrupt

    return cluster.count(asked("baccarat", 60 * CHUNK), address, told, CHUNK)


def test_a_scheduler_without_workers(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 1)
    with pytest.raises(BadInput) as wrong:
        cluster.count(asked("baccarat", 1), address)
    assert str(wrong.value) == f"cluster, {address}: the scheduler has no workers"


def test_a_scheduler_that_is_lost(tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        scheduler(tmp_path_factory.mktemp("lost")) as address,
        workers(address, 1),
        pytest.raises(BadInput, match="the scheduler is gone, after"),
    ):
        cluster.count(asked("baccarat", 900 * CHUNK), address, lost_once(address), CHUNK)


def lost_once(address: str) -> Callable[[int], None]:
    def told(rounds: int) -> None:
        if rounds:
            with cluster.connected(address) as client:
                client.shutdown()

    return told


@pytest.mark.parametrize(
    "given", ["127.0.0.1:{closed}", "tcp://127.0.0.1:{silent}", "gone://x", ""]
)
def test_nobody_answers(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with socket.create_server(("127.0.0.1", 0)) as other:
            closed = other.getsockname()[1]
        asked_at = given.format(closed=closed, silent=silent.getsockname()[1])
        with pytest.raises(BadInput) as wrong:
            cluster.count(asked("baccarat", 1), asked_at)
    says = f"cluster, {asked_at}: no Dask scheduler answers there within 1 seconds"
    assert str(wrong.value) == says


def test_chunks_are_added_in_order_and_once() -> None:
    run = cluster.Run(client=None, address="", cells=b"", key=0, rounds=25, chunk=10)
    one, two, three = (np.array([number]) for number in (1, 2, 4))
    told = []
    for first, counts in ((20, three), (0, one), (10, two)):
        run.take(first, counts)
        told.append((run.done, run.counts.tolist()))
    assert told == [(0, []), (10, [1]), (25, [7])]


@pytest.mark.parametrize(
    ("rounds", "threads", "chunk"),
    [(1, 1, 1 << 24), (1 << 28, 1, 1 << 24), ((1 << 28) + 1, 1, 1 << 25), (1 << 45, 9, 1 << 30)],
)
def test_chunks_grow_with_the_work(rounds: int, threads: int, chunk: int) -> None:
    assert cluster.chunk_for(rounds, threads) == chunk


def test_a_chunk_is_counted_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    of = asked("royal-three-pictures", 5_000)
    way = Plain(cells_of(of))
    monkeypatch.setattr(way, "chunk", 1_999)
    monkeypatch.setattr(cluster, "way_from", lambda _: way)
    here = cluster.chunk_counts(__version__, b"", key_of(of.seed), 0, 5_000)
    assert here.tolist() == counted_here(of)


def test_a_worker_of_another_version() -> None:
    with pytest.raises(BadInput, match=r"a worker has croupier .*, not 0\.0"):
        cluster.chunk_counts("0.0", b"", 0, 0, 1)
    assert cluster.why(BadInput("as it says")) == "as it says"
    missing = ModuleNotFoundError("No module", name="croupier")
    assert cluster.why(missing) == "a worker has no croupier: pip install 'croupier[cluster]' there"
    assert cluster.why(ZeroDivisionError()) == "a worker could not count: ZeroDivisionError"
