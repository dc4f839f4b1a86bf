"""The feed of events over a real connection: in order, from anywhere, as each may see them."""

from __future__ import annotations

import socket
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.server.http import feeding
from croupier.server.http.feeding import MOST_OF_ONE
from croupier.server.past.feed import PERSONAL
from croupier.table import commands as asks
from croupier.table.state import Step
from tests.support.configured_house import until
from tests.support.event_feed import commanded, following
from tests.support.http_callers import DEALER, P1, Server, founded, serving
from tests.support.waiting import LONGEST, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.event_feed import Told

BUSY = 503


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=12), send_buffer=4096) as made:
        live = made.house.play.tables["t1"]
        until(lambda: live.table.step is Step.BETTING)
        commanded(made.house, "t1", asks.Place("p1", "ante", 2_500, 1), P1)
        commanded(made.house, "t1", asks.CloseBetting(), DEALER)
        until(lambda: live.table.step is Step.PLAYING)
        yield made  # p1 has long to decide


def token_of(server: Server, name: str, *scopes: str, table: str | None = None) -> str:
    asked = {"name": name, "scopes": scopes, "reason": "a test", "table": table}
    number = server.as_("m1").post("/api/services", **asked)[1]["number"]
    return str(server.as_("f1").post(f"/api/services/proposals/{number}/confirm")[1]["token"])


def journal(server: Server) -> list[Told]:
    found: list[Told] = []
    while True:
        after = found[-1]["position"] if found else 0
        some = server.as_("a1").get(f"/api/journal?after={after}&limit=500")[1]
        if not some:
            return found
        found += some


def all_told(
    server: Server, query: str, *, token: str = "", cookie: str = ""
) -> tuple[list[Told], Told]:
    """Everything that is told now, and where it leaves the reader."""
    with following(server, f"follow=false&{query}", token=token, cookie=cookie) as feed:
        assert feed.status == 200
        assert feed.headers["content-type"] == "text/event-stream; charset=utf-8"
        events = list(feed)
    assert [kind for kind, _, _ in events[:-1]] == ["entry"] * (len(events) - 1)
    assert events[-1][0] == "here"
    return [data for _, data, _ in events[:-1]], events[-1][1]


@pytest.mark.threat("T100")
def test_it_tells_what_the_journal_s_page_tells_and_no_more(busy: Server) -> None:
    cookie = busy.as_("a1").cookie
    lines = journal(busy)
    told, here = all_told(busy, "withheld=pass", cookie=cookie)
    assert told == lines
    assert here == {"position": lines[-1]["position"], "held": None}
    waited, here = all_told(busy, "", cookie=cookie)
    in_play = next(one for one in lines if one["withheld"])
    assert waited == lines[: in_play["position"] - 1]
    assert here == {"position": in_play["position"] - 1, "held": in_play["stream"]}


def test_a_reader_that_breaks_off_anywhere_misses_and_doubles_nothing(busy: Server) -> None:
    rng, found, cookie = Random(5), list[int](), busy.as_("a1").cookie
    whole = [one["position"] for one in all_told(busy, "", cookie=cookie)[0]]
    while len(found) < len(whole):
        last = str(found[-1]) if found else ""
        number = min(rng.randint(1, 150), len(whole) - len(found))
        with following(busy, "after=3", cookie=cookie, last=last or "0") as feed:
            if feed.status == BUSY:
                continue  # the house has not noticed yet that the ones before are gone
            found += [one["position"] for one in feed.entries(number)]
    assert found == whole


