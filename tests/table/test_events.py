"""An event is one thing: what it changes, moves, hides and says, decided for every event."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.table import events as happened
from croupier.table import evolve, meter, meter_postings, postings, secrecy, sight, words
from croupier.table.commands import BURNT, CARDS, DEALER, PLAYER_HAND, CardText, Report, Who
from croupier.table.events import AnyEvent, Event, Ruled
from croupier.table.meter import AnyMeterEvent, MeterEvent
from tests.simulation import soak
from tools import words as written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

BACCARAT, BOXES = written.TABLES[True], written.TABLES[False]
P1, P2, STAFF = Who("p1", Role.PLAYER), Who("p2", Role.PLAYER), Who("s1", Role.PIT_SUPERVISOR)
ANYBODY = (sight.STRANGER, P1, P2, STAFF)
EVENTS, METER_EVENTS = set(get_args(AnyEvent)), set(get_args(AnyMeterEvent))
LOOKS_LIKE_CARDS = re.compile(r"(([2-9TJQKA][shdc]|\?\?)( |$))+")


@pytest.mark.parametrize(
    ("register", "whole"),
    [
        (evolve.EVOLVES, EVENTS),
        (postings.MOVES, EVENTS),
        (meter.CHANGES, METER_EVENTS),
        (meter_postings.MOVES, METER_EVENTS),
        (secrecy.SECRECY, EVENTS | METER_EVENTS | {Ruled, Report}),
        (words.WORDS, EVENTS | METER_EVENTS),
    ],
)
def test_every_event_is_in_every_register(register: dict[type, Any], whole: set[type]) -> None:
    assert set(register) == whole


@pytest.mark.parametrize("kind", secrecy.SECRECY, ids=lambda kind: kind.__name__)
def test_the_secrecy_of_every_field_is_decided(kind: type[msgspec.Struct]) -> None:
    assert set(secrecy.SECRECY[kind]) == own_fields(kind)
    for name in card_fields(kind) & own_fields(kind):
        assert secrecy.SECRECY[kind][name] is not sight.everybody, f"{name} holds cards"


def own_fields(kind: type[msgspec.Struct]) -> set[str]:
    """Beside those that every event of its stream has."""
    base = next((one for one in (Event, MeterEvent) if issubclass(kind, one)), None)
    return set(kind.__struct_fields__) - set(base.__struct_fields__ if base else ())


def card_fields(kind: type[msgspec.Struct]) -> set[str]:
    hints = get_type_hints(kind, include_extras=True)
    return {name for name, hint in hints.items() if holds_cards(hint)}


def holds_cards(hint: Any) -> bool:  # noqa: ANN401 - any type
    if CARDS in getattr(hint, "__metadata__", ()):
        return True
    if isinstance(hint, type) and get_origin(hint) is None and issubclass(hint, msgspec.Struct):
        return bool(card_fields(hint))
    return any(holds_cards(one) for one in get_args(hint))


def test_cards_are_found_wherever_an_event_holds_them() -> None:
    class Peeked(Event, frozen=True, kw_only=True, tag="peeked"):
        box: int
        reports: tuple[Report, ...]
        hands: dict[int, CardText] | None

    assert card_fields(Peeked) == {"reports", "hands"}


class Watched(soak.Floor):
    """Hostile play of every kind; what looks like cards has to be known as such."""

    def record(self, name: str, event: AnyEvent, command: AnyCommand) -> None:
        assert not list(unmarked_cards(event)), event
        assert words.in_words(event, self.tables[name])
        super().record(name, event, command)


def unmarked_cards(whole: msgspec.Struct) -> Iterator[str]:
    known = card_fields(type(whole))
    for name in whole.__struct_fields__:
        for text in texts(getattr(whole, name)):
            if name not in known and LOOKS_LIKE_CARDS.fullmatch(text):
                yield name


def texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - any value
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (one for some in value.values() for one in texts(some))
    elif isinstance(value, tuple | list):
        yield from (one for some in value for one in texts(some))
    elif isinstance(value, msgspec.Struct):
        yield from (one for name in value.__struct_fields__ for one in texts(getattr(value, name)))


@pytest.mark.slow
def test_no_field_holds_cards_without_saying_so(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = happened.PlayerAdvised(by="d1", at=0, player="p1", box=1, bet="main", says="Kh 9s")
    assert list(unmarked_cards(hidden)) == ["says"]
    monkeypatch.setattr(soak, "Floor", Watched)
    soak.soak(soak.floor_of_each_game(), 1, 60)


def test_there_is_a_sample_in_words_of_every_event() -> None:
    """By which pages show that they fill a sentence as the house does."""
    samples = json.loads(written.GOLDEN.read_text("utf-8"))
    assert {one["event"]["event"] for one in samples} == set(written.events()["events"])
    assert all(one["says"] for one in samples)


def test_what_a_person_wrote_is_not_read_as_a_template() -> None:
    reason = "see [{by}] and {cents:money}"
    event = happened.ProposalRejected(by="f1", at=0, reason=reason)
    said = words.in_words(event, written.TABLES[False])
    assert said == f"the proposal is rejected: {reason}"


def seen_by(event: AnyEvent, table: Table) -> list[AnyEvent | None]:
    return [secrecy.seen(event, table, who) for who in ANYBODY]


def dealt(to: int, cards: str) -> happened.CardsDealt:
    return happened.CardsDealt(by="d1", at=0, cards=cards, to=to)


@pytest.mark.parametrize(
    ("table", "to", "shown"),
    [
        (BOXES, 1, "?? ?? ??"),
        (BOXES, DEALER, "?? ?? ??"),
        (BACCARAT, PLAYER_HAND, "Kh 9s Td"),
        (BACCARAT, BURNT, "?? ?? ??"),
    ],
)
def test_cards_are_told_face_down_but_where_they_lie_open(
    table: Table, to: int, shown: str
) -> None:
    assert seen_by(dealt(to, "Kh 9s Td"), table) == [dealt(to, shown)] * 4


def test_a_wager_at_a_terminal_is_for_its_player_and_for_staff() -> None:
    wager = happened.WagerPlaced(by="p1", at=0, player="p1", box=0, bet="banker", cents=2500)
    assert seen_by(wager, BACCARAT) == [None, wager, None, wager]
    assert seen_by(wager, BOXES) == [wager] * 4
    assert secrecy.concerns(wager, BACCARAT) == "p1"
    assert secrecy.concerns(wager, BOXES) is None


def test_what_goes_back_at_terminals_is_each_player_s_own() -> None:
    backs = [happened.Returned(name, 0, "banker", 2500) for name in ("p1", "p2")]
    void = happened.RoundVoided(by="d1", at=0, returned=tuple(backs))
    none, one, other = (replace(void, returned=rows) for rows in ((), (backs[0],), (backs[1],)))
    assert seen_by(void, BACCARAT) == [none, one, other, void]
    assert seen_by(void, BOXES) == [void] * 4


def test_an_auditor_reads_names_beside_the_cards_that_a_player_saw() -> None:
    wager = happened.WagerPlaced(by="p2", at=0, player="p2", box=0, bet="banker", cents=2500)
    assert secrecy.seen(wager, BACCARAT, P1, reads_names=True) == wager
    burnt = dealt(BURNT, "Kh")
    assert secrecy.seen(burnt, BACCARAT, P1, reads_names=True) == dealt(BURNT, "??")
