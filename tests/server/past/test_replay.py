"""Rounds told again, recalled and disputed, from the journal."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

import croupier
from croupier.engine.decisions import Choice
from croupier.server.journal.log_check import OTHER_KEY
from croupier.server.past.capture import dispute_decoder, dispute_faults
from croupier.server.past.played import Moment, followed
from croupier.server.past.recall import Recall, Recalled, last_rounds
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.state import Step
from tests.support.each_game import each_game
from tests.support.played_house import (
    BANKROLL,
    DEALER,
    F1,
    KEYS,
    PLAYERS,
    Floor,
    furnished,
)
from tests.support.played_rounds import Asked, some_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.journal.store import Store
    from croupier.table.state import Table


P1, P2 = PLAYERS


def won_by_player(folder: Path) -> Floor:
    floor = Floor(furnished(folder / "house.db", "baccarat"))
    floor.open()
    floor.carried(asks.Place("p1", "player", 10_000), P1)
    floor.carried(asks.Place("p2", "banker", 5_000), P2)
    floor.carried(asks.CloseBetting(), DEALER)
    for card in ("9h", "2c", "Kd", "3s"):
        floor.carried(asks.Deal(card), DEALER)
    floor.carried(asks.Settle(), DEALER)
    floor.open()
    return floor


def test_a_round_step_by_step(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    floor = won_by_player(tmp_path)
    status, out, _ = ask("audit", "replay", tmp_path / "house.db", "t1", 1)
    assert status == 0
    lines = [line.split("  ", 1)[-1] for line in out.split("Clauses:")[0].splitlines()]
    assert [line for line in lines if not line.startswith("  by ")] == [
        f"Replay of round 1 at table t1 ({floor.table.game.title}, version 5)",
        "d1: betting opens for round 1",
        "p1: p1 places 100.00 on player",
        "  player:p1 -100.00",
        "  stakes:t1 +100.00",
        "p2: p2 places 50.00 on banker",
        "  player:p2 -50.00",
        "  stakes:t1 +50.00",
        "d1: betting closes",
        "d1: 9h to the Player Hand",
        "d1: 2c to the Banker Hand",
        "d1: Kd to the Player Hand",
        "d1: 3s to the Banker Hand",
        "d1: the round is settled",
        "  p1, player: stake 100.00, win at 1 to 1, back 200.00 (Player wins; 3.11, 4.1)",
        "  p2, banker: stake 50.00, lose, back 0.00 (Player wins; 3.11, 3.13)",
        "  stakes:t1 -150.00",
        "  house:t1 -50.00",
        "  provisional:t1:p1 +200.00",
        "Then, no longer provisional:",
        "  provisional:t1:p1 -200.00",
        "  player:p1 +200.00",
    ]
    assert "    4.1  " in out
    only = ask("audit", "replay", tmp_path / "house.db", "t1", 1, "--as", "p2").out
    assert "player:p2 -50.00" in only
    assert "player:p1" not in only
    assert "house:t1" not in only


def test_a_hand_that_was_put_away_is_seen_by_its_player_alone(
    tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    floor = Floor(furnished(tmp_path / "house.db", "three-card-poker"))
    floor.open()
    floor.bet()
    floor.deal()
    for box, (who, choice) in enumerate(((P1, Choice.PLAY), (P2, Choice.FOLD)), 1):
        floor.carried(asks.Look(who.name, box), who)
        floor.carried(asks.Decide(who.name, box, choice), who)
    hand = [str(card) for card in floor.table.cards_of(2)]
    floor.carried(asks.ExposeDealer(), DEALER)
    floor.carried(asks.Settle(floor.meter()), DEALER)

    def told(*whom: str) -> list[str]:
        out = ask("audit", "replay", tmp_path / "house.db", "t1", 1, *whom).out
        return [card for card in hand if card in out.split("Clauses:")[0].replace(",", " ").split()]

    assert (told(), told("--as", "p1"), told("--as", "p2")) == (hand, [], hand)
    by_name = {who.name: last_rounds(floor.house.store, who.name)[0] for who in PLAYERS}
    assert by_name["p1"].cards["box 2"] == "?? ?? ??"
    assert by_name["p2"].cards["box 2"].split() == hand
    assert [one.choice for one in by_name["p2"].decisions] == ["fold"]


@each_game
def test_every_round_can_be_told(game: Game, tmp_path: Path, ask: Callable[..., Asked]) -> None:
    some_rounds(tmp_path / "house.db", game.name)
    for whom in ((), ("--as", "p1"), ("--as", "onlooker")):
        status, out, err = ask("audit", "replay", tmp_path / "house.db", "t1", 2, *whom)
        assert (status, err) == (0, "")
        assert out.count("\n") > 20


def test_a_ruling_can_be_told(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    floor = some_rounds(tmp_path / "house.db", "three-pictures", 1)
    lies = {0: "2h 3h"}
    floor.carried(asks.Report(irregularity="dealer-hand-miscounted", lies=lies), DEALER)
    floor.carried(asks.Rule("two cards"), F1)
    out = ask("audit", "replay", tmp_path / "house.db", "t1", 1).out
    assert ": void-round, because: two cards" in out
    assert "the settlement is taken back" in out
    assert "the round is void; given back: p1 25.00 on initial (box 1), " in out
    [recalled] = last_rounds(floor.house.store, "p1")
    assert (recalled.voided, recalled.results, recalled.before_cents, recalled.after_cents) == (
        True,
        (),
        BANKROLL,
        BANKROLL,
    )
    assert recalled.clauses


@pytest.mark.standard(14)
@each_game
def test_the_last_ten_rounds(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    floor = some_rounds(path, game.name, 12)
    found = croupier.recall(path, "p1")
    assert [one.round for one in found] == list(range(12, 2, -1))
    for newer, older in pairwise(found):
        assert newer.before_cents == older.after_cents
    for one in found:
        won = sum(line.back_cents - line.stake_cents for line in one.results)
        assert one.after_cents - one.before_cents == won
        assert {(lay.bet, lay.cents) for lay in one.wagers} == {
            (line.bet, line.stake_cents) for line in one.results if line.stake_cents
        }
    assert {line.player for one in found for line in one.results} == {"p1"}
    assert floor.table.round.number == 12


def recalled_by_reading_all(store: Store, player: str) -> list[Recalled]:
    """Every round of a player, folded from the first entry of the journal to the last."""
    tables: dict[str, Table] = {}
    playing: dict[str, Recall] = {}
    done: list[Recalled | None] = []
    mine, money = {f"player:{player}"}, 0
    for entry in store.everything():
        before, money = money, money + sum(c for name, c in entry.postings if name in mine)
        kind, _, name = entry.stream.partition(":")
        if kind != "table":
            continue
        mine.add(f"provisional:{name}:{player}")
        was, event, tables[name] = followed(tables.get(name), name, entry)
        moment = Moment(entry, event, was, tables[name])
        if isinstance(event, happened.BettingOpened):
            done += [playing[name].result] if name in playing else []
            playing[name] = Recall(moment, player)
        elif name in playing:
            playing[name].follow(moment, (before, money))
    found = [one for one in (*done, *(one.result for one in playing.values())) if one]
    return sorted(found, key=lambda one: one.opened_at, reverse=True)


@pytest.mark.slow
@pytest.mark.standard(13)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_recalled_is_what_reading_everything_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """At several tables whose rounds lie across each other, some void, some without the player."""
    monkeypatch.setattr("croupier.server.journal.snapshots.EVERY", 10)
    chance = Random(seed)
    house = furnished(tmp_path / "house.db", "three-pictures", "baccarat", "three-card-poker")
    floors = [Floor(house, f"t{number}") for number in (1, 2, 3)]
    plays: list[Iterator[Callable[[Floor], None]]] = [iter(()) for _ in floors]
    for at in range(120):
        place = chance.randrange(len(floors))
        floor = floors[place]
        floor.at = 1000 * at
        play = next(plays[place], None)
        if play is None:
            plays[place] = iter(chance.choice((IN_FULL, IN_FULL, WITHOUT, VOIDED)))
            play = next(plays[place])
        play(floor)
    for player in ("p1", "p2", "nobody"):
        everything = recalled_by_reading_all(house.store, player)
        assert unsigned(last_rounds(house.store, player)) == everything[:10]
        assert unsigned(last_rounds(house.store, player, 3)) == everything[:3]
        assert unsigned(last_rounds(house.store, player, 99)) == everything


def voided(floor: Floor) -> None:
    floor.carried(asks.Report(irregularity="foreign-card"), DEALER)
    if floor.table.awaiting is not None:
        floor.carried(asks.Rule("a joker"), F1)


def without_bets(floor: Floor) -> None:
    """Where there are boxes, nothing is dealt then."""
    floor.deal()
    if floor.table.step is Step.EXPOSED:
        floor.carried(asks.Settle(), DEALER)


def unsigned(rounds: list[Recalled]) -> list[Recalled]:
    """Without the checkpoint that covers each; what was put right has a test of its own."""
    return [msgspec.structs.replace(one, checkpoint=None, corrected=()) for one in rounds]


Plays = tuple["Callable[[Floor], None]", ...]
IN_FULL: Plays = (Floor.open, Floor.bet, Floor.deal, Floor.finish)
WITHOUT: Plays = (Floor.open, without_bets)
VOIDED: Plays = (Floor.open, Floor.bet, Floor.deal, voided)


@pytest.mark.standard(59)
@each_game
def test_a_dispute_is_captured_with_its_proofs(
    game: Game, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    path, file = tmp_path / "house.db", tmp_path / "dispute.json"
    some_rounds(path, game.name)
    status, out, _ = ask("audit", "replay", path, "t1", 1, "--capture", file)
    assert (status, out) == (0, f"{file}: {file.stat().st_size:,} bytes\n")
    captured = dispute_decoder.decode(file.read_bytes())
    assert (captured.game, captured.round, captured.key) == (game.name, 1, "")
    assert len(captured.proofs) == (2 if game.jackpot else 1)
    assert len(captured.meter) == (1 if game.jackpot else 0)
    assert list(dispute_faults(captured, KEYS.public)) == []
    first = captured.entries[1]
    wrong = msgspec.structs.replace(
        captured,
        entries=(
            captured.entries[0],
            msgspec.structs.replace(first, body=first.body.replace("p1", "p3")),
            *captured.entries[3:],
        ),
    )
    assert list(dispute_faults(wrong, "07" * 32)) == [
        f"table:t1 entry {first.version}: was changed after it was written",
        f"table:t1 entry {first.version + 2}: does not follow the entry before it",
        OTHER_KEY,
    ]
    assert list(dispute_faults(wrong, KEYS.public))[2:] == [
        f"table:t1 entry {version}: is not shown to stand in the house's log"
        for version in (first.version, first.version - 1, 1)
    ]
    alone = msgspec.structs.replace(captured, checkpoint="", proofs=())
    assert list(dispute_faults(alone)) == ["no checkpoint of the house covers the round yet"]
