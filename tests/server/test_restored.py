"""A backup that was put back: whoever remembers what came after it gains nothing by that."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import httpx
import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import game
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.books import TicketIssued, TicketRedeemed
from croupier.server.money.cage import MAYBE_PAID
from croupier.server.money.wishes import Wish
from croupier.server.people.people import GONE, Session
from croupier.server.restored import lost_rounds
from croupier.server.shoes import fairness
from croupier.server.shoes.counts import counted, discarded, notices
from croupier.server.shoes.sealed import PUT_BACK
from croupier.server.streams import faults
from croupier.table.commands import Who
from croupier.table.events import RoundVoided, decoder
from croupier.table.state import Step
from tests.support.configured_house import on_the_web, opened, written
from tests.support.sealed_rounds import Played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from tests.support.played_rounds import Asked

Staffed = tuple["Path", dict[str, str], str]
F1, M1 = Who("f1", Role.SHIFT_MANAGER), Who("m1", Role.PIT_MANAGER)


def toml(name: str = "baccarat", more: str = "") -> str:
    """One table, which the house deals."""
    table = f'[tables.t1]\ngame = "{name}"\n{more}'
    return written(name).replace(f"[tables.{name}]", table)


class OpenTable(Played):
    """The table of a house that was opened from its folder, as its dealer runs it."""

    def __init__(self, folder: Path, name: str = "baccarat", more: str = "") -> None:
        folder.mkdir(exist_ok=True)
        (folder / "house.toml").write_text(toml(name, more))
        self.open_house: OpenHouse = opened(folder, toml(name, more))
        self.open_house.resolve()
        self.house, self.shoes = self.open_house.play, self.open_house.shoes
        [self.live] = self.house.tables.values()
        self.at = self.open_house.clock()
        if not self.house.balances.get("player:p1"):
            self.open_house.cage.buy_in("p1", 1_000_000, "c1", self.at)

    def dealt(self, rounds: int) -> list[str]:
        """The cards of the next rounds."""
        cards = []
        for _ in range(rounds):
            self.rounds(1)
            cards.append(" ".join(map(str, self.table.round.drawn)))
        return cards

    def close(self) -> None:
        self.house.checkpoint(self.at)
        self.open_house.close()


def restored(house: Path, ask: Callable[..., Asked], then: Callable[[], None]) -> Path:
    """A backup of a house, what happened after it, and the house that was put back."""
    copy, other = house.parent / "copy", house.parent / "other"
    assert ask("house", "backup", house, copy).status == 0
    then()
    told = ask("house", "restore", copy, other)
    assert told.status == 0, told.err
    return other


def accepted(house: Path, ask: Callable[..., Asked], then: Callable[[], None]) -> Path:
    """The same with the journal alone, put back into the house's own folder."""
    copy = house.parent / "copy.db"
    assert ask("backup", house / "house.db", copy).status == 0
    then()
    for file in house.glob("house.db*"):
        file.unlink()
    shutil.copy(copy, house / "house.db")
    told = ask("audit", "accept", house, "--by", "m1")
    assert told.status == 0, told.err
    return house


WAYS = pytest.mark.parametrize("put_back", [restored, accepted])


@pytest.mark.threat("T76")
@WAYS
def test_no_card_that_was_dealt_after_the_backup_comes_again(
    tmp_path: Path, ask: Callable[..., Asked], put_back: Callable[..., Path]
) -> None:
    table = OpenTable(tmp_path / "house")
    table.dealt(1)
    assert table.give("p1") is None
    table.close()
    after: list[str] = []

    def play() -> None:
        again = OpenTable(tmp_path / "house")
        after.extend(again.dealt(2))
        again.close()

    other = OpenTable(put_back(tmp_path / "house", ask, play))
    assert other.dealt(2) != after
    record = other.record()
    assert [shoe.shoe for shoe in record.shoes] == ["t1-1", "t1-3"]
    assert fairness.verify(record) == []
    assert [(one.shoe, one.why) for one in discarded(record)] == [
        ("t1-1", PUT_BACK),
        ("t1-2", PUT_BACK),
    ]
    assert [str(one.said) for one in discarded(record)] == [PUT_BACK] * 2, "as a code, too"
    counts = counted(record)
    assert (counts.discarded, counts.missing, counts.used) == (2, 0, 1)
    [back] = record.restored
    said = list(notices(record))
    assert f"shoe t1-1: given up, {PUT_BACK}" in said
    assert any(one.endswith(f"from a backup of {back.entries} entries") for one in said)
    folder = other.open_house.key_places.signing.parent
    other.close()
    store = SqliteStore(folder / "house.db")
    assert list(faults(store)) == []
    store.close()
    again = OpenTable(folder)
    assert [shoe.shoe for shoe in again.record().shoes] == ["t1-1", "t1-3"]  # once is enough
    again.close()


def until(table: OpenTable, step: Step) -> None:
    while table.table.step is not step:
        table.act()


IN_PLAY = [
    ("baccarat", Step.BETTING),
    ("royal-three-pictures", Step.DEALING),
    ("three-card-poker", Step.PLAYING),
]


