"""A journal in PostgreSQL under several processes, and when its server is killed under load."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from itertools import chain
from operator import gt

import pytest

from croupier.server.journal.store import Conflict, Unavailable, Written
from tests.support import postgres_server
from tests.support.postgres_writes import PAID_IN, new, opened, write
from tests.support.waiting import wait_until

PROGRAM = """
import sys
from tests.support.postgres_writes import new, opened, write
store = opened(sys.argv[1])
for version in range(40):
    moved = new("moved", ("player:p1", -1), (sys.argv[2], 1))
    [outcome] = store.append([write(f"table:{sys.argv[2]}", version, moved)])
    print(*outcome.positions)
store.close()
"""


def test_processes_add_in_turn(address: str) -> None:
    """Positions have no gap, and one balance is spent by all of them."""
    with closing(opened(address)) as store:
        store.append([write("cage", 0, PAID_IN)])
        command = [sys.executable, "-c", PROGRAM, address]
        running = [
            subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)
            for name in ("t1", "t2", "t3")
        ]
        told = [list(map(int, one.communicate(timeout=60)[0].split())) for one in running]
        assert sorted(chain(*told)) == list(range(2, 122))
        assert all(some == sorted(some) for some in told)
        assert store.balances() == store.posted()
        assert store.balance("player:p1") == 500 - 3 * 40


@pytest.mark.slow
def test_what_was_acknowledged_survives_a_killed_server() -> None:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with postgres_server.running(durable=True) as server:
        address, over = server.fresh(), threading.Event()
        opened(address).close()
        written: list[dict[int, int]] = [{}, {}, {}]
        threads = [
            threading.Thread(target=add, args=(address, number, written[number], over))
            for number in range(3)
        ]
        for one in threads:
            one.start()
        wait_until(lambda: all(len(some) > 3 for some in written), "all have written")
        server.stop(signal.SIGQUIT)
        server.start()
        before = [len(some) for some in written]
        wait_until(lambda: all(map(gt, map(len, written), before)), "all write again")
        over.set()
        for one in threads:
            one.join(30)
        with closing(opened(address)) as store:
            there = {(one.stream, one.version, one.position) for one in store.everything()}
            assert store.has_no_gap()
            for number, some in enumerate(written):
                assert {(f"table:t{number}", *one) for one in some.items()} <= there


def add(address: str, number: int, written: dict[int, int], over: threading.Event) -> None:
    """What is answered with a position has to be there; what is not known is looked up."""
    with closing(opened(address)) as store:
        version = 0
        while not over.is_set():
            [outcome] = store.append([write(f"table:t{number}", version, new("dealt"))])
            match outcome:
                case Written(positions=(position,)):
                    version += 1
                    written[version] = position
                case Conflict(version=found):  # of one that was not known
                    assert found == version + 1
                    version = found
                case Unavailable(reason=reason):
                    assert "\n" not in reason
                    time.sleep(0.05)
                case _:
                    raise AssertionError(outcome)
