"""What every game's live table does alike: one suite, run on each game at each step of a round."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier.engine.irregularities import IRREGULARITIES, POSITIONS, Remedy, Role
from croupier.engine.refusals import Refused
from croupier.engine.reports import Carried
from croupier.engine.steps import Refusal
from croupier.games import GAMES
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, CLOCK, DEALER, PLAYER_HAND, Who
from croupier.table.decide import HANDLERS
from croupier.table.events import AnyEvent
from croupier.table.evolve import EVOLVES
from croupier.table.remedies.register import CARRIES, NEEDS
from croupier.table.state import Step
from croupier.wire.house import setup_of
from tests.simulation.soak import Floor
from tests.support.each_game import each_game
from tests.support.table_moments import (
    D1,
    F1,
    MOMENTS,
    P2,
    S1,
    S2,
    again,
    carried,
    floor_at,
)

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.table.state import Table

CANNOT = {
    Refusal.FACTS_MISSING,
    Refusal.NO_SUCH_IRREGULARITY,
    Refusal.NOT_NOW,
    Refusal.RECORD_SHOWS_OTHERWISE,
}
"""Why a report may be refused: it lacks what a remedy needs, nothing lies there so named, or the
record has it otherwise."""


def report_of(table: Table, irregularity: str, facts: dict[str, Any]) -> asks.Report:
    """With everything that it may carry and a remedy could need."""
    may = table.game.reports[irregularity]
    round_, boxed = table.round, table.setup.boxes is not None
    fresh = [card for card in floor_cards(table) if card not in round_.drawn]
    hands = {place: " ".join(map(str, cards)) for place, cards in round_.hands.items()}
    carried: dict[Carried, Any] = {
        Carried.BOX: 1,
        Carried.PLAYER: "p1",
        Carried.BET: table.game.bets[0].name,
        Carried.CENTS: 100,
        Carried.CARDS: " ".join(map(str, fresh[:2])),
        Carried.MOVES: {1: 2, 2: 1} if boxed else None,
    }
    if irregularity == "wrong-result-registered":
        both = (DEALER, PLAYER_HAND)
        carried[Carried.LIES] = {place: hands[place] for place in both if place in hands}
    named = {str(one): what for one, what in carried.items() if one in may}
    return asks.Report(irregularity=irregularity, facts=facts, **named)


def floor_cards(table: Table) -> list[Any]:
    from croupier.cards import DECK  # noqa: PLC0415

    return [card for card in DECK if not table.out.get(card)]


def fact_values(irregularity: str) -> list[dict[str, Any]]:
    facts = IRREGULARITIES[irregularity]
    return [
        dict(zip([fact.name for fact in facts], values, strict=True))
        for values in product(*[fact.values[:3] for fact in facts])
    ]


@pytest.mark.slow
@pytest.mark.standard(12, 54)
@each_game
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_irregularity_can_be_brought_to_the_end(game: Game, moment: str) -> None:
    """Reported, ruled, approved: the round ends, money balances, and the next one opens."""
    start = floor_at(game, moment)
    for irregularity in IRREGULARITIES:
        if irregularity == "power-failure":
            continue
        for facts in fact_values(irregularity):
            floor = again(start)
            answer = floor.ask("t1", report_of(floor.tables["t1"], irregularity, facts), D1)
            if isinstance(answer, Refused):
                assert answer.why in CANNOT, answer
            floor.conclude()
            assert floor.balances["t1"].get("stakes", 0) == 0
            floor.at += 60_000
            if floor.tables["t1"].is_open:
                carried(floor, asks.OpenBetting(), D1)


@pytest.mark.standard(5, 6)
@each_game
@pytest.mark.parametrize("moment", MOMENTS[:-1])
def test_an_interrupted_round_ends_by_the_documents_clause(game: Game, moment: str) -> None:
    floor = floor_at(game, moment)
    carried(floor, asks.Interrupt(), CLOCK)
    for command, who in ((asks.Settle(), D1), (asks.CloseBetting(), D1), (asks.TimeUp(), CLOCK)):
        refused = floor.ask("t1", command, who)
        assert isinstance(refused, Refused)
        assert refused.why == Refusal.INTERRUPTED
    carried(floor, asks.Resume(), CLOCK)
    floor.conclude()
    assert floor.tables["t1"].step is Step.CONCLUDED


@each_game
def test_who_may_send_what(game: Game) -> None:
    """Commands of staff are refused to players, auditors and lower positions, whatever the step."""
    floor = floor_at(game, "betting")
    staff_only: dict[asks.AnyCommand, Role] = {
        asks.OpenBetting(): Role.DEALER,
        asks.CloseBetting(): Role.DEALER,
        asks.Deal("Kh"): Role.DEALER,
        asks.ExposeDealer(): Role.DEALER,
        asks.Settle(): Role.DEALER,
        asks.ReplaceShoe(): Role.DEALER,
        asks.Interrupt(): Role.DEALER,
        asks.Resume(): Role.DEALER,
        asks.OpenTable(): Role.PIT_SUPERVISOR,
        asks.CloseTable(): Role.PIT_SUPERVISOR,
        asks.Restrict("p1"): Role.PIT_MANAGER,
    }
    for command, least in staff_only.items():
        for role in Role:
            answer = floor_at(game, "betting").ask("t1", command, Who("x", role))
            permitted = role in POSITIONS and role.may_act_as(least)
            refused = isinstance(answer, Refused) and answer.why == Refusal.NOT_PERMITTED
            known = game.procedure.restricting is not None or not isinstance(command, asks.Restrict)
            assert refused != (permitted and known), (command, role, answer)
    for command in (asks.Place("p1", game.bets[0].name, 2500, 1), asks.Look("p1", 1)):
        answer = floor.ask("t1", command, P2)
        assert isinstance(answer, Refused)
        assert answer.why == Refusal.NOT_PERMITTED


@each_game
def test_the_lists_are_whole(game: Game) -> None:
    """Each command has its handler, each event its evolution, each remedy what carries it out."""
    assert set(HANDLERS) == set(asks.AnyCommand.__args__)
    assert set(EVOLVES) == set(AnyEvent.__args__)
    assert set(CARRIES) == set(Remedy) - {Remedy.SHIFT_MANAGER_DECIDES}
    assert set(NEEDS) == set(Remedy)
    order = list(Refusal)
    whys = [one.why for one in game.procedure.refusals]
    assert whys == sorted(whys, key=order.index), "refusals stand in the order of the list"
    assert len(set(whys)) == len(whys)


@each_game
def test_commands_and_events_can_be_written_down(game: Game) -> None:
    """What goes through JSON comes back the same; and so does the table that it makes."""
    floor = floor_at(game, "settled")
    _, events = floor.since["t1"]
    data = msgspec.json.encode(events)
    assert msgspec.json.decode(data, type=list[AnyEvent]) == events
    command = report_of(floor.tables["t1"], "misdealt", {"handled": True})
    assert msgspec.json.decode(msgspec.json.encode(command), type=asks.AnyCommand) == command


def test_a_seed_repeats_the_same_soak() -> None:
    runs = []
    for _ in range(2):
        floor = Floor([setup_of(game.name) for game in GAMES], 7)
        for _ in range(400):
            floor.step()
        runs.append((floor.tally, floor.tables))
    assert runs[0] == runs[1]


@pytest.mark.standard(8, 9, 15)
@each_game
def test_two_people_for_a_void(game: Game) -> None:
    """Who reports cannot alone make it void; a second person does; nobody approves his own."""
    floor = floor_at(game, "dealt")
    carried(floor, asks.Report(irregularity="foreign-card"), S1)
    assert floor.tables["t1"].round.voided is False
    carried(floor, asks.Rule("found in the shoe"), S1)
    alone = floor.ask("t1", asks.Approve(), S1)
    assert isinstance(alone, Refused)
    assert alone.why == Refusal.SECOND_PERSON
    again = F1 if floor.tables["t1"].step is Step.EXPOSED else S2  # the result is open
    carried(floor, asks.Approve(), again)
    assert floor.tables["t1"].round.voided
    assert set(floor.balances["t1"].values()) == {0}


@each_game
def test_nobody_interrupts_the_houses_own_dealer(game: Game) -> None:
    """Where it deals, only the house itself stops; then the clause alone decides."""
    floor = Floor([setup_of(game.name)], 1)
    carried(floor, asks.OpenBetting(), AUTOMATIC)
    for who in (D1, S1, F1):
        refused = floor.ask("t1", asks.Interrupt(), who)
        assert isinstance(refused, Refused)
        assert refused.why == Refusal.NOT_PERMITTED
    carried(floor, asks.Interrupt(), CLOCK)
    carried(floor, asks.Resume(), CLOCK)
    assert not floor.tables["t1"].interrupted
