"""What staff ask in vain is gathered, written once a minute, and noticed when it is a search."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import BAD_TEXT, Said
from croupier.server.journal.acts import CommandsRefused, ProbingNoticed, decoder
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.play.refusals import MOST_KEYS, PATTERNS
from croupier.table.commands import Who
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.typed_cards import entered

if TYPE_CHECKING:
    from pathlib import Path

GAME = "royal-three-pictures"
S1 = Who("s1", Role.PIT_SUPERVISOR)
TRIES = 30


@pytest.mark.slow
@pytest.mark.threat("T17")
@pytest.mark.standard(60)
def test_a_search_is_noticed_at_once_and_written_as_one_record(tmp_path: Path) -> None:
    house = opened(tmp_path, written(GAME))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    words = {name: password for name, _, password in staff}
    with on_the_web(house) as where, ExitStack() as entering:
        came = {
            name: entered(entering, where, GAME, "/api/sign-in", name=name, password=words[name])
            for name in ("d1", "s1")
        }
        for _ in range(TRIES):
            told = came["d1"].ask("deal", cards="9h")
            assert told["type"] == "refused"
        cookies = {
            name: {"Cookie": terminal.socket.request.headers["Cookie"]}
            for name, terminal in came.items()
            if terminal.socket.request
        }
        url = f"http://{where}/api/refused"
        assert httpx.get(url, headers=cookies["d1"]).status_code == httpx.codes.FORBIDDEN
        until(lambda: any(isinstance(one, ProbingNoticed) for one in house.acts.last))
        found = httpx.get(url, headers=cookies["s1"]).json()
    [notice] = found["probing"]
    assert (notice["by"], notice["table"], notice["count"]) == ("d1", GAME, PATTERNS["cards named"])
    assert [(one["by"], one["table"], one["asked"], one["count"]) for one in found["refused"]] == [
        ("d1", None, "GET /api/refused", 1),
        ("d1", GAME, "deal", TRIES),
    ]
    store = SqliteStore(tmp_path / "house.db")
    acts = [decoder.decode(entry.body) for entry in store.read("house")]
    store.close()
    kept = [one for one in acts if isinstance(one, CommandsRefused)]
    assert [(one.by, one.asked, one.why, one.count) for one in kept] == [
        ("d1", "deal", "not-permitted", TRIES),
        ("d1", "GET /api/refused", "not-for-this-role", 1),
    ]


@pytest.mark.threat("T17")
def test_no_card_and_no_flood(tmp_path: Path) -> None:
    house = opened(tmp_path, written(GAME))
    told = declined(
        Policy.UNREADABLE, BAD_TEXT(text="there lie 8s Jh ?? and not 10c, by clause 5.8")
    )
    for number in range(3 * MOST_KEYS):
        house.refusals.note(S1, GAME, f"asked {number}", told)
    waiting = house.refusals.waiting()
    assert len(waiting) == MOST_KEYS + 1
    assert {one.says for one in waiting} == {"there lie ?? ?? ?? and not ??, by clause 5.8"}
    told_as = {"text": "there lie ?? ?? ?? and not ??, by clause 5.8"}
    assert [one.said for one in waiting] == [Said("bad-text", told_as)] * len(waiting)
    assert sum(one.count for one in waiting) == 3 * MOST_KEYS
    house.close()


@pytest.mark.threat("T51")
def test_what_could_not_be_written_is_counted_on(tmp_path: Path) -> None:
    """An insider who tries while the file is locked."""
    house = opened(tmp_path, written(GAME))
    no = declined(Policy.NOT_FOR_THIS_ROLE, BAD_TEXT(text="no"))
    answers: list[Refused | None] = [declined(Policy.PAUSED, BAD_TEXT(text="locked")), None]

    async def tries(count: int) -> None:
        for _ in range(count):
            house.refusals.note(S1, "t1", "deal", no)

    async def asked() -> list[int]:
        async def on_disk(_work: object) -> Refused | None:
            await tries(1)
            return answers.pop(0)

        house.refusals.queue.on_disk = on_disk  # type: ignore[method-assign, assignment]
        await tries(TRIES)
        await house.refusals.write()
        return [one.count for one in house.refusals.waiting()]

    assert asyncio.run(asked()) == [TRIES + 1]
    house.close()


def test_a_fault_loses_nothing_that_was_to_be_written(tmp_path: Path) -> None:
    house = opened(tmp_path, written(GAME))
    no = declined(Policy.NOT_FOR_THIS_ROLE, BAD_TEXT(text="no"))

    async def asked() -> None:
        work = house.queue.on_disk

        async def fails(_work: object) -> None:
            raise MemoryError

        house.queue.on_disk = fails  # type: ignore[method-assign, assignment]
        for _ in range(PATTERNS["reports"]):
            house.refusals.note(S1, GAME, "report", no, ("reports",))
        await house.refusals.write()
        assert [one.count for one in house.refusals.waiting()] == [PATTERNS["reports"]]
        house.queue.on_disk = work  # type: ignore[method-assign]
        await house.refusals.write()

    asyncio.run(asked())
    kept = [one for one in house.acts.last if isinstance(one, CommandsRefused | ProbingNoticed)]
    assert [one.count for one in kept] == [PATTERNS["reports"]] * 2
    house.close()
