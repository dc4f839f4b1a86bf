"""A person's private data are erased by two: nothing is left of them, and every proof holds."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server import housekeeping
from croupier.server.journal.acts import Acts, PrivateErased
from croupier.server.journal.erasing import values_by_person
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.books import TicketIssued
from croupier.server.play.clock import MILLISECOND, Clock
from tests.support.configured_house import opened, written
from tests.support.staffed_people import PASSWORD, has_account, signed_in

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), Role.PLAYER)
DAY = 24 * 60 * 60 * 1000


def ago(not_before: int) -> Clock:
    """A clock of a hundred days ago."""
    return Clock(not_before, lambda: time.time_ns() - 100 * DAY * MILLISECOND)


def made(folder: Path, keeping: str = "") -> Path:
    """A hundred days ago p1 and p2 came and went, p3 left money, p4 a ticket; p5 comes today."""
    text = written("baccarat") + keeping
    housekeeping.found_house(folder)
    (folder / "house.toml").write_text(text)
    house = opened(folder, text, clock=ago)
    for name, role in {**PLAYERS, "d1": Role.DEALER, "m1": Role.PIT_MANAGER}.items():
        has_account(house.people, name, role)
    for name in PLAYERS:
        house.cage.buy_in(name, 1_000, "d1", house.clock())
    for name in ("p1", "p2", "p4", "p5"):
        issued = house.cage.cash_out(name, 1_000, name, house.clock())
        assert isinstance(issued, TicketIssued)
        if name != "p4":
            assert issued.code is not None
            house.cage.redeem(issued.code, "d1", house.clock())
    signed_in(house.people, "p1", house.clock())
    house.play.checkpoint(house.clock())
    house.close()
    house = opened(folder, text)
    signed_in(house.people, "p5", house.clock())
    house.play.checkpoint(house.clock())
    house.close()
    return folder


def erase(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str, password: str = PASSWORD
) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    return run(["house", "erase", str(folder), *more, "--reason", "asked for it"])


def acts(folder: Path) -> list[PrivateErased]:
    store = SqliteStore(folder / "house.db")
    found = [one for one in Acts(store).last if isinstance(one, PrivateErased)]
    store.close()
    return found


def secrets_of(folder: Path, person: str) -> list[bytes]:
    store = SqliteStore(folder / "house.db")
    held = values_by_person(store)[person]
    entries = [(next(store.everything(position - 1)), field) for position, field in held]
    found = [
        value[1:-1]
        for entry, field in entries
        for name, _, value in entry.beside
        if name == field and value
    ]
    store.close()
    return found


def verified(folder: Path) -> int:
    return run(["audit", "verify", str(folder), "--key", str(folder / "signing.pub")])


def test_a_person_is_forgotten_by_two_and_every_proof_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made(tmp_path / "house")
    secrets, others = secrets_of(folder, "p1"), secrets_of(folder, "p2")
    assert len(secrets) == 2
    assert erase(folder, monkeypatch, "p1", "--confirm", "m1") == 0
    assert capsys.readouterr().out == "p1: 2 private values are erased, every proof holds.\n"
    told = acts(folder)
    assert {(one.field, one.by, one.confirmed_by, one.reason) for one in told} == {
        ("password", "folder", "m1", "asked for it"),
        ("code", "folder", "m1", "asked for it"),
    }
    data = b"".join(one.read_bytes() for one in folder.iterdir() if one.is_file())
    assert [one for one in secrets if one in data] == []
    assert [one for one in others if one not in data] == []
    assert verified(folder) == 0
    house = opened(folder, written("baccarat"))
    assert house.people.accounts["p1"].locked
    assert isinstance(house.people.sign_in("p1", PASSWORD, house.clock()), Refused)
    assert house.people.of("p1") == house.people.of("m1") == []
    house.close()
    assert erase(folder, monkeypatch, "p1", "--confirm", "m1") == 2
    assert "nothing that could be erased is kept of this person" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "password", "says"),
    [
        (("p9", "--confirm", "m1"), PASSWORD, "p9: the house knows nobody of that name"),
        (("p3", "--confirm", "m1"), PASSWORD, "p3: has money in the house, or owes some"),
        (("p4", "--confirm", "m1"), PASSWORD, "p4: has a ticket that is not redeemed"),
        (("d1", "--confirm", "m1"), PASSWORD, "d1: is staff: the account is locked first"),
        (("p1", "--confirm", "d1"), PASSWORD, "d1: a pit manager or higher confirms it"),
        (("p1", "--confirm", "p1"), PASSWORD, "p1: another person confirms it"),
        (("p1", "--confirm", "nobody"), PASSWORD, "nobody: a pit manager or higher confirms it"),
        (("p1", "--confirm", "m1"), "wrong", "m1: the name or the password is wrong"),
        (("p1", "--confirm", "m1"), "", "m1: the name or the password is wrong"),
        (("--confirm", "m1"), PASSWORD, "one person by name, or all with --due"),
        (("p1", "--due", "--confirm", "m1"), PASSWORD, "one person by name, or all with --due"),
        (("--due", "--confirm", "m1"), PASSWORD, "the house keeps personal data for ever"),
    ],
)
def test_what_may_not_be_is_one_line_and_erases_nothing(  # noqa: PLR0913, PLR0917 - a case each
    house: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    password: str,
    says: str,
) -> None:
    assert erase(house, monkeypatch, *more, password=password) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert says in said
    assert acts(house) == []
    assert len(secrets_of(house, "p1")) == 2


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return made(tmp_path / "house")


@pytest.mark.parametrize(("days", "gone"), [(99, ["p1", "p2"]), (101, [])])
def test_who_stays_away_longer_than_the_house_keeps_is_due(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    days: int,
    gone: list[str],
) -> None:
    folder = made(tmp_path / "house", f"[keeping]\npersonal = {days}\n")
    assert erase(folder, monkeypatch, "--due", "--confirm", "m1") == 0
    said = capsys.readouterr().out.splitlines()
    assert [one.partition(":")[0] for one in said] == (gone or ["nobody's time is over"])
    assert verified(folder) == 0


def test_a_house_that_is_open_erases_nobody(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running = opened(house, written("baccarat"))
    assert erase(house, monkeypatch, "p1", "--confirm", "m1") == 2
    assert "this house is open already" in capsys.readouterr().err
    running.close()
