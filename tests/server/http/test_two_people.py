"""Two persons are two people: what a manager alone tried with accounts that are all his own."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from croupier.engine.irregularities import Role
from croupier.server.http import dismissing
from croupier.table.commands import Who
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.http_callers import PASSWORD, Caller, Refusal, Server, founded, refused, serving
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

OWN = "a password of my own"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=0)) as made:
        yield made


def proposal(told: tuple[int, Any]) -> int:
    assert told[0] == 200, told
    assert told[1]["proposal"] is not None, told
    return int(told[1]["proposal"])


def confirmed(by: Caller, asked: tuple[int, Any]) -> str:
    """The whole code: its first half was shown to the one, the second is to the other."""
    status, told = by.post(f"/api/people/proposals/{proposal(asked)}/confirm")
    assert status == 200, told
    return f"{asked[1]['password']}-{told['password']}"


def entered(house: Server, name: str, code: str) -> Caller:
    """The owner, with a password of his own."""
    caller = Caller(house)
    told = caller.post("/api/sign-in", name=name, password=code, new=OWN)
    assert told[0] == 200, told
    return caller


def made(house: Server, name: str, role: str, first: str = "m1", second: str = "m2") -> Caller:
    asked = house.as_(first).post("/api/people", name=name, role=role, reason="hired")
    return entered(house, name, confirmed(house.as_(second), asked))


def stands_apart(told: tuple[int, Any]) -> None:
    assert told[0] == 409
    assert told[1]["why"] == "second-person"


@pytest.mark.threat("T18")
@pytest.mark.standard(53)
def test_nobody_makes_his_own_second_person(house: Server) -> None:
    """m1 makes m9, proposes ten thousand and approves it as m9."""
    m1 = house.as_("m1")
    wished = m1.post("/api/people", name="m9", role="pit-manager", reason="hired")
    number = proposal(wished)
    assert Caller(house).post("/api/sign-in", name="m9", password=PASSWORD)[0] == 403
    stands_apart(m1.post(f"/api/people/proposals/{number}/confirm"))
    m9 = entered(house, "m9", confirmed(house.as_("m2"), wished))
    for maker in (m1, house.as_("m2")):
        asked = {"player": "p1", "cents": 1_000_000, "reason": "short paid"}
        correction = maker.post("/api/corrections", **asked)[1]["number"]
        stands_apart(m9.post(f"/api/corrections/{correction}/approve"))
        assert house.as_("f1").post(f"/api/corrections/{correction}/refuse")[0] == 200
    assert m9.get("/api/pit")[1]["apart"] == ["m1", "m2"], "the page offers what is permitted"
    assert house.as_("f1").get("/api/pit")[1]["apart"] == []
    own = m9.post("/api/corrections", player="p1", cents=100, reason="short paid")[1]["number"]
    stands_apart(m1.post(f"/api/corrections/{own}/approve"))
    assert house.as_("f1").post(f"/api/corrections/{own}/approve")[0] == 200


@pytest.mark.threat("T21")
def test_nobody_is_both_after_a_reset(house: Server) -> None:
    """m1 resets s1's password, proposes as s1 and approves as himself."""
    m1, m2 = house.as_("m1"), house.as_("m2")
    reset = m1.post("/api/people/s1/reset-password", reason="forgotten")
    number = proposal(reset)
    assert m1.get("/api/people/proposals")[1][0]["number"] == number
    assert house.as_("s1").get("/api/me")[0] == 200, "nothing has happened yet"
    code = confirmed(m2, reset)
    assert house.as_("s1").get("/api/me")[0] == 401
    s1 = entered(house, "s1", code)
    asked = s1.post("/api/corrections", player="p1", cents=100, reason="mine")[1]["number"]
    for had_the_code in (m1, m2):
        stands_apart(had_the_code.post(f"/api/corrections/{asked}/approve"))
    assert house.as_("f1").post(f"/api/corrections/{asked}/approve")[0] == 200


