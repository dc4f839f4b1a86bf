"""A database that is brought back to a moment: docs/nodes.md, by the real commands."""

from __future__ import annotations

import io
import shutil
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from tests.support import postgres_server
from tests.support.house_process import CROUPIER
from tests.support.node_checks import check
from tests.support.node_processes import processes
from tests.support.node_terminals import Crowd
from tests.support.postgres_moments import ArchivedServer, restored
from tests.support.server_process import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.node_processes import NodeProcess, Processes

MOMENT = "before-the-fault"
WAGERS = 12


def told(*words: str) -> tuple[int, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = run([*words])
    return status, said.getvalue()


def opened(node: NodeProcess) -> tuple[int, str]:
    given = ("--house", str(node.folder), "--port", "0", "--node", node.name)
    done = subprocess.run(
        [CROUPIER, "serve", *given], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout + done.stderr


def acknowledged(crowd: Crowd) -> set[str]:
    return {name for name, one in crowd.asked.items() if one.version is not None}


def played(crowd: Crowd) -> set[str]:
    """So many wagers later: all that are acknowledged."""
    enough = len(acknowledged(crowd)) + WAGERS
    until(lambda: len(acknowledged(crowd)) >= enough)
    return acknowledged(crowd)


def on_paper(folder: Path) -> tuple[int, str]:
    """As the foot of a shift report has it: how many entries, and SIZE:ROOT."""
    _, size, root, *_ = (folder / "checkpoint").read_text("utf-8").splitlines()
    return int(size), f"{int(size):,}:{root}"


def kept(floor: Processes, requests: set[str]) -> set[str]:
    with floor.moment() as store:
        return set(store.answers_to(sorted(requests)))


def lead_to(floor: Processes, database: str) -> None:
    """`[nodes] database` in the file of each node, as it is in the guide."""
    for node in floor.nodes.values():
        text = f'{floor.text}[nodes]\ndatabase = "{database}"\n'
        (node.folder / "house.toml").write_text(text, "utf-8")


@pytest.mark.timeout(300)
def test_what_came_after_the_moment_is_known_to_be_missing() -> None:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with processes(ArchivedServer, tables=("b1", "b2"), nodes=2) as floor:
        archived = floor.postgres
        assert isinstance(archived, ArchivedServer)
        crowd = Crowd(floor, 4, pause=0.1)
        played(crowd)
        archived.back_up()
        before = played(crowd)
        archived.name_moment(MOMENT)
        named = set(crowd.asked)
        after = played(crowd) - named
        crowd.leave()
        check(floor, crowd)
        for node in floor.nodes.values():
            node.stop()
        archived.stop()
        with restored(archived, MOMENT) as floor.postgres:
            assert kept(floor, before) == before
            assert kept(floor, after) == set()
            back_at_the_moment(floor)
            opened_again(floor)


def back_at_the_moment(floor: Processes) -> None:
    """Nothing opens with it, and everything that looks at it says why."""
    lead_to(floor, floor.address())
    there = entries(floor)
    for node in floor.nodes.values():
        size, paper = on_paper(node.folder)
        missing = f"the journal has {there} entries and a checkpoint tells of {size}: entries are"
        folder, key = str(node.folder), str(node.folder / "signing.pub")
        status, says = told("house", "check", folder)
        assert (status, missing in says) == (1, True), says
        status, says = opened(node)
        assert (status, missing in says) == (2, True), says
        status, says = told("audit", "verify", folder, "--key", key, "--checkpoint", paper)
        assert status == 1
        assert f"the paper tells of {size:,} entries, and {there:,} are there" in says


def entries(floor: Processes) -> int:
    with floor.moment() as store:
        return store.tree_size()


def opened_again(floor: Processes) -> None:
    """Recorded where most is known, copied to the other node, opened; and the paper still tells."""
    knows = max(floor.nodes.values(), key=lambda node: on_paper(node.folder))
    size, paper = on_paper(knows.folder)
    there = entries(floor)
    until(lambda: is_accepted(knows.folder, f"{there:,} entries of {size:,} that were known"))
    for node in floor.nodes.values():
        if node is not knows:
            shutil.copy(knows.folder / "checkpoint", node.folder / "checkpoint")
        floor.motion.run(node.database.mend(floor.postgres.port))
    floor.restore()
    crowd = Crowd(floor, 2, pause=0.1)
    while entries(floor) <= size:
        played(crowd)
    crowd.leave()
    check(floor, crowd)
    status, says = told("audit", "verify", str(knows.folder), "--checkpoint", paper)
    assert (status, says) == (1, f"the first {size:,} entries are not those of the paper\n")
    status, says = told("audit", "verify", str(knows.folder))
    assert status == 0, says


def is_accepted(folder: Path, what: str) -> bool:
    """A node that was there at the moment is taken to be there for ten seconds."""
    status, says = told("audit", "accept", str(folder), "--by", "m1")
    assert (status == 0 and what in says) or "was a moment ago" in says, says
    return status == 0
