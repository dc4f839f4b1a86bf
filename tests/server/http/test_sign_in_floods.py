"""Strangers at the door: nobody is locked out by them, and little is spent on them."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.http.guard import AT_ONCE
from croupier.server.journal.acts import ProbingNoticed
from croupier.server.limits import Limits
from croupier.server.people import people as module
from croupier.server.people.accounts import SignInFailed
from croupier.server.people.hashing import MOST_OF_ONE
from croupier.server.people.passwords import verify
from croupier.server.people.rules import WITH_FACTOR
from croupier.server.people.second_factor import code
from tests.support.house_in_thread import Running, until
from tests.support.staffed_people import journal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ATTACKER, OWNER = {"X-Forwarded-For": "192.0.2.66"}, {"X-Forwarded-For": "192.0.2.7"}
WRONG, TOO_OFTEN, BUSY, FINE = 403, 429, 503, 200
ALL = 60


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, betting_seconds=3600, patience=0, proxies=["127.0.0.1"])
    yield made
    made.stop()


def staff(running: Running) -> dict[str, str]:
    assert isinstance(running.staff, list)
    return {name: password for name, _, password in running.staff}


def sign_in(
    client: httpx.Client, name: str, password: str, headers: dict[str, str]
) -> httpx.Response:
    given = {"name": name, "password": password}
    return client.post("/api/sign-in", json=given, headers=headers)


@pytest.mark.threat("T106")
@pytest.mark.standard(52)
def test_fifteen_anonymous_guesses_lock_nobody(running: Running) -> None:
    """Three at each of five of the staff, which once locked them for good; and many more."""
    with httpx.Client(base_url=running.url) as client:
        told = [
            sign_in(client, name, f"guess number {number}", ATTACKER)
            for number in range(6)
            for name in list(staff(running))[:5]
        ]
        assert [one.status_code for one in told] == [WRONG] * 15 + [TOO_OFTEN] * 15
        assert len({one.text for one in told[:15]}) == 1
        assert "wait 1 s" in told[-1].text
        for name, password in staff(running).items():
            assert sign_in(client, name, password, OWNER).status_code == FINE


@pytest.mark.standard(52)
def test_three_failures_are_noticed_in_the_pit(running: Running) -> None:
    with httpx.Client(base_url=running.url) as client:
        for _ in range(3):
            sign_in(client, "d1", "guess", ATTACKER)
    running.house.people.write_down(running.house.clock(), all_=True)
    [noticed] = [one for one in running.house.acts.last if isinstance(one, ProbingNoticed)]
    assert (noticed.by, noticed.asked) == ("somebody", "sign-in as d1")


def test_a_name_that_nobody_has_is_answered_alike(running: Running) -> None:
    def answers(name: str) -> list[tuple[int, str]]:
        told = [sign_in(client, name, "guess number 1", ATTACKER) for _ in range(5)]
        return [(one.status_code, one.text) for one in told]

    with httpx.Client(base_url=running.url) as client:
        assert answers("d1") == answers("nobody-here")


def test_an_open_session_can_always_unlock(running: Running) -> None:
    """Also from the very address that guesses."""
    password = staff(running)["d1"]
    with httpx.Client(base_url=running.url) as client:
        cookie = sign_in(client, "d1", password, ATTACKER).cookies["croupier"]
        mine = ATTACKER | {"Cookie": f"croupier={cookie}"}
        client.cookies.clear()
        for _ in range(AT_ONCE + 5):
            sign_in(client, "d1", "guess number 1", ATTACKER)
        assert sign_in(client, "d1", password, ATTACKER).status_code == TOO_OFTEN
        assert client.post("/api/lock", headers=mine).status_code == FINE
        assert client.get("/api/me", headers=mine).status_code == 401
        for guess, status in [("wrong", WRONG), (password, FINE)]:
            told = client.post("/api/unlock", json={"password": guess}, headers=mine)
            assert told.status_code == status
        assert client.get("/api/me", headers=mine).json()["name"] == "d1"


@pytest.mark.threat("T55")
def test_wrong_codes_of_a_phone_are_delayed_like_wrong_passwords(running: Running) -> None:
    """Who has the password guesses the code, at sign-in and at a locked session."""
    people, password = running.house.people, staff(running)["d1"]
    people.with_factor = WITH_FACTOR["staff"]
    asked = {"name": "d1", "password": password}
    with httpx.Client(base_url=running.url) as client:
        secret = client.post("/api/second-factor", json=asked).json()["secret"]
        now = code(secret, running.house.clock() // 30_000)
        entered = client.post("/api/sign-in", json=asked | {"code": now}, headers=OWNER)
        cookie = {"Cookie": f"croupier={entered.cookies['croupier']}"}
        client.cookies.clear()
        wrong = f"{(int(now) + 7) % 10**6:06}"
        for path, given, headers in (
            ("/api/sign-in", asked | {"code": wrong}, ATTACKER),
            ("/api/unlock", {"password": password, "code": wrong}, cookie),
        ):
            if path == "/api/unlock":
                assert client.post("/api/lock", headers=cookie).status_code == FINE
            told = [client.post(path, json=given, headers=headers) for _ in range(6)]
            assert told[0].status_code == WRONG
            assert told[-1].status_code == TOO_OFTEN


def test_a_flood_of_failures_is_one_entry(running: Running) -> None:
    before = running.house.people.version
    with httpx.Client(base_url=running.url) as client:
        for number in range(AT_ONCE):
            sign_in(client, f"nobody{number}", "guess", ATTACKER)
    running.stop()
    written = [one for one in journal(again(running), before) if isinstance(one, SignInFailed)]
    assert sum(one.count for one in written) == AT_ONCE
    assert len(written) <= 5


def again(running: Running) -> module.People:
    people = running.house.people
    people.store = people.store.another()
    return people


def test_sixty_sign_ins_at_once_hash_one_at_a_time(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes 64 MiB in a real house: sixty at once took two gigabytes."""
    now, most, on = 0, 0, set[str]()
    counting = threading.Lock()

    def counted(hash_: str, password: str) -> bool:
        nonlocal now, most
        with counting:
            now += 1
            most = max(most, now)
            on.add(threading.current_thread().name.rpartition("_")[0])
        try:
            return verify(hash_, password)
        finally:
            with counting:
                now -= 1

    monkeypatch.setattr(module, "verify", counted)
    room = httpx.Limits(max_connections=ALL)
    with (
        httpx.Client(base_url=running.url, timeout=60, limits=room) as client,
        ThreadPoolExecutor(ALL) as pool,
    ):
        asked = [
            pool.submit(sign_in, client, f"d{number}", "guess number 1", ATTACKER)
            for number in range(ALL)
        ]
        told = [one.result().status_code for one in asked]
    assert most == 1
    assert on == {"sign-in"}
    assert set(told) <= {WRONG, TOO_OFTEN, BUSY}
    assert Counter(told)[WRONG] >= 1