@pytest.mark.parametrize(("name", "step"), IN_PLAY)
def test_a_round_that_the_backup_brings_back_is_void(
    tmp_path: Path, ask: Callable[..., Asked], name: str, step: Step
) -> None:
    table = OpenTable(tmp_path / "house", name)
    before = table.house.balances["player:p1"]
    until(table, step)
    if step is Step.BETTING:
        table.bet()
    assert table.house.balances["player:p1"] == before - 2500
    table.close()
    other = OpenTable(restored(tmp_path / "house", ask, lambda: None), name)
    assert (other.table.step, other.table.round.voided) == (Step.CONCLUDED, True)
    assert other.house.balances["player:p1"] == before
    said = [decoder.decode(entry.body) for entry in other.house.store.read("table:t1")]
    clauses = next(one for one in reversed(said) if isinstance(one, RoundVoided)).clauses
    assert set(clauses) & {*game(name).void.by.numbers}
    until(other, Step.DEALING)
    other.act()
    assert other.table.round.drawn
    assert fairness.verify(other.record()) == []
    other.close()


def test_where_people_deal_they_know_the_round(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    """It is resolved as after any other failure."""
    table = OpenTable(tmp_path / "house")
    until(table, Step.DEALING)
    table.close()
    other = restored(tmp_path / "house", ask, lambda: None)
    before = SqliteStore(other / "house.db")
    house = opened(other, toml())
    [live] = house.play.tables.values()
    assert lost_rounds(before, [live.table], house.restored) == {"t1"}
    by_hand = replace(live.table, setup=replace(live.table.setup, dealer="person"))
    assert lost_rounds(before, [by_hand], house.restored) == set()
    before.close()
    house.close()


@pytest.fixture
def staffed(tmp_path: Path) -> Staffed:
    """A house with staff, one of them signed in, and a ticket that is open."""
    table = OpenTable(tmp_path / "house")
    house = table.open_house
    staff = house.people.first_staff(table.at)
    assert not isinstance(staff, Refused)
    passwords = {name: password for name, _, password in staff}
    session = house.people.sign_in("m1", passwords["m1"], table.at)
    assert isinstance(session, Session)
    ticket = house.cage.cash_out("p1", 150_000, "p1", table.at)
    assert isinstance(ticket, TicketIssued)
    assert ticket.code is not None
    table.close()
    return tmp_path / "house", passwords | {"session": session.token}, ticket.code


@pytest.mark.threat("T77")
def test_who_was_dismissed_after_the_backup_does_not_come_back(
    staffed: Staffed, ask: Callable[..., Asked]
) -> None:
    folder, known, _ = staffed

    def dismiss() -> None:
        house = opened(folder, toml())
        assert house.people.lock_account("m1", F1, "fraud", house.clock()) is None
        house.play.checkpoint(house.clock())
        house.close()

    other = accepted(folder, ask, dismiss)
    house = opened(other, toml())
    assert house.people.who(known["session"], house.clock()) == GONE
    for name in ("m1", "f1", "d1", "a1"):
        assert isinstance(house.people.sign_in(name, known[name], house.clock()), Refused)
    house.close()
    assert "f1           shift-manager   never signed in, locked since the restore\n" in (
        ask("house", "people", other).out
    )
    assert ask("house", "unlock", other, "f1").status == 0
    house = opened(other, toml())
    assert isinstance(house.people.sign_in("f1", known["f1"], house.clock()), Session)
    assert isinstance(house.people.sign_in("m1", known["m1"], house.clock()), Refused)
    house.close()


@pytest.mark.threat("T78")
def test_a_ticket_that_was_paid_after_the_backup_is_not_paid_again_by_one(
    staffed: Staffed, ask: Callable[..., Asked]
) -> None:
    folder, _, code = staffed

    def pay() -> None:
        house = opened(folder, toml())
        assert isinstance(house.cage.redeem(code, "d1", house.clock()), TicketRedeemed)
        house.play.checkpoint(house.clock())
        house.close()

    house = opened(restored(folder, ask, pay), toml())
    cage, at = house.cage, house.clock()
    assert cage.redeem(code, "d1", at) == MAYBE_PAID
    later = cage.cash_out("p1", 500, "p1", at)
    assert isinstance(later, TicketIssued)
    assert isinstance(cage.redeem(later.shown, "d1", at), TicketRedeemed)  # issued since
    [one] = cage.issued.values()
    asked = cage.propose(Wish("p1", one.cents, "not in the drawer", "redeem", one.ticket), "d1", at)
    assert not isinstance(asked, Refused)
    assert isinstance(cage.approve(asked.number, M1, at), TicketRedeemed)
    house.close()


@pytest.mark.threat("T79")
def test_a_restore_is_told_to_everybody(staffed: Staffed, ask: Callable[..., Asked]) -> None:
    other = restored(staffed[0], ask, lambda: None)
    assert ask("house", "unlock", other, "f1").status == 0
    house = opened(other, toml())
    session = house.people.sign_in("f1", staffed[1]["f1"], house.clock())
    assert isinstance(session, Session)
    assert house.restored is not None
    entries = house.restored.entries
    with on_the_web(house) as address, httpx.Client(base_url=f"http://{address}") as web:
        assert f"UTC from a backup of {entries} entries\n" in web.get("/ready").text
        for path in ("record", "standing"):
            told = web.get(f"/api/tables/t1/{path}").json()["restored"]
            assert [one["entries"] for one in told] == [entries]
        pit = web.get("/api/pit", headers={"Cookie": f"croupier={session.token}"}).json()
        assert "house-restored" in {one["event"] for one in pit["notices"]}
