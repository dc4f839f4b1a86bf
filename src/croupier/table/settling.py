"""From the table to a settlement, by the very rules that `settle` answers with."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from croupier.engine.bets import METER, Awards, Loses, Pays, Result, Returns
from croupier.engine.checks import check_meter
from croupier.engine.irregularities import Remedy
from croupier.engine.limits import Occasion, UnderMinimum, remembered
from croupier.engine.refusals import Refused
from croupier.engine.rounds import Box, Wager
from croupier.engine.rounds import Round as Playable
from croupier.engine.settlement import settle as settled
from croupier.engine.steps import Refusal
from croupier.money import NOTHING, REMEMBERED
from croupier.problems import BadInput
from croupier.rulebook.marks import carries
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.commands import DEALER, PLAYER_HAND, TERMINALS
from croupier.table.dealing import place_of
from croupier.table.lying import on_boxes
from croupier.table.state import CONCLUDED, EXPOSED, read
from croupier.table.tally import DAY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.cards import Hand
    from croupier.engine.settlement import Settled
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Cards, Placed, Table

WRONG_NUMBER_LIES_THERE = Sentence(
    "wrong-number-lies-there", "{place:place} has {cards} cards: report it"
)
NOTHING_TO_SETTLE = Sentence("nothing-to-settle", "there is nothing to settle yet")
NO_WINNINGS_LIE_ASIDE = Sentence("no-winnings-lie-aside", "no winnings of a last round lie aside")
CARDS_ARE_NOT_READ = Sentence("cards-are-not-read", "the cards of {place:place} are not read")

SAID = {result: result.value for result in Result}


@carries(Refusal.NOT_NOW)
def release_winnings(asked: Asked, _command: asks.ReleaseWinnings) -> list[AnyEvent] | Refused:
    """How long they lie aside, and whether anything keeps them there, is the house's own rule."""
    table = asked.table
    if table.step is not CONCLUDED or not table.round.number:
        return asked.no(Refusal.NOT_NOW, NO_WINNINGS_LIE_ASIDE())
    return [happened.WinningsReleased(by=asked.by, at=asked.at, round=table.round.number)]


@carries(
    Pays,
    Awards,
    Returns,
    Loses,
    Remedy.SETTLE,
    Refusal.CARDS_UNREAD,
    Refusal.NOT_NOW,
    Refusal.WRONG_NUMBER_OF_CARDS,
)
def settle(asked: Asked, command: asks.Settle) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is not EXPOSED:
        return asked.no(Refusal.NOT_NOW, NOTHING_TO_SETTLE())
    for place, cards in table.round.hands.items():
        if None in cards and place >= DEALER and not table.is_put_away(place):
            what = CARDS_ARE_NOT_READ(place=place_of(table, place))
            return asked.no(Refusal.CARDS_UNREAD, what)
    if not table.round.wagers:
        return [settlement(asked, ())]
    if (wrong := miscounted(table)) is not None:
        what = WRONG_NUMBER_LIES_THERE(
            place=place_of(table, wrong), cards=len(table.cards_of(wrong))
        )
        return asked.no(Refusal.WRONG_NUMBER_OF_CARDS, what)
    round_ = playable(table, command.meter_cents, asked.at)
    try:
        check_meter(round_)
    except BadInput as problem:
        return asked.no(Refusal.FACTS_MISSING, problem.said)
    answer = settled(round_)
    lines: list[happened.SettledLine] = []
    for settled_box in answer.boxes:
        box = settled_box.box.number or TERMINALS
        lines += [told(table, box, line) for line in settled_box.lines]
    return [settlement(asked, tuple(lines))]


def miscounted(table: Table) -> int | None:
    """The first hand that decides a wager and has a number of cards that is never ranked."""
    by_tableau = table.game.drawn_by_tableau
    places = (PLAYER_HAND, DEALER) if by_tableau else (*table.boxes_in_play(), DEALER)
    sizes, hands = table.game.ranked_sizes, table.round.hands
    for place in places:
        if len(hands.get(place, ())) not in sizes:
            return place
    return None


def settlement(asked: Asked, lines: tuple[happened.SettledLine, ...]) -> happened.RoundSettled:
    clauses = tuple(dict.fromkeys(chain.from_iterable([line.clauses for line in lines])))
    return happened.RoundSettled(
        by=asked.who.name,
        at=asked.at,
        lines=lines,
        settled_short=short_once(asked.table, lines, clauses),
        clauses=clauses,
    )


