"""Two machines of one name, as when a folder was copied and its file was not changed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal.store import Unreadable
from croupier.server.nodes.joining import SEEN_WITHIN, refuse_namesake, shared_store
from croupier.server.nodes.terms import terms_of
from croupier.server.readiness import remarks
from croupier.version import __version__
from croupier.wire.house_sections import NodesIn
from tests.support.several_nodes import cluster, queue_of

if TYPE_CHECKING:
    from croupier.server.nodes.joining import AnyShared
    from tests.support.postgres_server import Server

SAYS = "another machine is called n1, too, and each is asked for the other: give it another name"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/house.db"
    server: Server = request.getfixturevalue("postgres")
    return server.fresh()


def run_of(database: str, node: str) -> AnyShared:
    terms = terms_of(NodesIn(database=database, node=node), Path(), "")
    assert terms is not None
    return shared_store(terms)


def is_here(store: AnyShared) -> str | None:
    return store.here("", __version__, leaving=False).run


def comes(store: AnyShared) -> bool:
    """Between two turns of others."""
    with suppress(Unreadable):
        is_here(store)
        return True
    return False


def test_a_node_learns_which_run_of_its_name_was_there(database: str) -> None:
    before, after, other = (run_of(database, node) for node in ("n1", "n1", "n2"))
    assert is_here(before) is None
    assert is_here(before) == before.sharing.run
    assert is_here(other) is None
    assert is_here(after) == before.sharing.run
    assert is_here(before) == after.sharing.run
    for store in (before, after, other):
        store.close()


def test_one_that_died_keeps_nobody_from_its_name(database: str) -> None:
    died, comes = run_of(database, "n1"), run_of(database, "n1")
    is_here(died)
    refuse_namesake(comes)
    for store in (died, comes):
        store.close()


def test_one_that_is_there_does(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    there, comes = run_of(database, "n1"), run_of(database, "n1")
    is_here(there)
    waited = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        is_here(there)

    monkeypatch.setattr("croupier.server.nodes.joining.time.sleep", sleep)
    with pytest.raises(BadInput, match="another machine of the house is called so, and is there"):
        refuse_namesake(comes)
    assert waited == [SEEN_WITHIN]
    for store in (there, comes):
        store.close()


def test_whoever_comes_at_the_same_moment_is_told_of(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", nodes=1) as floor:
            house = floor.houses["n1"]
            holdings = queue_of(house).holdings
            await floor.reached(lambda: floor.holder("baccarat"))
            assert SAYS not in remarks(house)
            other = run_of(f"sqlite:{holdings.store.path}", "n1")  # type: ignore[attr-defined]
            await floor.reached(lambda: comes(other))
            await floor.reached(lambda: SAYS in remarks(house))
            await floor.reached(lambda: SAYS not in remarks(house))
            other.close()

    asyncio.run(play())
