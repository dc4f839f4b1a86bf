"""Whatever one dealer may say that is not so, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES, Remedy
from croupier.engine.reports import Carried
from croupier.table import commands as asks
from croupier.table.commands import DEALER
from croupier.table.dealing import UNREAD
from croupier.table.state import Step, next_place, set_size
from tests.simulation.insider.honest import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

NAMES = (*(who.name for who in PLAYERS), "p9")
CENTS = (-2500, 0, 1, 100, 500, 2500, 10_000, 500_000, 90_000_000)
REPORTS, FITTING, GIVEN, A_FACT = 0.7, 0.85, 0.7, 0.4
KINGS = ("Kh", "Kd", "Ks", "Kc", "Ah", "As", "Qh", "Qd", "9c", "2d")


def lie(rng: Random, table: Table, coming: tuple[str, ...]) -> AnyCommand:
    """A command of the dealer's own; `coming` are the cards as they truly leave the shoe."""
    if rng.random() < REPORTS:
        return report(rng, table, coming)
    return rng.choice(OTHERS)(rng, table)


def report(rng: Random, table: Table, coming: tuple[str, ...]) -> asks.Report:
    name = rng.choice(tuple(IRREGULARITIES))
    may = table.game.reports[name] if rng.random() < FITTING else frozenset(Carried)
    given = {one.value for one in sorted(may) if rng.random() < GIVEN}
    facts = {
        fact.name: rng.choice(fact.values[:3])
        for fact in IRREGULARITIES[name]
        if rng.random() < A_FACT
    }
    wager = rng.choice(tuple(table.round.wagers.values()) or (None,))
    near = wager is not None and rng.random() < GIVEN
    box = wager.box if near and wager else rng.choice((*table.boxes[:5], 9))
    player = wager.player if near and wager else rng.choice(NAMES)
    bet = wager.bet if near and wager else rng.choice((*table.game.bet, "roulette"))
    number = table.round.number
    return asks.Report(
        irregularity=name,
        facts=facts,
        box=box if "box" in given else None,
        player=player if "player" in given else None,
        bet=bet if "bet" in given else None,
        cents=rng.choice(CENTS) if "cents" in given else None,
        cards=some_cards(rng, table, coming) if "cards" in given else "",
        lies=hands(rng, table, coming) if "lies" in given else None,
        drawn=order(rng, table, coming) if "drawn" in given else "",
        moves=moved(rng, table) if "moves" in given else None,
        round=rng.choice((None, None, None, number, number - 1, number + 1, 0)),
    )


def some_cards(rng: Random, table: Table, coming: tuple[str, ...]) -> str:
    """Those that lie somewhere, those that come next, any others, some twice or unread."""
    drawn = len(table.round.drawn)
    pools = (
        coming[:drawn],
        coming[drawn : drawn + 3],
        KINGS,
        tuple(map(str, DECK)),
        (UNREAD,),
        tuple(sorted(map(str, table.round.exposed))),
    )
    number = rng.choice((0, 1, 1, 1, 2, 2, 3))
    return " ".join(rng.choice(rng.choice(pools) or KINGS) for _ in range(number))


def hands(rng: Random, table: Table, coming: tuple[str, ...]) -> dict[int, str] | None:
    """Hands as they would lie if cards had gone astray, were missing, or were better ones."""
    to = table.round.drawn_to
    true = {
        place: [card for card, at in zip(coming, to, strict=False) if at == place]
        for place in table.round.hands
    }
    if not true:
        return {rng.choice((0, 1)): some_cards(rng, table, coming)}
    place, other = rng.choice(sorted(true)), rng.choice(sorted(true))
    match rng.randrange(6):
        case 0:
            true[place], true[other] = true[other], true[place]
        case 1 if true[place] and true[other]:
            true[place][-1], true[other][-1] = true[other][-1], true[place][-1]
        case 2 if true[place]:
            true[other].append(true[place].pop())
        case 3:
            true[place] = list(rng.sample(KINGS, table.hand_size or 2))
        case 4:
            true[place] = [UNREAD for _ in true[place]]
        case _:
            true[place].append(some_cards(rng, table, coming))
    named = set(true) if rng.random() < A_FACT else {place, other}
    return {one: " ".join(cards) for one, cards in true.items() if one in named}


