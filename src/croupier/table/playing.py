"""Looking at hands, returning them, deciding, and turning over the dealer's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice, Decision, Decisionless
from croupier.engine.refusals import Refused
from croupier.engine.steps import Dealing, Exposing, Looking, Refusal, Viewer
from croupier.rulebook.marks import carries, field_of
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.clocks import time_is_left
from croupier.table.commands import DEALER
from croupier.table.dealing import cards_text, fill_in, typed
from croupier.table.placing import placing
from croupier.table.reading_in import read_in, reads_in
from croupier.table.state import DEALING, EXPOSED, PLAYING
from croupier.table.viewing import is_kept_closed, kept_by, viewer_of, yet_to_look

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook import Cite
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

NO_HAND_CAN_BE_LOOKED_AT_NOW = Sentence(
    "no-hand-can-be-looked-at-now", "no hand can be looked at now"
)
HAND_IS_NOT_LOOKED_AT = Sentence("hand-is-not-looked-at", "this hand is not looked at")
PLAYER_HAS_NO_WAGER_ON_BOX = Sentence(
    "player-has-no-wager-on-box", "{player} has no wager on box {box}"
)
PLAYER_WHO_LOOKS_AT_CARDS_IS_SEATED = Sentence(
    "player-who-looks-at-cards-is-seated", "a player who looks at cards is seated"
)
PLAYER_LOOKS_AT_ONE_BOX_AND_PLAYS_THE_REST_BLIND = Sentence(
    "player-looks-at-one-box-and-plays-the-rest-blind",
    "{player} looks at box {box} and plays the rest blind",
)
HAND_LIES_OPEN = Sentence("hand-lies-open", "the hand lies open")
NOTHING_WAITS_FOR_A_LOOK_AT_BOX = Sentence(
    "nothing-waits-for-a-look-at-box", "nothing waits for a look at box {box}"
)
ANOTHER_PLAYER_LOOKS_AT_BOX = Sentence(
    "another-player-looks-at-box", "another player looks at box {box}"
)
PLAYER_MAY_STILL_LOOK = Sentence(
    "player-may-still-look", "the player of box {box} may still look at the hand"
)
NO_HAND_IS_LAID_OPEN_NOW = Sentence("no-hand-is-laid-open-now", "no hand is laid open now")
NO_HAND_LIES_ON_BOX = Sentence("no-hand-lies-on-box", "no hand lies on box {box}")
PERSON_DOES_NOT_LOOK_AT_BOX = Sentence(
    "person-does-not-look-at-box", "{by} does not look at box {box}"
)
HANDS_ARE_LAID_OPEN_AFTER_THE_DEALERS = Sentence(
    "hands-are-laid-open-after-the-dealers", "hands are laid open after the dealer's"
)
DEALER_READS_THE_CARDS = Sentence("dealer-reads-the-cards", "the dealer reads the cards")
BOX_HAS_NOTHING_TO_DECIDE = Sentence("box-has-nothing-to-decide", "box {box} has nothing to decide")
DECISIONS_FOLLOW_THE_DEAL = Sentence("decisions-follow-the-deal", "decisions follow the deal")
BOX_IS_ANOTHER_PLAYERS = Sentence("box-is-another-players", "box {box} is another player's")
BOX_HAS_DECIDED = Sentence("box-has-decided", "box {box} has decided")
STAFF_PLACE_BETS = Sentence("staff-place-bets", "staff place bets, a player folds for himself")
DEALERS_HAND_IS_NOT_TURNED_OVER_NOW = Sentence(
    "dealers-hand-is-not-turned-over-now", "the dealer's hand is not turned over now"
)
BOX_HAS_NOT_DECIDED = Sentence("box-has-not-decided", "box {box} has not decided")
HAND_OF_BOX_IS_NOT_RETURNED = Sentence(
    "hand-of-box-is-not-returned", "the hand of box {box} is not returned"
)

FIRST_SEATED_BETTOR = Viewer.FIRST_SEATED_BETTOR


@carries(
    Looking,
    field_of(Looking, "one_hand"),
    field_of(Looking, "unseen"),
    Refusal.NO_SUCH_BOX,
    Refusal.NOT_NOW,
    Refusal.NOT_SEATED,
    Refusal.NOT_TO_BE_SEEN,
    Refusal.NOT_YOUR_HAND,
    Refusal.ONE_HAND_ONLY,
)
def look(asked: Asked, command: asks.Look) -> list[AnyEvent] | Refused:
    table, looking = asked.table, asked.table.game.procedure.looking
    box, player = command.box, command.player
    if table.step is not PLAYING or looking is None:
        return asked.no(Refusal.NOT_NOW, NO_HAND_CAN_BE_LOOKED_AT_NOW())
    if not table.cards_of(box) or box == DEALER:
        return asked.no(Refusal.NO_SUCH_BOX, NO_HAND_LIES_ON_BOX(box=box))
    decision = table.game.decision
    if looking.unseen and decision and not table.has(box, decision.entry):
        return asked.no(Refusal.NOT_TO_BE_SEEN, HAND_IS_NOT_LOOKED_AT(), looking.unseen.numbers)
    if not table.bets_on(player, box):
        return asked.no(Refusal.NOT_YOUR_HAND, PLAYER_HAS_NO_WAGER_ON_BOX(player=player, box=box))
    if looking.who is FIRST_SEATED_BETTOR and player not in table.seats.values():
        return asked.no(Refusal.NOT_SEATED, PLAYER_WHO_LOOKS_AT_CARDS_IS_SEATED())
    if table.round.looked.get(player, box) != box:
        what = PLAYER_LOOKS_AT_ONE_BOX_AND_PLAYS_THE_REST_BLIND(
            player=player, box=table.round.looked[player]
        )
        return asked.no(Refusal.ONE_HAND_ONLY, what, looking.one_hand.numbers)
    if viewer_of(table, box) != player:
        return asked.no(Refusal.NOT_YOUR_HAND, ANOTHER_PLAYER_LOOKS_AT_BOX(box=box))
    if table.round.looked.get(player) == box:
        return []
    if box in table.round.face_up:
        return asked.no(Refusal.NOT_NOW, HAND_LIES_OPEN())
    return [
        happened.HandExamined(
            by=asked.by, at=asked.at, player=player, box=box, clauses=looking.cite.numbers
        )
    ]


@carries(Refusal.NOT_NOW, Refusal.NOT_YOUR_HAND)
def decline(asked: Asked, command: asks.Decline) -> list[AnyEvent] | Refused:
    kept, clause = yet_to_look(asked.table), kept_by(asked.table)
    if command.box not in kept or clause is None:
        return asked.no(Refusal.NOT_NOW, NOTHING_WAITS_FOR_A_LOOK_AT_BOX(box=command.box))
    if kept[command.box] != command.player:
        return asked.no(Refusal.NOT_YOUR_HAND, ANOTHER_PLAYER_LOOKS_AT_BOX(box=command.box))
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


@carries(Refusal.HANDS_NOT_READY)
def may_still_look(asked: Asked, boxes: Iterable[int]) -> Refused | None:
    """Nobody else opens a hand, or the dealer's, in the time of a player to look at his."""
    table, clause = asked.table, kept_by(asked.table)
    if clause is None:
        return None
    for box in boxes:
        if not is_kept_closed(table, box):
            continue
        if not time_is_left(table, asked.at):
            return None
        what = PLAYER_MAY_STILL_LOOK(box=box)
        return asked.no(Refusal.HANDS_NOT_READY, what, clause.numbers)
    return None


