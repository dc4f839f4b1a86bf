"""What a table remembers of its last rounds: public facts, corrected with a settlement."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.scenario.playing import played_on
from croupier.scenario.reading import scripts
from croupier.table import saved
from croupier.table.events import TableConfigured
from croupier.table.evolve import evolve
from croupier.table.past import MOST, Past, PastBox, PastHand, past_of, pasts
from croupier.table.roads import parse, roads
from croupier.table.tally import DAY, BetTally, Tally
from croupier.wire.house import setup_of
from tests.simulation import soak

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.scenario.floor import Floor
    from croupier.table.state import Table


def played(game: str, script: str, floor: Floor | None = None) -> Floor:
    """A floor after the lines of a scenario."""
    [one] = scripts(f"game {game}\n== Played\n{script}")
    outcome, floor = played_on(one, floor)
    assert outcome.failed is None
    assert floor.replayed()
    assert saved.load(saved.save(floor.table)) == floor.table
    return floor


def results(floor: Floor) -> list[str]:
    return [past.short for past in pasts(floor.table)]


THREE = "dealer deals-rounds 9h 2d Kh 3c / 2h 9d 3h Kc / 8h 8d Kd Ks"
"""Player, banker, tie; in the last each hand is a natural 8."""


@pytest.mark.clause("baccarat", "5.10", title="A shoe of baccarat as the roads read it")
def test_a_shoe_of_baccarat_as_the_roads_read_it() -> None:
    floor = played("baccarat", THREE + " / 5c 6c 5s 6s 9c 4c")
    assert results(floor) == ["P", "B", "T", "Pbp"]
    *_, tie, last = pasts(floor.table)
    assert (tie.player, tie.dealer) == (
        PastHand("8h Kd", None, 8),
        PastHand("8d Ks", None, 8),
    )
    assert (last.round, last.voided, last.boxes) == (4, False, ())
    assert last.player == PastHand("5c 5s 9c", None, 9)
    assert last.dealer == PastHand("6c 6s 4c", None, 6)
    assert roads(parse("".join(results(floor)))).bead == (("P", "B", "T", "Pbp"),)


def test_the_pair_is_of_the_first_two_cards() -> None:
    floor = played("baccarat", "dealer deals-rounds 2c 6c 3s Ts 3d / 2h 7d 2s Kd 2d")
    assert results(floor) == ["P", "Bp"]


def test_a_new_shoe_begins_a_new_list() -> None:
    """With its first round; until then the roads of the old one stand."""
    floor = played("baccarat", THREE + "\n supervisor replaces-shoe")
    assert results(floor) == ["P", "B", "T"]
    played("baccarat", "dealer opens", floor)
    assert results(floor) == []
    played("baccarat", "dealer closes \n dealer deals 9h 2d Kh 3c \n dealer settles", floor)
    assert [(past.round, past.short) for past in pasts(floor.table)] == [(4, "P")]


def test_a_shoe_replaced_during_a_round_ends_with_that_round() -> None:
    floor = played(
        "baccarat",
        THREE
        + """
        dealer opens
        dealer closes
        dealer deals 9c
        dealer reports cards-drawn-together cards="4c 5c"
        supervisor rules "new cards" order="4c 5c" shoe=new
        dealer deals 4c 5c 6c
        """,
    )
    while floor.table.step == "dealing":
        played("baccarat", "dealer deals Ks", floor)
    played("baccarat", "dealer settles", floor)
    assert len(results(floor)) == 4
    played("baccarat", "dealer opens", floor)
    assert results(floor) == []


@pytest.mark.clause(
    "baccarat", "5.3.1", "5.11", title="A void round is shown as void and without its cards"
)
def test_a_void_round_is_shown_as_void_and_without_its_cards() -> None:
    floor = played(
        "baccarat",
        """
        dealer deals-rounds 9h 2d Kh 3c
        dealer opens
        dealer closes
        dealer deals 2h 9d
        dealer reports foreign-card
        supervisor rules "one with a red back"
        """,
    )
    assert results(floor) == ["P", "void"]
    assert pasts(floor.table)[1] == Past(round=2, at=floor.journal[-1][1].at, voided=True)


@pytest.mark.clause("baccarat", "5.3.1", title="A settlement that is undone corrects the entry")
def test_a_settlement_that_is_undone_corrects_the_entry() -> None:
    floor = played(
        "baccarat",
        """
        dealer opens
        p1 places player 100.00
        dealer closes
        dealer deals 9h 2d Kh 3c
        dealer settles
        """,
    )
    assert results(floor) == ["P"]
    played("baccarat", 'dealer reports foreign-card \n shift rules "red"', floor)
    assert results(floor) == ["void"]


@pytest.mark.standard(7)
@pytest.mark.clause("baccarat", "5.6", title="A wrong result is corrected by the cards")
def test_a_wrong_result_is_corrected_by_the_cards() -> None:
    floor = played(
        "baccarat",
        """
        dealer opens
        p1 places player 100.00
        dealer closes
        dealer deals 9h 2d Kh 3c
        dealer settles
        supervisor replaces-shoe
        supervisor2 reports wrong-result-registered lies.player="2d 4h" lies.banker="9h Kh"
        shift rules "misread"
        """,
    )
    assert (floor.table.step, results(floor)) == ("exposed", [])
    played("baccarat", "dealer settles", floor)
    assert results(floor) == ["B"]
    assert pasts(floor.table)[0].dealer == PastHand("9h Kh", None, 9)


def test_boxes_with_their_hands_and_what_became_of_each_bet() -> None:
    floor = played(
        "three-pictures",
        """
        device automated
        dealer opens
        p1 places 1 initial 100.00
        p2 places 1 initial 50.00
        p1 places 1 tie 25.00
        p1 places 3 initial 100.00
        dealer closes
        dealer deals 9c Kd 9h 2c 3d 4h 7s Kh Qc
        dealer exposes
        dealer settles
        """,
    )
    assert pasts(floor.table) == (
        Past(
            round=1,
            at=floor.at,
            dealer=PastHand("7s Kh Qc", "Double Pictures Seven", 7),
            boxes=(
                PastBox(
                    1,
                    {"initial": "win", "tie": "lose"},
                    PastHand("9c Kd 9h", "Single Picture Eight", 8),
                ),
                PastBox(3, {"initial": "win"}, PastHand("2c 3d 4h", "Plain Nine", 9)),
            ),
        ),
    )
    assert results(floor) == ["Double Pictures Seven"]


FOLDED = """
    device automated
    dealer opens
    p1 places 1 ante 25.00
    p2 places 2 ante 25.00
    dealer closes
    dealer deals 2c 4d 7h Ac Kd 9h Qh 8s 3h
    p1 folds 1
    p2 plays 2
    dealer exposes
    dealer settles
