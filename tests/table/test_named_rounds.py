"""A command names the round that it is meant for, and is refused in another."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal
from croupier.games import game
from croupier.table import commands as asks
from croupier.table.commands import AnyCommand, OfRound, Who, for_round
from croupier.table.decide import HANDLERS, decide
from croupier.table.views import view
from tests.support.said import Saying
from tests.support.table_moments import D1, P1, floor_at

OF_NO_ROUND = {
    asks.Sit,
    asks.StandUp,
    asks.OpenTable,
    asks.CloseTable,
    asks.Configure,
    asks.Restrict,
    asks.Report,
}
"""Seats and tables outlast rounds; a report says itself which round it is about."""
LATE = asks.Place("p1", "player", 2500)


def test_every_command_belongs_to_a_round_or_is_known_not_to() -> None:
    assert {kind for kind in HANDLERS if not issubclass(kind, OfRound)} == OF_NO_ROUND


def test_a_wager_of_an_earlier_round_is_refused_in_a_later_one() -> None:
    floor = floor_at(game("baccarat"), "settled")
    seen = view(floor.tables["t1"], P1).round
    assert not isinstance(floor.ask("t1", asks.OpenBetting(), D1), Refused)
    table = floor.tables["t1"]
    clauses = table.game.last_word.cite.numbers
    says = "this was meant for round 1, and it is round 2 now"
    late = decide(table, for_round(LATE, seen), P1, floor.at)
    assert late == Saying(Refusal.ANOTHER_ROUND, clauses, says)
    now = decide(table, for_round(LATE, table.round.number), P1, floor.at)
    assert now == decide(table, LATE, P1, floor.at)
    assert isinstance(now, list)


@pytest.mark.parametrize(
    ("moment", "command", "who"),
    [
        ("betting", asks.CloseBetting(), D1),
        ("betting", asks.Withdraw("p1", "player"), P1),
        ("betting", asks.Interrupt(), D1),
        ("closed", asks.Deal("Kh"), D1),
        ("dealt", asks.Settle(), D1),
        ("settled", asks.OpenBetting(), D1),
    ],
)
def test_a_stale_command_of_the_dealer_does_nothing(
    moment: str, command: AnyCommand, who: Who
) -> None:
    floor = floor_at(game("baccarat"), moment)
    table = floor.tables["t1"]
    assert isinstance(command, OfRound)
    answer = decide(table, replace(command, round=0), who, floor.at)
    assert isinstance(answer, Refused)
    assert answer.why is Refusal.ANOTHER_ROUND
    answer = decide(table, for_round(command, 1), who, floor.at)
    assert not isinstance(answer, Refused) or answer.why is not Refusal.ANOTHER_ROUND


def test_a_stranger_learns_no_round_from_the_refusal() -> None:
    floor = floor_at(game("baccarat"), "betting")
    stranger = Who("p9", Role.PLAYER)
    answer = decide(floor.tables["t1"], for_round(LATE, 7), stranger, floor.at)
    assert isinstance(answer, Refused)
    assert answer.why is Refusal.NOT_PERMITTED


def test_a_command_that_names_no_round_is_written_as_before() -> None:
    told = {"command": "place", "player": "p1", "bet": "player", "cents": 2500, "box": 0}
    assert msgspec.json.decode(msgspec.json.encode(LATE)) == told
    assert msgspec.json.decode(msgspec.json.encode(for_round(LATE, 4))) == told | {"round": 4}
