"""How an irregularity is reported: which facts matter, what the ruling would be, what it needs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import CARDS, IRREGULARITIES, Remedy, Role, Value
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.problems import BadInput
from croupier.table import events as happened
from croupier.table.answers import Asked
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.dealing import place_name
from croupier.table.decide import decide
from croupier.table.rulings import CERTAIN, POWER, known_facts, needs_second

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game
    from croupier.engine.irregularities import Fact
    from croupier.engine.rulings import Ruling
    from croupier.table.commands import Report, Who
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

COUNTED = {CARDS.name}
"""What follows from the cards that are named."""
FEW_CARDS = (1, 2)
"""One card or more: no document counts further."""
A_BET = ("player", "box", "bet")
CHIPS = (*A_BET, "cents")
HANDS = ("lies", "drawn")
ASKS: Mapping[Remedy, tuple[str, ...]] = {
    Remedy.MOVE_HANDS: ("moves",),
    Remedy.RECONSTRUCT: HANDS,
    Remedy.REMOVE_HAND: ("box",),
    Remedy.REJECT_EXCESS: A_BET,
    Remedy.ADVISE_PLAYER: A_BET,
    Remedy.RETURN_BET: A_BET,
    Remedy.REFUSE_BET: CHIPS,
    Remedy.BET_STANDS: A_BET,
    Remedy.SETTLE_PRO_RATA: CHIPS,
    Remedy.SETTLE_TO_MAXIMUM: CHIPS,
    Remedy.SETTLE_AS_PLACED: CHIPS,
    Remedy.SETTLE_ONCE_THEN_RETURN: CHIPS,
    Remedy.RETURN_EXCESS: CHIPS,
    Remedy.SETTLE_ON_PLAY_AMOUNT: CHIPS,
    Remedy.FOLD_HAND: ("player", "box"),
    Remedy.USE_AS_NEXT_CARD: ("cards",),
    Remedy.USE_IN_NEXT_ROUND: ("cards",),
    Remedy.SUPERVISOR_ORDERS_CARDS: ("cards",),
    Remedy.TURN_DOWN_AND_PLAY_ON: ("cards",),
    Remedy.SETTLE_BY_CARDS: ("lies",),
}
"""What each remedy needs in a report, beyond the facts."""
ALSO: Mapping[str, tuple[str, ...]] = {
    "card-exposed": ("cards",),
    "card-drawn-in-excess": ("cards",),
    "extra-hand-examined": ("player", "box"),
    "player-walked-away": ("player", "box"),
    "terminal-failure": ("player",),
    "misdealt": ("lies",),
    "dealing-error": ("box", "lies"),
    "player-hand-miscounted": ("box", "lies"),
    "dealer-hand-miscounted": ("lies",),
    "cards-swapped": HANDS,
}
"""What an irregularity needs in a report, whatever the remedy."""
NOT_HERE: Mapping[str, set[str]] = {
    "card-exposed": set(HANDS),
    "card-drawn-in-excess": set(HANDS),
}
"""At a table of play such a card lies in neither hand: naming it is enough."""


class Known(msgspec.Struct, frozen=True):
    """An irregularity as this table's document has it."""

    name: str
    covered: bool
    """Whether the document provides for it; else the clause with the last word."""
    facts: tuple[str, ...]
    """Those that can change the ruling."""


class Question(msgspec.Struct, frozen=True):
    fact: str
    values: tuple[Value, ...]
    suggests: Value
    """As far as the table knows."""


