"""A house on several nodes, rehearsed: it holds, it repeats, and what is broken is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.server.journal.sharing import Sharing
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Unavailable, Written
from croupier.server.nodes import forwarding
from croupier.server.nodes.following import Following
from croupier.server.nodes.node import Node
from tests.simulation.rehearsal.rehearsal import rehearsed
from tests.simulation.rehearsal.shrinking import shrunk
from tests.simulation.rehearsal.troubles import Kind, Trouble, unfolded
from tests.simulation.rehearsal_command import run_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.server.journal.store import Entry, Outcome, Write
    from croupier.server.play.house import Happened
    from croupier.server.play.requests import Request
    from tests.simulation.rehearsal.troubles import Options

SECONDS = 12.0
MOST_SEEDS = 8
TRACE = """
from tests.simulation.rehearsal.rehearsal import rehearsed
from tests.simulation.rehearsal.troubles import unfolded
print(rehearsed(unfolded({seed}, seconds={seconds})).trace)
"""


@pytest.mark.parametrize("seed", [3, 17, 19])
def test_everything_holds_whatever_goes_wrong(seed: int) -> None:
    result = rehearsed(unfolded(seed, seconds=SECONDS))
    assert result.found == ()
    assert result.rounds
    assert result.troubles


FOUND = (2049, 400004)
"""Evenings in which something was wrong once."""


@pytest.mark.parametrize("seed", FOUND)
def test_what_was_found_stays_mended(seed: int) -> None:
    assert rehearsed(unfolded(seed)).found == ()


def test_a_seed_gives_the_same_evening_in_any_process() -> None:
    seed, traces = 5, set[str]()
    for hashes in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", TRACE.format(seed=seed, seconds=SECONDS)],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        traces.add(told.stdout)
    assert traces == {f"{rehearsed(unfolded(seed, seconds=SECONDS)).trace}\n"}


def small(seed: int) -> Options:
    """An evening at a table of each game, where everybody has one device."""
    return replace(unfolded(seed, seconds=SECONDS), sets=1, devices=1)


def trouble(kind: Kind, at: float, seconds: float, node: int = 1, how: float = 0.5) -> Trouble:
    return Trouble(at=at, kind=kind, node=node, seconds=seconds, how=how)


def stood_still(options: Options) -> Options:
    """Each node in turn, for longer than a lease lasts: it wakes and knows nothing of it."""
    still = [trouble(Kind.SLEPT, 2.0 + at, 3.5, 1 + at % 3) for at in range(0, 9, 4)]
    return replace(options, troubles=tuple(still), losses=0.0)


def locked(options: Options) -> Options:
    """Turns cannot be had, and no message tells of what was written."""
    return replace(options, troubles=(trouble(Kind.LOCKED, 0.5, 30.0),), losses=0.95)


def failing(options: Options) -> Options:
    return replace(options, troubles=(trouble(Kind.COMMITS_FAIL, 0.5, 10.0),))


def killed(options: Options) -> Options:
    kills = [trouble(Kind.KILLED, 2.0 + at, 4.0, 1 + at % 3) for at in range(0, 9, 4)]
    return replace(options, troubles=tuple(kills), losses=0.0)


def no_fence(_self: Sharing, _parts: object, _held: object) -> None:
    return None


def never_behind(_self: Sharing, _size: int) -> bool:
    return False


append, asked, apply_ = SqliteStore.append, forwarding.asked, Following.apply


def acknowledged_unwritten(self: SqliteStore, writes: Sequence[Write]) -> list[Outcome]:
    told = append(self, writes)
    return [Written(()) if isinstance(one, Unavailable) else one for one in told]


async def nothing_resolved(_self: Node, _name: str) -> bool:
    return True


numbers = count(1)


def another_name(request: Request, name: str) -> bytes:
    """Each time a command is passed on, so that it may be carried out twice."""
    return asked(replace(request, id=None), f"{name}+{next(numbers)}")


def money_not_followed(self: Following, entries: Iterable[Entry]) -> Iterator[Happened]:
    return apply_(self, [replace(one, postings=()) for one in entries])


class Planted(NamedTuple):
    where: object
    name: str
    broken: object
    troubled: Callable[[Options], Options]
    says: str


PLANTED = (
    Planted(Sharing, "held_elsewhere", no_fence, stood_still, "holds"),
    Planted(Sharing, "is_behind", never_behind, locked, "has followed everything, but"),
    Planted(SqliteStore, "append", acknowledged_unwritten, failing, "is not in the journal"),
    Planted(Node, "recover", nothing_resolved, killed, "goes on with a round"),
    Planted(forwarding, "asked", another_name, stood_still, "is not in the journal"),
    Planted(Following, "apply", money_not_followed, stood_still, "balances differ"),
)


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.name)
def test_what_is_broken_is_found(bug: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bug.where, bug.name, bug.broken)
    options = (bug.troubled(small(seed)) for seed in range(1, MOST_SEEDS))
    found = next((one.found for one in map(rehearsed, options) if one.found), ())
    assert any(bug.says in one for one in found), found


def test_a_failing_evening_is_cut_down_to_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SqliteStore, "append", acknowledged_unwritten)
    options = failing(small(1))
    [needed] = options.troubles
    more = [trouble(Kind.CLOCK_SET, at / 10, 1.0, how=0.1) for at in range(1, 4)]
    failed = rehearsed(replace(options, troubles=(*more, needed)))
    assert failed.found
    shortest = shrunk(failed, tries=12)
    assert shortest.found
    assert shortest.options.troubles == (needed,)


def test_the_program_says_what_was_rehearsed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_nodes(11, 1, 2, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["broken"] is None
    assert told["seed"] == told["options"]["seed"] == 11
    assert told["rounds"] >= 1
    assert run_nodes(11, 1, 2, as_json=False) == 0
    assert "Seed 11: everything held" in capsys.readouterr().out


def test_the_program_tells_the_fewest_troubles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Following, "apply", money_not_followed)
    assert run_nodes(1, 1, 2, as_json=False) == 1
    said = capsys.readouterr().out
    assert "seed 1: " in said
    assert "balances differ" in said
    assert "the fewest that still fail" in said