@pytest.mark.threat("T19")
def test_who_confirms_two_accounts_is_not_both_of_them(house: Server) -> None:
    """f1 confirms s8 and m9, keeps both codes, proposes as the one and approves as the other."""
    m1, f1 = house.as_("m1"), house.as_("f1")
    for name, role in (("s8", "pit-supervisor"), ("m9", "pit-manager")):
        asked = m1.post("/api/people", name=name, role=role, reason="hired")
        seen = str(f1.post(f"/api/people/proposals/{proposal(asked)}/confirm")[1]["password"])
        for half in (seen, asked[1]["password"]):
            told = Caller(house).post("/api/sign-in", name=name, password=half, new=OWN)
            assert told[0] == 403, "half a code opens nothing"
        entered(house, name, f"{asked[1]['password']}-{seen}")
    s8, m9 = (Caller(house), Caller(house))
    assert s8.post("/api/sign-in", name="s8", password=OWN)[0] == 200
    assert m9.post("/api/sign-in", name="m9", password=OWN)[0] == 200
    asked = s8.post("/api/corrections", player="p1", cents=1_000_000, reason="mine")
    stands_apart(m9.post(f"/api/corrections/{asked[1]['number']}/approve"))
    assert house.as_("m2").post(f"/api/corrections/{asked[1]['number']}/approve")[0] == 200


@pytest.mark.threat("T20")
def test_accounts_with_a_common_maker_are_not_two_people(house: Server) -> None:
    """m1 makes d9 alone and m9 with f1: a large buy-in of the one, approved by the other."""
    code = house.as_("m1").post("/api/people", name="d9", role="dealer")[1]["password"]
    d9, m9 = entered(house, "d9", code), made(house, "m9", "pit-manager", "m1", "f1")
    path = "/api/players/p1/buy-in/propose"
    asked = d9.post(path, cents=5_000_000, reason="a high roller")[1]["number"]
    stands_apart(m9.post(f"/api/corrections/{asked}/approve"))
    m8 = made(house, "m8", "pit-manager", "m2", "f1")
    stands_apart(m8.post(f"/api/corrections/{m9_asks(m9)}/approve"))
    assert m8.post(f"/api/corrections/{asked}/approve")[0] == 200


def m9_asks(m9: Caller) -> int:
    told = m9.post("/api/corrections", player="p1", cents=100, reason="short paid")
    return int(told[1]["number"])


def test_makers_are_no_second_person_at_a_meter_and_for_accounts(house: Server) -> None:
    m9 = made(house, "m9", "pit-manager")
    meter = "/api/jackpots/three-card-poker"
    assert m9.post(f"{meter}/correction", cents=3_000_000, reason="counted")[0] == 200
    stands_apart(house.as_("m1").post(f"{meter}/correction/approve"))
    assert house.as_("f1").post(f"{meter}/correction/approve")[0] == 200
    assert m9.post("/api/people/d1/lock", reason="left")[0] == 200
    asked = proposal(m9.post("/api/people/d1/unlock", reason="came back"))
    stands_apart(house.as_("m2").post(f"/api/people/proposals/{asked}/confirm"))
    assert house.as_("f1").post(f"/api/people/proposals/{asked}/confirm")[0] == 200


def test_a_code_opens_nothing_but_the_first_password(house: Server) -> None:
    code = house.as_("m1").post("/api/people", name="d9", role="dealer")[1]["password"]
    caller = Caller(house)
    assert caller.post("/api/sign-in", name="d9", password=code) == (
        403,
        refused(
            "password-to-set",
            "this code is for setting a password of your own, and for nothing else",
        ),
    )
    assert caller.get("/api/me")[0] == 401
    assert caller.post("/api/second-factor", name="d9", password=code)[0] == 403
    entered(house, "d9", code)
    assert caller.post("/api/sign-in", name="d9", password=code, new="taken over")[0] == 403