class Where(msgspec.Struct, frozen=True):
    """A place of the table, to be named in a report."""

    place: int
    title: str
    cards: int


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What a report would lead to."""

    facts: dict[str, Value]
    remedies: tuple[Remedy, ...]
    clauses: tuple[str, ...]
    decided_by: Role
    says: str
    withdrawal_by: Role | None
    at_once: bool
    """Carried out with the report; else the role that is named decides."""
    second: bool
    """Whether a second person has to approve."""
    players: int
    wagers: int
    cents: int


class Reporting(msgspec.Struct, frozen=True):
    """A report on its way: the next question, or the ruling."""

    question: Question | None
    fields: tuple[str, ...]
    """What a report has beside facts: `player`, `box`, `bet`, `cents`, `cards`, `lies`…"""
    places: tuple[Where, ...]
    foreseen: Foreseen | None
    missing: str | None
    """Why it cannot be sent yet."""


def irregularities(table: Table) -> list[Known]:
    game = table.game
    covered = {case.irregularity for case in game.irregularities}
    return [
        Known(name, name in covered, tuple(fact.name for fact in that_matter(game, name, {})))
        for name in IRREGULARITIES
    ]


def that_matter(game: Game, irregularity: str, answered: Mapping[str, Value]) -> Iterator[Fact]:
    """The open facts that can still change the ruling, whatever the answers to the others."""
    still = [fact for fact in IRREGULARITIES[irregularity] if fact.name not in answered]
    for fact in still:
        others = [one for one in still if one is not fact]
        for values in product(*(values_of(one) for one in others)):
            given = dict(answered) | dict(zip((one.name for one in others), values, strict=True))
            found = [ruling(game, irregularity, given | {fact.name: v}) for v in values_of(fact)]
            if any(differs(one, found[0]) for one in found[1:]):
                yield fact
                break


def values_of(fact: Fact) -> tuple[Value, ...]:
    return FEW_CARDS if fact.name in COUNTED else fact.values


def differs(one: Ruling, other: Ruling) -> bool:
    return (one.remedies, one.clauses, one.decided_by, one.says) != (
        other.remedies,
        other.clauses,
        other.decided_by,
        other.says,
    )


def reporting(table: Table, report: Report, who: Who, at: int) -> Reporting:
    """What to ask next; `decide` says what would follow."""
    if report.irregularity not in IRREGULARITIES or report.irregularity == POWER:
        raise BadInput(f"{report.irregularity[:40]!r} is not reported in this way")
    known = known_facts(Asked(table, who, at), report)
    certain = {name: known[name] for name in (CERTAIN | COUNTED) & known.keys()}
    listed = {fact.name: fact for fact in IRREGULARITIES[report.irregularity]}
    given = {name: listed[name].read(said) for name, said in report.facts.items() if name in listed}
    counted = {name: listed[name].default for name in COUNTED & listed.keys()}
    answered = counted | given | certain
    fact = next(that_matter(table.game, report.irregularity, answered), None)
    if fact is not None:
        suggests = known.get(fact.name, fact.default)
        question = Question(fact.name, values_of(fact), suggests)
        return Reporting(question, (), places(table), None, None)
    answer = ruling(table.game, report.irregularity, known | given | certain)
    asked_for = fields(table, report.irregularity, answer.remedies)
    told = decide(table, report, who, at)
    missing = told.says if isinstance(told, Refused) else None
    events = [] if isinstance(told, Refused) else told
    return Reporting(None, asked_for, places(table), foreseen(table, answer, events), missing)


def foreseen(table: Table, answer: Ruling, events: list[AnyEvent]) -> Foreseen:
    reports = [one for one in events if isinstance(one, happened.IrregularityReported)]
    wagers = table.round.wagers.values()
    return Foreseen(
        facts=dict(answer.facts),
        remedies=answer.remedies,
        clauses=answer.clauses,
        decided_by=answer.decided_by,
        says=answer.says,
        withdrawal_by=answer.withdrawal_by,
        at_once=len(events) > len(reports),
        second=any(needs_second(table, one.ruling) for one in reports),
        players=len({wager.player for wager in wagers}),
        wagers=len(wagers),
        cents=sum(wager.cents for wager in wagers),
    )


def fields(table: Table, irregularity: str, remedies: tuple[Remedy, ...]) -> tuple[str, ...]:
    if set(remedies) <= {Remedy.VOID_ROUND, Remedy.NO_EFFECT} and irregularity != "card-exposed":
        return ()
    found = dict.fromkeys(ALSO.get(irregularity, ()))
    for remedy in remedies:
        found |= dict.fromkeys(ASKS.get(remedy, ()))
    never: set[str] = set()
    if table.game.drawn_by_tableau:
        never = {"box", "moves"} | NOT_HERE.get(irregularity, set())
    return tuple(one for one in found if one not in never)


def places(table: Table) -> tuple[Where, ...]:
    there = (PLAYER_HAND, DEALER) if table.game.drawn_by_tableau else (*table.boxes, DEALER)
    return tuple(
        Where(place, place_name(table, place), len(table.cards_of(place))) for place in there
    )
