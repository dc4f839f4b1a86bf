"""Break what carries each clause out, and see one of the clause's own tests fail.

    python -m tools.mutants [--only GAME [CLAUSE…]] [--survivors] [--sample N] [--jobs N]
                            [--resume | --stale]

A part of a game is broken (a pay line, a step, a case, a refusal that is no longer made, a remedy
that is not carried out), in memory and in a process of its own; then the tests behind the clauses
that it cites run until one fails. What a whole run finds stands in the package: each mutant with
the test that found it out, or why it may survive, and digests of what was broken. A part of a run
only says what it finds; `--stale` does again what was added since, or lost its test, and keeps it.
"""

from __future__ import annotations

import argparse
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.tracing import evidence
from croupier.tracing.mutants import MUTANTS, UNEXPLAINED, figure, kept, written
from tools.mutation.each import Broken, every_mutant, nothing_broken
from tools.mutation.results import Found, collected, reason, still_found, survivors
from tools.mutation.running import Runner

if TYPE_CHECKING:
    from collections.abc import Iterable

PROGRESS = Path(".mutants")
"""What an interrupted run has found so far, for `--resume`; git ignores it."""
CHOSEN = "clause and not soak and not documents and not libreoffice"


def main(arguments: list[str]) -> None:
    asked = read(arguments)
    everything = [*nothing_broken(), *every_mutant()]
    if asked.only or asked.survivors or asked.sample:
        found = run(list(chosen(everything, asked)), asked.jobs)
        print(f"{sum(bool(one.by) for one in found if one.mutant)} of {len(found)} found out")
        sys.exit(any(is_wrong(one) for one in found))
    if not asked.resume:
        PROGRESS.unlink(missing_ok=True)
    known = still_found() if asked.stale else progress()
    seen = {(one.game, one.clause, one.mutant) for one in known}
    left = [one for one in everything if not one.keys() <= seen]
    if asked.stale:
        left = [one for one in left if one.is_broken]
    found = [*known, *(run(left, asked.jobs, PROGRESS) if left else ())]
    before = kept().sources if asked.stale else ()
    MUTANTS.write_text(written(collected(everything, found, before)), encoding="utf-8")
    PROGRESS.unlink(missing_ok=True)
    conclude(found)


def read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.mutants")
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME CLAUSE")
    parser.add_argument("--survivors", action="store_true", help="those that survived last time")
    parser.add_argument("--sample", type=int, default=0, help="so many, chosen by a digest")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument("--stale", action="store_true", help="what is new or has lost its test")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    return parser.parse_args(arguments)


def chosen(everything: list[Broken], asked: argparse.Namespace) -> Iterable[Broken]:
    if asked.sample:
        tests = repr(evidence())
        broken = [one for one in everything if one.is_broken and not may_survive(one)]
        yield from sorted(broken, key=lambda one: by_digest(one, tests))[: asked.sample]
        return
    for one in everything:
        if asked.only and one.game != asked.only[0]:
            continue
        wanted = [clause for clause in one.clauses if not asked.only[1:] or clause in asked.only]
        if asked.survivors:
            alive = survivors()
            wanted = [clause for clause in wanted if (one.game, clause, one.mutant.name) in alive]
        if wanted and one.is_broken:
            yield one._replace(clauses=tuple(wanted))


def may_survive(one: Broken) -> bool:
    return reason(one.game, one.mutant.name) != UNEXPLAINED


def by_digest(one: Broken, tests: str) -> str:
    """Another order whenever the tests behind the clauses are others."""
    return sha256(f"{tests} {one.game} {one.mutant.name}".encode()).hexdigest()


def run(broken: list[Broken], at_once: int, noted: Path | None = None) -> list[Found]:
    found: list[Found] = []

    def hear(one: Found) -> None:
        found.append(one)
        if noted:
            with noted.open("a", encoding="utf-8") as file:
                file.write("\t".join(one) + "\n")
        if is_wrong(one):
            print(f"{one.game} {one.clause}: {one.mutant or 'unbroken, it fails: ' + one.by}")

    runner = Runner(broken, at_once, hear)
    pytest.main(["-qq", "-s", "-p", "no:xdist", "-m", CHOSEN, "tests"], [runner])
    return found


def is_wrong(one: Found) -> bool:
    """A mutant that nothing finds out, or a test that fails with nothing broken."""
    return bool(one.mutant) != bool(one.by)


def progress() -> list[Found]:
    if not PROGRESS.exists():
        return []
    lines = PROGRESS.read_text(encoding="utf-8").splitlines()
    return [Found(*line.split("\t")) for line in lines]


def conclude(found: list[Found]) -> None:
    kept.cache_clear()
    told = figure()
    print(f"{told.found_out} of {told.clauses} clauses, {told.killed} of {told.made} mutants")
    if told.found_out < told.clauses or any(one.by for one in found if not one.mutant):
        sys.exit("a clause has a survivor without a reason, or a test fails with nothing broken")


if __name__ == "__main__":
    main(sys.argv[1:])
