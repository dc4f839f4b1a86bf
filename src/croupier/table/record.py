"""What the table's own record says of a report: the facts that it holds are never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import IRREGULARITIES, Noticed, Value
from croupier.problems import BadInput
from croupier.said import Said, Sentence
from croupier.table.commands import BURNT
from croupier.table.seen import anyone_handled, has_viewed, visible_to
from croupier.table.settling import settled_before
from croupier.table.situation import EXPOSED, FACE_UP
from croupier.table.stage import Stage
from croupier.table.state import Step, deal_order, parsed

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.state import Table

RECORD_SHOWS = Sentence("record-shows", "the record shows: {shows:said}")
HAS_LOOKED = Sentence("player-has-looked", "the player of box {box} has looked at that hand")
HAS_NOT_LOOKED = Sentence(
    "player-has-not-looked", "the player of box {box} has not looked at that hand"
)
BET_IS_REGISTERED = Sentence("bet-is-registered", "the bet of [{player}|nobody] is registered")
BET_IS_NOT_REGISTERED = Sentence(
    "bet-is-not-registered", "the bet of [{player}|nobody] is not registered"
)
SETTLED_BEFORE = Sentence(
    "under-minimum-settled-before", "a wager under the minimum was settled before"
)
FIRST_OF_THIS_PLAYER = Sentence(
    "under-minimum-for-the-first-time", "a wager under the minimum is the first of this player"
)
SO_MANY_CARDS_ARE_DEALT = Sentence("so-many-cards-are-dealt", "{cards} cards are dealt")
CARDS_COME_FROM_A_DEVICE = Sentence("cards-come-from-a-device", "cards come from a {device} device")
SO_MANY_NAMED_OR_SHOWN_BEFORE = Sentence(
    "so-many-named-or-shown-before", "{number} named or shown before"
)
REPORT_MOVES_WHOLE_HANDS = Sentence("report-moves-whole-hands", "the report moves whole hands")
NO_PLAYER_HAS_LOOKED_AT_A_HAND = Sentence(
    "no-player-has-looked-at-a-hand", "no player has looked at a hand"
)
PLAYER_LOOKED_AT_BOX = Sentence("player-looked-at-box", "{player} looked at box {box}")
HAND_OF_BOX_LIES_OPEN = Sentence("hand-of-box-lies-open", "the hand of box {box} lies open")
NO_PLAYER_HAS_SEEN_HIS_CARDS = Sentence(
    "no-player-has-seen-his-cards", "no player has seen his cards"
)
ROUND_HAS_BEGUN = Sentence("round-has-begun", "round {round} has begun")
BETS_ARE_STILL_TAKEN = Sentence("bets-are-still-taken", "bets are still taken")
BETS_ARE_CLOSED = Sentence("bets-are-closed", "bets are closed and the next round is not open")
BOX_HAS_YET_TO_DECIDE = Sentence("box-has-yet-to-decide", "box {box} has yet to decide")
NOTHING_IS_LEFT_TO_DECIDE = Sentence("nothing-is-left-to-decide", "nothing is left to decide")

OF_DEALT_CARDS = {
    "misdealt",
    "dealing-error",
    "dealer-hand-miscounted",
    "player-hand-miscounted",
    "cards-swapped",
    "card-drawn-in-excess",
    "card-exposed",
    "cards-drawn-together",
    "burn-missed",
    "extra-hand-examined",
    "play-bet-differs",
    "wrong-result-registered",
}
"""What cannot have happened before a card of its round was dealt."""
NEXT_CARDS = {"card-exposed", "cards-drawn-together", "card-drawn-in-excess"}
"""At a table of play these can be cards that come out while bets are still taken."""


class Recorded(NamedTuple):
    """A fact as the table has it, and from where."""

    value: Value
    said: Said
    at: int | None = None
    """When it happened, where it is something that happened."""


def round_of(table: Table, report: Report) -> int:
    """The round that a report is about: as it says, else the one that it can only be about."""
    if report.round is not None:
        return report.round
    number = table.round.number
    name = report.irregularity
    if report.facts.get("noticed") == Noticed.AFTER_NEXT_ROUND:
        return number - 1
    early = table.game.drawn_by_tableau and name in NEXT_CARDS
    if table.step is Step.BETTING and name in OF_DEALT_CARDS and not early:
        return number - 1
    return number


def answers(asked: Asked, report: Report, said: Report) -> dict[str, Recorded]:
    """Every fact of an irregularity that the record holds; `said` is the report as it was made."""
    table, name = asked.table, report.irregularity
    number = round_of(table, report)
    found = {
        "device": Recorded(table.setup.device, CARDS_COME_FROM_A_DEVICE(device=table.setup.device)),
        "noticed": noticed(table, number),
        "registered": registered(table, report),
        "repeat": repeated(asked, report),
    }
    if number == table.round.number:
        found |= of_the_round(asked, report, said)
    listed = {fact.name for fact in IRREGULARITIES[name]}
    return {name: one for name, one in found.items() if name in listed}


def of_the_round(asked: Asked, report: Report, said: Report) -> dict[str, Recorded]:
    table = asked.table
    box = report.box or 0
    found = {
        "handled": handled(table),
        "seen": players_saw(table),
        "viewed": viewed(table, box),
        "decision-pending": pending(table, report),
    }
    if (first := first_card(asked, said)) is not None:
        found["first-card"] = first
    if report.cards and report.irregularity == EXPOSED:
        named = set(parsed(report.cards)) - {None}
        number = len(parsed(report.cards)) + len(table.round.exposed - named)
        found["cards"] = Recorded(number, SO_MANY_NAMED_OR_SHOWN_BEFORE(number=number))
    if report.moves:
        found["movable"] = Recorded(value=True, said=REPORT_MOVES_WHOLE_HANDS())
    return found


def handled(table: Table) -> Recorded:
    looked = table.round.looked
    if not anyone_handled(table):
        return Recorded(value=False, said=NO_PLAYER_HAS_LOOKED_AT_A_HAND())
    player, box = next(iter(looked.items()))
    said, at = PLAYER_LOOKED_AT_BOX(player=player, box=box), table.round.looked_when.get(player)
    return Recorded(value=True, said=said, at=at)


def players_saw(table: Table) -> Recorded:
    if table.round.looked:
        return handled(table)
    shown = sorted(table.round.face_up & set(table.boxes))
    if shown:
        return Recorded(value=True, said=HAND_OF_BOX_LIES_OPEN(box=shown[0]))
    return Recorded(value=False, said=NO_PLAYER_HAS_SEEN_HIS_CARDS())


def viewed(table: Table, box: int) -> Recorded:
    seen, when = has_viewed(table, box), table.round.looked_when
    at = next((when[one] for one, place in table.round.looked.items() if place == box), None)
    return Recorded(seen, (HAS_LOOKED if seen else HAS_NOT_LOOKED)(box=box), at if seen else None)


def noticed(table: Table, number: int) -> Recorded:
    opened, closed = map(table.round.reached.get, (Stage.BETS, Stage.DEAL))
    if number < table.round.number:
        begun = ROUND_HAS_BEGUN(round=table.round.number)
        return Recorded(Noticed.AFTER_NEXT_ROUND, begun, opened)
    if table.step is Step.BETTING:
        return Recorded(Noticed.BEFORE_CLOSE, BETS_ARE_STILL_TAKEN(), opened)
    return Recorded(Noticed.BEFORE_NEXT_ROUND, BETS_ARE_CLOSED(), closed)


def pending(table: Table, report: Report) -> Recorded:
    boxes = undecided(table, report)
    if boxes:
        return Recorded(value=True, said=BOX_HAS_YET_TO_DECIDE(box=boxes[0]))
    return Recorded(value=False, said=NOTHING_IS_LEFT_TO_DECIDE())


def undecided(table: Table, report: Report) -> list[int]:
    """The hands of a player that wait for his decision, or the one that is named."""
    if table.step is Step.BETTING:
        return []
    return [
        box
        for box in table.undecided
        if table.player_of(box) == report.player and report.box in {None, box}
    ]


def registered(table: Table, report: Report) -> Recorded:
    there = any(
        wager.player == report.player and report.bet in {None, wager.bet}
        for wager in table.round.wagers.values()
    )
    what = BET_IS_REGISTERED if there else BET_IS_NOT_REGISTERED
    return Recorded(there, what(player=report.player or ""))


def repeated(asked: Asked, report: Report) -> Recorded:
    before = report.player in settled_before(asked.table, asked.at)
    return Recorded(before, (SETTLED_BEFORE if before else FIRST_OF_THIS_PLAYER)())


def first_card(asked: Asked, said: Report) -> Recorded | None:
    """Whether it is about the first card out of the shoe, as far as its reporter can know it."""
    drawn = asked.table.round.drawn
    count = SO_MANY_CARDS_ARE_DEALT(cards=len(drawn))
    if said.irregularity == FACE_UP:
        return Recorded(not drawn, count)
    known = visible_to(asked.table, asked.who)
    named = {card for card in parsed(said.cards) if card is not None}
    if drawn and named and drawn[0] in known:
        return Recorded(drawn[0] in named, count)
    if len(drawn) <= 1:
        return Recorded(value=True, said=count)
    return Recorded(value=False, said=count) if named and named <= known else None


def contradiction(known: dict[str, Recorded], report: Report) -> Said | None:
    """What the record shows where a report says otherwise."""
    facts = {fact.name: fact for fact in IRREGULARITIES[report.irregularity]}
    for name, said in report.facts.items():
        if name not in facts:
            raise BadInput(f"{report.irregularity} takes no fact {name[:40]!r}", "facts")
        value = facts[name].read(said)
        if name in known and known[name].value != value:
            return RECORD_SHOWS(shows=known[name].said)
    return None


FINDABLE = {"handled", "seen", "viewed"}
"""What can have happened though the table was not told; what it was told has happened."""


def left_open(known: dict[str, Recorded]) -> dict[str, Recorded]:
    """What a second person, who was there, cannot find otherwise."""
    return {
        name: one for name, one in known.items() if name not in FINDABLE or one.value is not False
    }


def burns(table: Table) -> bool:
    """Whether the device in use discards a card before the deal."""
    return BURNT in deal_order(table)
