"""An evening as the library plays it: others at the table, the jackpot, who sees what."""

from __future__ import annotations

from random import Random

import pytest

import croupier
from croupier.cards import parse_cards
from croupier.cli import felt
from croupier.cli.show import ANY_WIDTH, screen
from croupier.engine.decisions import Choice
from croupier.engine.refusals import Refused
from croupier.money import format_amount
from croupier.sim import punters
from croupier.sim.evening import YOU, Evening, Short
from croupier.table import commands as asks
from croupier.table.dealing import UNREAD
from croupier.table.state import Step
from croupier.table.views import view
from tests.support.each_game import NAMES
from tests.support.typed_evenings import MAIN


@pytest.mark.parametrize("name", NAMES)
def test_others_fill_their_own_boxes_and_play_to_the_end(name: str) -> None:
    evening = croupier.play(name, seed=1, others=4)
    for _ in range(10):
        evening.ask(asks.Place(YOU.name, MAIN[name], 2500, evening.view.boxes[0].box))
        for box in () if evening.table.game.at_terminals else evening.view.boxes:
            assert {one.player for one in box.wagers} <= {box.seated}
        evening.deal()
        if croupier.game(name).decision:
            assert evening.table.undecided in ([], [1])
            evening.ask(asks.Decide(YOU.name, 1, Choice.PLAY))
        evening.conclude()
        assert evening.table.step is Step.CONCLUDED
        evening.open_betting()
    assert sum(evening.balances.values()) == 0


def test_a_punter_folds_what_the_dealer_would_not_play() -> None:
    evening = croupier.play("three-card-poker", seed=1, others=1, device="automated")
    choices = {}
    for _ in range(40):
        evening.deal()
        box = next(box for box in view(evening.table, evening.others[0]).boxes if box.box == 2)
        if box.decision:
            choices[box.cards] = box.decision
        evening.conclude()
        evening.open_betting()
    needed = croupier.game("three-card-poker").qualifies
    assert needed is not None
    assert {
        cards: "play" if needed.when(parse_cards(cards)) else "fold" for cards in choices
    } == choices
    assert set(choices.values()) == {"play", "fold"}


def test_a_punter_bets_the_same_from_the_same_seed() -> None:
    seen = croupier.play("baccarat", seed=1).view
    first = [punters.next_command(seen, "p2", Random(seed)) for seed in range(20)]
    assert first == [punters.next_command(seen, "p2", Random(seed)) for seed in range(20)]
    assert {one.bet for one in first if isinstance(one, asks.Place)} == {"player", "banker"}


def rigged(hand: str, others: int) -> Evening:
    """The first box is dealt these cards."""
    evening = croupier.play("three-card-poker", seed=1, others=others, device="automated")
    wanted = parse_cards(hand)
    rest = [card for card in evening.shoe.cards if card not in wanted]
    evening.shoe.cards = [*rest, *wanted]
    return evening


def test_the_jackpot_is_fed_and_won(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = rigged("As Ks Qs", others=1)
    meter = evening.meter_cents
    assert meter == 2_000_000
    evening.ask(asks.Place(YOU.name, "ante", 10_000, 1))
    evening.ask(asks.Place(YOU.name, "progressive", 500, 1))
    evening.deal()
    fed = evening.meter_cents
    assert fed is not None
    assert fed > meter
    evening.ask(asks.Look(YOU.name, 1))
    evening.ask(asks.Decide(YOU.name, 1, Choice.PLAY))
    evening.conclude()
    won = next(line for line in evening.lines if line.bet == "progressive")
    assert (won.result, won.award_cents, won.clauses) == ("win", fed, ("3.13", "3.17", "4.4"))
    assert evening.meter_cents == 2_000_000
    monkeypatch.setenv("COLUMNS", "100")
    console = screen(ANY_WIDTH)
    with console.capture() as shown:
        felt.concluded(evening, console)
    told = shown.get().splitlines()
    amount = format_amount(fed)
    assert f" You win the jackpot: {amount}!" in told
    assert any(f"progressive    5.00  win  {amount}  +" in line for line in told)


def test_only_the_player_s_own_look_shows_his_cards() -> None:
    evening = rigged("As Ks Qs", others=2)
    evening.ask(asks.Place(YOU.name, "ante", 10_000, 1))
    evening.deal()
    hidden = " ".join([UNREAD] * 3)
    assert [box.cards for box in evening.view.boxes if box.wagers] == [hidden] * 3
    evening.ask(asks.Look(YOU.name, 1))
    assert [box.cards for box in evening.view.boxes if box.wagers] == ["Qs Ks As", hidden, hidden]
    assert evening.view.dealer == hidden
    assert view(evening.table, evening.others[0]).boxes[0].cards == hidden


def test_the_library_s_answers_are_values() -> None:
    evening = croupier.play("royal-three-pictures", seed=1, bankroll_cents=3000)
    assert evening.ask(asks.Place(YOU.name, "main", 5000, 1)) == Short(5000, 3000)
    refused = evening.ask(asks.Place(YOU.name, "tie", 500, 1))
    assert isinstance(refused, Refused)
    assert refused.clauses == ("3.5",)
    with pytest.raises(croupier.BadInput, match="is not one of manual, automated"):
        croupier.play("baccarat", seed=1, device="sleeve")
    with pytest.raises(croupier.BadInput, match="this is no transcript"):
        croupier.replay("{}")
