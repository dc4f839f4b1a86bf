"""Looking at hands, returning them, deciding, and turning over the dealer's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal, Viewer
from croupier.table import events as happened
from croupier.table.clocks import time_is_left
from croupier.table.commands import DEALER
from croupier.table.dealing import cards_text, fill_in, typed
from croupier.table.placing import placing
from croupier.table.reading_in import read_in, reads_in
from croupier.table.state import Step
from croupier.table.viewing import kept_by, viewer_of, yet_to_look

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook import Cite
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table


def look(asked: Asked, command: asks.Look) -> list[AnyEvent] | Refused:
    table, looking = asked.table, asked.table.game.procedure.looking
    box, player = command.box, command.player
    if table.step is not Step.PLAYING or looking is None:
        return asked.no(Refusal.NOT_NOW, "no hand can be looked at now")
    if not table.cards_of(box) or box == DEALER:
        return asked.no(Refusal.NO_SUCH_BOX, f"no hand lies on box {box}")
    decision = table.game.decision
    if looking.unseen and decision and not table.has(box, decision.entry):
        return asked.no(
            Refusal.NOT_TO_BE_SEEN, "this hand is not looked at", looking.unseen.numbers
        )
    if not any(wager.player == player for wager in table.on_box(box)):
        return asked.no(Refusal.NOT_YOUR_HAND, f"{player} has no wager on box {box}")
    if looking.who is Viewer.FIRST_SEATED_BETTOR and table.seat_of(player) is None:
        return asked.no(Refusal.NOT_SEATED, "a player who looks at cards is seated")
    if table.round.looked.get(player, box) != box:
        what = f"{player} looks at box {table.round.looked[player]} and plays the rest blind"
        return asked.no(Refusal.ONE_HAND_ONLY, what, looking.one_hand.numbers)
    if viewer_of(table, box) != player:
        return asked.no(Refusal.NOT_YOUR_HAND, f"another player looks at box {box}")
    if table.round.looked.get(player) == box:
        return []
    if box in table.round.face_up:
        return asked.no(Refusal.NOT_NOW, "the hand lies open")
    return [
        happened.HandExamined(
            by=asked.by, at=asked.at, player=player, box=box, clauses=looking.cite.numbers
        )
    ]


def decline(asked: Asked, command: asks.Decline) -> list[AnyEvent] | Refused:
    kept, clause = yet_to_look(asked.table), kept_by(asked.table)
    if command.box not in kept or clause is None:
        return asked.no(Refusal.NOT_NOW, f"nothing waits for a look at box {command.box}")
    if kept[command.box] != command.player:
        return asked.no(Refusal.NOT_YOUR_HAND, f"another player looks at box {command.box}")
    return [declined(asked, command.player, command.box, clause)]


def declined(asked: Asked, player: str, box: int, cite: Cite) -> happened.LookDeclined:
    return happened.LookDeclined(
        by=asked.by, at=asked.at, player=player, box=box, clauses=cite.numbers
    )


def looking_is_over(asked: Asked) -> list[AnyEvent]:
    """Who has not looked in time does not."""
    clause = kept_by(asked.table)
    assert clause is not None
    kept = yet_to_look(asked.table).items()
    return [declined(asked, player, box, clause) for box, player in kept]


def may_still_look(asked: Asked, boxes: Iterable[int]) -> Refused | None:
    """Nobody else opens a hand, or the dealer's, in the time of a player to look at his."""
    kept, clause = yet_to_look(asked.table), kept_by(asked.table)
    waits = next((box for box in boxes if box in kept), None)
    if waits is None or clause is None or not time_is_left(asked.table, asked.at):
        return None
    what = f"the player of box {waits} may still look at the hand"
    return asked.no(Refusal.HANDS_NOT_READY, what, clause.numbers)


def return_hand(asked: Asked, command: asks.ReturnHand) -> list[AnyEvent] | Refused:
    """By the player who looks at it; the dealer opens what nobody looks at."""
    table, box = asked.table, command.box
    if reads_in(asked, command):
        return read_in(asked, command)
    turning_over = table.step is Step.DEALING and table.game.cards_open
    if not turning_over and table.step not in {Step.PLAYING, Step.EXPOSED}:
        return asked.no(Refusal.NOT_NOW, "no hand is laid open now")
    if not table.cards_of(box) or (box == DEALER and not table.game.cards_open):
        return asked.no(Refusal.NO_SUCH_BOX, f"no hand lies on box {box}")
    if box in table.round.face_up and None not in table.cards_of(box):
        return []
    if not asked.who.is_staff and table.round.looked.get(asked.by) != box:
        return asked.no(Refusal.NOT_YOUR_HAND, f"{asked.by} does not look at box {box}")
    decision = table.game.decision
    if decision is not None and table.step is Step.PLAYING:
        what = "hands are laid open after the dealer's"
        return asked.no(Refusal.NOT_NOW, what, decision.unseen.cite.numbers)
    if refused := may_still_look(asked, [box]):
        return refused
    if not asked.who.is_staff and None in table.cards_of(box):
        return asked.no(Refusal.CARDS_UNREAD, "the dealer reads the cards")
    cards = fill_in(asked, box, command.cards)
    if isinstance(cards, Refused):
        return cards
    clauses = laying_open(asked.table, box)
    return [
        happened.HandReturned(
            by=asked.by,
            at=asked.at,
            box=box,
            cards=cards_text(cards),
            clauses=clauses,
            typed=typed(asked, command.cards),
        )
    ]


