"""Two houses that differ in cards a viewer may not see tell that viewer the same.

    python -m tests.server.secrecy.test_non_interference --seeds 100

plays as many pairs of houses, from seed 0 or from `--first`, and says which tell themselves apart.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from random import Random, SystemRandom

import pytest

from croupier.server.app import OPERATIONS
from tests.support.rigged_cards import an_order, with_hand
from tests.support.secret_houses import NAMES, VIEWERS, Founded, Trial, compare, founded
from tests.support.secret_probes import NO_CARDS, OF_ACCOUNTS, undescribed
from tests.support.secret_rounds import LINE, PERSON, Script, name_of, steps_of

POKER = "three-card-poker"
SEED = int(os.environ.get("CROUPIER_SECRECY_SEED") or SystemRandom().randrange(1_000_000))
TRIALS = (
    Trial(SEED, "all", restart=False),
    Trial(SEED, "all but p1", restart=True),
    Trial(SEED, "all but p2", restart=False),
    Trial(SEED, "players", restart=bool(SEED % 2)),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Founded:
    return founded(tmp_path_factory.mktemp("house") / "founded")


@pytest.mark.threat("T3", "T57")
@pytest.mark.parametrize("trial", TRIALS, ids=lambda one: one.viewers)
def test_nobody_can_tell_houses_apart_that_differ_in_what_he_may_not_see(
    trial: Trial, house: Founded, tmp_path: Path
) -> None:
    found = asyncio.run(compare(house, tmp_path, trial))
    assert not found, f"CROUPIER_SECRECY_SEED={trial.seed}\n" + "\n".join(found)


def test_a_jackpot_that_is_paid_tells_nothing_of_hands_that_may_still_win_it(
    tmp_path: Path,
) -> None:
    """One of them does: dealt before, complete before, and looked at by nobody."""
    house = founded(tmp_path / "founded", (POKER,))
    dealt = with_hand(an_order(1, Random(1)), (2, 6, 10), "Ah Kh Qh")
    won = with_hand(an_order(1, Random(2)), (1, 5, 9), "As Ks Qs")
    waits = Script(name_of(POKER, LINE), LINE, dealt, steps_of(NAMES[POKER])[:6])
    wins = Script(name_of(POKER, PERSON), PERSON, won, steps_of(NAMES[POKER]))
    trial = Trial(1, "some", restart=False)
    assert asyncio.run(compare(house, tmp_path, trial, [waits, wins])) == []


def test_every_operation_is_asked_or_knows_no_card() -> None:
    named = {one.name for one in OPERATIONS}
    assert named >= NO_CARDS | OF_ACCOUNTS
    assert undescribed() == set()


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--first", type=int, default=0)
    wanted = asked.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        made = founded(Path(folder) / "founded")
        for seed in range(wanted.first, wanted.first + wanted.seeds):
            trial = Trial(seed, list(VIEWERS)[seed % 4], restart=seed // 4 % 2 == 1)
            with tempfile.TemporaryDirectory() as place:
                found = asyncio.run(compare(made, Path(place), trial))
            failed += bool(found)
            sys.stdout.write("\n".join([f"{trial}: {'differs' if found else 'same'}", *found, ""]))
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
