"""By which name the house is called, and whose word on an address is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.problems import BadInput
from croupier.server.http.guard import AT_ONCE
from croupier.wire.house_checks import wrong_serve
from croupier.wire.house_sections import ServeIn
from tests.support.house_in_thread import Running
from tests.support.http_callers import Refusal
from tests.support.raw_socket import raw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ELSEWHERE = "192.0.2.{}"
MISNAMED = Refusal({"why": "another-site", "clauses": [], "says": "this house is not called that"})


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Running]:
    folder = tmp_path / "plain"
    folder.mkdir()
    made = Running(folder, betting_seconds=3600, patience=0)
    yield made
    made.stop()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Running]:
    folder = tmp_path / "proxied"
    folder.mkdir()
    made = Running(
        folder,
        betting_seconds=3600,
        patience=0,
        names=["House.Example"],
        proxies=["127.0.0.0/8"],
    )
    yield made
    made.stop()


def statuses(house: Running, address: str) -> set[int]:
    """Of more sign-ins than one address may send, each said to come from another."""
    with httpx.Client(base_url=house.url) as client:
        return {
            client.post(
                "/api/sign-in",
                content=b"{",
                headers={"X-Forwarded-For": address.format(number)},
            ).status_code
            for number in range(AT_ONCE + 5)
        }


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False), ("", False)])
def test_a_cookie_is_secure_where_the_proxy_says_so(
    plain: Running, proxied: Running, scheme: str, *, secure: bool
) -> None:
    said = {"X-Forwarded-Proto": scheme} if scheme else {}
    answered = httpx.post(f"{proxied.url}/api/guest", headers=said)
    assert ("secure" in answered.headers["set-cookie"].lower().split("; ")) is secure
    answered = httpx.post(f"{plain.url}/api/guest", headers=said)
    assert "secure" not in answered.headers["set-cookie"].lower().split("; ")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "10.0.0.1", "[", "localhost@evil"]
)
def test_a_house_answers_to_no_other_name(plain: Running, host: str) -> None:
    """A page whose own name is given our address reads nothing here, nor over the socket."""
    with httpx.Client(base_url=plain.url) as client:
        for path in ("/health", "/api/tables", "/"):
            answered = client.get(path, headers={"Host": host})
            assert (answered.status_code, answered.json()) == (403, MISNAMED)
            assert answered.headers["x-frame-options"] == "DENY"
    with raw(plain.port, host=host) as one:
        assert one.status == 403


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:99", "[::1]:{port}", "LOCALHOST"])
def test_its_own_names_are_known(plain: Running, host: str) -> None:
    named = host.format(port=plain.port)
    assert httpx.get(f"{plain.url}/health", headers={"Host": named}).status_code == 200
    with raw(plain.port, host=named) as one:
        assert one.status == 101


def test_a_name_that_it_was_given(plain: Running, proxied: Running) -> None:
    told = {"Host": "house.example:8443"}
    assert httpx.get(f"{proxied.url}/health", headers=told).status_code == 200
    assert httpx.get(f"{plain.url}/health", headers=told).status_code == 403


def test_a_socket_from_a_page_of_another_site_is_refused(proxied: Running) -> None:
    for origin, status in [("https://house.example", 101), ("https://evil.example", 403)]:
        with raw(proxied.port, f"Origin: {origin}", host="house.example") as one:
            assert one.status == status


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "https://house.example]"])
def test_an_origin_that_is_none_is_another_site(plain: Running, origin: str) -> None:
    answered = httpx.post(f"{plain.url}/api/guest", headers={"Origin": origin})
    assert (answered.status_code, answered.json()["why"]) == (403, "another-site")
    with raw(plain.port, f"Origin: {origin}") as one:
        assert one.status == 403


@pytest.mark.parametrize(
    ("serve", "says"),
    [
        (ServeIn(names=("house.example:80",)), "names: 'house.example:80' is no name like"),
        (ServeIn(proxies=("nginx",)), "proxies: 'nginx' is no address or network like"),
        (ServeIn(proxies=("0.0.0.0/0",)), "proxies: not everybody can be believed"),
        (ServeIn(sockets=0), "sockets: a number from 1 to 100,000"),
        (ServeIn(guests_per_hour=10**30), "guests_per_hour: a number from 1 to 100,000"),
    ],
)
def test_what_a_house_cannot_be_told(serve: ServeIn, says: str) -> None:
    [wrong] = wrong_serve(serve)
    assert isinstance(wrong, BadInput)
    assert str(wrong).startswith(says)


def test_what_a_house_can_be_told() -> None:
    named = ServeIn(names=("house.example", "10.1.2.3", "fe80::1"), proxies=("10.0.0.0/8", "::1"))
    assert list(wrong_serve(named)) == []


@pytest.mark.threat("T117")
def test_an_address_that_is_only_said_escapes_no_limit(plain: Running) -> None:
    assert statuses(plain, ELSEWHERE) == {400, 429}


def test_a_proxy_s_clients_are_limited_each_for_itself(proxied: Running) -> None:
    assert statuses(proxied, ELSEWHERE) == {400}
    assert statuses(proxied, "198.51.100.7") == {400, 429}