def laying_open(table: Table, box: int) -> tuple[str, ...]:
    """The clause by which a hand comes face up: returned, opened by the dealer, or turned over."""
    exposing = table.game.procedure.exposing
    if exposing is None:
        return table.dealing.cite.numbers
    if box in table.round.looked.values():
        cite = exposing.returned
    elif exposing.returned or viewer_of(table, box) is None:
        cite = exposing.opened
    else:
        cite = None
    return (cite or exposing.cite).numbers


def decide_hand(asked: Asked, command: asks.Decide) -> list[AnyEvent] | Refused:
    table, decision = asked.table, asked.table.game.decision
    if decision is None or command.box not in table.decided_boxes:
        return asked.no(Refusal.NOTHING_TO_DECIDE, f"box {command.box} has nothing to decide")
    if table.step is not Step.PLAYING:
        return asked.no(Refusal.NOT_NOW, "decisions follow the deal")
    if table.player_of(command.box) != command.player:
        return asked.no(Refusal.NOT_YOUR_HAND, f"box {command.box} is another player's")
    if command.box in table.round.decisions:
        return asked.no(Refusal.NOTHING_TO_DECIDE, f"box {command.box} has decided")
    if asked.who.is_staff and command.choice is Choice.FOLD:
        return asked.no(Refusal.NOT_PERMITTED, "staff place bets, a player folds for himself")
    return decided(asked, command.box, command.choice)


def decided(
    asked: Asked, box: int, choice: Choice, clauses: tuple[str, ...] | None = None
) -> list[AnyEvent]:
    """Fold; or play, which places a bet of the ante's amount."""
    table, decision = asked.table, asked.table.game.decision
    assert decision is not None
    [ante] = table.area(box, decision.entry)
    cite = decision.place if choice is Choice.PLAY else decision.fold
    made = happened.Decided(
        by=asked.by,
        at=asked.at,
        player=ante.player,
        box=box,
        choice=choice,
        clauses=clauses or cite.numbers,
    )
    if choice is Choice.FOLD:
        return [made]
    placed = happened.WagerPlaced(
        by=asked.by,
        at=asked.at,
        player=ante.player,
        box=box,
        bet=decision.play,
        cents=ante.cents,
        clauses=placing(asked, decision.play),
    )
    return [placed, made]


def expose_dealer(asked: Asked, command: asks.ExposeDealer) -> list[AnyEvent] | Refused:
    table, exposing = asked.table, asked.table.game.procedure.exposing
    if exposing is None or table.step is not Step.PLAYING:
        return asked.no(Refusal.NOT_NOW, "the dealer's hand is not turned over now")
    if table.undecided:
        what = f"box {table.undecided[0]} has not decided"
        return asked.no(Refusal.HANDS_NOT_READY, what)
    boxes = table.boxes_in_play()
    closed = [box for box in boxes if box not in table.round.face_up and not table.is_put_away(box)]
    if exposing.returned and closed:
        what = f"the hand of box {closed[0]} is not returned"
        return asked.no(Refusal.HANDS_NOT_READY, what, exposing.cite.numbers)
    if refused := may_still_look(asked, yet_to_look(table)):
        return refused
    cards = fill_in(asked, DEALER, command.cards)
    if isinstance(cards, Refused):
        return cards
    clauses = exposing.cite.numbers
    events: list[AnyEvent] = [
        happened.DealerExposed(
            by=asked.by,
            at=asked.at,
            cards=cards_text(cards),
            clauses=clauses,
            typed=typed(asked, command.cards),
        )
    ]
    for box in closed:  # after his own hand the dealer turns over those still closed
        lying = table.cards_of(box)
        if None not in lying:
            events.append(
                happened.HandReturned(
                    by=asked.by,
                    at=asked.at,
                    box=box,
                    cards=cards_text(lying),
                    clauses=laying_open(table, box),
                )
            )
    return events
