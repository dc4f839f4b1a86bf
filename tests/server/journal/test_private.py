"""What hashes do not tell: hidden cards, and private fields that lie beside their entries."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import msgspec
import pytest

from croupier.cards import RANKS, SUITS
from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.journal import export, private
from croupier.server.journal.acts import Acts, PrivateErased
from croupier.server.journal.erasing import erase
from croupier.server.journal.export_check import ExportCheck
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import NOTHING_BEFORE, New, Unreadable, hashed
from croupier.server.money.books import TicketIssued
from croupier.server.money.cage import Cage
from croupier.server.past import journal_lines
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.streams import faults
from tests.support import attacked_house
from tests.support.played_house import Floor, furnished

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.store import Entry, Store
    from tests.support.played_rounds import Asked

CARDS = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]


def guessed(store: Store, entry: Entry, nonce: bytes = b"") -> list[str]:
    """The cards that a hidden event could tell of, by what the journal's page shows of it."""
    shown = journal_lines.line(entry, journal_lines.rounds_in_play(store))
    assert (bytes(shown.event), shown.withheld, shown.nonce) == (
        b"null",
        journal_lines.IN_PLAY,
        None,
    )
    event = json.loads(entry.body)
    bodies = {card: msgspec.json.encode(event | {"cards": card}) for card in CARDS}
    return [
        card
        for card, body in bodies.items()
        if hashed(
            bytes.fromhex(shown.previous),
            shown.stream,
            shown.version,
            New(shown.at, body, shown.postings),
            nonce,
        ).hex()
        == shown.hash
    ]


@pytest.mark.threat("T4")
def test_a_hidden_card_is_not_guessed_from_its_hash(tmp_path: Path) -> None:
    floor = Floor(furnished(tmp_path / "house.db", "three-card-poker"))
    floor.open()
    floor.bet()
    floor.deal()
    store = floor.house.store
    [*_, dealt] = (one for one in store.read("table:t1") if b'"cards-dealt"' in one.body)
    card = json.loads(dealt.body)["cards"]
    assert guessed(store, dealt) == []
    assert guessed(store, dealt, dealt.nonce) == [card]


@pytest.fixture
def people(tmp_path: Path) -> People:
    made = People(SqliteStore(tmp_path / "house.db"), profile=LIGHT)
    assert made.first_staff(1)
    Log(made.store, Keys.new()).checkpoint(1)
    return made


def test_an_entry_holds_a_digest_and_the_house_the_value(people: People) -> None:
    [*made] = people.store.read("people")
    for entry in made:
        assert b"$argon2" not in entry.body
        told = json.loads(private.whole(entry))
        assert told["password"] == people.accounts[told["name"]].password
    again = People(people.store, profile=LIGHT)
    assert again.accounts == people.accounts
    assert list(faults(people.store)) == []


