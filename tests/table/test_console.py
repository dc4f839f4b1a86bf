"""What the console is told: cards to enter, the table of play, reports, rulings, dry runs."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.engine.irregularities import IRREGULARITIES, Remedy, Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.play.calls import Calls
from croupier.table import commands as asks
from croupier.table.applying import ruling_on
from croupier.table.clocks import until
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND, Report
from croupier.table.console import entry, guide, impossible, staff_part
from croupier.table.decide import decide
from croupier.table.reporting import irregularities, reporting
from croupier.table.situation import as_it_is
from croupier.table.state import Step, next_place
from tests.support.agreed_irregularities import every_combination
from tests.support.configured_house import TABLES, on_the_web, opened, written
from tests.support.worked_table import A1, D1, F1, M1, NAMES, P1, S1, At

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.irregularities import Value
    from croupier.server.opening import OpenHouse

LATE = 1 << 40
NOTHING: tuple[tuple[str, Value], ...] = ()


# Cards to enter


@pytest.mark.parametrize("unread", [False, True], ids=["read", "unread"])
@pytest.mark.parametrize(
    ("game", "device"), [(game.name, str(one)) for game in GAMES for one in game.procedure.deals]
)
def test_entries_lead_through_a_whole_round(game: str, device: str, *, unread: bool) -> None:
    """Whoever enters what is asked for, and presses what is next, comes to the settlement."""
    at, cards = At(game, device), [str(card) for card in DECK[3::7] + DECK[::7] + DECK[1::7]]
    at.begin()
    for _ in range(40):
        found = entry(at.table, D1)
        if found is not None:
            later = unread and found.unread
            some = ["??"] * found.size if later else [cards.pop(0) for _ in range(found.size)]
            at.enters(found, " ".join(some))
            continue
        if at.table.undecided and at.table.step is Step.PLAYING:
            at.does(asks.Decide("p1", 2, "play"), P1)  # type: ignore[arg-type]
            continue
        if at.table.step is Step.EXPOSED:
            break
        if until(at.table) is not None:
            at.does(asks.Decline("p1", 2), P1)
            continue
        box = next((box for box in (2,) if box not in at.table.round.face_up), None)
        returned = at.table.game.procedure.exposing
        if box and returned and returned.returned:
            at.does(asks.ReturnHand(box))
        else:
            at.does(asks.ExposeDealer())
    at.does(asks.Settle(2_000_000 if at.table.setup.jackpot else None))
    assert at.table.step is Step.CONCLUDED
    assert at.table.round.lines


@pytest.mark.parametrize("game", NAMES)
def test_a_card_is_impossible_exactly_when_it_would_be_refused(game: str) -> None:
    at = At(game)
    at.begin()
    for card in ("Kh", "2c", "9d"):
        if impossible(at.table, card, D1) is None:
            at.does(asks.Deal(card))
    for card in map(str, DECK):
        said = decide(at.table, asks.Deal(card), D1, LATE)
        assert impossible(at.table, card, D1) == (said if isinstance(said, Refused) else None)


def test_a_part_of_a_hand_is_held_against_the_table() -> None:
    at = At("three-pictures", "automated")
    at.begin()
    at.does(asks.Deal("Kh 9s Td"))
    assert impossible(at.table, "", D1) is None
    assert impossible(at.table, "2c", D1) is None
    assert impossible(at.table, "2c 3c", D1) is None
    for typed, why in {
        "9s": "card-already-out",
        "2c 2c": "card-already-out",
        "2c Xx": "no-such-card",
        "2c 3c 4c 5c": "wrong-number-of-cards",
    }.items():
        no = impossible(at.table, typed, D1)
        assert no is not None, typed
        assert no.why == why


def test_unread_hands_are_read_against_the_table() -> None:
    at = At("royal-three-pictures", "automated")
    at.begin()
    at.does(asks.Deal("?? ?? ??"))
    at.does(asks.Deal("Kh 9s Td"))
    found = entry(at.table, D1)
    assert found is not None
    assert (found.command, found.place, found.lies, found.unread) == (
        "return-hand",
        2,
        "?? ?? ??",
        False,
    )
    no = impossible(at.table, "Kh", D1)
    assert no is not None
    assert no.why == "card-already-out"
    assert impossible(at.table, "Kd", D1) is None


def test_nobody_but_staff_has_a_part_in_it() -> None:
    at = At("baccarat")
    at.begin()
    assert staff_part(at.table, P1) is None
    assert staff_part(at.table, A1) is None
    part = staff_part(at.table, D1)
    assert part is not None
    assert "close-table" not in part.may
    assert part.entry is not None
    assert str(part).count("Kh") == 0


# The table of play


def test_the_guide_says_what_the_table_of_play_does() -> None:
    """Baccarat 3.10: on a thousand rounds, step by step."""
    dice, seen = random.Random(7), set()
    for _ in range(1000):
        at = At("baccarat")
        at.begin()
        cards = [str(card) for card in dice.sample(DECK, 30)]
        while at.table.step is Step.DEALING and (place := next_place(at.table)) is not None:
            told = guide(at.table)
            if told is not None:
                side = {PLAYER_HAND: "player", DEALER: "banker"}[place]
                assert told.draws == side
                assert "draws" in told.says
                assert told.clauses
                seen.add(side)
            assert told is None or place != BURNT
            at.does(asks.Deal(cards.pop()))
        told = guide(at.table)
        assert told is not None
        assert told.draws is None
        seen.add(re.sub(r"\d", "N", told.says))
    assert {"player", "banker", "A natural N: no hand draws"} < seen


# Reports


@pytest.mark.parametrize("game", NAMES)
def test_the_questions_lead_to_the_ruling_of_the_facts(game: str) -> None:
    """Whatever the facts: answering only what is asked gives the ruling that all of them give."""
    at = At(game)
    at.begin()
    for one in irregularities(at.table):
        if one.name == "power-failure":
            continue
        report = Report(irregularity=one.name)
        known = as_it_is(at.table, report)
        listed = {fact.name for fact in IRREGULARITIES[known.irregularity]}
        first = reporting(at.table, report, D1, LATE)
        record = {said.fact: said.value for said in first.record} | {"cards": 1}
        answered = {NOTHING: first}
        for every in every_combination(one.name):
            facts = every | {fact: value for fact, value in record.items() if fact in every}
            told, given = first, NOTHING
            while told.question is not None:
                fact = told.question.fact
                assert fact in one.facts
                assert fact not in record
                assert facts[fact] in told.question.values
                given = (*given, (fact, facts[fact]))
                if given not in answered:
                    asked = replace(report, facts=dict(given))
                    answered[given] = reporting(at.table, asked, D1, LATE)
                told = answered[given]
            all_known = {fact: value for fact, value in (facts | record).items() if fact in listed}
            expected = ruling_on(at.table, known, all_known)
            assert told.foreseen is not None
            found = told.foreseen.remedies, told.foreseen.clauses, told.foreseen.says
            assert found == (expected.remedies, expected.clauses, expected.says), (one.name, facts)


def test_what_is_missing_is_said_until_it_is_there() -> None:
    """Baccarat 5.6: both hands as they lie."""
    at = At("baccarat")
    at.begin()
    for card in ("4h", "6d", "4s", "Kc"):
        at.does(asks.Deal(card))
    report = Report(irregularity="wrong-result-registered", lies={PLAYER_HAND: "4h 3s"})
    told = reporting(at.table, report, D1, LATE)
    assert told.fields == ("lies",)
    assert told.missing == "name the cards of both hands as they lie"
    whole = replace(report, lies={PLAYER_HAND: "4h 3s", DEALER: "6d Kc"})
    told = reporting(at.table, whole, D1, LATE)
    assert told.missing is None
    assert told.foreseen is not None
    assert (told.foreseen.at_once, told.foreseen.second) == (False, True)
    assert told.foreseen.second_person is Role.SHIFT_MANAGER
    assert (told.foreseen.players, told.foreseen.cents) == (1, 2500)


def test_a_dealer_reports_and_a_supervisor_rules() -> None:
    """Baccarat 5.7: the order of cards is the pit supervisor's to say."""
    at = At("baccarat")
    at.begin()
    at.does(Report(irregularity="cards-drawn-together", cards="7c 2d"))
    for who, may in ((D1, False), (S1, True), (M1, True)):
        part = staff_part(at.table, who)
        assert part is not None
        assert part.ruling is not None
        assert part.ruling.may_rule is may
        assert part.ruling.order == (("7c", "2d") if may else ())
        assert part.entry is None


