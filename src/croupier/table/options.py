"""Options of the players: to whom they are offered, and what each choice does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.engine.play_readings import WITHDRAW_AFTER_FOLD, WithdrawAfterFold
from croupier.engine.readings import OPTIONS_ANSWERED_BY, SIDE_BET_ORPHANED, AnsweredBy, Orphaned
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.betting import all_of, orphaned
from croupier.table.evolve import evolve, fold
from croupier.table.state import Step
from croupier.table.viewing import seated_player

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Placed, Table

ONE_OF_THE_OPTIONS = Sentence("one-of-the-options", "one of {options:options}")
NO_CHOICE_IS_OPEN_THERE = Sentence("no-choice-is-open-there", "no choice is open there")

WITHDRAW = "withdraw"
EVERYWHERE = 0
"""The box of an offer that concerns all wagers of a player."""


def offers_for(
    table: Table, options: tuple[str, ...], boxes: set[int] | None
) -> tuple[happened.Offer, ...]:
    """One for each player and box; or for each box, to its seated player."""
    by_seat = answered_by_seat(table)
    found: dict[tuple[str, int], None] = {}
    for wager in sorted(table.round.wagers.values(), key=lambda one: (one.box, one.order)):
        if (boxes is not None and wager.box not in boxes) or is_out(table, wager.box):
            continue
        player = (seated_player(table, wager.box) if by_seat else None) or wager.player
        found[player, wager.box] = None
    return tuple(happened.Offer(player, box, options) for player, box in found)


def is_out(table: Table, box: int) -> bool:
    """A folded hand takes no further part, unless a reading gives its player the options, too."""
    folded = table.round.decisions.get(box) is Choice.FOLD
    return folded and table.game.reads(WITHDRAW_AFTER_FOLD) is WithdrawAfterFold.NO


def withdrawal_offers(table: Table) -> tuple[happened.Offer, ...]:
    """To each player, for all of his wagers."""
    players = dict.fromkeys(wager.player for wager in table.round.wagers.values())
    return tuple(happened.Offer(one, EVERYWHERE, ("continue", WITHDRAW)) for one in players)


def choose(asked: Asked, command: asks.Choose) -> list[AnyEvent] | Refused:
    waiting = asked.table.awaiting
    offers = waiting.offers if waiting else ()
    offer = next(
        (one for one in offers if (one.player, one.box) == (command.player, command.box)), None
    )
    if offer is None:
        return asked.no(Refusal.NOTHING_AWAITED, NO_CHOICE_IS_OPEN_THERE())
    if command.option not in offer.options:
        what = ONE_OF_THE_OPTIONS(options=list(offer.options))
        return asked.no(Refusal.NOT_AN_OPTION, what, waiting.clauses if waiting else None)
    return chosen(asked, offer, command.option)


def chosen(asked: Asked, offer: happened.Offer, option: str) -> list[AnyEvent]:
    table = asked.table
    assert table.awaiting is not None
    clauses = table.awaiting.clauses
    back = withdrawn(table, offer) if option == WITHDRAW else []
    event = happened.OptionChosen(
        by=asked.by,
        at=asked.at,
        player=offer.player,
        box=offer.box,
        option=option,
        returned=tuple(all_of(wager) for wager in back),
        clauses=clauses,
    )
    events: list[AnyEvent] = [event]
    table = evolve(table, event)
    if table.awaiting is None or not table.awaiting.offers:
        events += after_options(asked.with_table(table), clauses)
    return events


def withdrawn(table: Table, offer: happened.Offer) -> list[Placed]:
    """What goes back; a seated player answers for everyone on the box."""
    wagers = table.round.wagers.values()
    if offer.box == EVERYWHERE:
        return [wager for wager in wagers if wager.player == offer.player]
    for_all = answered_by_seat(table)
    return [
        wager
        for wager in wagers
        if wager.box == offer.box and (for_all or wager.player == offer.player)
    ]


def after_options(asked: Asked, clauses: tuple[str, ...]) -> list[AnyEvent]:
    """Hands on which no main wager is left are invalid; a round without wagers is over."""
    table = asked.table
    events: list[AnyEvent] = []
    if table.step is Step.BETTING:
        events += orphaned(asked, table)
        table = fold(table, events)
    for box in sorted({*table.round.hands, *table.round.to_deal} & set(table.boxes)):
        if table.game.drawn_by_tableau or is_valid(table, box):
            continue
        removed = happened.HandRemoved(
            by=asked.by,
            at=asked.at,
            box=box,
            returned=tuple(all_of(wager) for wager in table.on_box(box)),
            clauses=clauses,
        )
        events.append(removed)
        table = evolve(table, removed)
    return events + conclude_if_empty(asked, table, clauses)


def conclude_if_empty(asked: Asked, table: Table, clauses: tuple[str, ...]) -> list[AnyEvent]:
    """A round without a wager has nothing to decide, where hands belong to those who bet."""
    over = table.step is Step.CONCLUDED or table.game.drawn_by_tableau
    if table.round.wagers or over:
        return []
    return [happened.RoundConcluded(by=asked.by, at=asked.at, clauses=clauses)]


def is_valid(table: Table, box: int) -> bool:
    """Whether something on the box can stand by itself, or is left standing by a reading."""
    lying = list(table.on_box(box))
    if any(table.game.bet[wager.bet].needs is None for wager in lying):
        return True
    orphaned = table.game.reads(SIDE_BET_ORPHANED, otherwise=Orphaned.RETURNED)
    return bool(lying) and orphaned is Orphaned.STANDS


def unanswered(asked: Asked) -> list[AnyEvent]:
    """The wait is over: who did not answer has chosen by the reading in force."""
    events: list[AnyEvent] = []
    while (waiting := asked.table.awaiting) is not None and waiting.offers:
        more = chosen(asked, waiting.offers[0], waiting.unanswered)
        events += more
        for event in more:
            asked = asked.with_table(evolve(asked.table, event))
    return events


def answered_by_seat(table: Table) -> bool:
    by = table.game.reads(OPTIONS_ANSWERED_BY, otherwise=AnsweredBy.EACH_PLAYER)
    return by is AnsweredBy.SEATED_PLAYER
