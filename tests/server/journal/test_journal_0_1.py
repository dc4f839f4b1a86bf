"""A house as version 0.1 left it opens, verifies, replays and reports as it did then.

What it is asked stands here, what version 0.1 answered in `tests/data/house-0.1/answers`. Only the
command line, the HTTP interface and the socket are used: what a house's people rely on.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
from collections import Counter
from contextlib import contextmanager, redirect_stdout
from hashlib import sha256
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.cli.main import run
from croupier.money import format_amount
from tests.support.folders import ROOT
from tests.support.server_process import Served, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

KEPT = ROOT / "tests" / "data" / "house-0.1"
PIT = {"pit", "tables", "recall"}
ROUNDS = {"t1": 5, "t2": 5, "t3": 4, "t4": 5, "t5": 6}
PLAYERS = ("p1", "p2", "p3")
PASSWORD = "for tests only"  # noqa: S105 - of nobody
CLOSED_AT = 1_751_374_800_000
"""An hour after the house opened, when its last entry was long written; in milliseconds."""
Answer = Any


def rounds_of(table: str) -> range:
    return range(1, ROUNDS[table] + 1)


def answered(name: str) -> Answer:
    return json.loads((KEPT / "answers" / f"{name}.json").read_text("utf-8"))


def less_new(now: Answer, then: Answer, of: str = "") -> Answer:
    """Without what version 0.1 did not have: an answer may say more than it did, and no less."""
    if isinstance(now, dict) and isinstance(then, dict):
        if then.get("theoretical_win", "") is None:  # a jackpot's bet is reckoned now
            now |= {name: then[name] for name in ("theoretical_win", "z", "flag")}
        return {key: less_new(now[key], then[key], key) for key in now if key in then}
    if isinstance(now, list) and isinstance(then, list):
        if of == "readings":
            now = [one for one in now if one["name"] in [row["name"] for row in then]]
        if of == "notices":
            now = [one for one in now if one in then]
        if of in {"results", "lines"} and len(now) == len(then):  # in the pay table's order now
            now = [next(one for one in now if is_line(one, row)) for row in then]
        return [less_new(*both, of) for both in zip_longest(now, then)]
    if isinstance(now, str) and isinstance(then, str) and now == reworded(then):
        return then
    return now


def reworded(then: str) -> str:
    """A round that is void after an interruption was said to go on, too."""
    resumed = then.replace("the round goes on; ", "after the interruption: ")
    return METER.sub(in_money, resumed)


METER = re.compile(r"from (\d+) to (\d+) cents")
"""A meter's amounts were told in cents, and are told as money."""


def in_money(found: re.Match[str]) -> str:
    before, after = (format_amount(int(cents)) for cents in found.groups())
    return f"from {before} to {after}"


def is_line(one: Answer, other: Answer) -> bool:
    return all(one[key] == other[key] for key in ("player", "box", "bet", "event"))


def copied(to: Path) -> Path:
    """The kept folder itself is never opened: whoever opens a journal may write to it."""
    return shutil.copytree(KEPT / "house", to / "house")


def said(*arguments: object, status: int = 0) -> str:
    with redirect_stdout(io.StringIO()) as out:
        assert run([str(one) for one in arguments]) == status
    return out.getvalue()


def adopted(to: Path) -> Path:
    """As whoever has kept it opens it today: once, by name."""
    folder = copied(to)
    said("audit", "adopt", folder, "--by", "m1")
    return folder


def told(*arguments: object, status: int = 0) -> Answer:
    return json.loads(said(*arguments, status=status))


# The command line, with a round in play


def verified(folder: Path, status: int = 0) -> Answer:
    key = folder / "signing.pub"
    return told("audit", "verify", folder / "house.db", "--key", key, "--json", status=status)


def journal(folder: Path) -> Answer:
    """Streams with their last hash, accounts with their balance, and a digest over all of it."""
    out = folder / "journal.jsonl"
    said("audit", "export", folder / "house.db", "--out", out)
    lines = out.read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    balances: Counter[str] = Counter()
    for entry in entries:
        for account, cents in entry["postings"]:
            balances[account] += cents
    return {
        "streams": {one["stream"]: [one["version"], one["hash"]] for one in entries},
        "balances": dict(balances),
        "sha256": as_then(folder, lines),
    }