@pytest.mark.threat("T107")
def test_four_addresses_do_not_close_sign_in_for_another(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen passwords of each once filled the line, and the right one was told to come back."""
    go, password, crowd = threading.Event(), staff(running)["f1"], 68

    def slow(hash_: str, given: str) -> bool:
        assert go.wait(20)
        return verify(hash_, given)

    monkeypatch.setattr(module, "verify", slow)
    room = httpx.Limits(max_connections=crowd + 1)
    with (
        httpx.Client(base_url=running.url, timeout=60, limits=room) as client,
        ThreadPoolExecutor(crowd + 1) as pool,
    ):
        sent = []
        for number in range(crowd):
            said = {"X-Forwarded-For": f"192.0.2.{10 + number % 4}"}
            sent.append(pool.submit(sign_in, client, f"x{number}", "a guess", said))
        until(lambda: sum(one.done() for one in sent) >= crowd - 4 * MOST_OF_ONE - 1)
        mine = pool.submit(sign_in, client, "f1", password, OWNER)
        go.set()
        assert mine.result().status_code == FINE
        assert (
            Counter(one.result().status_code for one in sent)[BUSY] >= crowd - 4 * MOST_OF_ONE - 1
        )


def test_guests_and_their_buy_ins_are_counted(tmp_path: Path) -> None:
    limits = Limits(guests_an_hour=3, guests_an_hour_per_address=2)
    running = Running(
        tmp_path, betting_seconds=3600, patience=0, proxies=["127.0.0.1"], limits=limits
    )
    with httpx.Client(base_url=running.url) as client:
        came = [client.post("/api/guest", headers=ATTACKER) for _ in range(3)]
        client.cookies.clear()
        assert [one.status_code for one in came] == [FINE, FINE, TOO_OFTEN]
        others = [client.post("/api/guest", headers=OWNER).status_code for _ in range(2)]
        assert others == [FINE, TOO_OFTEN]
        mine = OWNER | {"Cookie": f"croupier={came[0].cookies['croupier']}"}
        client.cookies.clear()
        bought = {
            client.post("/api/buy-in", json={"cents": 100}, headers=mine).status_code
            for _ in range(62)
        }
        assert bought == {FINE, TOO_OFTEN}
    until(lambda: running.house.people.register.guests == 3)
    running.stop()