def test_a_proposal_is_over_when_it_is_withdrawn_and_says_who(house: Server) -> None:
    m1, f1 = house.as_("m1"), house.as_("f1")
    asked = m1.post("/api/people", name="f2", role="shift-manager", reason="nights")
    number = proposal(asked)
    [open_] = house.as_("a1").get("/api/people/proposals")[1]
    assert (open_["asks"], open_["name"], open_["by"]) == ("account", "f2", "m1")
    assert m1.post("/api/people", name="f2", role="shift-manager", reason="again")[0] == 409
    stands = house.as_("m2").post(f"/api/people/proposals/{number}/confirm")
    assert stands == (403, refused("not-for-this-role", "a shift manager or higher does this"))
    assert m1.post(f"/api/people/proposals/{number}/withdraw")[0] == 200
    assert f1.post(f"/api/people/proposals/{number}/confirm")[0] == 409
    again = m1.post("/api/people", name="f2", role="shift-manager", reason="nights")
    entered(house, "f2", confirmed(f1, again))


@pytest.mark.threat("T26")
def test_nobody_locks_somebody_of_a_higher_role(house: Server) -> None:
    m1, f1 = house.as_("m1"), house.as_("f1")
    higher = refused("not-for-this-role", "a shift manager or higher does this")
    assert m1.post("/api/people/f1/lock", reason="mine") == (403, higher)
    [session] = [one["id"] for one in m1.get("/api/sessions")[1] if one["name"] == "f1"]
    assert m1.delete(f"/api/sessions/{session}") == (403, higher)
    assert f1.get("/api/me")[0] == 200
    assert m1.post("/api/people/m2/lock", reason="left")[0] == 200


@pytest.mark.threat("T27")
def test_a_dismissed_person_s_proposals_end(house: Server) -> None:
    """Corrections of money and of the meter, accounts: nothing is left to approve."""
    m2, f1 = house.as_("m2"), house.as_("f1")
    money = m2.post("/api/corrections", player="p1", cents=900_000, reason="mine")[1]["number"]
    meter = "/api/jackpots/three-card-poker"
    assert m2.post(f"{meter}/correction", cents=3_000_000, reason="mine")[0] == 200
    account = proposal(m2.post("/api/people", name="m9", role="pit-manager", reason="mine"))
    assert f1.post("/api/people/m2/lock", reason="dismissed")[0] == 200
    assert house.as_("m1").post(f"/api/corrections/{money}/approve")[0] == 404
    assert house.as_("m1").post(f"{meter}/correction/approve")[0] == 409
    assert f1.post(f"/api/people/proposals/{account}/confirm")[0] == 409