def as_then(folder: Path, lines: Iterable[str]) -> str:
    """Of an export as it was then, with the hashes of passwords in it."""
    raw = sqlite3.connect(folder / "house.db")
    bodies = dict(raw.execute("SELECT position, body FROM entries"))
    raw.close()
    whole = sha256()
    for line in lines:
        entry, told = json.loads(line), line
        if "withheld" in entry:
            event = f'"event":{bodies[entry["position"]].decode()}'
            told = line.replace('"event":null', event).partition(',"withheld"')[0] + "}"
        whole.update(f"{told}\n".encode())
    return whole.hexdigest()


def replayed(folder: Path) -> Answer:
    """Every round as staff have it, and the first of each table as one player saw it.

    The gists of the clauses, which come last, are the program's and not the journal's.
    """
    asked = [(table, number) for table in ROUNDS for number in rounds_of(table)]
    views = [*asked, *((table, 1, "--as", "p2") for table in ROUNDS)]
    replays = (said("audit", "replay", folder / "house.db", *view) for view in views)
    return [replay.partition("Clauses:\n")[0].splitlines() for replay in replays]


def recalled(folder: Path) -> Answer:
    return {one: told("audit", "recall", folder / "house.db", one, "--json") for one in PLAYERS}


def reported(folder: Path) -> Answer:
    return told("report", folder / "house.db", "--json")


def status(folder: Path) -> Answer:
    """The program's own digest is not the journal's."""
    return told("house", "status", folder / "house.db", "--json") | {"software": None}


def shoes(folder: Path) -> Answer:
    """The public record of each table's shoes, and what its verification finds."""
    found, record = {}, folder / "record.json"
    for table in ROUNDS:
        record.write_text(said("fairness", "record", folder / "house.db", table), "utf-8")
        found[table] = [
            json.loads(record.read_text()),
            told("fairness", "verify", record, "--from-before", "--json"),
        ]
    return found


ASKED: dict[str, Callable[[Path], Answer]] = {
    "verify": verified,
    "journal": journal,
    "replay": replayed,
    "recall": recalled,
    "report": reported,
    "status": status,
    "shoes": shoes,
}


@pytest.mark.parametrize("name", ASKED)
def test_the_command_line_answers_as_then(name: str, tmp_path: Path) -> None:
    then = answered(name)
    assert less_new(ASKED[name](copied(tmp_path)), then) == then


def test_one_changed_byte_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    data = (folder / "house.db").read_bytes()
    assert data.count(b'"card lost"') == 1
    (folder / "house.db").write_bytes(data.replace(b'"card lost"', b'"card lust"'))
    assert verified(folder, status=1) == answered("verify") | {
        "faults": ["people entry 16 (position 21): was changed after it was written"]
    }


# The open house, in which the round in play was resolved


class People:
    """Each signed in once, at a house that is open."""

    def __init__(self, house: Served) -> None:
        self.house = house
        self.cookies: dict[str, str] = {}

    def cookie(self, name: str) -> str:
        if name not in self.cookies:
            given = {"name": name, "password": PASSWORD}
            answer = httpx.post(f"{self.house.url}/api/sign-in", json=given)
            self.cookies[name] = f"croupier={answer.cookies['croupier']}"
        return self.cookies[name]

    def asks(self, name: str, path: str) -> Answer:
        cookie = {"Cookie": self.cookie(name)}
        answer = httpx.get(f"{self.house.url}/api/{path}", headers=cookie, timeout=30)
        assert answer.status_code == httpx.codes.OK, (path, answer.text)
        return without_times(answer.json())

    def sees(self, name: str, table: str) -> Answer:
        with self.terminal(name) as terminal:
            terminal.watch(table)
            return without_times(terminal.wait_for_type("seen"))

    def terminal(self, name: str) -> Terminal:
        return Terminal(self.house.url, self.cookie(name), name)


