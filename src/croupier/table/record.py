"""What the table's own record says of a report: the facts that it holds are never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import IRREGULARITIES, Noticed, Value, value_text
from croupier.problems import BadInput
from croupier.table.commands import BURNT
from croupier.table.seen import anyone_handled, has_viewed, visible_to
from croupier.table.settling import settled_before
from croupier.table.situation import EXPOSED, FACE_UP
from croupier.table.state import Step, deal_order, parsed

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.state import Table

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
    says: str


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
        "device": Recorded(table.setup.device, f"cards come from a {table.setup.device} device"),
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
        found["cards"] = Recorded(number, f"{number} named or shown before")
    if report.moves:
        found["movable"] = Recorded(value=True, says="the report moves whole hands")
    return found


def handled(table: Table) -> Recorded:
    looked = table.round.looked
    if not anyone_handled(table):
        return Recorded(value=False, says="no player has looked at a hand")
    player, box = next(iter(looked.items()))
    return Recorded(value=True, says=f"{player} looked at box {box}")


def players_saw(table: Table) -> Recorded:
    if table.round.looked:
        return handled(table)
    shown = sorted(table.round.face_up & set(table.boxes))
    if shown:
        return Recorded(value=True, says=f"the hand of box {shown[0]} lies open")
    return Recorded(value=False, says="no player has seen his cards")


def viewed(table: Table, box: int) -> Recorded:
    seen = has_viewed(table, box)
    what = "has looked" if seen else "has not looked"
    return Recorded(seen, f"the player of box {box} {what} at that hand")


def noticed(table: Table, number: int) -> Recorded:
    if number < table.round.number:
        return Recorded(Noticed.AFTER_NEXT_ROUND, f"round {table.round.number} has begun")
    if table.step is Step.BETTING:
        return Recorded(Noticed.BEFORE_CLOSE, "bets are still taken")
    return Recorded(Noticed.BEFORE_NEXT_ROUND, "bets are closed and the next round is not open")


def pending(table: Table, report: Report) -> Recorded:
    boxes = undecided(table, report)
    if boxes:
        return Recorded(value=True, says=f"box {boxes[0]} has yet to decide")
    return Recorded(value=False, says="nothing is left to decide")


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
    what = "is" if there else "is not"
    return Recorded(there, f"the bet of {report.player or 'nobody'} {what} registered")


def repeated(asked: Asked, report: Report) -> Recorded:
    before = report.player in settled_before(asked.table, asked.at)
    what = "was settled before" if before else "is the first of this player"
    return Recorded(before, f"a wager under the minimum {what}")


def first_card(asked: Asked, said: Report) -> Recorded | None:
    """Whether it is about the first card out of the shoe, as far as its reporter can know it."""
    drawn = asked.table.round.drawn
    count = f"{len(drawn)} cards are dealt"
    if said.irregularity == FACE_UP:
        return Recorded(not drawn, count)
    known = visible_to(asked.table, asked.who)
    named = {card for card in parsed(said.cards) if card is not None}
    if drawn and named and drawn[0] in known:
        return Recorded(drawn[0] in named, count)
    if len(drawn) <= 1:
        return Recorded(value=True, says=count)
    return Recorded(value=False, says=count) if named and named <= known else None


def contradiction(known: dict[str, Recorded], report: Report) -> str | None:
    """What the record shows where a report says otherwise."""
    facts = {fact.name: fact for fact in IRREGULARITIES[report.irregularity]}
    for name, said in report.facts.items():
        if name not in facts:
            raise BadInput(f"{report.irregularity} takes no fact {name[:40]!r}", "facts")
        value = facts[name].read(said)
        if name in known and known[name].value != value:
            shown = known[name]
            return f"the record shows {name}={value_text(shown.value)}: {shown.says}"
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
