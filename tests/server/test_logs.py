"""The log: one JSON record a line, what happened and the facts, never a secret."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import stat
from typing import TYPE_CHECKING, Any

import pytest

from croupier.digest import software_digest
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server import logs
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.version import __version__
from croupier.wire.house import plan_house
from tests.support.configured_house import opened, reached, written

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse

D1 = Who("d1", Role.DEALER)
PERSON = 'dealer = "person"'


def is_paused(reply: object) -> bool:
    return isinstance(reply, Refused) and reply.why is Policy.PAUSED


class Log:
    def __init__(self, path: Path) -> None:
        self.path = path

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]

    def told(self, what: str) -> list[dict[str, Any]]:
        """The facts of each such record, with its level."""
        return [
            {key: value for key, value in one.items() if key not in {"ts", "what"}}
            for one in self.records()
            if one["what"] == what
        ]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    raising, level, own = logging.raiseExceptions, logging.root.level, logs.LOG.level
    handler = logs.begin("info", tmp_path / "house.log")
    yield Log(tmp_path / "house.log")
    logging.root.removeHandler(handler)
    handler.close()
    logging.raiseExceptions = raising
    logging.root.setLevel(level)
    logs.LOG.setLevel(own)


def moving(house: OpenHouse, test: Coroutine[None, None, None]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), house.in_motion():
            await test

    asyncio.run(run())


async def nothing() -> None:
    pass


def test_a_record_is_a_line(log: Log) -> None:
    logs.tell("this\nand that", number=1, what="other", path=log.path)
    logs.tell("too little to tell", logging.DEBUG)
    logging.getLogger("elsewhere").warning("of %s", "another")
    logging.getLogger("elsewhere").info("nothing")
    logs.bug("in a test", RuntimeError("a\nb"), table="t1")
    first, second, third = log.records()
    assert first.pop("ts").endswith("+00:00")
    assert first == {
        "level": "info",
        "what": "this\nand that",
        "number": 1,
        "path": str(log.path),
    }
    assert (second["what"], second["from"]) == ("of another", "elsewhere")
    assert (third["what"], third["level"], third["table"]) == ("a fault: in a test", "error", "t1")
    assert third["traceback"].endswith("RuntimeError: a\nb")


def test_only_its_owner_reads_it_and_it_may_be_moved_away(log: Log) -> None:
    logs.tell("one")
    aside = log.path.with_name("old.log")
    log.path.rename(aside)
    logs.tell("two")
    assert [one["what"] for one in Log(aside).records() + log.records()] == ["one", "two"]
    for path in (aside, log.path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_files_of_a_house_are_its_owner_s(tmp_path: Path) -> None:
    house = opened(tmp_path / "house", written("baccarat"))
    house.people.first_staff(house.clock())
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "house").iterdir()}
    public = {name: modes.pop(name) for name in ("signing.pub", "checkpoint")}
    assert set(public.values()) == {0o644}  # to be read by whoever verifies
    assert set(modes.values()) == {0o600}
    assert {"house.db", "house.db-wal", "signing.key", "shoes.key"} <= modes.keys()


def test_a_house_that_opens_and_closes(tmp_path: Path, log: Log) -> None:
    text = written("baccarat", more=PERSON)
    moving(opened(tmp_path / "house", text), nothing())
    assert log.told("house opened") == [
        {
            "level": "info",
            "version": __version__,
            "program": software_digest(),
            "configuration": plan_house(text.encode()).digest,
            "tables": 1,
        }
    ]
    assert log.told("house closed") == [{"level": "info", "left_in_play": []}]


def test_a_round_that_was_left_in_play(tmp_path: Path, log: Log) -> None:
    """Baccarat 5.1.1: nothing was established, so the round is void."""
    first = opened(tmp_path / "house", written("baccarat", more=PERSON))

    async def betting() -> None:
        request = Request("baccarat", D1, asks.OpenBetting(), first.clock())
        assert isinstance(await first.queue.ask(request), Carried)

    moving(first, betting())
    [closed] = log.told("house closed")
    assert closed["left_in_play"] == ["baccarat: round 1, betting"]
    moving(opened(tmp_path / "house", written("baccarat", more=PERSON)), nothing())
    [told] = log.told("round resumed")
    assert (told["table"], told["round"]) == ("baccarat", 1)
    assert told["clauses"]
    assert told["remedies"] == ["void-round"]
    [void] = log.told("round void")
    assert void["clauses"] == told["clauses"]


def test_a_store_that_pauses(tmp_path: Path, log: Log) -> None:
    house = opened(tmp_path / "house", written("baccarat", more=PERSON))

    def full(_place: str) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def test() -> None:
        request = Request("baccarat", D1, asks.OpenBetting(), house.clock())
        before, house.store.on_step = house.store.on_step, full
        assert is_paused(await house.queue.ask(request))
        assert is_paused(await house.queue.ask(request))
        house.store.on_step = before
        assert isinstance(await house.queue.ask(request), Carried)

    moving(house, test())
    paused = {"level": "error", "reason": "database or disk is full"}
    assert log.told("store paused") == [paused]
    assert log.told("store resumed") == [{"level": "info"}]


def test_a_fault_of_ours_is_one_record(tmp_path: Path, log: Log) -> None:
    house = opened(tmp_path / "house", written("baccarat", more=PERSON))

    def broken(_place: str) -> None:
        raise RuntimeError("broken")

    async def test() -> None:
        request = Request("baccarat", D1, asks.OpenBetting(), house.clock())
        before, house.store.on_step = house.store.on_step, broken
        with pytest.raises(RuntimeError):
            await house.queue.ask(request)
        house.store.on_step = before

    moving(house, test())
    [told] = log.told("a fault: carrying out a command")
    assert told["table"] == "baccarat"
    assert told["traceback"].endswith("RuntimeError: broken")


def test_a_dealer_outlives_a_fault(tmp_path: Path, log: Log) -> None:
    """A table is tried again; the fault is told, and does not end the table for the evening."""
    house = opened(tmp_path / "house", written("baccarat"))
    failing = True

    def broken(place: str) -> None:
        if failing and place == "entries":
            raise RuntimeError("broken")

    async def test() -> None:
        nonlocal failing
        assert isinstance(house.shoes.store, SqliteStore)
        house.store.on_step = house.shoes.store.on_step = broken
        await reached(lambda: log.told("a fault: at a table"))
        failing = False
        await reached(lambda: house.play.tables["baccarat"].table.round.number)

    moving(house, test())


def test_sign_in_failures_without_secrets(tmp_path: Path, log: Log) -> None:
    house = opened(tmp_path / "house", written("baccarat"))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    for guess in ("guess-one-1", "guess-two-2", "guess-three-3"):
        assert isinstance(house.people.sign_in("d1", guess, house.clock()), Refused)
    assert isinstance(house.people.sign_in("nobody-here", "guess-four-4", house.clock()), Refused)
    house.people.write_down(house.clock())
    failed = [(one["name"], one["count"]) for one in log.told("sign-in failed")]
    assert failed == [("d1", 3), (None, 1)]
    assert [(one["name"], one["failures"]) for one in log.told("sign-ins fail")] == [("d1", 3)]
    text = log.path.read_text("utf-8")
    assert "guess" not in text
    assert "nobody-here" not in text  # it may be a password in the wrong field
    assert not [password for _, _, password in staff if password in text]