def without_times(value: Answer) -> Answer:
    """When the house was opened again is no part of an answer."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items()}
    if isinstance(value, list):
        return [without_times(one) for one in value]
    return "later" if isinstance(value, int) and value > CLOSED_AT else value


@contextmanager
def opened(folder: Path) -> Iterator[People]:
    with Served(folder) as house:
        yield People(house)
        assert house.stop() == 0
        assert house.complaints() == []


PATHS = {
    "people": ("m1", "people"),
    "players": ("m1", "players"),
    "tickets": ("m1", "tickets"),
    "corrections": ("m1", "corrections"),
    "calls": ("s1", "calls"),
    "disputes": ("m1", "disputes"),
    "dispute": ("m1", "disputes/1"),
    "jackpots": ("p1", "jackpots"),
    "pit": ("m1", "pit"),
}


def asked_of(people: People) -> dict[str, Answer]:
    answers = {name: people.asks(*path) for name, path in PATHS.items()}
    answers["views"] = {
        f"{table} {name}": people.sees(name, table) for table in ROUNDS for name in ("d1", "p1")
    }
    answers["rounds"] = {
        f"{table} {number}": people.asks("m1", f"tables/{table}/rounds/{number}")["happened"]
        for table in ROUNDS
        for number in rounds_of(table)
    }
    return answers


@pytest.fixture(scope="module")
def open_answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    with opened(adopted(tmp_path_factory.mktemp("open"))) as people:
        return asked_of(people)


@pytest.mark.parametrize("name", [*PATHS, "views", "rounds"])
def test_the_open_house_answers_as_then(name: str, open_answers: dict[str, Answer]) -> None:
    then, now = (one_entry_less(name, one) for one in (answered(name), open_answers[name]))
    if name == "tickets":  # seen in full by their owner only
        then = [one | {"ticket": f"\N{HORIZONTAL ELLIPSIS}{one['ticket'][-4:]}"} for one in then]
    assert less_new(now, then, name) == then


def one_entry_less(name: str, answer: Answer) -> Answer:
    """When such a house is opened it writes down who deals each table, which it did not then.

    And what was won long ago, at a table where no other round opened, is the players' own.
    """
    if name == "players":
        return [
            one
            | {"balance_cents": one["balance_cents"] + one["provisional_cents"]}
            | {"provisional_cents": 0}
            for one in answer
        ]
    if name == "rounds":
        return {
            of: [placed(row) for row in rows if not says_who(row)] for of, rows in answer.items()
        }
    if name == "views":
        return {of: seen | {"version": 0, "since": 0} for of, seen in answer.items()}
    return answer


def says_who(row: Answer) -> bool:
    since = {"table-configured", "winnings-released"}
    return bool(row["at"] == "later" and row["event"]["event"] in since)


def placed(row: Answer) -> Answer:
    return row | {"position": "later"} if row["at"] == "later" else row


Ask = tuple[str, str, dict[str, Any]]
HAND: tuple[Ask, ...] = (
    ("d1", "open-betting", {}),
    ("p1", "place", {"player": "p1", "bet": "ante", "cents": 2500, "box": 1}),
    ("p1", "place", {"player": "p1", "bet": "progressive", "cents": 500, "box": 1}),
    ("d1", "close-betting", {}),
    ("d1", "deal", {"cards": "Ac Kd 9h"}),
    ("d1", "deal", {"cards": "Qh 8s 3h"}),
    ("p1", "look", {"player": "p1", "box": 1}),
    ("p1", "decide", {"player": "p1", "box": 1, "choice": "play"}),
    ("d1", "expose-dealer", {}),
    ("d1", "settle", {}),
)
COUP: tuple[Ask, ...] = (
    ("d1", "open-betting", {}),
    ("p1", "place", {"player": "p1", "bet": "player", "cents": 10_000}),
    ("d1", "close-betting", {}),
    *(("d1", "deal", {"cards": card}) for card in ("9c", "2c", "Ks", "4s")),
    ("d1", "settle", {}),
)


def test_play_goes_on(tmp_path: Path) -> None:
    folder = adopted(tmp_path)
    with opened(folder) as people, people.terminal("d1") as dealer, people.terminal("p1") as player:
        terminals = {"d1": dealer, "p1": player}
        for table, play in (("t4", HAND), ("t5", COUP)):
            for who, command, more in play:
                answer = terminals[who].ask(table, command=command, **more)
                assert answer["type"] == "acknowledged", (command, answer)
    assert verified(folder)["faults"] == []
    coup, hand, *before = recalled(folder)["p1"]
    assert results(coup) == ("t5", 7, {"player": 20_000})
    assert results(hand) == ("t4", 6, {"ante": 5000, "progressive": 0, "play": 5000})
    then = answered("recall")["p1"][1:8]  # the first is the round that was resolved
    assert less_new(before[1:], then, "recall") == then
    assert status(folder)["meters"] == {
        "three-card-poker": {"displayed_cents": 2_000_600, "frozen": False}
    }


def results(one: Answer) -> tuple[str, int, dict[str, int]]:
    backs = {line["bet"]: line["back_cents"] for line in one["results"]}
    return one["table"], one["round"], backs
