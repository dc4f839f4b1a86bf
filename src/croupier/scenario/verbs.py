"""What a line of play asks of a table.

A verb reads its words when the file is read, so that what is unreadable is found before anything
is played; what it gives is asked of the table as it then stands. A new verb is a function and its
row in `VERBS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from croupier.engine.decisions import Choice
from croupier.problems import BadInput
from croupier.scenario.findings import reports, rules
from croupier.scenario.setups import SETUPS
from croupier.scenario.words import name_of
from croupier.table import commands as asks
from croupier.table.commands import AnyCommand
from croupier.table.state import Step, Table, next_place, set_size

if TYPE_CHECKING:
    from croupier.scenario.words import Words

Now = Callable[[], Table]
"""The table as it stands by then."""
Asks = Callable[[Now], Iterable[AnyCommand | str]]
"""The commands of a line, or in words why it cannot be carried out as it is said."""
Verb = Callable[[str, "Words"], Asks]
"""Of who asks, and the words behind the verb."""


def always(command: AnyCommand) -> Asks:
    return lambda _now: [command]


def bare(command: type[Any]) -> Verb:
    """A command without any detail."""
    return lambda _asker, _words: always(command())


def player_only(command: type[Any]) -> Verb:
    """`stands-up [for pN]`."""
    return lambda asker, words: always(command(words.for_whom(asker)))


def sits(asker: str, words: Words) -> Asks:
    """`sits BOX [for pN]`."""
    name = words.for_whom(asker)
    return always(asks.Sit(name, words.number("box")))


def places(asker: str, words: Words) -> Asks:
    """`places [BOX] BET AMOUNT [for pN]`."""
    name, box = words.for_whom(asker), words.box()
    bet, cents = words.take("a bet"), words.cents()
    return always(asks.Place(name, bet, cents, asks.TERMINALS if box is None else box))


def withdraws(asker: str, words: Words) -> Asks:
    """`withdraws [BOX] BET [AMOUNT] [for pN]`."""
    name, box = words.for_whom(asker), words.box()
    bet = words.take("a bet")
    cents = words.cents() if words else None
    return always(asks.Withdraw(name, bet, asks.TERMINALS if box is None else box, cents))


def deals(_asker: str, words: Words) -> Asks:
    """`deals CARDS`: card by card, or in the sets that the device deals."""
    cards = words.some("cards").split()

    def dealt(now: Now) -> Iterator[AnyCommand]:
        left = list(cards)
        while left:
            table = now()
            place = next_place(table)
            size = 1 if place is None else set_size(table, place)
            some, left = left[:size], left[size:]
            yield asks.Deal(" ".join(some))

    return dealt


def deals_to(_asker: str, words: Words) -> Asks:
    """`deals-to PLACE CARDS`."""
    place, cards = words.place(), words.some("cards")
    return always(asks.Deal(cards, place))


def deals_rounds(_asker: str, words: Words) -> Asks:
    """`deals-rounds CARDS / CARDS`: rounds without bets, each of which takes exactly these."""
    rounds = [cards.split() for cards in words.some("cards").split("/")]

    def dealt(now: Now) -> Iterator[AnyCommand | str]:
        for cards in rounds:
            yield from (asks.OpenBetting(), asks.CloseBetting())
            for card in cards:
                if now().step is not Step.DEALING:
                    yield f"{card} of {' '.join(cards)} is one too many"
                yield asks.Deal(card)
            if now().step is not Step.EXPOSED:
                yield f"after {' '.join(cards)} another card is to be drawn"
            yield asks.Settle()

    return dealt


def looks(asker: str, words: Words) -> Asks:
    """`looks BOX [for pN]`."""
    name = words.for_whom(asker)
    return always(asks.Look(name, words.number("box")))


def declines(asker: str, words: Words) -> Asks:
    """`declines BOX [for pN]`: does not look at the hand."""
    name = words.for_whom(asker)
    return always(asks.Decline(name, words.number("box")))


def returns(_asker: str, words: Words) -> Asks:
    """`returns PLACE [CARDS]`: face up, with the cards where nobody had read them."""
    return always(asks.ReturnHand(words.place(), words.rest()))


def decides(choice: Choice) -> Verb:
    """`plays BOX [for pN]`, `folds BOX [for pN]`."""

    def chosen(asker: str, words: Words) -> Asks:
        name = words.for_whom(asker)
        return always(asks.Decide(name, words.number("box"), choice))

    return chosen


def exposes(_asker: str, words: Words) -> Asks:
    """`exposes [CARDS]`: the dealer's hand."""
    return always(asks.ExposeDealer(words.rest()))