def test_what_happens_is_told_at_once_and_a_round_when_it_has_ended(
    busy: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal wakes the feeds: they do not wait until they look again by themselves."""
    monkeypatch.setattr(feeding, "LOOK_EVERY", 3600)
    token, dealer = token_of(busy, "live", "events"), busy.as_("d1")
    here = all_told(busy, "withheld=pass", token=token)[1]["position"]
    with (
        following(busy, f"stream=cage&after={here}", token=token) as cage,
        following(busy, "stream=table:t2", token=token) as table,
    ):
        before = [one["event"]["event"] for one in table.entries(1)]
        assert before == ["table-configured"]
        dealer.post("/api/players/p1/buy-in", cents=700)
        [bought] = cage.entries(1)
        assert (bought["event"]["event"], bought["event"]["cents"]) == ("bought-in", 700)
        commanded(busy.house, "t2", asks.Place("p1", "player", 2_500), P1)
        commanded(busy.house, "t2", asks.CloseBetting(), DEALER)
        kinds = list[str]()
        while "round-settled" not in kinds:
            [one] = table.entries(1)
            assert one["withheld"] is None
            kinds.append(one["event"]["event"])
        assert kinds[:3] == ["betting-opened", "wager-placed", "betting-closed"]


def test_who_is_told_what(busy: Server) -> None:
    tokens = {scope: token_of(busy, f"of-{scope}", scope) for scope in ("events", "journal")}
    kinds = {
        scope: {
            one["stream"].partition(":")[0]
            for one in all_told(busy, "withheld=pass", token=token)[0]
        }
        for scope, token in tokens.items()
    }
    assert kinds["journal"] >= {"people", "services", "table", "cage"}
    assert kinds["events"] == kinds["journal"] - PERSONAL
    assert all_told(busy, "withheld=pass&stream=people", token=tokens["events"])[0] == []
    one_table = token_of(busy, "of-t2", "events", "journal", table="t2")
    told = all_told(busy, "withheld=pass", token=one_table)[0]
    assert {one["stream"] for one in told} == {"table:t2"}
    with following(busy, "follow=false", cookie=busy.as_("s1").cookie) as feed:
        assert feed.status == 403


def test_it_ends_when_the_token_is_revoked_and_the_session_is_over(busy: Server) -> None:
    token, caller = token_of(busy, "gone", "events"), busy.sign_in("m2")
    with (
        following(busy, "stream=cage", token=token) as feed,
        following(busy, "stream=cage", cookie=caller.cookie) as own,
    ):
        feed.entries(1)
        own.entries(1)
        busy.as_("m1").post("/api/services/gone/revoke")
        assert feed.until("end") == {
            "says": "this token opens nothing: it is wrong, has ended or was revoked"
        }
        caller.post("/api/lock")
        says = "the session is locked: unlock it with the password"
        assert own.until("end") == {"says": says}


def test_a_heartbeat_tells_where_the_reader_stands(
    busy: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeding, "HEARTBEAT", 0.2)
    token = token_of(busy, "patient", "events")
    with following(busy, "stream=line", token=token) as feed:
        here = feed.until("here")
    assert here["position"] >= 1
    assert here["held"] is None


@contextmanager
def silent_reader(server: Server, name: str) -> Iterator[socket.socket]:
    """Connect a reader of the feed with a small buffer, from which it takes nothing."""
    cookie, host = server.as_(name).cookie, server.url.removeprefix("http://")
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        reader.connect((host.partition(":")[0], int(host.partition(":")[2])))
        reader.settimeout(LONGEST)
        asked = f"GET /api/events HTTP/1.1\r\nHost: {host}\r\nCookie: croupier={cookie}\r\n\r\n"
        reader.sendall(asked.encode())
        yield reader


@pytest.mark.threat("T101")
def test_a_reader_that_takes_nothing_is_cut_off_and_nobody_waits_for_it(
    busy: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection ends in the middle: what it has not taken is not kept for it."""
    feeds = busy.feeds
    monkeypatch.setattr(feeding, "SLOW", 3600)
    with silent_reader(busy, "a1"):
        wait_until(lambda: feeds.open["a1"] == 1, "the house sends to the first reader")
        assert busy.as_("d1").post("/api/players/p1/buy-in", cents=100)[0] == 200
        monkeypatch.setattr(feeding, "SLOW", 0.4)
        with silent_reader(busy, "m1") as reader:
            wait_until(lambda: feeds.open["m1"] == 1, "the house sends to the second reader")
            wait_until(lambda: feeds.open["m1"] == 0, "the second reader is cut off")
            taken = b""
            with suppress(ConnectionResetError):
                while data := reader.recv(65_536):
                    taken += data
    assert taken.startswith(b"HTTP/1.1 200 OK\r\n")
    assert not taken.endswith(b"0\r\n\r\n"), "it was cut off, and not told to its end"


def test_few_feeds_of_one(busy: Server) -> None:
    token = token_of(busy, "many", "events")
    with ExitStack() as open_:
        many = [following(busy, "stream=cage", token=token) for _ in range(MOST_OF_ONE)]
        feeds = [open_.enter_context(one) for one in many]
        assert [len(one.entries(1)) for one in feeds] == [1] * MOST_OF_ONE
        with following(busy, "stream=cage", token=token) as feed:
            assert feed.status == 503
    wait_until(lambda: has_room(busy, token), "feeds that were closed no longer count")


def has_room(server: Server, token: str) -> bool:
    with following(server, "stream=cage&follow=false", token=token) as feed:
        return feed.status == HTTPStatus.OK


@pytest.mark.parametrize(
    ("query", "last", "says"),
    [
        ("", "x", "Last-Event-ID is a position: a whole number from 0"),
        ("", "-1", "Last-Event-ID is a position: a whole number from 0"),
        ("", "9" * 30, "Last-Event-ID is a position: a whole number from 0"),
        ("after=-1", "", "after: "),
        ("after=9007199254740993", "", "after: "),
        ("after=1000000", "", "after: the journal has "),
        ("after=1&hash=" + "0" * 64, "", "hash: entry 1 of this journal is another one"),
        ("hash=x", "", "hash: "),
        ("withheld=never", "", "withheld: "),
        ("more=1", "", "there is no field"),
    ],
)
def test_nonsense_is_one_line(server: Server, query: str, last: str, says: str) -> None:
    headers = {"Cookie": f"croupier={server.as_('a1').cookie}"}
    headers |= {"Last-Event-ID": last} if last else {}
    told = server.client.get(f"/api/events?{query}", headers=headers)
    assert (told.status_code, told.json()["why"]) == (400, "unreadable")
    assert told.json()["says"].startswith(says)


def test_a_position_with_its_hash_goes_on(busy: Server) -> None:
    cookie = busy.as_("a1").cookie
    first = journal(busy)[4]
    query = f"after=5&hash={first['hash']}"
    assert all_told(busy, query, cookie=cookie)[0][0]["position"] == 6
    head = busy.client.head("/api/events", headers={"Cookie": f"croupier={cookie}"})
    assert (head.status_code, head.content) == (200, b"")


def test_it_ends_with_the_house(tmp_path: Path) -> None:
    with serving(founded(tmp_path)) as server:
        cookie = server.as_("a1").cookie
        with following(server, "stream=cage", cookie=cookie) as feed:
            feed.entries(1)
            server.server.should_exit = True
            assert feed.until("end") == {"says": "the house closes"}