@carries(
    Decision,
    Decisionless,
    Refusal.CARDS_UNREAD,
    Refusal.NO_SUCH_BOX,
    Refusal.NOT_NOW,
    Refusal.NOT_YOUR_HAND,
)
def return_hand(asked: Asked, command: asks.ReturnHand) -> list[AnyEvent] | Refused:
    """By the player who looks at it; the dealer opens what nobody looks at."""
    table, box = asked.table, command.box
    if reads_in(asked, command):
        return read_in(asked, command)
    turning_over = table.step is DEALING and table.game.cards_open
    if not turning_over and table.step is not PLAYING and table.step is not EXPOSED:
        return asked.no(Refusal.NOT_NOW, NO_HAND_IS_LAID_OPEN_NOW())
    if not table.cards_of(box) or (box == DEALER and not table.game.cards_open):
        return asked.no(Refusal.NO_SUCH_BOX, NO_HAND_LIES_ON_BOX(box=box))
    if box in table.round.face_up and None not in table.cards_of(box):
        return []
    if not asked.who.is_staff and table.round.looked.get(asked.by) != box:
        return asked.no(Refusal.NOT_YOUR_HAND, PERSON_DOES_NOT_LOOK_AT_BOX(by=asked.by, box=box))
    decision = table.game.decision
    if decision is not None and table.step is PLAYING:
        what = HANDS_ARE_LAID_OPEN_AFTER_THE_DEALERS()
        return asked.no(Refusal.NOT_NOW, what, decision.unseen.cite.numbers)
    if refused := may_still_look(asked, [box]):
        return refused
    if not asked.who.is_staff and None in table.cards_of(box):
        return asked.no(Refusal.CARDS_UNREAD, DEALER_READS_THE_CARDS())
    cards = fill_in(asked, box, command.cards)
    if not isinstance(cards, tuple):
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