def settles(_asker: str, words: Words) -> Asks:
    """`settles [AMOUNT]`: by the meter that the tables share, or by an amount that is told."""
    return always(asks.Settle(words.cents() if words else None))


def restricts(_asker: str, words: Words) -> Asks:
    """`restricts pN [lifted]`, `restricts area N`, `restricts area lifted`."""
    first = words.take("a player, or `area`,")
    if first != "area":
        return always(asks.Restrict(player=name_of(first), lift=lifted(words)))
    if lifted(words):
        return always(asks.Restrict(lift=True))
    return always(asks.Restrict(wagers_an_area=words.number("number of wagers")))


def lifted(words: Words) -> bool:
    if words.left != ["lifted"]:
        return False
    words.rest()
    return True


def configures(_asker: str, words: Words) -> Asks:
    """`configures` and a line of set-up."""
    name = words.take("a line of set-up")
    if name not in SETUPS:
        raise BadInput(f"{name[:40]!r} is none of {', '.join(SETUPS)}")
    change = SETUPS[name](words)
    return lambda now: [asks.Configure(change(now().setup))]


def closes_table(_asker: str, words: Words) -> Asks:
    """`closes-table [REASON]`: in a round, when that is paid."""
    return always(asks.CloseTable(words.rest()))


def counts_cards(_asker: str, words: Words) -> Asks:
    """`counts-cards N`: all that are in use, by hand."""
    return always(asks.CountCards(words.number("number of cards")))


def shuffles(_asker: str, words: Words) -> Asks:
    """`shuffles [by-hand|shuffler] [uncut]`."""
    how: asks.Shuffle = "by-hand"
    if words.left and words.left[0] in {"by-hand", "shuffler"}:
        how = "shuffler" if words.take("how") == "shuffler" else "by-hand"
    uncut = words.left == ["uncut"]
    if uncut:
        words.rest()
    return always(asks.ShuffleCards(how, cut=not uncut))


def types_cards(_asker: str, words: Words) -> Asks:
    """`types-cards REASON`: asks to name cards where a person does not."""
    return always(asks.TypeCards(words.rest()))


def rejects(_asker: str, words: Words) -> Asks:
    """`rejects [REASON]`."""
    return always(asks.Reject(words.rest()))


def permits(_asker: str, words: Words) -> Asks:
    """`permits pN BOX`: lets a dissatisfied player out."""
    return always(asks.PermitWithdrawal(name_of(words.take("a player")), words.number("box")))


def chooses(asker: str, words: Words) -> Asks:
    """`chooses [BOX] OPTION [for pN]`."""
    name, box = words.for_whom(asker), words.box()
    return always(
        asks.Choose(name, words.take("an option"), asks.TERMINALS if box is None else box)
    )


VERBS: dict[str, Verb] = {
    "sits": sits,
    "stands-up": player_only(asks.StandUp),
    "walks-away": player_only(asks.WalkAway),
    "opens": bare(asks.OpenBetting),
    "places": places,
    "withdraws": withdraws,
    "closes": bare(asks.CloseBetting),
    "deals": deals,
    "deals-to": deals_to,
    "deals-rounds": deals_rounds,
    "deals-face-down": bare(asks.DealFaceDown),
    "looks": looks,
    "declines": declines,
    "returns": returns,
    "plays": decides(Choice.PLAY),
    "folds": decides(Choice.FOLD),
    "exposes": exposes,
    "settles": settles,
    "time-up": bare(asks.TimeUp),
    "releases-winnings": bare(asks.ReleaseWinnings),
    "replaces-shoe": bare(asks.ReplaceShoe),
    "counts-cards": counts_cards,
    "shuffles": shuffles,
    "types-cards": types_cards,
    "opens-table": bare(asks.OpenTable),
    "closes-table": closes_table,
    "configures": configures,
    "restricts": restricts,
    "reports": lambda _asker, words: always(reports(words)),
    "begins-report": bare(asks.BeginReport),
    "withdraws-report": bare(asks.WithdrawReport),
    "rules": lambda _asker, words: always(rules(words)),
    "approves": bare(asks.Approve),
    "rejects": rejects,
    "permits": permits,
    "chooses": chooses,
    "interrupts": bare(asks.Interrupt),
    "resumes": bare(asks.Resume),
}
