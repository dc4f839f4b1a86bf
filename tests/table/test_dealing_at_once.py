"""The console of a dealer: all cards face down at once, stages and their times, the next card."""

from __future__ import annotations

import pytest

from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table.commands import BURNT, DEALER, Report
from croupier.table.console import Rest, entry, staff_part
from croupier.table.decide import decide
from croupier.table.evolve import fold
from croupier.table.stage import Stage
from croupier.table.stages import stages
from croupier.table.state import Step, next_place, set_size
from tests.support.worked_table import D1, P1, S1, At

BOXES = ["three-pictures", "lucky-three-pictures", "royal-three-pictures", "three-card-poker"]


def betting(game: str, device: str, *boxes: int) -> At:
    at = At(game, device)
    at.does(asks.OpenBetting())
    for box in boxes:
        at.does(asks.Place(f"p{box}", at.table.main_bet, 2500, box), asks.Who(f"p{box}", P1.role))
    at.does(asks.CloseBetting())
    return at


@pytest.mark.parametrize("device", ["manual", "automated"])
@pytest.mark.parametrize("game", BOXES)
@pytest.mark.parametrize("boxes", [(1,), (2, 4, 7), (1, 2, 3, 4, 5, 6, 7)])
def test_all_face_down_is_as_if_each_place_were_dealt_by_itself(
    game: str, device: str, boxes: tuple[int, ...]
) -> None:
    at = betting(game, device, *boxes)
    found, one_by_one = entry(at.table, D1), at.table
    events = []
    while (place := next_place(one_by_one)) is not None:
        cards = " ".join(["??"] * set_size(one_by_one, place))
        made = decide(one_by_one, asks.Deal(cards, place), D1, at.now)
        assert not isinstance(made, Refused)
        events += made
        one_by_one = fold(one_by_one, made)
    assert decide(at.table, asks.DealFaceDown(), D1, at.now) == events
    assert one_by_one.step is Step.PLAYING
    assert found is not None
    places = (*boxes, DEALER)
    burnt = (BURNT,) if at.table.round.to_deal[0] == BURNT else ()
    in_all = 3 * len(places) + len(burnt)
    assert found.rest == Rest((*burnt, *places), in_all, len(events))


def test_what_lies_already_is_not_dealt_again() -> None:
    at = betting("three-pictures", "manual", 1, 2)
    at.does(asks.Deal("Kh"))
    found = entry(at.table, D1)
    assert found is not None
    assert found.rest == Rest((2, DEALER, 1), 8, 8)
    at.does(asks.DealFaceDown())
    assert [len(at.table.cards_of(place)) for place in (1, 2, DEALER)] == [3, 3, 3]
    assert str(at.table.cards_of(1)[0]) == "Kh"


@pytest.mark.parametrize("game", [*BOXES, "baccarat"])
def test_nothing_is_dealt_where_nothing_is_to_be_dealt(game: str) -> None:
    at = At(game)
    for _ in range(2):
        answer = decide(at.table, asks.DealFaceDown(), D1, at.now)
        assert isinstance(answer, Refused)
        assert answer.why == "not-now"
        if at.table.step is Step.CONCLUDED:
            at.does(asks.OpenBetting())


def test_the_stages_of_a_round_and_when_each_was_over() -> None:
    at = At("lucky-three-pictures", "automated")
    names = ["bets", "close", "deal", "look", "dealer", "pay"]
    assert [(one.name, one.is_now, one.done_at) for one in stages(at.table)] == [
        (name, False, None) for name in names
    ]
    times = []
    at.does(asks.OpenBetting())
    times.append(at.now)
    assert [one.name for one in stages(at.table) if one.is_now] == [Stage.BETS]
    at.does(asks.Place("p1", at.table.main_bet, 2500, 2), P1)
    for command, who in (
        (asks.CloseBetting(), D1),
        (asks.DealFaceDown(), D1),
        (asks.Look("p1", 2), P1),
        (asks.ExposeDealer("Kh 9s 2d"), D1),
    ):
        at.does(command, who)
        times.append(at.now)
    now = [(one.name, one.is_now, one.done_at) for one in stages(at.table)]
    assert now == [
        *((name, False, time) for name, time in zip(names, times, strict=False)),
        ("pay", True, None),
    ]


def test_third_cards_are_a_stage_of_their_own() -> None:
    at = At("baccarat")
    at.begin()
    while next_place(at.table) == BURNT:
        at.does(asks.Deal("Th"))
    for card in ("Ah", "9d", "3s", "6c"):
        at.does(asks.Deal(card))
    four = at.now
    shown = {one.name: (one.is_now, one.done_at) for one in stages(at.table)}
    assert shown[Stage.DEAL] == (False, four)
    assert shown[Stage.THIRD] == (True, None)
    assert list(shown) == ["bets", "close", "deal", "third", "pay"]


def test_the_card_that_a_ruling_made_next_is_filled_in() -> None:
    at = At("baccarat")
    at.begin()
    for card in ("Ah", "9d", "3s", "6c"):
        at.does(asks.Deal(card))
    assert entry(at.table, D1).coming == ""  # type: ignore[union-attr]
    together = Report(irregularity="cards-drawn-together", cards="7c 2d")
    at.does(together)
    at.does(asks.Rule("as seen", order="7c 2d"), S1)
    part = staff_part(at.table, D1)
    assert part is not None
    assert part.entry is not None
    assert (part.entry.coming, part.entry.size) == ("7c", 1)
    at.does(asks.Deal("7c"))
    assert entry(at.table, D1).coming == "2d"  # type: ignore[union-attr]