@carries(Dealing, Exposing, field_of(Exposing, "returned"), field_of(Exposing, "opened"))
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


@carries(
    Decision,
    Refusal.NOT_NOW,
    Refusal.NOT_PERMITTED,
    Refusal.NOT_YOUR_HAND,
    Refusal.NOTHING_TO_DECIDE,
)
def decide_hand(asked: Asked, command: asks.Decide) -> list[AnyEvent] | Refused:
    table, decision = asked.table, asked.table.game.decision
    if decision is None or not table.has(command.box, decision.entry):
        return asked.no(Refusal.NOTHING_TO_DECIDE, BOX_HAS_NOTHING_TO_DECIDE(box=command.box))
    if table.step is not PLAYING:
        return asked.no(Refusal.NOT_NOW, DECISIONS_FOLLOW_THE_DEAL())
    if table.player_of(command.box) != command.player:
        return asked.no(Refusal.NOT_YOUR_HAND, BOX_IS_ANOTHER_PLAYERS(box=command.box))
    if command.box in table.round.decisions:
        return asked.no(Refusal.NOTHING_TO_DECIDE, BOX_HAS_DECIDED(box=command.box))
    if asked.who.is_staff and command.choice is Choice.FOLD:
        return asked.no(Refusal.NOT_PERMITTED, STAFF_PLACE_BETS())
    return decided(asked, command.box, command.choice)


@carries(Decision, field_of(Decision, "fold"), field_of(Decision, "place"))
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


@carries(Exposing, field_of(Exposing, "returned"), Refusal.HANDS_NOT_READY, Refusal.NOT_NOW)
def expose_dealer(asked: Asked, command: asks.ExposeDealer) -> list[AnyEvent] | Refused:
    table, exposing = asked.table, asked.table.game.procedure.exposing
    if exposing is None or table.step is not PLAYING:
        return asked.no(Refusal.NOT_NOW, DEALERS_HAND_IS_NOT_TURNED_OVER_NOW())
    if table.awaits_decisions:
        what = BOX_HAS_NOT_DECIDED(box=table.undecided[0])
        return asked.no(Refusal.HANDS_NOT_READY, what)
    boxes = table.boxes_in_play()
    closed = [box for box in boxes if box not in table.round.face_up and not table.is_put_away(box)]
    if exposing.returned and closed:
        what = HAND_OF_BOX_IS_NOT_RETURNED(box=closed[0])
        return asked.no(Refusal.HANDS_NOT_READY, what, exposing.cite.numbers)
    if refused := may_still_look(asked, boxes):
        return refused
    cards = fill_in(asked, DEALER, command.cards)
    if not isinstance(cards, tuple):
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
