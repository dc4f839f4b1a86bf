"""Cards that a person deals from: counted by two people, each shuffle on record, for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import Who
from croupier.table.console import staff_part
from croupier.table.decide import decide
from croupier.table.evolve import fold, new_table
from croupier.table.packs import Due
from croupier.table.saved import load, save
from croupier.table.state import Step
from croupier.table.tally import DAY
from croupier.table.views import view
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.engine.game import Game

D1, S1 = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
APART = Who("s2", Role.PIT_SUPERVISOR, apart=("d1",))
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Dealt:
    """A table that d1 deals, with all that has happened at it."""

    def __init__(
        self, game: str, when: asks.WhenCounted = "each-shoe", device: str = "manual"
    ) -> None:
        setup = replace(
            setup_of(game), dealer="person", shoe=False, count_cards=when, device=device
        )
        self.first = self.table = new_table("t1", setup)
        self.events: list[happened.AnyEvent] = []

    def asks(self, command: asks.AnyCommand, who: Who = D1, day: int = 0) -> str:
        answer = decide(self.table, command, who, 1000 + DAY * day + len(self.events))
        if isinstance(answer, Refused):
            return f"refused {answer.why}"
        self.events += answer
        self.table = fold(self.table, answer)
        return " ".join(happened.tag_of(type(one)) for one in answer)

    def opens(self) -> None:
        """With cards that two people have seen to."""
        whole = asks.CountCards(52 * self.table.setup.decks)
        for command, who in (
            (whole, D1),
            (asks.ShuffleCards(), D1),
            (asks.Approve(), S1),
            (asks.OpenBetting(), D1),
        ):
            assert "refused" not in self.asks(command, who)

    @property
    def due(self) -> Due | None:
        part = staff_part(self.table, D1)
        return part.pack.due if part and part.pack else None


def in_order(whole: int) -> list[tuple[asks.AnyCommand, Who, Due | None, str]]:
    """What is asked, by whom, what was due then, and the answer."""
    not_ready = "refused cards-not-ready"
    return [
        (asks.OpenBetting(), D1, Due.COUNT, not_ready),
        (asks.ShuffleCards(), D1, Due.COUNT, not_ready),
        (asks.CountCards(whole), D1, Due.COUNT, "cards-counted"),
        (asks.OpenBetting(), D1, Due.SHUFFLE, not_ready),
        (asks.ShuffleCards(cut=False), D1, Due.SHUFFLE, "cards-shuffled"),
        (asks.OpenBetting(), D1, Due.CONFIRM, "refused ruling-awaited"),
        (asks.Approve(), D1, Due.CONFIRM, "refused not-permitted"),
        (asks.Approve(), APART, Due.CONFIRM, "refused second-person"),
        (asks.Approve(), S1, Due.CONFIRM, "cards-confirmed"),
        (asks.OpenBetting(), D1, None, "betting-opened"),
    ]


@pytest.mark.standard(54)
@EACH_GAME
def test_two_people_see_to_the_cards_before_a_round(game: Game) -> None:
    dealt = Dealt(game.name)
    whole = 52 * dealt.table.setup.decks
    told = [(dealt.due, dealt.asks(command, who)) for command, who, _, _ in in_order(whole)]
    assert told == [(due, answer) for _, _, due, answer in in_order(whole)]
    counted, shuffled, confirmed, _ = dealt.events
    clauses = dealt.table.game.packs.cite.numbers
    assert counted == happened.CardsCounted(
        by="d1", at=1000, found=whole, expected=whole, clauses=clauses
    )
    assert isinstance(shuffled, happened.CardsShuffled)
    assert (shuffled.by, shuffled.how, shuffled.cut) == ("d1", "by-hand", False)
    assert shuffled.clauses
    assert confirmed == happened.CardsConfirmed(
        by="s1",
        at=1002,
        found=whole,
        expected=whole,
        counted_by="d1",
        shuffled_by="d1",
        clauses=clauses,
    )
    assert fold(dealt.first, dealt.events) == dealt.table == load(save(dealt.table))


@pytest.mark.standard(54)
@EACH_GAME
@pytest.mark.parametrize("over", [-1, 1])
def test_cards_with_one_too_few_or_too_many_leave_play(game: Game, over: int) -> None:
    dealt = Dealt(game.name)
    assert dealt.asks(asks.CountCards(52 * dealt.table.setup.decks + over)) == "cards-counted"
    assert dealt.asks(asks.ShuffleCards()) == "refused ruling-awaited"
    assert dealt.asks(asks.Approve(), S1) == "cards-confirmed shoe-replaced"
    assert dealt.due is Due.COUNT


@EACH_GAME
@pytest.mark.parametrize("when", ["", "off"])
def test_nothing_is_asked_for_unless_the_house_says_so(game: Game, when: asks.WhenCounted) -> None:
    dealt = Dealt(game.name, when)
    assert dealt.due is None
    offered = {one.command.__struct_config__.tag for one in view(dealt.table, D1).next}
    assert not offered & {"count-cards", "shuffle-cards"}
    assert dealt.asks(asks.OpenBetting()) == "betting-opened"


@pytest.mark.standard(54)
@pytest.mark.parametrize("who", [S1, replace(S1, name="s3", apart=("s1",))])
def test_nobody_rejects_a_wrong_count_of_his_own(who: Who) -> None:
    dealt = Dealt("baccarat")
    whole = 52 * dealt.table.setup.decks
    assert dealt.asks(asks.CountCards(whole - 1), S1) == "cards-counted"
    another = Who("s2", Role.PIT_SUPERVISOR)
    told = [(dealt.asks(asks.Reject("a slip"), one), dealt.due) for one in (who, another)]
    assert told == [("refused second-person", Due.CONFIRM), ("proposal-rejected", Due.COUNT)]


@pytest.mark.standard(54)
@pytest.mark.parametrize("when", ["each-day", "each-shoe"])
def test_a_wrong_count_while_bets_lie_is_not_forgotten(when: asks.WhenCounted) -> None:
    """Before a card of the pack was dealt: no further round begins with it uncounted."""
    dealt = Dealt("three-card-poker", when)
    dealt.opens()
    assert dealt.asks(asks.CountCards(51), S1) == "cards-counted"
    assert dealt.asks(asks.CloseBetting()) != ""
    assert dealt.table.step is Step.CONCLUDED, "nobody has bet"
    assert dealt.asks(asks.OpenBetting()) == "refused cards-not-ready"
    assert dealt.due is Due.COUNT


@pytest.mark.threat("T47")
@pytest.mark.standard(54)
@pytest.mark.parametrize("device", ["manual", "automated"])
@pytest.mark.parametrize("early", [True, False])
def test_no_day_begins_with_a_count_by_one_person_alone(device: str, *, early: bool) -> None:
    """Also where a shuffler shuffles, and whatever was counted while a round was played."""
    dealt = Dealt("three-card-poker", "each-day", device)
    dealt.opens()
    dealt.table = replace(dealt.table, pack=replace(dealt.table.pack, used=True))
    if early:
        assert dealt.asks(asks.CountCards(52), day=1) == "cards-counted"
    assert dealt.asks(asks.CloseBetting(), day=1) == "betting-closed round-concluded"
    assert dealt.asks(asks.OpenBetting(), day=1) == "refused cards-not-ready"
    assert dealt.due is Due.COUNT
    assert dealt.asks(asks.CountCards(52), day=1) == "cards-counted"
    assert dealt.asks(asks.OpenBetting(), day=1) == "refused cards-not-ready"
    assert dealt.asks(asks.ShuffleCards(), day=1) == "cards-shuffled"
    assert dealt.asks(asks.OpenBetting(), day=1) == "refused ruling-awaited"
    assert dealt.asks(asks.Approve(), S1, day=1) == "cards-confirmed"
    assert dealt.asks(asks.OpenBetting(), day=1) == "betting-opened"


@pytest.mark.standard(54)
@pytest.mark.parametrize("by", [(S1, S1), (S1, D1), (D1, S1)])
def test_neither_who_counted_nor_who_shuffled_confirms(by: tuple[Who, Who]) -> None:
    dealt = Dealt("baccarat")
    dealt.asks(asks.CountCards(52 * dealt.table.setup.decks), by[0])
    assert dealt.asks(asks.ShuffleCards(), by[1]) == "cards-shuffled"
    assert dealt.asks(asks.Approve(), S1) == "refused second-person"
    assert dealt.asks(asks.Approve(), Who("s2", Role.PIT_SUPERVISOR)) == "cards-confirmed"
