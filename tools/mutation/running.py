"""Mutants in processes of their own, forked when the suite is collected."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
from typing import TYPE_CHECKING, NamedTuple

from _pytest.runner import runtestprotocol

from croupier.tracing.suite import title_of
from tools.evidence import reference
from tools.mutation.breaking import remembered, unchecked
from tools.mutation.results import TOO_LONG, Found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from tools.mutation.each import Broken

SECONDS = 120
"""After which a broken program counts as found out."""
SEVERAL = " and "


class Running(NamedTuple):
    process: int
    broken: Broken
    said: bytes


class Runner:
    """Takes the place of pytest's own loop over the tests that are collected."""

    def __init__(self, chosen: list[Broken], at_once: int, hear: Callable[[Found], None]) -> None:
        self.chosen, self.at_once, self.hear = chosen, at_once, hear
        self.tests: dict[tuple[str, str], list[pytest.Item]] = {}
        self.forgets: list[Callable[[], object]] = []
        self.failing: list[Found] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            for mark in item.iter_markers("clause"):
                game, *numbers = mark.args
                for number in numbers:
                    self.tests.setdefault((game, number), []).append(item)
        for tests in self.tests.values():
            tests.sort(key=is_slow)
        gc.collect()
        self.forgets = remembered()
        gc.freeze()
        self.run_all([one for one in self.chosen if not one.is_broken])
        self.leave_out({test for found in self.failing for test in found.by.split(SEVERAL)})
        self.run_all([one for one in self.chosen if one.is_broken])
        return True

    def leave_out(self, failing: set[str]) -> None:
        """A test that fails with nothing broken finds nothing out."""
        for key, tests in self.tests.items():
            self.tests[key] = [test for test in tests if test.nodeid not in failing]

    def run_all(self, chosen: list[Broken]) -> None:
        waiting, running = chosen[::-1], dict[int, Running]()
        while waiting or running:
            while waiting and len(running) < self.at_once:
                broken = waiting.pop()
                process, pipe = self.start(broken)
                running[pipe] = Running(process, broken, b"")
            for pipe in select.select(list(running), [], [])[0]:
                said = os.read(pipe, 1 << 16)
                running[pipe] = running[pipe]._replace(said=running[pipe].said + said)
                if not said:
                    os.close(pipe)
                    os.waitpid(running[pipe].process, 0)
                    for found in answers(running.pop(pipe)):
                        self.hear(found)
                        if found.by and not found.mutant:
                            self.failing.append(found)

    def start(self, broken: Broken) -> tuple[int, int]:
        reads, writes = os.pipe()
        process = os.fork()
        if process:
            os.close(writes)
            return process, reads
        try:
            os.close(reads)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            signal.signal(signal.SIGALRM, lambda *_: os._exit(1))
            signal.alarm(SECONDS if broken.is_broken else 0)
            os.write(writes, json.dumps(self.found_out(broken)).encode())
        except Exception as error:  # noqa: BLE001 - what cannot be broken, no test finds out
            failed = "" if broken.is_broken else repr(error)
            os.write(writes, json.dumps(dict.fromkeys(broken.clauses, failed)).encode())
        finally:
            os._exit(0)

    def found_out(self, broken: Broken) -> dict[str, str]:
        """For each clause the first of its tests that fails; all of them with nothing broken."""
        os.environ["XDG_CACHE_HOME"] = os.devnull  # what is broken keeps nothing, and finds nothing
        broken.mutant.break_it()
        unchecked()
        for forget in self.forgets:
            forget()
        failed: dict[pytest.Item, bool] = {}
        found = {}
        for clause in broken.clauses:
            tests = self.tests.get((broken.game, clause), [])
            failing = (test for test in tests if fails(test, failed))
            if broken.is_broken:
                found[clause] = next((listed(test, broken.game) for test in failing), "")
            else:
                found[clause] = SEVERAL.join(test.nodeid for test in failing)
        return found


def listed(item: pytest.Item, game: str) -> str:
    """The title of a test as the list of the tests behind the clauses has it."""
    marks = (mark for mark in item.iter_markers("clause") if mark.args[0] == game)
    return title_of(reference(item, next(marks)))


def is_slow(item: pytest.Item) -> bool:
    return not item.nodeid.startswith(("tests/games/test_scenarios.py", "tests/table/test_live.py"))


def fails(item: pytest.Item, known: dict[pytest.Item, bool]) -> bool:
    if item not in known:
        reports = runtestprotocol(item, log=False, nextitem=None)
        known[item] = any(report.failed for report in reports)
    return known[item]


def answers(ended: Running) -> Iterator[Found]:
    broken = ended.broken
    said = json.loads(ended.said) if ended.said else dict.fromkeys(broken.clauses, TOO_LONG)
    for clause, test in said.items():
        yield Found(broken.game, clause, broken.mutant.name, test)
