"""Guests, and what is kept of people."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.accounts import (
    GuestArrived,
    Open,
)
from croupier.server.people.passwords import LIGHT, hashed, verify
from croupier.server.people.people import (
    GONE,
    WRONG,
    People,
    named,
)
from croupier.server.streams import faults
from croupier.table.commands import Who
from tests.support.said import declined
from tests.support.staffed_people import (
    D1,
    F1,
    HOUR,
    M1,
    MINUTE,
    NOON,
    OTHER,
    PASSWORD,
    again,
    has_account,
    journal,
    signed_in,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_guests_come_to_the_demonstration_house_only(people: People) -> None:
    refused = declined(Policy.DEMONSTRATION_ONLY, "only a demonstration house has guests")
    assert people.guest(NOON) == refused
    people.store.set_meta("demonstration", "no")
    assert people.guest(NOON) == refused
    people.store.set_meta("demonstration", "yes")
    tokens = []
    for name in ("g1", "g2"):
        came = people.guest(NOON)
        assert not isinstance(came, Refused)
        assert came[0] == Who(name, Role.PLAYER)
        tokens.append(came[1])
    assert journal(people)[-1] == GuestArrived(
        at=NOON, name="g2", session=named(tokens[1]), until=NOON + 12 * HOUR
    )
    version = people.version
    nearly = NOON + 12 * HOUR - 1
    assert people.who(tokens[0], nearly) == Who("g1", Role.PLAYER)
    assert people.who(tokens[0], nearly + 1) == GONE
    assert people.unlock(tokens[0], PASSWORD, nearly) == declined(
        Policy.NO_PASSWORD, "a guest has no password"
    )
    assert people.change_password(tokens[0], "", OTHER, nearly) == declined(
        Policy.NO_PASSWORD, "a guest has no password"
    )
    assert people.version == version
    assert people.sign_out(tokens[0], nearly) is None
    assert people.revoke("g2", M1, nearly) is None
    assert people.sign_in("g1", PASSWORD, nearly) == WRONG
    third = again(people).guest(nearly)
    assert isinstance(third, tuple)
    assert third[0] == Who("g3", Role.PLAYER)


def test_another_node_comes_to_the_same(people: People) -> None:
    people.store.set_meta("demonstration", "yes")
    tokens = [signed_in(people), signed_in(people, "m1")]
    people.guest(NOON)
    people.sign_in("m2", OTHER, NOON)
    people.change_password(tokens[0], PASSWORD, OTHER, NOON)
    people.lock_account("m2", M1, "left", NOON)
    people.unlock(tokens[1], PASSWORD, NOON + HOUR)
    other = again(people)
    assert other.register == people.register
    assert other.version == people.version
    assert other.who(tokens[1], NOON + HOUR) == M1
    assert other.sessions[named(tokens[1])] == Open(M1, NOON + 12 * HOUR)
    unsigned = "entries and no checkpoint"  # nobody has signed this journal
    assert [one for one in faults(people.store) if unsigned not in one] == []


def test_what_another_node_wrote_first_is_seen(people: People) -> None:
    other = again(people)
    people.lock_account("d1", M1, "left", NOON)
    assert other.sign_in("d1", PASSWORD, NOON) == declined(
        Policy.CHANGED_MEANWHILE, "something else happened first: ask again"
    )
    assert other.sign_in("d1", PASSWORD, NOON) == WRONG


def test_a_stolen_database_holds_no_password_and_no_token(people: People, tmp_path: Path) -> None:
    people.store.set_meta("demonstration", "yes")
    token = signed_in(people)
    people.who(token, NOON)
    people.change_password(token, PASSWORD, OTHER, NOON)
    given = people.reset_password("d1", F1, NOON)
    came = people.guest(NOON)
    assert isinstance(given, str)
    assert isinstance(came, tuple)
    stolen = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (token, came[1], given, PASSWORD, OTHER):
        assert secret.encode() not in stolen
    kept = [named(token), people.accounts["d1"].password]
    for found in kept:
        assert found.encode() in stolen
        assert people.who(found, NOON) == GONE
        assert people.sign_in("d1", found, NOON) == WRONG


HASHED = """
import sys
from croupier.server.people.passwords import FULL, hashed
print(hashed(sys.argv[1], FULL))
"""


def test_a_full_profile_is_argon2id(people: People) -> None:
    """Of the program as it is started: in this process every profile is light."""
    asked = [sys.executable, "-c", HASHED, PASSWORD]
    kept = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert (verify(kept, PASSWORD), verify(kept, OTHER)) == (True, False)
    assert [verify(broken, PASSWORD) for broken in ("", "x", kept[:-9])] == [False] * 3
    assert hashed(PASSWORD, LIGHT) != people.accounts["d1"].password


def test_nothing_happens_while_the_disk_is_full(tmp_path: Path) -> None:
    full = False

    def fail(_step: str) -> None:
        if full:
            raise sqlite3.OperationalError("database or disk is full")

    people = People(SqliteStore(tmp_path / "house.db", on_step=fail), profile=LIGHT)
    has_account(people, "d1", Role.DEALER)
    token = signed_in(people)
    full, before = True, people.version
    no = declined(Policy.PAUSED, "the house pauses, nothing happened: database or disk is full")
    assert people.sign_in("d1", PASSWORD, NOON) == no
    assert people.sign_in("d1", OTHER, NOON) == no
    assert people.lock_account("d1", M1, "left", NOON) == no
    assert people.make("d2", Role.DEALER, PASSWORD, F1, NOON) == no
    assert people.who(token, NOON + MINUTE) == D1
    assert people.version == before
    full = False
    assert people.who(token, NOON + 2 * MINUTE) == D1
    assert people.version == before + 2  # the failure and the use of the session, after all
    people.store.close()
