"""A house on several nodes whose program must be the accepted one is upgraded node by node."""

from __future__ import annotations

import asyncio
import io
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from croupier import digest
from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server import program
from croupier.server.journal.acts import HouseOpened
from croupier.server.journal.manifest import FILE
from croupier.server.journal.place import node_in
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from tests.support.configured_house import written
from tests.support.several_nodes import P1, PERSON, Cluster
from tests.support.small_program import CHANGED, LINES, runs, whole
from tests.support.staffed_people import PASSWORD, has_account
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.support.postgres_server import Server

OTHER = (*CHANGED, "server/evil.py " + "e" * 64)


@pytest.fixture(autouse=True)
def _whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole(monkeypatch)


async def accepts(floor: Cluster, node: str, *more: str) -> int:
    """Accept the program from the folder of a node, while the house is open."""
    folder = floor.folder / node

    def accept() -> int:
        wait_until(lambda: node_in(folder), "the database shows a node that is open")
        return run(["house", "accept-program", str(folder), *more])

    return await asyncio.to_thread(accept)


async def started(floor: Cluster, node: str) -> None:
    await floor.start(node)
    (floor.folder / node / "house.toml").write_text(
        f'{floor.text}\n[nodes]\ndatabase = "{floor.database}"\n'
    )


async def goes_on(floor: Cluster) -> None:
    """At each node, whoever holds the table."""
    for node in floor.houses:
        for asked in (asks.Sit("p1", 1), asks.StandUp("p1")):
            assert isinstance(await floor.ask(node, "three-pictures", asked, P1), Carried)


def openings(floor: Cluster) -> list[tuple[str | None, int]]:
    """Of each node: which program it was of those accepted, and how much differed."""
    [house, *_] = floor.houses.values()
    told = [one for one in house.acts.last if isinstance(one, HouseOpened)]
    return [(one.accepted, len(one.differs)) for one in told]


async def does_not_start(floor: Cluster, node: str) -> None:
    with pytest.raises(BadInput, match="is not the one that was accepted"):
        await floor.start(node)


@asynccontextmanager
async def opened(folder: Path, text: str, database: str) -> AsyncIterator[Cluster]:
    floor = Cluster(folder, text, database)
    try:
        await started(floor, "n1")
        yield floor
    finally:
        for node in tuple(floor.stacks):
            await floor.stop(node)


@pytest.mark.standard(56)
def test_both_programs_run_until_the_new_one_alone_is_accepted(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        runs(monkeypatch, LINES)
        text = written("three-pictures", more=PERSON)
        async with opened(tmp_path, text, postgres.fresh()) as floor:
            assert await accepts(floor, "n1") == 0
            await started(floor, "n2")
            await goes_on(floor)

            await floor.stop("n2")
            runs(monkeypatch, CHANGED)
            await does_not_start(floor, "n2")
            assert await accepts(floor, "n2", "--beside") == 0
            await floor.start("n2")
            await goes_on(floor)
            runs(monkeypatch, OTHER)
            await does_not_start(floor, "n3")

            for lines in (LINES, CHANGED):  # the way back, and forth again
                await floor.stop("n1")
                runs(monkeypatch, lines)
                await floor.start("n1")
            assert await accepts(floor, "n1") == 0
            await floor.stop("n2")
            await floor.start("n2")
            await goes_on(floor)
            runs(monkeypatch, LINES)
            await does_not_start(floor, "n3")
            check_record(floor)

    asyncio.run(play())
    verify = ["audit", "verify", str(tmp_path / "n1"), "--key", str(tmp_path / "n1/signing.pub")]
    assert run(verify) == 0


def check_record(floor: Cluster) -> None:
    old, new = digest.digest_of(LINES), digest.digest_of(CHANGED)
    told = program.all_accepted(floor.houses["n1"].store)
    assert [(one.program, one.beside) for one in told] == [(new, False)]
    assert set(openings(floor)) == {(None, 0), (old, 0), (new, 0)}
    manifests = [(floor.folder / node / FILE).read_text() for node in ("n1", "n2")]
    assert manifests[0] != manifests[1], "each node knows its own without the file"


@pytest.mark.standard(56)
def test_a_manager_confirms_it_in_a_real_house_while_people_come_and_go(
    tmp_path: Path,
    postgres: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def play() -> None:
        text = written("three-pictures", more=PERSON).replace(
            "demonstration = true", "demonstration = false"
        )
        runs(monkeypatch, LINES)
        async with opened(tmp_path, text, postgres.fresh()) as floor:
            house = floor.houses["n1"]
            await house.queue.on_disk(lambda: has_account(house.people, "m1", Role.PIT_MANAGER))
            assert await accepts(floor, "n1", "--beside", "--confirm", "m1") == 2
            assert "none was accepted for this house yet" in capsys.readouterr().err
            assert await accepts(floor, "n1") == 2
            assert "a second person confirms it" in capsys.readouterr().err
            for password, status in (("wrong", 2), (PASSWORD, 0)):
                monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
                assert await accepts(floor, "n1", "--confirm", "m1") == status
            await floor.reached(lambda: program.all_accepted(house.store))
            [act] = program.all_accepted(house.store)
            assert (act.by, act.confirmed_by) == ("folder", "m1")
            await house.queue.on_disk(lambda: None)
            assert not house.people.register.sessions, "whoever confirmed is signed out again"

    asyncio.run(play())
