"""A past round written as a scenario comes out the same, and tells nobody more than he saw."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

import croupier
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.scenario.playing import play
from croupier.scenario.reading import scripts
from croupier.server.journal.backup import journal
from croupier.server.money.cage import Cage
from croupier.server.past.played import played_round, tables_of
from croupier.server.past.replay import own_accounts
from croupier.server.past.written import written_round
from croupier.table import commands as asks
from croupier.table.commands import BURNT, Who
from croupier.table.events import WagerFound, WagerPlaced, tag_of
from croupier.table.secrecy import seen
from croupier.table.seen import visible
from tests.support.jackpot_tables import Pit
from tests.support.played_house import BANKROLL, DEALER, Floor, furnished
from tests.support.random_house import random_rounds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.scenario.playing import Outcome
    from croupier.server.journal.store import Store
    from croupier.server.past.played import Played
    from tests.support.played_rounds import Asked

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def played_again(text: str) -> Outcome:
    [script] = scripts(text)
    return play(script)


def tags(outcome: Outcome) -> list[str]:
    """From the opening on: what stands before it are seats and restrictions."""
    found = [tag for line in outcome.lines for tag in line.events]
    return found[found.index("betting-opened") :]


def bettors(played: Played) -> list[str]:
    laid = [one.event for one in played.moments]
    return list(
        dict.fromkeys(one.player for one in laid if isinstance(one, WagerPlaced | WagerFound))
    )


def won(played: Played, player: str) -> str:
    """By the postings of the house's own ledger."""
    mine = own_accounts(played.moments[0].after.name, player)
    postings = [one for moment in played.moments for one in moment.entry.postings]
    return format_amount(sum(one.cents for one in postings if one.account in mine))


def seen_by(played: Played, player: str) -> set[str]:
    """Cards that he was shown where they lay, or told of with an event."""
    who = Who(player, Role.PLAYER)
    told = [seen(one.event, one.after, who) for one in played.moments]
    named = {card for event in told for card in CARD.findall(str(msgspec.to_builtins(event)))}
    return named | {
        str(card)
        for moment in played.moments
        for place in moment.after.round.hands
        if place != BURNT
        for card in visible(moment.after, place, who)
        if card is not None
    }


@pytest.mark.slow
def test_rounds_of_every_game_come_out_the_same(tmp_path: Path) -> None:
    house, ended = random_rounds(tmp_path / "house.db", 2, 40)
    unwritten, own, to_the_end = [], 0, 0
    for table, number in ended:
        played = played_round(house.store, table, number)
        try:
            outcome = played_again(written_round(house.store, table, number))
        except BadInput as problem:
            unwritten.append(str(problem))
            continue
        assert outcome.failed is None
        found = [tag_of(type(one.event)) for one in played.moments]
        assert tags(outcome) == found[: len(tags(outcome))]
        for player in bettors(played):
            assert outcome.balances[player] == won(played, player)
            own += 1
            to_the_end += is_own(house.store, played, player)
    assert len(unwritten) <= len(ended) // 20, unwritten
    assert to_the_end > own // 2


def is_own(store: Store, played: Played, player: str) -> bool:
    """Whether what a player saw gives the whole round; the file holds no other card."""
    table = played.moments[0].after
    text = written_round(store, table.name, table.round.number, player)
    assert set(CARD.findall(text)) <= seen_by(played, player)
    outcome = played_again(text)
    assert outcome.failed is None
    if f"# What follows depends on what {player} did not see" in text:
        return False
    assert outcome.balances[player] == won(played, player)
    return True


def test_what_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    floor.round()
    floor.open()
    with pytest.raises(BadInput, match=r"^round 2 of table t1 is still in play$"):
        written_round(house.store, "t1", 2)
    with pytest.raises(BadInput, match=r"^table t1 has no round 3$"):
        written_round(house.store, "t1", 3)
    with pytest.raises(BadInput, match=r"^there is no table 't9'; there are: t1$"):
        written_round(house.store, "t9", 1)


def test_names_that_a_line_cannot_hold_are_others_there(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker")
    floor = Floor(house)
    guests = ("Anna Lee", "dealer7", "p1")
    for name in guests:
        Cage(house.store, house.balances, house.own_play).buy_in(name, BANKROLL, "c1", 1)
    floor.open()
    for box, name in enumerate(guests, 1):
        floor.carried(asks.Place(name, "ante", 2500, box), Who(name, Role.PLAYER))
    floor.deal()
    for box, name in enumerate(guests, 1):
        floor.carried(asks.Decide(name, box, Choice.FOLD), Who(name, Role.PLAYER))
    floor.carried(asks.ExposeDealer(), DEALER)
    floor.carried(asks.Settle(), DEALER)
    text = written_round(house.store, "t1", 1)
    assert played_again(text).balances == {"p2": "-25.00", "p3": "-25.00", "p1": "-25.00"}
    assert "Anna" not in text
    assert "d1" not in text.split()


def test_a_meter_that_other_tables_fed_and_won(tmp_path: Path) -> None:
    pit = Pit(tmp_path / "house.db")
    pit.until_exposed("t2")
    pit.until_exposed("t1")
    pit.carry("t2", asks.Settle())
    pit.carry("t1", asks.Settle())
    for table in ("t1", "t2"):
        text = written_round(pit.house.store, table, 1)
        played = played_round(pit.house.store, table, 1)
        assert f"settles {format_amount(pit.awarded(table)[0] or 0)} -> " in text
        balances = played_again(text).balances
        assert balances == {name: won(played, name) for name in bettors(played)}


def test_a_copy_of_the_journal_without_its_house_is_enough(tmp_path: Path) -> None:
    """An auditor has only a file: it tells its tables, and a round of each comes out the same."""
    house, ended = random_rounds(tmp_path / "house.db", 3, 40)
    house.store.close()
    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    before = (tmp_path / "house.db").read_bytes()
    copy.write_bytes(before)
    last = dict(ended)
    with journal(copy) as store:
        tables = tables_of(store)
        texts = [written_round(store, table, last[table]) for table in tables]
    assert set(tables) == set(last)
    assert [played_again(text).failed for text in texts] == [None] * len(texts)
    assert copy.read_bytes() == before


def test_the_program_writes_it(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    Floor(house).round()
    house.store.close()
    status, out, err = ask("audit", "scenario", tmp_path / "house.db", "t1", 1)
    assert (status, err) == (0, "")
    assert out == croupier.scenario_of(tmp_path / "house.db", "t1", 1)
    (tmp_path / "round.txt").write_text(out)
    assert ask("scenario", tmp_path / "round.txt").out == (
        "holds  baccarat: Round 1 at t1\n1 situation: all hold.\n"
    )
    own = ask("audit", "scenario", tmp_path / "house.db", "t1", 1, "--as", "p2").out
    assert "p1" not in own
    assert ask("audit", "scenario", tmp_path / "house.db", "t1", 2).status == 2


def test_the_library_writes_it_too(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker")
    Floor(house).round()
    house.store.close()
    text = croupier.scenario_of(tmp_path / "house.db", "t1", 1)
    [outcome] = croupier.scenarios(text)
    assert (outcome.held, outcome.title) == (True, "Round 1 at t1")
    assert croupier.answer(outcome)["held"] is True