@pytest.mark.threat("T58")
@pytest.mark.usefixtures("people")
def test_an_export_has_no_value(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    out = tmp_path / "all.jsonl"
    assert ask("audit", "export", tmp_path / "house.db", "--out", out).status == 0
    assert b"argon2" not in out.read_bytes()
    assert b'"password":"digest:' in out.read_bytes()
    assert out.stat().st_mode & 0o777 == 0o600


def erasure(position: int, field: str) -> PrivateErased:
    return PrivateErased(at=2, by="m1", position=position, field=field, reason="asked for it")


def test_an_erased_value_is_empty_and_every_proof_holds(people: People) -> None:
    store = people.store
    [first, second, *_] = store.read("people")
    name, other = (json.loads(one.body)["name"] for one in (first, second))
    erase(store, erasure(first.position, "password"))
    for position, field in ((first.position, "name"), (99, "password")):
        with pytest.raises(BadInput, match=f"the entry at {position} has no private '{field}'"):
            erase(store, erasure(position, field))
    assert Acts(store).last == (erasure(first.position, "password"),)
    again = People(store, profile=LIGHT)
    assert (again.accounts[name].password, again.accounts[other]) == ("", people.accounts[other])
    assert again.proof(name, "") is None, "no password is right any more"
    assert [one.hash for one in store.read("people")][:2] == [first.hash, second.hash]
    assert list(faults(store)) == []


def test_nothing_of_an_erased_value_is_left_in_the_files(people: People, tmp_path: Path) -> None:
    [first, *_] = people.store.read("people")
    [(_, salt, value)] = first.beside
    assert salt
    assert value
    files = (tmp_path / "house.db", tmp_path / "house.db-wal")
    assert any(value[1:-1] in file.read_bytes() for file in files)
    erase(people.store, erasure(first.position, "password"))
    assert not any(value[1:-1] in file.read_bytes() for file in files)
    assert not any(salt in file.read_bytes() for file in files)


def test_a_ticket_whose_code_was_erased_is_paid_out_for_nothing(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db")
    issued = Cage(house.store, house.balances, house.own_play).cash_out("p1", 500, "c1", 3)
    assert isinstance(issued, TicketIssued)
    [*_, entry] = house.store.read("cage")
    erase(house.store, erasure(entry.position, "code"))
    cage = Cage(house.store, house.balances, house.own_play)
    assert issued.code
    for given in (issued.code, issued.ticket, ""):
        assert isinstance(cage.redeem(given, "c1", 4), Refused), given


@pytest.mark.threat("T72")
def test_a_value_erased_in_silence_is_a_fault(people: People, tmp_path: Path) -> None:
    erase(people.store, erasure(1, "password"))
    edited(tmp_path, "UPDATE beside SET salt = NULL, value = NULL WHERE position < 3")
    assert list(faults(people.store)) == [
        "position 2: its password was erased, and no act of the house says so"
    ]


CLEAR = """UPDATE entries SET body =
    CAST(json_set(CAST(body AS TEXT), '$.password', 'a secret') AS BLOB) WHERE position = 1"""
UNREADABLE = 'UPDATE entries SET body = CAST(\'{"password":"a secret\' AS BLOB) WHERE position = 1'


@pytest.mark.threat("T58")
@pytest.mark.parametrize("values", ["kept", "deleted"])
@pytest.mark.parametrize("statement", [CLEAR, UNREADABLE])
def test_a_value_in_clear_text_is_shown_to_nobody(
    people: People, tmp_path: Path, statement: str, values: str
) -> None:
    attacked_house.edited(tmp_path, statement)
    if values == "deleted":
        edited(tmp_path, "DELETE FROM beside WHERE position = 1")
    store = people.store
    for lines in (export.json_lines(store), export.comma_separated(store)):
        assert b"a secret" not in b"".join(lines)
    assert json.loads(next(export.json_lines(store)))["withheld"] == private.IN_CLEAR
    [shown] = journal_lines.journal_lines(store, store.everything(), 1)
    assert (bytes(shown.event), shown.withheld, shown.nonce) == (b"null", private.IN_CLEAR, None)
    with pytest.raises(Unreadable, match="people entry 1"):
        People(store, profile=LIGHT)
    with pytest.raises(BadInput, match="no private 'password'"):
        erase(store, erasure(1, "password"))
    assert [line for line in faults(store) if line.startswith("people entry 1 ")]
    away = list(ExportCheck().faults(export.json_lines(store)))
    assert "people entry 1: is withheld, and is not of what ever is" in away


def rewrite_in_clear(store: Store, folder: Path) -> None:
    """Put the first password into its entry in clear text, and hash the whole stream again."""
    previous, statements = NOTHING_BEFORE, list[str]()
    for entry in store.read("people"):
        event = json.loads(entry.body)
        if entry.version == 1:
            event["password"] = "a secret"  # noqa: S105 - of nobody
        body = json.dumps(event, separators=(",", ":")).encode()
        new = New(entry.at, body, entry.postings)
        now = hashed(previous, "people", entry.version, new, entry.nonce)
        statements.append(
            f"UPDATE entries SET body = x'{body.hex()}', previous = x'{previous.hex()}',"  # noqa: S608
            f" hash = x'{now.hex()}' WHERE position = {entry.position}"
        )
        previous = now
    head = f"UPDATE heads SET hash = x'{previous.hex()}' WHERE stream = 'people'"  # noqa: S608
    attacked_house.edited(folder, *statements, head)


def test_a_value_in_clear_text_is_a_fault_where_all_hashes_fit(
    people: People, tmp_path: Path
) -> None:
    shown = list(export.json_lines(people.store))
    edited(tmp_path, "DELETE FROM beside WHERE position = 1")
    rewrite_in_clear(people.store, tmp_path)
    wrong = f"people entry 1 (position 1): {private.IN_CLEAR}"
    assert wrong in list(faults(people.store))
    with pytest.raises(Unreadable, match=f"people entry 1.*{private.IN_CLEAR}"):
        People(people.store, profile=LIGHT)
    first = next(people.store.everything())
    line = {"event": json.loads(first.body), "hash": first.hash.hex()}
    told = json.dumps(json.loads(shown[0]) | line, separators=(",", ":")).encode()
    assert wrong in list(ExportCheck().faults([told, *shown[1:]]))


def edited(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "house.db") as raw:
        raw.execute(statement)
    raw.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE beside SET value = x'2222' WHERE position = 1",
        "DELETE FROM beside WHERE position = 1",
        "UPDATE beside SET field = 'name' WHERE position = 1",
    ],
)
def test_a_value_that_was_changed_is_not_believed(
    people: People, tmp_path: Path, statement: str
) -> None:
    edited(tmp_path, statement)
    with pytest.raises(Unreadable, match="people entry 1: its p"):
        People(people.store, profile=LIGHT)
    assert [line for line in faults(people.store) if line.startswith("people entry 1 ")]