@pytest.mark.threat("T22")
@pytest.mark.standard(53)
def test_a_manager_alone_does_not_come_to_a_player_s_money(house: Server) -> None:
    """m1 resets p1's password, signs in with it and cashes out."""
    m1, m2 = house.as_("m1"), house.as_("m2")
    code = m1.post("/api/people", name="p8", role="player")[1]["password"]
    p8 = entered(house, "p8", code)
    asked = m1.post("/api/people/p8/reset-password", reason="forgotten")
    for tried in (asked[1]["password"], code):
        told = Caller(house).post("/api/sign-in", name="p8", password=tried, new="mine, not p8's")
        assert told[0] == 403
    stands_apart(m1.post(f"/api/people/proposals/{proposal(asked)}/confirm"))
    assert p8.get("/api/me")[0] == 200, "its owner is still there"
    entered(house, "p8", confirmed(m2, asked))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was left open is looked for many times a second."""
    monkeypatch.setattr(dismissing, "SWEEP_EVERY", 0.05)


@pytest.mark.threat("T28")
@pytest.mark.usefixtures("often", "house")
def test_what_a_lock_left_open_is_not_approved_and_ends(house: Server) -> None:
    """The house went down between the lock and the end of what the locked person had proposed."""
    m2, f1 = house.as_("m2"), house.as_("f1")
    number = m2.post("/api/corrections", player="p1", cents=900, reason="mine")[1]["number"]
    meter = "/api/jackpots/three-card-poker/correction"
    assert m2.post(meter, cents=2_000_100, reason="mine")[0] == 200
    people, at = house.house.people, house.house.clock()
    assert people.lock_account("m2", Who("f1", Role.SHIFT_MANAGER), "dismissed", at) is None
    gone = refused("nothing-waits", "m2, who proposed it, does not stand for it any more")
    told = [f1.post(f"/api/corrections/{number}/approve"), f1.post(f"{meter}/approve")]
    ended = {404, 409}
    assert all(one == (409, gone) or one[0] in ended for one in told), told
    until(lambda: house.house.cage.proposed == {})
    until(lambda: house.house.play.meters["three-card-poker"].jackpot.proposed is None)


@pytest.mark.threat("T49")
def test_a_jackpot_is_corrected_as_far_as_the_role_may(house: Server) -> None:
    m1, s1 = house.as_("m1"), house.as_("s1")
    meter = "/api/jackpots/three-card-poker/correction"
    shown = house.house.play.meters["three-card-poker"].jackpot.meter.cents
    most = house.house.alone["correction"][Role.PIT_MANAGER]
    for by, answer in ((most + 1, 409), (most, 200)):
        assert s1.post(meter, cents=int(shown) + by, reason="misread")[0] == 200
        told = m1.post(f"{meter}/approve")
        assert (told[0], told[1].get("why")) == (answer, "second-person" if answer == 409 else None)
        s1.post(f"{meter}/refuse")


@pytest.mark.threat("T50")
@pytest.mark.parametrize("reason", ["paid\u202e00.001\u202c", "paid\n", "paid\x07", " paid", ""])
def test_a_reason_reads_as_it_is_written(house: Server, reason: str) -> None:
    asked = {"player": "p1", "cents": 100, "reason": reason}
    assert house.as_("s1").post("/api/corrections", **asked)[0] == 400
    assert house.as_("a1").get("/api/corrections")[1] == []


TABLE = "three-pictures"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Callable[..., tuple[httpx.Client, Terminal]]]:
    """A table that a person deals, and whoever signs in, with a terminal there."""
    house = opened(tmp_path, written(TABLE, more='dealer = "person"\nshoe = "127.0.0.1:0"'))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    passwords = {name: password for name, _, password in staff}
    with on_the_web(house) as address, ExitStack() as entering:

        def enters(name: str, new: str = "") -> tuple[httpx.Client, Terminal]:
            client = entering.enter_context(httpx.Client(base_url=f"http://{address}"))
            first = {"password": new, "new": OWN} if new else {"password": passwords[name]}
            assert client.post("/api/sign-in", json={"name": name} | first).is_success
            at_table = Terminal(f"http://{address}", f"croupier={client.cookies['croupier']}", name)
            entering.callback(at_table.way.__exit__, None, None, None)
            return client, at_table

        yield enters


def test_at_a_table_makers_do_not_approve_and_the_dismissed_propose_nothing(
    floor: Callable[..., tuple[httpx.Client, Terminal]],
) -> None:
    (m1, m1_there), (f1, _), (_, s1_there) = (floor(name) for name in ("m1", "f1", "s1"))
    asked = m1.post("/api/people", json={"name": "m9", "role": "pit-manager", "reason": "hired"})
    path = f"/api/people/proposals/{asked.json()['proposal']}/confirm"
    halves = asked.json()["password"], f1.post(path).json()["password"]
    _, m9_there = floor("m9", "-".join(halves))
    setup = f1.get("/api/pit").json()["tables"][0]["setup"]
    changed = {"command": "configure", "setup": setup | {"betting_seconds": 5}}
    assert m9_there.ask(TABLE, **changed)["type"] == "acknowledged"
    assert m1_there.ask(TABLE, command="approve")["why"] == "second-person"
    assert f1.post("/api/people/m9/lock", json={"reason": "dismissed"}).is_success
    assert f1.get("/api/pit").json()["tables"][0]["change"] is None
    assert s1_there.ask(TABLE, command="approve")["why"] == "nothing-awaited"
    assert m1_there.ask(TABLE, **changed)["type"] == "acknowledged"
    assert s1_there.ask(TABLE, command="approve")["type"] == "acknowledged"


@pytest.mark.threat("T30")
def test_what_is_approved_at_a_table_is_what_was_seen(
    floor: Callable[..., tuple[httpx.Client, Terminal]],
) -> None:
    """s1 proposes one change, rejects it himself and proposes another while f1 approves."""
    (_, s1_there), (f1, f1_there) = floor("s1"), floor("f1")

    def waiting() -> dict[str, Any]:
        return dict(f1.get("/api/pit").json()["tables"][0])

    def proposes(seconds: int) -> int:
        setup = waiting()["setup"] | {"betting_seconds": seconds}
        assert s1_there.ask(TABLE, command="configure", setup=setup)["type"] == "acknowledged"
        return int(waiting()["change"]["number"])

    seen = proposes(5)
    assert s1_there.ask(TABLE, command="reject", reason="no", about=seen)["type"] == "acknowledged"
    other = proposes(60)
    for decides in ({"command": "approve"}, {"command": "reject", "reason": "no"}):
        told = f1_there.ask(TABLE, **decides, about=seen)
        assert told["why"] == "changed-meanwhile"
        says = f"this was about number {seen}, which does not wait any more: look again"
        assert told["says"] == says
    assert waiting()["change"]["number"] == other
    assert f1_there.ask(TABLE, command="approve", about=other)["type"] == "acknowledged"
    assert waiting()["setup"]["betting_seconds"] == 60


@pytest.mark.threat("T31")
def test_what_is_approved_at_a_meter_is_what_was_seen(house: Server) -> None:
    s1, f1, meter = house.as_("s1"), house.as_("f1"), "/api/jackpots/three-card-poker"

    def proposes(cents: int) -> int:
        assert s1.post(f"{meter}/correction", cents=cents, reason="counted")[0] == 200
        [jackpot] = f1.get("/api/pit")[1]["jackpots"]
        return int(jackpot["change"]["number"])

    seen = proposes(3_000_000)
    assert s1.post(f"{meter}/correction/refuse?number={seen}")[0] == 200
    other = proposes(9_000_000)
    for decides in ("approve", "refuse"):
        status, told = f1.post(f"{meter}/correction/{decides}?number={seen}")
        assert (status, told["why"]) == (409, "changed-meanwhile")
    assert f1.post(f"{meter}/correction/approve?number={other}")[0] == 200


@pytest.mark.threat("T29")
@pytest.mark.parametrize("reported", [False, True], ids=["alone", "beside a report"])
def test_a_dismissed_person_types_no_cards(
    floor: Callable[..., tuple[httpx.Client, Terminal]], *, reported: bool
) -> None:
    """d9 asks to type cards, is locked, and s1 allows it."""
    (m1, _), (_, s1_there), (_, d1_there) = (floor(name) for name in ("m1", "s1", "d1"))
    code = m1.post("/api/people", json={"name": "d9", "role": "dealer"}).json()["password"]
    _, d9_there = floor("d9", code)
    assert d1_there.ask(TABLE, command="open-betting")["type"] == "acknowledged"
    asked = d9_there.ask(TABLE, command="type-cards", reason="the shoe jams")
    assert asked["type"] == "acknowledged"
    if reported:
        report = d1_there.ask(TABLE, command="report", irregularity="uncovered")
        assert report["type"] == "acknowledged"
    assert m1.post("/api/people/d9/lock", json={"reason": "dismissed"}).is_success
    assert s1_there.ask(TABLE, command="approve")["why"] == "nothing-awaited"
    waits = m1.get("/api/pit").json()["tables"][0]["ruling"]
    assert (waits is not None) == reported, "what somebody else reported still waits"


def test_one_demotes_and_two_promote(house: Server) -> None:
    m1, m2, f1 = house.as_("m1"), house.as_("m2"), house.as_("f1")
    assert m1.post("/api/people/m2/role", role="dealer", reason="no")[1]["proposal"] is not None
    told = f1.post("/api/people/m2/role", role="dealer", reason="deals again")
    assert told == (200, Refusal(says="m2 is a dealer now", proposal=None, password=None))
    assert m2.get("/api/me")[0] == 401
    house.as_("d1")
    promoted = m1.post("/api/people/d1/role", role="pit-supervisor", reason="promoted")
    assert house.as_("d1").get("/api/me")[1]["role"] == "dealer"
    d1 = entered(house, "d1", confirmed(f1, promoted))
    assert d1.get("/api/me")[1]["role"] == "pit-supervisor"
    assert m1.post("/api/people/p1/role", role="dealer", reason="no")[0] == 403
