"""`croupier house people|password|unlock`: for whoever holds the folder of a closed house."""

from __future__ import annotations

import json
import os
from time import time_ns
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.engine.irregularities import Role
from croupier.server.house_folder import locked
from croupier.server.journal import open_store
from croupier.server.people.accounts import (
    FOLDER,
    AccountLocked,
    AccountMade,
    AccountUnlocked,
    PasswordChanged,
    PeopleProposed,
    decoder,
)
from croupier.server.people.keeping import STREAM
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import TO_SET, People, Session
from croupier.server.people.proposals import Wish
from croupier.server.streams import faults
from croupier.table.commands import Who
from tests.support.own_store import own_store
from tests.support.staffed_people import NOON, has_account

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """f1, the only shift manager, is locked out."""
    made = tmp_path / "house"
    assert run(["house", "init", str(made), "--demonstration"]) == 0
    store = own_store(made)
    people = People(store, profile=LIGHT)
    has_account(people, "f1", Role.SHIFT_MANAGER)
    people.write(AccountLocked(at=NOON, name="f1", by="m1", reason="mistaken"))
    store.close()
    capsys.readouterr()
    return made


def test_whoever_holds_the_folder_lets_somebody_in_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", "people", str(folder)]) == 0
    assert capsys.readouterr().out == "f1           shift-manager   never signed in, locked\n"
    assert run(["house", "unlock", str(folder), "f1"]) == 0
    assert capsys.readouterr().out == "f1 is unlocked\n"
    assert run(["house", "password", str(folder), "f1"]) == 0
    code = capsys.readouterr().out.strip()
    assert run(["house", "people", str(folder), "--json"]) == 0
    [known] = json.loads(capsys.readouterr().out)
    assert known == {
        "name": "f1",
        "role": "shift-manager",
        "locked": False,
        "doubted": False,
        "phone": False,
        "seen": None,
        "once_until": known["once_until"],
    }
    assert known["once_until"] > NOON
    store = open_store(folder / "house.db")
    events = [decoder.decode(entry.body) for entry in store.read(STREAM)]
    assert [type(one) for one in events[-2:]] == [AccountUnlocked, PasswordChanged]
    assert {one.by for one in events[-2:] if not isinstance(one, AccountLocked)} == {FOLDER}
    people = People(store, profile=LIGHT)
    proof, now = people.proof("f1", code), events[-1].at + 1
    assert people.admit("f1", proof, now) == TO_SET
    kept = people.set_first("f1", proof, "a password of my own", now)
    assert isinstance(kept, str)
    session = people.admit("f1", kept, now)
    assert isinstance(session, Session)
    assert session.who.apart == ()
    store.close()


@pytest.mark.parametrize("verb", [["people"], ["password", "f1"], ["unlock", "f1"]])
def test_not_while_the_house_is_open(
    folder: Path, verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lock = locked(folder)
    assert run(["house", verb[0], str(folder), *verb[1:]]) == 2
    assert capsys.readouterr().err == f"{folder}: this house is open already\n"
    os.close(lock)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["password", "x9"], "x9: there is no such account"),
        (["unlock", "x9"], "x9: there is no such account"),
        (
            ["people", "--confirm", "1"],
            "1: all who founded the house have passwords of their own: one of them confirms this",
        ),
    ],
)
def test_one_clear_line(
    folder: Path, asked: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", asked[0], str(folder), *asked[1:]]) == 2
    assert capsys.readouterr().err == f"{says}\n"


def test_a_folder_without_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "people", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'house.db'}: there is no such file\n"
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_the_second_person_of_a_new_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "real"
    assert run(["house", "init", str(folder), "--real", "--name", "House One"]) == 0
    store = own_store(folder)
    people, now = People(store, profile=LIGHT), time_ns() // 1_000_000
    f1 = Who("f1", Role.SHIFT_MANAGER)
    asked = people.propose(Wish("account", "m1", "for tonight", Role.PIT_MANAGER), f1, now)
    assert isinstance(asked, PeopleProposed)
    store.close()
    capsys.readouterr()
    assert run(["house", "people", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "proposal 1: account m1 (pit-manager), by f1: for tonight"
    )
    assert run(["house", "people", str(folder), "--confirm", "2"]) == 2
    assert capsys.readouterr().err == "2: no proposal 2 waits for a second person\n"
    assert run(["house", "people", str(folder), "--confirm", "1"]) == 0
    said, code = capsys.readouterr().out.strip().splitlines()
    assert said == "account m1 (pit-manager), proposed by f1, is confirmed"
    store = open_store(folder / "house.db")
    made = decoder.decode([entry.body for entry in store.read(STREAM)][-1])
    assert isinstance(made, AccountMade)
    assert (made.by, made.confirmed_by, made.number) == ("f1", FOLDER, 1)
    people = People(store, profile=LIGHT)
    assert people.admit("m1", people.proof("m1", code.split()[-1]), made.at + 1) == TO_SET
    assert list(faults(store, store.meta()["key"])) == []
    store.close()