def test_what_the_document_leaves_open_can_be_chosen_from() -> None:
    at = At("three-pictures")
    at.begin()
    at.does(Report(irregularity="uncovered"))
    part, lower = staff_part(at.table, F1), staff_part(at.table, M1)
    assert part is not None
    assert lower is not None
    assert part.ruling is not None
    assert lower.ruling is not None
    assert lower.ruling.choices == ()
    assert {Remedy.VOID_ROUND, Remedy.PLAY_ON} <= set(part.ruling.choices)
    assert Remedy.SHIFT_MANAGER_DECIDES not in part.ruling.choices
    for remedy in part.ruling.choices:
        assert not isinstance(decide(at.table, asks.Rule("so it is", (remedy,)), F1, LATE), Refused)


def test_the_page_has_words_for_everything() -> None:
    text = "".join(one.read_text("utf-8") for one in Path("ui/src/text/en").glob("*.ts"))
    facts = {fact.name for listed in IRREGULARITIES.values() for fact in listed}
    for name in (*IRREGULARITIES, *facts, *Remedy):
        assert re.search(rf"^  '?{name}'?: ", text, re.MULTILINE), name


# Over the house


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[OpenHouse, dict[str, httpx.Client]]]:
    text = written("three-card-poker", "baccarat", more='dealer = "person"')
    text += f"[tables.automatic]\ngame = 'baccarat'\n{TABLES['baccarat']}\n"
    text += (
        f"[tables.shoe]\ngame = 'baccarat'\n{TABLES['baccarat']}\n"
        'dealer = "person"\nshoe = "127.0.0.1:0"\n'
    )
    house = opened(tmp_path, text)
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    with on_the_web(house) as where:
        clients = {}
        for name, _, password in staff:
            client = httpx.Client(base_url=f"http://{where}")
            assert client.post("/api/sign-in", json={"name": name, "password": password}).is_success
            clients[name] = client
        yield house, clients
        for client in clients.values():
            client.close()


