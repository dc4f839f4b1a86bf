"""Breaking what carries a clause out makes one of its tests fail: `make mutants`, in part."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from croupier.engine.limits import Limits
from croupier.games import GAMES
from croupier.table.state import parsed
from croupier.tracing.mutants import figure, kept, mutants, parse, written
from tests.support.folders import ROOT
from tools.mutation.breaking import constant, patch, put, remembered
from tools.mutation.each import every_mutant
from tools.mutation.results import TOO_LONG, broken_rules, still_found, titles

EVERY = [(game.name, clause) for game in GAMES for clause in game.document.clauses]
SOME = "5"


def test_every_clause_can_be_broken() -> None:
    broken = {(one.game, clause) for one in every_mutant() for clause in one.clauses}
    assert [one for one in EVERY if one not in broken] == []


def test_mutants_of_a_clause_have_names_of_their_own() -> None:
    names = [(one.game, one.mutant.name) for one in every_mutant()]
    assert len(set(names)) == len(names)


def test_the_last_whole_run_found_every_clause_out() -> None:
    """What survives has a reason, and the clause other mutants that do not."""
    assert list(mutants()) == EVERY
    assert [key for key, row in mutants().items() if not row.found_out] == []
    assert figure().found_out == len(EVERY)


def test_what_is_kept_is_of_the_mutants_and_rules_of_today() -> None:
    """Where it is not, `make mutants ARGS=--stale` does what is new."""
    made: dict[tuple[str, str], list[str]] = {one: [] for one in EVERY}
    for one in every_mutant():
        for clause in one.clauses:
            made[one.game, clause].append(one.mutant.name)
    made = {key: sorted(names) for key, names in made.items()}
    assert {key: sorted(each.name for each in row.each) for key, row in mutants().items()} == made
    assert kept().rules == {game.name: broken_rules(game) for game in GAMES}
    assert all(len(digest) == 64 for digest in kept().sources)
    assert parse(written(kept())) == kept()


def test_the_test_that_found_a_mutant_is_still_one_of_its_clause() -> None:
    lost = [
        (game, clause, one.name, one.by)
        for (game, clause), row in mutants().items()
        for one in row.each
        if one.by not in {"", TOO_LONG, *titles(game, clause)}
    ]
    assert lost == [], "make mutants ARGS=--stale"
    assert len(still_found()) == figure().made


@pytest.mark.slow
def test_what_is_kept_of_the_games_is_forgotten() -> None:
    """Else what is broken is never asked; also where the collector has put all of it aside."""
    gc.freeze()
    assert parsed.cache_clear in remembered()
    gc.freeze()  # as it was


def test_what_cannot_be_broken_is_no_mutant_that_a_test_finds() -> None:
    """A method or field that was renamed since would otherwise be broken in vain."""
    with pytest.raises(AttributeError):
        patch(Limits, "is_below", constant(None))
    with pytest.raises(AttributeError):
        put(GAMES[0], "wagers", ())


@pytest.mark.slow
def test_some_mutants_are_found_out_now() -> None:
    """Others whenever the tests behind the clauses change."""
    tried = subprocess.run(
        [sys.executable, "-m", "tools.mutants", "--sample", SOME, "--jobs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
