"""A house on several nodes: any may be asked, one holds each table, and none loses anything."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.journal.store import Part
from croupier.server.people.keeping import Confirmed
from croupier.server.people.passwords import verify
from croupier.server.people.proposals import Wish
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, CLOCK, Who
from tests.support.several_nodes import DEALER, P1, cluster, queue_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from tests.support.postgres_server import Server
    from tests.support.several_nodes import Cluster

GAMES = ("baccarat", "three-pictures")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """One file, or a schema of a real server."""
    if request.param == "sqlite":
        return ""
    server: Server = request.getfixturevalue("postgres")
    return server.fresh()


async def paid_in(floor: Cluster, node: str, player: str, cents: int) -> None:
    house = floor.houses[node]
    now = house.clock()
    paid = await house.queue.on_disk(lambda: house.cage.buy_in(player, cents, "house", now))
    assert not isinstance(paid, Refused), paid


async def held_by_all(floor: Cluster) -> None:
    await floor.reached(lambda: all(floor.holder(name) for name in (*GAMES, "*")))
    await floor.reached(lambda: all(floor.held(node) for node in floor.houses))


def test_any_node_is_asked_and_all_know(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 10_000)
            opened = await floor.ask("n2", "baccarat", asks.OpenBetting(), DEALER)
            assert isinstance(opened, Carried)
            for node in ("n1", "n2"):
                placed = await floor.ask(node, "baccarat", asks.Place("p1", "player", 2_500), P1)
                assert isinstance(placed, Carried), placed
                view = floor.houses[node].play.tables["baccarat"]
                assert view.version >= placed.version
            both = [one.play for one in floor.houses.values()]
            await floor.reached(
                lambda: both[0].tables["baccarat"].version == both[1].tables["baccarat"].version
            )
            assert both[0].tables["baccarat"].table == both[1].tables["baccarat"].table
            assert dict(both[0].balances) == dict(both[1].balances)

    asyncio.run(play())


@pytest.mark.threat("T130")
def test_one_balance_is_spent_once_at_tables_of_two_nodes(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 4_000)
            for table in GAMES:
                assert isinstance(await floor.ask("n1", table, asks.OpenBetting(), DEALER), Carried)
            await floor.ask("n1", "three-pictures", asks.Sit("p1", 1), P1)
            replies = await asyncio.gather(
                floor.ask("n1", "baccarat", asks.Place("p1", "player", 2_500), P1),
                floor.ask("n2", "three-pictures", asks.Place("p1", "initial", 2_500, 1), P1),
            )
            assert sorted(isinstance(one, Carried) for one in replies) == [False, True]
            assert floor.houses["n1"].store.balance("player:p1") == 1_500

    asyncio.run(play())


def test_a_node_that_stops_hands_over_and_interrupts_nothing(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await held_by_all(floor)
            leaving = floor.holder("baccarat")
            assert leaving is not None
            [stays] = floor.houses.keys() - {leaving}
            await floor.stop(leaving)
            await floor.reached(lambda: set(floor.held(stays)) == {*GAMES, "*"}, 5)
            assert isinstance(
                await floor.ask(stays, "baccarat", asks.OpenBetting(), DEALER), Carried
            )
            told = [one.body for one in floor.houses[stays].store.read("table:baccarat")]
            assert not any(b"interrupted" in one for one in told)

    asyncio.run(play())


@pytest.mark.threat("T129")
def test_a_node_that_dies_has_its_round_resolved_elsewhere(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 10_000)
            dies = floor.holder("baccarat")
            assert dies is not None
            [lives] = floor.houses.keys() - {dies}
            await floor.ask(lives, "baccarat", asks.OpenBetting(), DEALER)
            placed = await floor.ask(lives, "baccarat", asks.Place("p1", "player", 2_500), P1)
            assert isinstance(placed, Carried)
            slept = await asleep(floor, dies)
            began = asyncio.get_running_loop().time()
            again = await floor.ask(lives, "baccarat", asks.OpenBetting(), DEALER)
            assert isinstance(again, Carried), again
            assert asyncio.get_running_loop().time() - began < 5
            told = [one.body for one in floor.houses[lives].store.read("table:baccarat")]
            assert sum(b'"round-interrupted"' in one for one in told) == 1
            assert sum(b'"round-voided"' in one for one in told) == 1
            assert floor.houses[lives].play.balances.has("p1") == 10_000
            late = Request("baccarat", P1, asks.Place("p1", "tie", 2_500), slept.clock(), "p1/late")
            [reply] = slept.play.submit([late])
            assert isinstance(reply, Refused)
            assert reply.why is Policy.ON_ANOTHER_NODE
            assert slept.store.answer_to("p1/late") is None

    asyncio.run(play())


def test_what_reaches_a_node_that_was_out_of_touch_is_void(tmp_path: Path) -> None:
    """A terminal that gave it up was answered elsewhere, perhaps with a refusal."""

    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 10_000)
            slept = floor.holder("baccarat")
            assert slept is not None
            await floor.ask(slept, "baccarat", asks.OpenBetting(), DEALER)
            holdings = queue_of(floor.houses[slept]).holdings
            holdings.until = holdings.monotonic()
            await floor.reached(lambda: holdings.until > holdings.monotonic())
            assert not holdings.is_in_touch
            place = asks.Place("p1", "player", 2_500)
            void = await floor.ask(slept, "baccarat", place, P1, "p1/once")
            assert isinstance(void, Refused)
            assert void.why is Policy.PAUSED
            await floor.reached(lambda: holdings.is_in_touch, 5)
            again = await floor.ask(slept, "baccarat", place, P1, "p1/once")
            assert isinstance(again, Carried), again

    asyncio.run(play())


def test_what_waited_while_a_node_was_out_of_touch_is_void(tmp_path: Path) -> None:
    """Who asked gave it up and was refused elsewhere: carried out now, it would surprise them."""

    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 10_000)
            slept = floor.holder("baccarat")
            assert slept is not None
            await floor.ask(slept, "baccarat", asks.OpenBetting(), DEALER)
            queue = queue_of(floor.houses[slept])
            take = patch.object(queue, "take", wraps=queue.take)
            async with queue.write_lock:
                place = asks.Place("p1", "player", 2_500)
                with take as taken:
                    asked = asyncio.create_task(floor.ask(slept, "baccarat", place, P1, "p1/once"))
                    await floor.reached(lambda: taken.called)
                queue.holdings.until = queue.holdings.monotonic()
                await floor.reached(lambda: queue.holdings.is_in_touch, 5)
            void = await asked
            assert isinstance(void, Refused)
            assert void.why is Policy.PAUSED
            assert floor.houses[slept].store.answer_to("p1/once") is None

    asyncio.run(play())


def test_what_another_node_asks_for_is_not_passed_on(tmp_path: Path) -> None:
    """It asks whoever holds the table by then, and may have been refused there."""

    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await held_by_all(floor)
            holder = floor.holder("baccarat")
            [other] = floor.houses.keys() - {holder}
            house = floor.houses[other]
            opens = Request("baccarat", DEALER, asks.OpenBetting(), house.clock(), "d1/1")
            reply = await queue_of(house).asked_here(opens)
            assert isinstance(reply, Refused)
            assert reply.why is Policy.ON_ANOTHER_NODE
            assert house.store.answer_to("d1/1") is None
            assert isinstance(await floor.ask(other, "baccarat", opens.command, DEALER), Carried)

    asyncio.run(play())


@pytest.mark.threat("T132")
def test_what_was_proposed_at_one_node_is_confirmed_at_another(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await held_by_all(floor)
            here, there = floor.houses["n1"], floor.houses["n2"]
            staff = await here.queue.on_disk(lambda: here.people.first_staff(here.clock()))
            assert isinstance(staff, list)
            await there.queue.on_disk(lambda: None)
            first, second = Who("f1", Role.SHIFT_MANAGER), Who("m1", Role.PIT_MANAGER)
            half = await here.queue.on_disk(
                lambda: proposed(here, "s9", Role.PIT_SUPERVISOR, first)
            )
            assert half is not None
            await there.queue.on_disk(lambda: None)
            await there.learn_half(1)
            done = await there.queue.on_disk(lambda: there.people.confirm(1, second, there.clock()))
            assert isinstance(done, Confirmed), done
            code = f"{half}-{done.code}"
            assert verify(there.people.accounts["s9"].password, code)
            await here.queue.on_disk(lambda: None)
            assert here.people.accounts == there.people.accounts

    asyncio.run(play())


def proposed(house: OpenHouse, name: str, role: Role, by: Who) -> str | None:
    wish = Wish("account", name, "new here", role)
    asked = house.people.propose(wish, by, house.clock())
    assert not isinstance(asked, Refused), asked
    return house.people.halves.get(1)


def test_a_round_that_another_node_left_is_resolved_before_anything_else(tmp_path: Path) -> None:
    """Also before what the dealer here had said when the table was last held."""

    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await held_by_all(floor)
            await paid_in(floor, "n1", "p1", 10_000)
            holder = floor.holder("baccarat")
            assert holder is not None
            await floor.ask(holder, "baccarat", asks.OpenBetting(), DEALER)
            await floor.ask(holder, "baccarat", asks.Place("p1", "player", 2_500), P1)
            queue_of(floor.houses[holder]).holdings.resolving.add("baccarat")
            for command, who in ((asks.CloseBetting(), AUTOMATIC), (asks.TimeUp(), CLOCK)):
                early = await floor.ask(holder, "baccarat", command, who)
                assert isinstance(early, Refused)
                assert early.why is Policy.ON_ANOTHER_NODE
            for resolves in (asks.Interrupt(), asks.Resume()):
                done = await floor.ask(holder, "baccarat", resolves, CLOCK)
                assert isinstance(done, Carried), done

    asyncio.run(play())


def test_what_was_decided_by_an_earlier_holding_is_not_written(tmp_path: Path) -> None:
    """The table was lost and taken again, and the look that tells of it ends in the middle."""

    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await held_by_all(floor)
            name = floor.holder("baccarat")
            assert name is not None
            queue = queue_of(floor.houses[name])
            sharing, known = queue.sharing, queue.play.store.answers_to
            opens = (Part("table:baccarat", 1, ()),)
            refused = list[str | None]()

            def meanwhile(names: list[str]) -> object:
                held = {"baccarat": sharing.tokens["baccarat"] + 2}
                sharing.tokens = sharing.tokens | held
                refused.append(sharing.held_elsewhere(opens, held))
                return known(names)

            queue.play.store.answers_to = meanwhile  # type: ignore[method-assign, assignment]
            await floor.ask(name, "baccarat", asks.OpenBetting(), DEALER)
            assert set(refused) == {"baccarat"}
            held = {"baccarat": sharing.tokens["baccarat"]}
            assert sharing.held_elsewhere(opens, held) is None

    asyncio.run(play())


async def asleep(floor: Cluster, node: str) -> OpenHouse:
    """As a process that is stopped: it renews nothing, lets nothing go, and answers nobody."""
    house = floor.houses.pop(node)
    floor.stacks.pop(node)
    floor.exchange.nodes[node].vanish()
    assert house.node is not None
    renewing = [one for one in asyncio.all_tasks() if self_of(one) in {house.node, house.queue}]
    for task in renewing:
        task.cancel()
    await asyncio.gather(*renewing, return_exceptions=True)
    for name in tuple(house.node.tasks):
        await house.node.stop(name)
    return house


def self_of(task: asyncio.Task[object]) -> object:
    frame = getattr(task.get_coro(), "cr_frame", None)
    return frame.f_locals.get("self") if frame else None