def test_who_deals_where_and_where_cards_are_typed(
    room: tuple[OpenHouse, dict[str, httpx.Client]],
) -> None:
    _, clients = room
    told = {one["table"]: one for one in clients["d1"].get("/api/console").json()}
    assert [(one["dealer"], one["shoe"]) for one in told.values()] == [
        ("person", False),
        ("person", False),
        ("automatic", False),
        ("person", True),
    ]
    says = {
        table: clients["d1"]
        .get(f"/api/tables/{table}/check", params={"cards": "Kh"})
        .json()["says"]
        for table in told
    }
    assert says == {
        "three-card-poker": "no cards are dealt now",
        "baccarat": "no cards are dealt now",
        "automatic": "no cards are typed at this table",
        "shoe": "no cards are typed at this table",
    }


def test_a_settlement_is_foreseen_and_nothing_is_written(
    room: tuple[OpenHouse, dict[str, httpx.Client]],
) -> None:
    """Before the cards it says why not; a report is tried, and nobody has reported anything."""
    house, clients = room
    ask = clients["d1"].get
    assert ask("/api/tables/baccarat/settlement").json()["says"] == "there is nothing to settle yet"
    before = house.play.tables["baccarat"].version
    told = clients["d1"].post(
        "/api/tables/baccarat/ruling",
        json={"report": {"command": "report", "irregularity": "uncovered"}},
    )
    assert told.json()["foreseen"]["decided_by"] == "shift-manager"
    assert house.play.tables["baccarat"].version == before
    for wrong in ("whist", "power-failure"):
        body = {"report": {"command": "report", "irregularity": wrong}}
        assert clients["d1"].post("/api/tables/baccarat/ruling", json=body).status_code == 409
    assert clients["a1"].get("/api/tables/baccarat/settlement").status_code == 403


def test_a_call_outlives_a_start_and_is_answered_by_the_pit(
    room: tuple[OpenHouse, dict[str, httpx.Client]],
) -> None:
    house, clients = room
    call = clients["d1"].post
    assert call("/api/tables/baccarat/call", json={"reason": "a dispute"}).is_success
    assert call("/api/tables/baccarat/call", json={"reason": "again"}).status_code == 409
    [told] = clients["s1"].get("/api/calls").json()
    assert (told["table"], told["by"], told["reason"]) == ("baccarat", "d1", "a dispute")
    store = SqliteStore(house.store.path)
    assert list(Calls(store).open) == ["baccarat"]
    store.close()
    assert call("/api/tables/baccarat/answer").status_code == 403
    assert clients["s1"].post("/api/tables/baccarat/answer").is_success
    assert clients["d1"].get("/api/calls").json() == []
    assert clients["s1"].post("/api/tables/baccarat/answer").status_code == 409