"""


@pytest.mark.clause("three-card-poker", "3.12.1", title="A folded hand stays unseen")
def test_a_folded_hand_stays_unseen() -> None:
    floor = played("three-card-poker", FOLDED)
    [past] = pasts(floor.table)
    assert past.boxes[0] == PastBox(1, {"ante": "lose"}, None, folded=True)
    assert past.boxes[1].hand == PastHand("Ac Kd 9h", "Three Odd Cards")
    assert "2c" not in str(past)
    assert "rank='2', suit='c'" not in str(floor.table.past)


def test_a_round_in_which_nobody_bet_is_not_remembered() -> None:
    floor = played("three-card-poker", FOLDED + "\n dealer opens \n dealer closes")
    assert floor.table.step == "concluded"
    assert [past.round for past in floor.table.past] == [1]


def test_the_last_rounds_are_kept() -> None:
    round_ = "\n".join(FOLDED.splitlines()[2:])
    floor = played("three-card-poker", FOLDED)
    for _ in range(MOST + 3):
        played("three-card-poker", round_, floor)
    assert [past.round for past in floor.table.past] == list(range(5, MOST + 5))


def test_another_game_forgets_them() -> None:
    floor = played("three-card-poker", FOLDED)
    setup = setup_of("three-pictures")
    from croupier.table.events import TableConfigured  # noqa: PLC0415

    told = TableConfigured(by="m1", at=1, setup=setup, version=3)
    assert evolve(floor.table, told).past == ()


class Watched(soak.Floor):
    """A soak that knows of every card in a table's past whether all had seen it."""

    def leaks(self, name: str, table: Table) -> Iterable[str]:
        yield from super().leaks(name, table)
        if table.past and table.past[-1].round == table.round.number:
            unseen = past_cards(past_of(table.game, table.past[-1])) - self.public[name]
            if unseen:
                yield f"the past of {name} tells of {unseen}"
            self.seen = getattr(self, "seen", 0) + 1


def past_cards(past: Past) -> set[Card]:
    hands = [past.dealer, past.player, *(box.hand for box in past.boxes)]
    return {card for hand in hands if hand for card in parse_cards(hand.cards)}


def test_only_what_everybody_has_seen_is_remembered() -> None:
    """Random and hostile play, with what is past checked after every event."""
    floor = Watched(soak.floor_of_each_game(), Random(7).randrange(100))
    while floor.tally.rounds < 60:
        floor.step()
    floor.conclude()
    assert floor.seen > 60


# What a table counts of a day: each round once, as it stands after corrections


def test_a_day_at_a_table_with_boxes() -> None:
    floor = played("three-card-poker", FOLDED)
    assert floor.table.today == Tally(
        floor.at // DAY,
        rounds=1,
        bets={"ante": BetTally(1, 1), "play": BetTally(1)},
        folded=1,
        qualified=1,
    )


def test_a_table_of_play_counts_the_bets_that_won() -> None:
    floor = played("baccarat", THREE)
    today = floor.table.today
    assert (today.rounds, today.voided, today.folded, today.qualified) == (3, 0, 0, 0)
    assert {bet: one.won for bet, one in today.bets.items()} == {
        "player": 1,
        "banker": 1,
        "tie": 1,
    }


def test_a_round_taken_back_is_not_counted() -> None:
    floor = played("three-card-poker", FOLDED)
    game, [last] = floor.table.game, floor.table.past
    assert floor.table.today.less(game, last).rounds == 0
    assert floor.table.today.less(game, last).bets["ante"] == BetTally()


def test_a_day_begins_anew() -> None:
    """The last millisecond of the day before, the first of the next."""
    floor = played("three-card-poker", FOLDED)
    game, [last] = floor.table.game, floor.table.past
    evening = Tally().plus(game, replace(last, at=DAY - 1))
    assert (evening.day, evening.plus(game, replace(last, at=DAY - 1)).rounds) == (0, 2)
    morning = evening.plus(game, replace(last, at=DAY))
    assert (morning.day, morning.rounds) == (1, 1)
    assert morning.less(game, replace(last, at=DAY - 1)) == morning


def test_another_game_begins_anew() -> None:
    floor = played("three-card-poker", FOLDED)
    told = TableConfigured(by="m1", at=1, setup=setup_of("three-pictures"), version=3)
    assert evolve(floor.table, told).today == Tally()
    assert len(pasts(floor.table)) == 1
