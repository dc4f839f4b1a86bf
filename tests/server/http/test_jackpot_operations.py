"""A jackpot's terms and awards over the web: who may, what is told, and what the player hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.money.attending import Attending
from croupier.server.money.ledger import held_for
from croupier.table.commands import Who
from croupier.table.meter import AwardHeld
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse

POKER = "three-card-poker"
METER = f"/api/jackpots/{POKER}"
NOW = {
    "seed_cents": 2_000_000,
    "contribution": "1/5",
    "cap_cents": None,
    "reserve": "0",
    "attendant_cents": None,
}
OTHER = NOW | {"seed_cents": 3_000_000, "cap_cents": 9_000_000, "reserve": "1/20"}
REASON = {"reason": "a new year"}


class Web:
    def __init__(self, house: OpenHouse, url: str, staff: list[tuple[str, str, str]]) -> None:
        self.house, self.url = house, url
        self.passwords = {name: password for name, _, password in staff}
        self.clients: dict[str, httpx.Client] = {}

    def as_(self, name: str) -> httpx.Client:
        if name not in self.clients:
            client = self.clients[name] = httpx.Client(base_url=self.url)
            signed = {"name": name, "password": self.passwords[name]}
            assert client.post("/api/sign-in", json=signed).is_success
        return self.clients[name]

    @property
    def jackpot(self) -> dict[str, object]:
        [one] = self.as_("s1").get("/api/pit").json()["jackpots"]
        return dict(one)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    house = opened(tmp_path, written(POKER, betting_seconds=60))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    with on_the_web(house) as address:
        served = Web(house, f"http://{address}", [tuple(one) for one in staff])  # type: ignore[misc]
        yield served
        for client in served.clients.values():
            client.close()


@pytest.mark.standard(48)
def test_terms_are_arranged_by_two_managers_and_withdrawn_by_one(web: Web) -> None:
    assert web.jackpot["terms"] == NOW
    asked = OTHER | REASON
    assert web.as_("s1").post(f"{METER}/terms", json=asked).status_code == 403
    senseless = asked | {"cap_cents": 2_999_999}
    assert web.as_("m1").post(f"{METER}/terms", json=senseless).status_code == 409
    assert web.as_("m1").post(f"{METER}/terms", json=asked).is_success
    change = web.jackpot["terms_change"]
    assert isinstance(change, dict)
    assert (change["by"], change["terms"], change["number"]) == ("m1", OTHER, 1)
    for name, query, status in (("m1", "", 409), ("s1", "", 403), ("f1", "?number=2", 409)):
        reply = web.as_(name).post(f"{METER}/terms/approve{query}")
        assert (name, reply.status_code) == (name, status)
    assert web.as_("f1").post(f"{METER}/terms/approve?number=1").is_success
    told = web.jackpot
    assert (told["terms"], told["later"], told["terms_change"]) == (NOW, OTHER, None)
    assert web.as_("m1").post(f"{METER}/terms", json=asked).status_code == 409
    assert web.as_("m1").post(f"{METER}/terms/withdraw", json=REASON).is_success
    assert web.jackpot["later"] is None
    assert web.as_("m1").post(f"{METER}/terms", json=asked).is_success
    assert web.as_("f1").post(f"{METER}/terms/refuse").is_success
    assert web.as_("f1").post(f"{METER}/terms/refuse").status_code == 409


def held_of(web: Web, player: str) -> AwardHeld:
    return AwardHeld(
        at=web.house.clock(),
        before="2000000",
        after="2000000",
        clauses=(),
        number=1,
        table=POKER,
        round=1,
        box=2,
        player=player,
        cents=125,
        from_meter=False,
        is_final=True,
    )


@pytest.mark.standard(47, 49)
def test_an_award_is_verified_by_one_paid_by_another_and_the_player_is_told(web: Web) -> None:
    with httpx.Client(base_url=web.url) as guest:
        player = guest.post("/api/guest").json()["name"]
        before = guest.get("/api/me").json()
        held, play = held_of(web, player), web.house.play
        assert not isinstance(Attending(play.meters, play.balances).write(POKER, held), Refused)
        me = guest.get("/api/me").json()
        assert (me["balance_cents"], me["attendant_cents"]) == (before["balance_cents"] - 125, 125)
        awards = web.as_("a1").get(f"{METER}/awards").json()
        assert (awards["hits"], awards["by_hand"], len(awards["waiting"])) == (0, 0, 1)
        [hit] = awards["wins"]
        assert (hit["player"], hit["box"], hit["cents"]) == (player, 2, 125)
        assert hit["waits_cents"] == 125
        assert (hit["from_meter"], hit["by_hand"], hit["paid_by"]) == (False, True, [])
        award = f"{METER}/awards/1"
        verified = {"reason": "hand and box"}
        assert web.as_("d1").post(f"{award}/verify", json=verified).status_code == 403
        assert web.as_("m1").post(f"{award}/pay").status_code == 409
        assert web.as_("m1").post(f"{METER}/awards/2/verify", json=verified).status_code == 404
        assert web.as_("m1").post(f"{award}/verify", json=verified).is_success
        assert web.as_("m1").post(f"{award}/pay").status_code == 409
        assert web.as_("s1").post(f"{award}/reject").is_success
        assert web.as_("s1").post(f"{award}/verify", json=verified).is_success
        assert web.as_("m1").post(f"{award}/pay").is_success
        assert web.as_("f1").post(f"{award}/pay").status_code == 404
        me = guest.get("/api/me").json()
        assert (me["balance_cents"], me["attendant_cents"]) == (before["balance_cents"], 0)
        [hit] = web.as_("s1").get(f"{METER}/awards").json()["wins"]
        assert (hit["waits_cents"], hit["paid_by"]) == (0, ["s1", "m1"])
        assert guest.get(f"{METER}/awards").status_code == 403
        [public] = guest.get("/api/jackpots").json()
        assert (public["hits"], public["won"]) == (0, [])


@pytest.mark.threat("T43")
@pytest.mark.standard(48, 49)
def test_nothing_is_paid_or_arranged_on_the_word_of_who_was_dismissed(web: Web) -> None:
    """The house went down between the lock and the end of what the locked person had asked for."""
    with httpx.Client(base_url=web.url) as guest:
        player = guest.post("/api/guest").json()["name"]
    play, number = web.house.play, web.house.play.meters[POKER].jackpot.awards.holds + 1
    held = replace(held_of(web, player), number=number)
    assert not isinstance(Attending(play.meters, play.balances).write(POKER, held), Refused)
    award, f1 = f"{METER}/awards/{number}", web.as_("f1")
    assert web.as_("s1").post(f"{award}/verify", json={"reason": "hand and box"}).is_success
    assert web.as_("m1").post(f"{METER}/terms", json=OTHER | REASON).is_success
    people, at = web.house.people, web.house.clock()
    for name in ("s1", "m1"):
        assert people.lock_account(name, Who("f1", Role.SHIFT_MANAGER), "dismissed", at) is None
    for path in (f"{award}/pay", f"{METER}/terms/approve"):
        assert (path, f1.post(path).status_code) == (path, 409)
    assert held_for(play.balances, player) == 125
    assert play.meters[POKER].jackpot.pool.later is None
