"""What players are told over the web: corrections, parts of wagers, decks, pictures, no lab."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import pytest

from croupier.games import GAMES
from croupier.server.http.guard import POLICY
from croupier.server.pictures import FRESH_MS, MOST_BYTES, Pictures
from croupier.wire.house import Camera as Planned
from tests.support.browser.dealt_tables import HOUSE, Dealt
from tests.support.camera import Camera, filming, png

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.typed_cards import Terminal

TABLES = {"b": "baccarat", "p": "three-pictures", "r": "royal-three-pictures"}
MJPEG = 'camera = "https://eye.example:8443/r"\ncamera_kind = "mjpeg"'


class Room(NamedTuple):
    dealt: Dealt
    camera: Camera


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as entering:
        camera = entering.enter_context(filming())
        cameras = {"b": f'camera = "{camera.url}"', "r": MJPEG}
        head = f'lab = "staff"\n{HOUSE}'
        folder = tmp_path
        yield Room(Dealt(folder, entering, None, TABLES, head, cameras=cameras), camera)


@contextmanager
def client(dealt: Dealt, as_: str | None = None) -> Iterator[httpx.Client]:
    """Of nobody, a guest or a member of staff."""
    with httpx.Client(base_url=dealt.url, timeout=30) as made:
        if as_ == "guest":
            made.post("/api/guest").raise_for_status()
        elif as_ is not None:
            signed = {"name": as_, "password": dealt.passwords[as_]}
            made.post("/api/sign-in", json=signed).raise_for_status()
        yield made


def rounds_of(dealt: Dealt, player: str) -> list[dict[str, Any]]:
    """By a new session, as after a later sign-in."""
    with client(dealt, "m1") as staff:
        found: list[dict[str, Any]] = staff.get("/api/rounds", params={"player": player}).json()
        return found


# Wagers taken in part


@pytest.mark.standard(24)
def test_a_wager_taken_in_part_says_so(room: Room) -> None:
    """With the answer, with the answer to the same request again, and on record."""
    table, player = "b", room.dealt.guest("b")
    room.dealt.does(table, "open-betting")
    bet = {"player": player.name, "bet": "tie"}
    full = player.ask("place", cents=49_900, **bet)
    assert "taken" not in full
    part = player.ask("place", cents=200, **bet)
    taken = {"cents": 100, "refused_cents": 100, "clauses": ["3.4"]}
    assert (part["type"], part["taken"]) == ("acknowledged", taken)
    player.asked -= 1
    assert player.ask("place", cents=200, **bet) == part
    over = player.ask("place", cents=100, **bet)
    assert (over["type"], over["why"]) == ("refused", "over-maximum")
    [told] = rounds_of(room.dealt, player.name)
    assert told["wagers"] == [{"box": 0, "bet": "tie", "cents": 50_000}]
    assert told["rejected"] == [{"box": 0, "bet": "tie", "cents": 100}]
    room.dealt.does(table, "close-betting")
    room.dealt.deal(table, {1: "2d 3c 4h", 0: "9h Kh"})
    room.dealt.does(table, "settle")


@pytest.mark.standard(24)
def test_what_the_others_leave_of_a_box_is_taken(room: Room) -> None:
    table, one, other = "p", room.dealt.guest("p"), room.dealt.guest("p")
    room.dealt.does(table, "open-betting")
    one.does("place", player=one.name, bet="initial", box=1, cents=2_500)
    one.does("place", player=one.name, bet="tie", box=1, cents=40_000)
    part = other.ask("place", player=other.name, bet="tie", box=1, cents=50_000)
    assert (part["taken"]["cents"], part["taken"]["refused_cents"]) == (10_000, 40_000)
    room.dealt.does(table, "close-betting")
    room.dealt.deal(table, {1: "Kd Js 6d", 0: "Qd 3c 2s"})
    room.dealt.finish(table)


# Corrections


def corrected(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for each in told for one in each["corrected"]]


def heard(player: Terminal) -> list[dict[str, Any]]:
    player.socket.send('{"type": "ping"}')
    while player.next()["type"] != "pong":
        pass
    return [one for frame in player.frames if (one := json.loads(frame))["type"] == "corrected"]


@pytest.mark.standard(8)
def test_a_player_is_told_of_a_correction_wherever_he_is(room: Room) -> None:
    """On the open socket, also at another table, and from the record ever after."""
    dealt, table, player = room.dealt, "p", room.dealt.guest("p")
    dealt.does(table, "open-betting")
    player.does("place", player=player.name, bet="initial", box=2, cents=10_000)
    dealt.does(table, "close-betting")
    dealt.deal(table, {2: "Kd Js 6d", 0: "Qd 3c 2s"})
    dealt.finish(table)
    number = dealt.table(table).round.number
    assert corrected(rounds_of(dealt, player.name)) == []
    player.socket.send('{"type": "unwatch", "table": "p"}')
    assert heard(player) == []
    report = {"irregularity": "dealer-hand-miscounted", "lies": {"0": "Qd 3c"}}
    dealt.does(table, "report", **report)
    dealt.by(table, "f1").does("rule", reason="two cards")
    assert heard(player) == [{"type": "corrected", "table": "p", "round": number}]
    [one] = corrected(rounds_of(dealt, player.name))
    changed = ["result-taken-back", "cards-as-they-lay", "round-void"]
    assert (one["changed"], one["after_cents"], one["owed_cents"]) == (changed, 10_000, 0)
    assert one["before_cents"] in {0, 15_000, 20_000}
    assert {"5.5.6", "5.14"} <= set(one["clauses"])
    assert one["at"] <= dealt.house.clock()
    with client(dealt, "m1") as staff:
        page = staff.get("/api/history", params={"player": player.name}).json()
    assert page["rounds"][0]["corrected"] == [one]


# Decks, troubles


@pytest.mark.standard(36)
def test_the_number_of_decks_is_public(room: Room) -> None:
    with client(room.dealt) as anybody:
        listed = anybody.get("/api/tables").json()
    assert {one["name"]: one["decks"] for one in listed} == {"b": 8, "p": 1, "r": 1}
    seen = next(
        one
        for one in (json.loads(frame) for frame in room.dealt.guest("b").received(1).splitlines())
        if one["type"] == "seen"
    )
    assert seen["view"]["decks"] == 8


@pytest.mark.standard(26)
def test_troubles_name_clauses_that_there_are(room: Room) -> None:
    with client(room.dealt) as anybody:
        for game in GAMES:
            told = anybody.get(f"/api/games/{game.name}/troubles").json()
            card = anybody.get(f"/api/games/{game.name}", params={"language": "zh"}).json()
            assert all(card["clauses"][clause] for one in told for clause in one["clauses"])
        assert anybody.get("/api/games/whist/troubles").status_code == 404


# The lab


LAB = (
    "/api/lab",
    "/api/lab/odds",
    "/api/lab/odds/baccarat",
    "/api/lab/readings/baccarat",
    "/api/lab/strategy/three-card-poker?hand=Qh 9s 4d",
    "/api/lab/shoe?seen=Kh 9s",
    "/api/lab/jackpot/three-card-poker",
    "/api/lab/session/baccarat?bets=banker=25",
    "/api/lab/par/baccarat/json",
    "/api/odds/baccarat",
)


@pytest.mark.standard(27)
@pytest.mark.parametrize("who", [None, "guest"])
def test_a_lab_for_staff_answers_no_player(room: Room, who: str | None) -> None:
    with client(room.dealt, who) as asking:
        for path in LAB:
            answer = asking.get(path)
            assert answer.status_code == 403, path
            assert answer.json()["why"] == "not-for-this-role"
            assert answer.json()["says"] == "the odds lab of this house is for its staff"
        assert asking.get("/api/games/baccarat").status_code == 200
        bets = {"wagers": [{"bet": "player", "cents": 2_500}]}
        assert asking.post("/api/games/baccarat/practice", json=bets).status_code == 200


@pytest.mark.standard(27)
def test_a_lab_for_staff_answers_staff(room: Room) -> None:
    with client(room.dealt, "d1") as asking:
        assert [asking.get(path).status_code for path in (LAB[0], LAB[5], LAB[9])] == [200] * 3


@pytest.mark.standard(27)
def test_a_lab_that_is_off_answers_nobody(room: Room) -> None:
    floor = room.dealt.house.floor
    before = floor.terms
    floor.terms = type(before)(lab="off")
    try:
        for who in (None, "guest", "d1"):
            with client(room.dealt, who) as asking:
                answer = asking.get("/api/lab/shoe?seen=Kh 9s")
            said = "the odds lab of this house is switched off"
            assert (answer.status_code, answer.json()["says"]) == (403, said)
    finally:
        floor.terms = before


# Pictures


@pytest.mark.standard(30)
def test_a_picture_comes_with_its_moment(room: Room) -> None:
    with client(room.dealt, "guest") as asking:
        answer = asking.get("/api/tables/b/picture")
    assert (answer.status_code, answer.content) == (200, room.camera.body)
    assert answer.headers["content-type"] == "image/png", "as it is, not as the camera calls it"
    assert 0 <= room.dealt.house.clock() - int(answer.headers["croupier-moment"]) <= 2 * FRESH_MS


@pytest.mark.standard(30)
def test_who_gets_no_picture(room: Room) -> None:
    with client(room.dealt) as stranger, client(room.dealt, "guest") as asking:
        assert stranger.get("/api/tables/b/picture").status_code == 401
        for table in ("p", "r", "x"):
            answer = asking.get(f"/api/tables/{table}/picture")
            says = f"the house has no pictures of table '{table}'"
            assert (answer.status_code, answer.json()["says"]) == (404, says)


@pytest.mark.standard(30)
def test_pages_show_pictures_of_these_origins_and_no_others(room: Room) -> None:
    with client(room.dealt) as anybody:
        policy = anybody.get("/api/tables").headers["content-security-policy"]
        told = {one["name"]: one["picture"] for one in anybody.get("/api/tables").json()}
    places = "'self' https://eye.example:8443"
    assert policy == f"{POLICY}; img-src {places}; media-src {places}"
    assert told == {
        "b": {"kind": "stills", "url": None},
        "p": None,
        "r": {"kind": "mjpeg", "url": "https://eye.example:8443/r"},
    }


class Turned:
    def __init__(self) -> None:
        self.now = 10_000

    def __call__(self) -> int:
        return self.now


@pytest.mark.standard(30)
def test_a_camera_is_asked_once_a_second_and_believed_in_nothing() -> None:
    with filming() as camera:
        clock = Turned()
        pictures = Pictures({"b": Planned(camera.url, "stills")}, clock)

        def seen(after: int) -> tuple[int, bytes]:
            clock.now += after
            still = asyncio.run(pictures.of("b"))
            assert still is not None
            return still.at, still.data

        first = camera.body
        assert seen(0) == (10_000, first)
        camera.body = png(200, 0, 0)
        assert seen(FRESH_MS - 1) == (10_000, first)
        assert (seen(1), camera.asked) == ((11_000, camera.body), 2)
        for body in (b"<script>", b"", b"\x89PNG\r\n\x1a\n" + bytes(MOST_BYTES)):
            camera.body = body
            assert seen(FRESH_MS)[1] == b""
        camera.status, camera.body = 302, first
        assert seen(FRESH_MS)[1] == b"", "it is followed nowhere"
        camera.status = 200
        assert seen(FRESH_MS)[1] == first
    assert seen(FRESH_MS)[1] == b"", "it is gone"


def drips(sent: bytes, taken: list[socket.socket]) -> tuple[socket.socket, str]:
    """A camera that begins to answer, and sends a little for ever."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                line, _ = listening.accept()
                taken.append(line)
                line.sendall(sent)
                while True:
                    line.sendall(b"x")
                    time.sleep(0.02)  # slowly, so that the picture never becomes too large

    threading.Thread(target=serve, daemon=True).start()
    return listening, f"http://127.0.0.1:{listening.getsockname()[1]}/"


@pytest.mark.threat("T105")
@pytest.mark.standard(30)
@pytest.mark.parametrize("sent", [b"HTTP/1.1 200 ", b"HTTP/1.1 200 OK\r\n\r\n\xff\xd8\xff"])
def test_a_camera_that_never_ends_keeps_nobody_waiting(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is not asked again while it goes on."""
    monkeypatch.setattr("croupier.server.pictures.PATIENCE", 0.1)
    taken: list[socket.socket] = []
    listening, url = drips(sent, taken)
    clock = Turned()
    pictures = Pictures({"b": Planned(url, "stills")}, clock)

    async def seen() -> list[bytes]:
        found = []
        for _ in range(3):
            clock.now += FRESH_MS
            stills = await asyncio.gather(*(pictures.of("b") for _ in range(5)))
            found += [one.data for one in stills if one is not None]
        return found

    try:
        assert asyncio.run(seen()) == [b""] * 15
        assert len(taken) == 1
    finally:
        listening.close()
        for line in taken:
            line.close()