def order(rng: Random, table: Table, coming: tuple[str, ...]) -> str:
    drawn = list(coming[: len(table.round.drawn)])
    if rng.random() < GIVEN:
        rng.shuffle(drawn)
    return " ".join(drawn)


def moved(rng: Random, table: Table) -> dict[int, int] | None:
    places = [place for place in table.round.hands if place >= DEALER] or list(table.boxes[:3])
    return dict(zip(places, rng.sample(places, len(places)), strict=True))


def restrict(rng: Random, _table: Table) -> AnyCommand:
    return rng.choice((asks.Restrict(rng.choice(NAMES)), asks.Restrict(wagers_an_area=1)))


def ruled(rng: Random, _table: Table) -> AnyCommand:
    remedies = rng.choice((None, (Remedy.VOID_ROUND,), (Remedy.PLAY_ON,), (Remedy.NO_EFFECT,)))
    return asks.Rule("it is so", remedies, replace_shoe=rng.random() < A_FACT)


def misdealt(rng: Random, _table: Table) -> AnyCommand:
    """A card too many or too few, or one to somebody else."""
    cards = rng.sample(KINGS, rng.randrange(1, 5))
    return asks.Deal(" ".join(cards), rng.choice((None, -1, *range(6))))


def laid_open(rng: Random, table: Table) -> AnyCommand:
    cards = rng.choice(("", " ".join(rng.sample(KINGS, 3))))
    if rng.random() < A_FACT:
        return asks.ExposeDealer(cards)
    return asks.ReturnHand(rng.choice((0, *table.boxes[:4])), cards)


def a_box(rng: Random, table: Table) -> int:
    boxes: list[int] = [0, *table.boxes[:5]]
    return rng.choice(boxes)


OTHERS: tuple[Callable[[Random, Table], AnyCommand], ...] = (
    lambda rng, table: asks.Sit(rng.choice(NAMES), a_box(rng, table)),
    lambda rng, _: asks.StandUp(rng.choice(NAMES)),
    lambda rng, _: asks.WalkAway(rng.choice(NAMES)),
    lambda rng, table: asks.Look(rng.choice(NAMES), a_box(rng, table)),
    lambda rng, table: asks.Decline(rng.choice(NAMES), a_box(rng, table)),
    lambda rng, table: asks.Withdraw(
        rng.choice(NAMES), rng.choice(tuple(table.game.bet)), a_box(rng, table)
    ),
    lambda rng, table: asks.Decide(rng.choice(NAMES), a_box(rng, table), Choice.FOLD),
    lambda rng, table: asks.Choose(
        rng.choice(NAMES), rng.choice(("withdraw", "continue")), a_box(rng, table)
    ),
    lambda rng, table: asks.PermitWithdrawal(rng.choice(NAMES), a_box(rng, table)),
    lambda rng, _: asks.Settle(rng.choice((None, 0, 10**9))),
    lambda rng, table: asks.Configure(
        replace(table.setup, chip_cents=rng.choice((1, 500)), betting_seconds=1)
    ),
    lambda *_: asks.OpenBetting(),
    lambda *_: asks.CloseBetting(),
    lambda *_: asks.TimeUp(),
    lambda *_: asks.ReplaceShoe(),
    lambda *_: asks.TypeCards("the reader is dark"),
    lambda *_: asks.OpenTable(),
    lambda *_: asks.CloseTable(),
    lambda *_: asks.Approve(),
    lambda *_: asks.Reject("it is so"),
    lambda *_: asks.Interrupt(),
    lambda *_: asks.Resume(),
    restrict,
    ruled,
    misdealt,
    laid_open,
    laid_open,
)
"""What he sends beside reports. He bets and plays for nobody: that a document leaves to staff."""


def enters_the_record(table: Table, command: AnyCommand) -> bool:
    """Whether it is he who says for the first time what a card is: that is the record itself."""
    if table.setup.dealer == "automatic":
        return False  # it never is
    match command:
        case asks.Deal() if table.step is Step.DEALING:
            place = next_place(table)
            fits = place is not None and len(command.cards.split()) == set_size(table, place)
            return fits and command.to in {None, place}
        case asks.ReturnHand():
            return None in table.cards_of(command.box)
        case asks.ExposeDealer():
            return None in table.cards_of(DEALER)
        case _:
            return False
