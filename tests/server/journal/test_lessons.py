"""What real systems got wrong, from public fault reports: each as a test with killed_writes.

Four faults, in the order of the list: rounds kept only in memory; a void marked final before its
refunds were paid; winners read from the round and never paid; balances in floating point.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest

from croupier.money import Posting
from croupier.server.floor.protocol import decoder
from croupier.server.journal.store import New, Part, Unavailable, Write
from croupier.server.money.ledger import player_account, provisional
from croupier.table import events as happened
from croupier.table.state import Step
from tests.support import killed_writes
from tests.support.each_game import each_game
from tests.support.played_house import (
    BANKROLL,
    KEYS,
    PLAYERS,
    Floor,
    balanced,
    furnished,
    journal,
    reopened,
    staked,
    voided_round,
    whole_round,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.play.house import House

NAMES = [who.name for who in PLAYERS]


def left_behind(played: killed_writes.Played, path: Path) -> Iterator[House]:
    """The house as it is found after a kill at each step of each write."""
    for moment in played.left():
        moment.files.put(path)
        house = reopened(path)
        yield house
        house.store.close()


def own(house: House, name: str) -> int:
    """What a player has and has won."""
    accounts = player_account(name), provisional("t1", name)
    return sum(house.store.balance(account) for account in accounts)


@pytest.mark.standard(4)
@each_game
def test_a_round_is_not_kept_only_in_memory(game: Game, tmp_path: Path) -> None:
    """G 4.16: at every moment the stakes of a round in play are held, shown, and paid back."""
    furnished(tmp_path / "house.db", game.name).store.close()

    def half_a_round(house: House) -> None:
        floor = Floor(house)
        floor.open()
        floor.bet()

    played = killed_writes.Played(tmp_path / "house.db", KEYS, half_a_round)
    held = []
    for house in left_behind(played, tmp_path / "left.db"):
        lying = staked(house, "t1")
        assert sum(own(house, name) for name in NAMES) + lying == len(NAMES) * BANKROLL
        house.recover(10**7)
        if house.tables["t1"].table.step is Step.CONCLUDED:
            assert [own(house, name) for name in NAMES] == [BANKROLL] * len(NAMES)
        balanced(house)
        held.append(lying)
    assert held[0] == 0 < held[-1]


@pytest.mark.standard(6)
@each_game
def test_a_void_is_not_final_before_its_refunds_are_paid(game: Game, tmp_path: Path) -> None:
    """G C.6.4: the journal never has a void of which not every stake is back."""
    furnished(tmp_path / "house.db", game.name).store.close()
    played = killed_writes.Played(tmp_path / "house.db", KEYS, voided_round)
    found = []
    for house in left_behind(played, tmp_path / "left.db"):
        is_void = any(isinstance(one, happened.RoundVoided) for one in journal(house, "t1"))
        is_paid = [own(house, name) for name in NAMES] == [BANKROLL] * len(NAMES)
        if is_void:
            assert is_paid
            assert staked(house, "t1") == 0
        found.append(is_void)
    assert found[-1]
    assert not found[0]


@pytest.mark.standard(2, 10)
@each_game
def test_winners_are_paid_out_of_the_ledger_and_none_is_forgotten(
    game: Game, tmp_path: Path
) -> None:
    """G 4.3.3: a settlement and its payments are one; a kill between them there is not."""
    furnished(tmp_path / "house.db", game.name).store.close()
    played = killed_writes.Played(tmp_path / "house.db", KEYS, whole_round)
    settled = 0
    for house in left_behind(played, tmp_path / "left.db"):
        back = dict.fromkeys(NAMES, 0)
        for event in journal(house, "t1"):
            for line in getattr(event, "lines", ()):
                back[line.player] += line.back_cents - line.stake_cents
        if not house.tables["t1"].table.round.lines:
            continue
        settled += 1
        assert [own(house, name) for name in NAMES] == [BANKROLL + back[name] for name in NAMES]
        floor = Floor(house, at=10**7)
        floor.asked = 10_000
        floor.open()
        for name in NAMES:  # no longer provisional, and paid once
            assert house.store.balance(player_account(name)) == BANKROLL + back[name]
            assert house.store.balance(provisional("t1", name)) == 0
    assert settled


def no_float(text: str) -> float:
    raise AssertionError(f"{text} is a floating-point number")


@each_game
def test_no_balance_is_in_floating_point(game: Game, tmp_path: Path) -> None:
    """Whole cents on the wire, in the journal, in the ledger; anything else is refused."""
    for cents in ("2500.0", "0.1", "25e2", '"2500"', "true", "null"):
        command = f'{{"command":"place","player":"p1","bet":"main","cents":{cents}}}'
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(f'{{"type":"ask","id":"1","table":"t1","command":{command}}}')
    house = furnished(tmp_path / "house.db", game.name)
    whole_round(house)
    for entry in house.store.everything():
        json.loads(entry.body, parse_float=no_float)
        assert all(type(cents) is int for _, cents in entry.postings)
    assert all(type(cents) is int for cents in house.store.balances().values())
    half = (Posting("cage", -0.5), Posting("player:p1", 0.5))  # type: ignore[arg-type]
    version, _ = house.store.head("cage")
    before = house.store.balances()
    [outcome] = house.store.append([written(version, half)])
    assert isinstance(outcome, Unavailable)
    assert house.store.balances() == before
    balanced(house)


def written(version: int, postings: tuple[Posting, ...]) -> Write:
    return Write((Part("cage", version, (New(1, b"{}", postings),)),))
