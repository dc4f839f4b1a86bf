"""Chaos on three nodes: real processes, killed, frozen, cut, restarted and moved, from a seed.

Guests bet at random over real sockets and go to another node when theirs is gone. The seed decides
what happens; when is up to the machine. After each trouble everything that must hold is checked,
in a process of its own while the house goes on, and how long terminals heard nothing and wagers
waited is told; at the end once more for each kind of trouble.

    python -m tests.support.node_chaos --minutes 10 --seed 7 --terminals 300
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console

from tests.support import postgres_server
from tests.support.node_checks import all_agree, check, verify
from tests.support.node_processes import processes
from tests.support.node_terminals import Crowd
from tests.support.postgres_standby import standby_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.node_processes import NodeProcess, Processes
    from tests.support.node_terminals import Gaps

GOES_ON_WITHIN = 60.0
CHECKED_WITHIN = 600.0
say = Console(highlight=False, markup=False, soft_wrap=True).print


class NodeChaos:
    def __init__(self, floor: Processes, crowd: Crowd, seed: int) -> None:
        self.floor, self.crowd, self.rng = floor, crowd, Random(seed)
        self.found: dict[str, list[Gaps]] = {}
        self.troubles: dict[str, Callable[[], None]] = {
            "a node killed": self.kill,
            "a node frozen": self.freeze,
            "a node stopped and started": self.restart,
            "a node cut from the database": lambda: self.cut_off("database"),
            "a node that the database hears and that hears nothing": self.deafen,
            "a node cut from messages": lambda: self.cut_off("messages"),
            "the server of messages killed": self.no_messages,
            "the database stopped": self.no_database,
            "a table handed over": self.hand_over,
        }

    def one(self) -> NodeProcess:
        return self.rng.choice(list(self.floor.nodes.values()))

    def some_time(self, longest: float = 6.0) -> None:
        time.sleep(self.rng.uniform(0.1, longest))

    def kill(self) -> None:
        node = self.one()
        node.stop(signal.SIGKILL)
        self.some_time(4)
        node.start()

    def freeze(self) -> None:
        node = self.one()
        node.send(signal.SIGSTOP)
        self.some_time(8)
        node.send(signal.SIGCONT)

    def restart(self) -> None:
        node = self.one()
        node.stop()
        node.start()

    def cut_off(self, what: str) -> None:
        line = getattr(self.one(), what)
        self.floor.motion.run(line.cut())
        self.some_time()
        self.floor.motion.run(line.mend())

    def deafen(self) -> None:
        line = self.one().database
        self.floor.motion.run(line.stall(there=False))
        self.some_time()
        self.floor.motion.run(line.mend())

    def no_messages(self) -> None:
        self.floor.nats.kill()
        self.some_time(3)
        self.floor.nats.start()

    def no_database(self) -> None:
        self.floor.postgres.stop(self.rng.choice((signal.SIGINT, signal.SIGQUIT)))
        self.some_time(4)
        self.floor.postgres.start()

    def hand_over(self) -> None:
        """To any node: one that has it already says so."""
        table, node = self.rng.choice(self.floor.tables), self.one()
        self.floor.ask("house", "hand-over", table, node.name, "--database", self.floor.address())
        self.some_time(2)

    def keep_to(self, some: str) -> None:
        """Troubles with these words in their names."""
        self.troubles = {name: one for name, one in self.troubles.items() if some in name}

    def run(self, seconds: float) -> None:
        over = time.monotonic() + seconds
        while time.monotonic() < over:
            name = self.rng.choice(list(self.troubles))
            with self.told(name):
                self.troubles[name]()

    @contextmanager
    def told(self, name: str) -> Iterator[None]:
        self.go_on()
        self.crowd.forget()
        before = self.crowd.acknowledged
        yield
        self.go_on()
        self.floor.settled()
        gaps = self.crowd.gaps()
        self.found.setdefault(name, []).append(gaps)
        say(f"{name}: {gaps}, {self.crowd.acknowledged - before:,} wagers")
        self.check()

    def check(self) -> None:
        """Beside this process: terminals are in it, and would hear nothing meanwhile."""
        with self.floor.moment() as store:
            size = store.tree_size()
        checking = multiprocessing.get_context("fork").Process(
            target=check, args=(self.floor, self.crowd, size)
        )
        checking.start()
        checking.join(CHECKED_WITHIN)
        assert checking.exitcode == 0, "what must hold does not, as told above"

    def summary(self) -> Iterator[str]:
        """The longest of all terminals, and what half of them saw in the middle one of a kind."""
        for name, found in sorted(self.found.items()):
            silent, waited = (max(getattr(one, of) for one in found) for of in ("silent", "waited"))
            usual = median(one.waited_median for one in found)
            times = f"{len(found)} times" if len(found) > 1 else "once"
            yield (
                f"{name}, {times}: silent at most {silent:.1f} s,"
                f" a wager waited at most {waited:.1f} s, usually {usual:.1f} s"
            )

    def go_on(self) -> None:
        """Until everybody has heard of a wager since."""
        until = time.monotonic() + GOES_ON_WITHIN
        before = {one.name: len(one.waited) for one in self.crowd.players}
        while any(len(one.waited) <= before[one.name] for one in self.crowd.players):
            assert time.monotonic() < until, self.stuck(before)
            time.sleep(0.1)

    def stuck(self, before: dict[str, int]) -> list[str]:
        return [
            f"{one.name} at {one.table} by {one.url}: {one.step}, {one.unanswered}, {one.refusals}"
            for one in self.crowd.players
            if len(one.waited) <= before[one.name]
        ]

    def fail_over(self) -> None:
        with standby_of(self.floor.postgres) as standby:
            with self.told("the database failed over"):
                self.floor.fail_over(standby)
            self.end()

    def end(self) -> None:
        self.crowd.leave()
        all_agree(self.floor)
        self.check()
        verify(self.floor)


def main() -> None:
    parser = argparse.ArgumentParser(description="Three nodes under load, in every trouble.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--terminals", type=int, default=100)
    parser.add_argument("--only", default="", help="troubles with these words in their names")
    given = parser.parse_args()
    if not postgres_server.FOLDER:
        sys.exit(postgres_server.SKIPPED)
    say(f"seed {given.seed}")
    with processes(betting=3) as floor:
        crowd = Crowd(floor, given.terminals, given.seed, pause=2.0)
        made = NodeChaos(floor, crowd, given.seed)
        made.keep_to(given.only)
        made.run(60 * given.minutes)
        made.fail_over()
        say(*made.summary(), sep="\n")
        moved = sum(one.moved for one in crowd.players)
        say(f"{crowd.acknowledged:,} wagers, {moved:,} times another node: everything held.")


if __name__ == "__main__":
    main()
