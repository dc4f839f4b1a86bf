"""What players are told once a round was put right: each change, before and after, no card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.scenario.playing import played_on
from croupier.scenario.reading import scripts
from croupier.table import events as happened
from croupier.table.corrected import Corrections, RoundChange, RoundCorrection, told_to
from croupier.table.evolve import evolve
from croupier.table.postings import postings

if TYPE_CHECKING:
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

LIVE = Path(__file__).parents[1] / "scenarios" / "live"
BEFORE = """
    dealer opens
    p1 places player 100.00
    p2 places banker 50.00
    dealer closes
    dealer deals 9h 2d Kh 3c
    dealer settles
"""
LATE = "supervisor replaces-shoe\nsupervisor2 reports wrong-result-registered"
AS_IT_LAY = 'lies.player="2d 4h" lies.banker="9h Kh"'


def journal(game: str, script: str) -> list[AnyEvent]:
    [one] = scripts(f"game {game}\n== Played\n{script}")
    outcome, floor = played_on(one)
    assert outcome.failed is None
    return [event for _, event in floor.journal]


def told(events: list[AnyEvent], player: str, number: int = 1) -> list[RoundCorrection]:
    """Of a round, followed from its opening on."""
    following, begun = Corrections(player, number), False
    for event in events:
        if begun:
            following.follow(event)
        begun |= isinstance(event, happened.BettingOpened) and event.round == number
    return following.done


def correction(at: int, clauses: str, changed: str, before: int | None, after: int) -> object:
    return RoundCorrection(
        at=at,
        clauses=tuple(clauses.split()),
        changed=tuple(map(RoundChange, changed.split())),
        before_cents=before,
        after_cents=after,
    )


@pytest.mark.standard(8)
def test_a_result_that_is_settled_anew() -> None:
    """Told once it is: not while the table still waits for the settlement."""
    script = f'{BEFORE}{LATE} {AS_IT_LAY}\nshift rules "misread"\n'
    assert told(journal("baccarat", script), "p1") == []
    events = journal("baccarat", f"{script}dealer settles")
    changed = "result-taken-back cards-as-they-lay settled-anew"
    at = events[-1].at
    assert told(events, "p1") == [correction(at, "5.6", changed, 20_000, 0)]
    assert told(events, "p2") == [correction(at, "5.6", changed, 0, 10_000)]
    assert told(events, "p3") == []


@pytest.mark.standard(8)
def test_a_round_that_is_void_after_it_was_paid() -> None:
    events = journal("baccarat", f'{BEFORE}dealer reports foreign-card\nshift rules "red"')
    changed, by = "result-taken-back round-void", "5.3.1 5.3 5.11"
    void = next(one for one in events if isinstance(one, happened.RoundVoided))
    assert told(events, "p1") == [
        correction(void.at, " ".join(void.clauses), changed, 20_000, 10_000)
    ]
    assert set(void.clauses) <= set(by.split())


@pytest.mark.standard(8)
def test_a_round_that_is_corrected_while_the_next_is_played() -> None:
    later = "dealer opens\np1 places player 200.00\ndealer reports wrong-result-registered"
    events = journal("baccarat", f'{BEFORE}{later} {AS_IT_LAY}\nshift rules "misread"')
    changed, at = "cards-as-they-lay settled-anew", events[-1].at
    assert told(events, "p1") == [correction(at, "5.6", changed, 20_000, 0)]
    assert told(events, "p1", 2) == []


def test_an_undisturbed_round_tells_nobody_anything() -> None:
    events = journal("baccarat", BEFORE)
    assert [told(events, one) for one in ("p1", "p2")] == [[], []]


CHANGES = {
    happened.SettlementReversed: RoundChange.RESULT_TAKEN_BACK,
    happened.CardsFoundLying: RoundChange.CARDS_AS_THEY_LAY,
    happened.HandsMoved: RoundChange.HANDS_MOVED,
    happened.DealReconstructed: RoundChange.DEAL_REBUILT,
}
ENDS = (happened.RoundSettled, happened.RoundVoided)
GAMES = [
    "baccarat",
    "lucky_three_pictures",
    "royal_three_pictures",
    "three_card_poker",
    "three_pictures",
]
STAKES = (happened.WagerPlaced, happened.WagerFound, happened.WagerWithdrawn, happened.Decided)


def rounds_in(events: list[AnyEvent], table: Table) -> list[tuple[list[AnyEvent], Table]]:
    """Each with its events after the opening, and the table that it leaves."""
    found: list[tuple[list[AnyEvent], Table]] = []
    for event in events:
        table = evolve(table, event)
        if isinstance(event, happened.BettingOpened):
            found.append(([], table))
        elif found:
            found[-1] = ([*found[-1][0], event], table)
    return found


def brought_back(events: list[AnyEvent], player: str) -> int:
    """What moved to a player and was no stake of his taken up again while betting was open."""
    cents, betting = 0, True
    for event in events:
        betting &= not isinstance(event, happened.BettingClosed)
        returned = betting and isinstance(event, happened.WagerReturned)
        if not isinstance(event, STAKES) and not returned:
            cents += sum(
                moved for account, moved in postings(event) if account == f"player:{player}"
            )
    return cents


@pytest.mark.slow
@pytest.mark.standard(8)
@pytest.mark.parametrize("game", GAMES)
def test_every_situation_that_changes_a_round_is_told_to_its_players(game: str) -> None:
    """Over all situations of a game: who is told of what, the amount as the postings have it."""
    amounts, changes = 0, set()
    for script in scripts((LIVE / f"{game}.txt").read_text("utf-8")):
        _, floor = played_on(script)
        if len(floor.tables) > 1:
            continue
        events = [event for _, event in floor.journal]
        for within, left in rounds_in(events, floor.first["t1"]):
            if not within or not isinstance(within[-1], ENDS):
                continue
            late = any(isinstance(one, happened.SettlementCorrected) for one in within)
            settled = {one.player for one in left.round.lines}
            for player in {one.player for one in within if isinstance(one, happened.WagerPlaced)}:
                done = told(events, player, left.round.number)
                found = {CHANGES[type(one)] for one in within if type(one) in CHANGES}
                if player in settled and not late:
                    assert found <= {one for told_of in done for one in told_of.changed}
                    changes |= found
                if done and not late:
                    amounts += 1
                    assert done[-1].after_cents == brought_back(within, player)
                    assert told_to(within[-1], left)
    assert amounts > 10
    assert RoundChange.RESULT_TAKEN_BACK in changes
