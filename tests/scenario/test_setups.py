"""Lines before the play: what a table is set up with, and what came before."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from croupier.games import game
from croupier.problems import BadInput
from croupier.scenario.deriving import FOLLOW, LINES
from croupier.scenario.playing import play, played_on
from croupier.scenario.reading import scripts
from croupier.scenario.spelling import set_up
from croupier.scenario.writing import of_the_round
from croupier.table import events as happened
from croupier.table.commands import JackpotBeyond, Setup
from croupier.table.events import AnyEvent
from croupier.table.settling import settled_before
from croupier.wire.house import setup_of
from tests.support.each_game import NAMES


def failed(game: str, lines: str) -> str | None:
    [script] = scripts(f"game {game}\n== A situation\n{lines}")
    return play(script).failed


def wrong(game: str, line: str) -> str:
    with pytest.raises(BadInput) as told:
        scripts(f"game {game}\n== A situation\n{line}\n")
    return str(told.value)


def test_cards_that_earlier_rounds_used_are_gone() -> None:
    assert failed("baccarat", "decks 6\ngone 100\n= shoe 212\ndealer opens\n= shoe 212\n") is None
    assert wrong("baccarat", "gone 416") == ("line 3: a shoe of 8 decks has fewer cards than that")
    assert wrong("royal-three-pictures", "gone 10") == (
        "line 3: every round of this game has a fresh pack"
    )


def test_cards_that_were_kept_come_first() -> None:
    lines = "gone 20\ncoming Kh 9s\ndealer opens\ndealer closes\n"
    assert failed("baccarat", f"{lines}dealer deals Kh 9s Td Ks\ndealer settles\n") is None
    assert failed("baccarat", f"{lines}dealer deals 2c -> refused\n") is None
    assert wrong("baccarat", "coming Zz").startswith("line 3: ")


def test_the_meter_begins_where_it_stood() -> None:
    lines = "meter 20,123.45 1/2\n= meter 20123.45\n= meter has 123.45\ndealer opens\n"
    bets = "p1 places 1 ante 25.00\np1 places 1 progressive 5.00\ndealer closes\n= meter 20124.45\n"
    assert failed("three-card-poker", lines + bets) is None
    assert wrong("baccarat", "meter 5.00") == "line 3: the game has no jackpot"
    assert wrong("three-card-poker", "meter -5.00") == "line 3: a meter shows 0.00 or more"
    assert wrong("three-card-poker", "meter 5.00 half") == "line 3: 'half' is no part like 1/5"


def test_the_first_round_has_a_number() -> None:
    [script] = scripts("game baccarat\n== A situation\nround 17\ndealer opens\n")
    _, floor = played_on(script)
    assert floor.table.round.number == 17
    assert wrong("baccarat", "round 0") == "line 3: rounds count from 1"


def test_what_a_fault_of_the_jackpot_has_left() -> None:
    lines = "closed-box 2\nno-jackpot-bets\ndealer opens\np1 places 1 ante 25.00\n"
    refused = "p1 places 1 progressive 5.00 -> refused\np1 places 2 ante 25.00 -> refused\n"
    assert failed("three-card-poker", lines + refused) is None
    assert wrong("three-card-poker", "closed-box 99") == "line 3: there is no box 99"


def test_who_was_settled_under_the_minimum_already() -> None:
    head = "game royal-three-pictures\n== A situation\nsettled-short p2 p3\nsettled-short p4\n"
    [script] = scripts(f"{head}dealer opens\n")
    _, floor = played_on(script)
    assert settled_before(floor.table, floor.at) == {"p2", "p3", "p4"}
    assert wrong("royal-three-pictures", "settled-short") == "line 3: players are missing"


def test_limits_can_be_left_out() -> None:
    lines = "limits tie none\ndealer opens\np1 places tie 1.00\n"
    assert failed("baccarat", lines) is None


def test_time_for_bets() -> None:
    """Where the house deals it begins with the first bet."""
    bets = "dealer opens\nafter 9\np1 places player 25.00"
    lines = f"betting-seconds 5\n{bets}\nclock time-up -> refused\nafter 5\nclock time-up\n"
    assert failed("baccarat", lines) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_setup_is_written_whole(name: str) -> None:
    """Each field other than it is by default, written as lines and read again."""
    first = setup_of(name)
    other = replace(
        first,
        limits={bet: (low + 100, high + 100) for bet, (low, high) in first.limits.items()},
        boxes=first.boxes and first.boxes - 1,
        decks=first.decks if first.decks == 1 else 6,
        device=next((one for one in game(name).procedure.deals if one != first.device), "manual"),
        chip_cents=500,
        betting_seconds=31,
        looking_seconds=7,
        interpretations={one.name: one.values[-1] for one in game(name).interpretations},
        jackpot=first.jackpot and (700, 3_000_000, "1/7"),
        jackpot_beyond=first.jackpot
        and JackpotBeyond(cap_cents=9_000_000, reserve="1/20", attendant_cents=500_000),
    )
    lines = "\n".join(set_up(other))
    [script] = scripts(f"game {name}\n== Written\n{lines}\n")
    assert script.start.setup == other
    same = {
        field for field in Setup.__struct_fields__ if getattr(first, field) == getattr(other, field)
    }
    assert same <= {
        "game",
        "boxes",
        "decks",
        "device",
        "jackpot",
        "dealer",
        "shoe",
        "count_cards",
    } | ({"jackpot_beyond"} if first.jackpot is None else set())


def test_every_event_can_be_written_or_only_follows() -> None:
    assert LINES.keys() | FOLLOW == set(get_args(AnyEvent))
    assert not LINES.keys() & FOLLOW


def test_what_follows_the_end_of_a_round_is_not_part_of_it() -> None:
    setup = setup_of("baccarat")
    ended = happened.RoundConcluded(by="d1", at=1)
    sat = happened.PlayerSat(by="p1", at=2, player="p1", box=1)
    proposed = happened.ChangeProposed(by="s1", at=3, setup=setup)
    rejected = happened.ProposalRejected(by="m1", at=4, reason="no")
    assert of_the_round([ended, sat, proposed, rejected, sat]) == (ended,)
    assert of_the_round([ended, rejected]) == (ended, rejected)