def playable(table: Table, meter_cents: int | None, at: int) -> Playable:
    """The round as the engine settles it."""
    hands = table.round.hands
    against = hand_of(hands, DEALER)
    lying = on_boxes(table.round.wagers)
    if table.game.drawn_by_tableau:
        all_wagers = lying.get(TERMINALS, [])
        boxes: tuple[Box, ...] = (box_of(table, None, all_wagers, hand_of(hands, PLAYER_HAND)),)
    else:
        boxes = tuple(
            [
                box_of(table, box, wagers, hand_that_counts(table, box))
                for box, wagers in lying.items()
            ]
        )
    jackpot = table.setup.jackpot
    return Playable(
        game=table.game,
        boxes=boxes,
        against=against,
        decks=table.setup.decks,
        limits=table.limits,
        meter_cents=meter_cents,
        jackpot_bet_cents=jackpot[0] if jackpot else None,
        under_minimum_before=settled_before(table, at),
    )


def hand_that_counts(table: Table, box: int) -> Hand | None:
    """Nothing depends on a folded hand that nobody has read: the dealer's own stands for it."""
    hands = table.round.hands
    unread = None in hands.get(box, ()) and table.is_put_away(box)
    return hand_of(hands, DEALER if unread else box)


def hand_of(hands: Mapping[int, Cards], place: int) -> Hand | None:
    return read(hands[place]) if place in hands else None


def box_of(table: Table, number: int | None, lying: list[Placed], hand: Hand | None) -> Box:
    wagers = tuple([Wager(one.player, one.bet, one.cents) for one in lying])
    decision = None if number is None else table.round.decisions.get(number)
    return Box(number, wagers, hand, decision)


@carries(UnderMinimum)
def settled_before(table: Table, at: int) -> frozenset[str]:
    if not table.settled_short or not table.game.limits.under_minimum.once:
        return frozenset()
    now = Occasion("", str(table.session), str(at // DAY))
    return remembered(table.settled_short, now, table.game)


@carries(UnderMinimum)
def short_once(
    table: Table, lines: tuple[happened.SettledLine, ...], cited: tuple[str, ...]
) -> tuple[str, ...]:
    """Whose wager under the minimum was settled; `cited` are the clauses of all lines."""
    rule = table.game.limits.under_minimum
    if not rule.once:
        return ()
    clauses = frozenset(rule.cite.numbers)
    if clauses.isdisjoint(cited):
        return ()
    found = [
        line.player for line in lines if line.counted_cents and not clauses.isdisjoint(line.clauses)
    ]
    return tuple(dict.fromkeys(found))


TOLD: dict[tuple[int, int], tuple[Settled, happened.SettledLine]] = {}
"""Of lines that were settled before: the engine, too, gives one for all that are alike."""


def told(table: Table, box: int, line: Settled) -> happened.SettledLine:
    if line.award_cents is not None:
        return line_of(table, box, line)  # its game says where the award comes from
    key = box, id(line)
    known = TOLD.get(key)
    if known is not None and known[0] is line:
        return known[1]
    if len(TOLD) >= REMEMBERED:
        TOLD.clear()
    TOLD[key] = line, line_of(table, box, line)
    return TOLD[key][1]


def line_of(table: Table, box: int, line: Settled) -> happened.SettledLine:
    return happened.SettledLine(
        player=line.player,
        box=box,
        bet=line.bet,
        event=line.event,
        stake_cents=line.stake_cents,
        counted_cents=line.counted_cents,
        result=SAID[line.result],
        back_cents=line.back_cents,
        clauses=line.clauses,
        odds=None if line.odds is None else str(line.odds),
        award_cents=line.award_cents,
        from_box=line.from_box,
        rounded_off="0" if line.rounded_off is NOTHING else str(line.rounded_off),
        from_meter=line.award_cents is not None and pays_the_meter(table, line),
    )


def pays_the_meter(table: Table, line: Settled) -> bool:
    bet = table.game.bet.get(line.bet)
    return bet is not None and any(
        isinstance(one, Awards) and one.amount == METER and one.event == line.event
        for one in bet.lines
    )
