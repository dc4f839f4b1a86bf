"""What the console of a table shows its dealer beyond the view: cards to read, rulings to make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import DECK
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import IRREGULARITIES, Remedy, Role
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.table import calling_on
from croupier.table import commands as asks
from croupier.table.answers import Asked
from croupier.table.commands import DEALER, PLAYER_HAND, Who
from croupier.table.dealing import UNREAD, cards_text, deal_clauses, place_name
from croupier.table.decide import decide
from croupier.table.record import answers, left_open
from croupier.table.remedies.cards import places_of_unread
from croupier.table.remedies.jackpot import CHOICES
from croupier.table.reported import known_to
from croupier.table.reporting import COUNTED, Answered, Question, differs
from croupier.table.second import is_second, second_person
from croupier.table.seen import seen_unread
from croupier.table.state import INITIAL, Step, next_place, parsed, read, set_size
from croupier.table.views import CHECKED_AT, moment, staff_candidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Hand
    from croupier.table.commands import AnyCommand
    from croupier.table.events import Ruled
    from croupier.table.state import Table

Clauses = tuple[str, ...]
Fact = bool | int | str
REASON = "as reported"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that are to be read to the house now."""

    command: str
    """`deal`, `return-hand` or `expose-dealer`."""
    place: int
    title: str
    size: int
    """How many are to be read."""
    lies: str
    """The hand as it lies, `??` for the cards to be read, where they were dealt before."""
    unread: bool
    """Whether they may also be dealt unread."""
    clauses: Clauses


class Guide(msgspec.Struct, frozen=True):
    """What the table of play says of two hands."""

    says: str
    draws: Side | None
    clauses: Clauses
    banker_total: int | None = None
    third: int | None = None
    """What the third card of the Player Hand counts, once it is drawn."""


class ToRule(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that is awaited, for those who make it."""

    irregularity: str
    facts: dict[str, Fact]
    remedies: tuple[Remedy, ...]
    clauses: Clauses
    says: str
    decided_by: Role
    reported_by: str
    box: int | None
    player: str | None
    cards: str
    proposed_by: str
    """Who has decided, where a second person still has to approve."""
    reason: str
    order: tuple[str, ...]
    """Cards whose order the person who rules decides."""
    choices: tuple[Remedy, ...]
    """What may be done, where the document leaves it open."""
    replace_shoe: bool
    """Whether the person who rules may have the shoe replaced."""
    jackpot: tuple[str, ...]
    """What may be chosen for later rounds."""
    second: bool
    """Whether a second person has to approve, after this one where this one decides."""
    may_rule: bool
    may_approve: bool
    may_reject: bool
    may_withdraw: bool
    """Whether this person may take the report back."""
    round: int
    since: int
    role: Role
    """The lowest position that ends the wait."""
    not_by: tuple[str, ...]
    """Who is nobody's second person here: the reporter, and whoever deals the round."""
    called: Role | None
    """Because nobody came."""
    record: tuple[Answered, ...]
    """What the table's own record added to the report."""
    findings: tuple[Question, ...]
    """What this person may find otherwise than it was reported, where that changes the ruling."""


class PlayFor(msgspec.Struct, frozen=True):
    """A box on which staff may place the bet that plays on."""

    player: str
    box: int


class Count(msgspec.Struct, frozen=True):
    """What a count by hand has to come to, where the number of cards is in doubt."""

    dealt: int
    left: int
    """In the deck, or in the shoe."""
    clauses: Clauses


class StaffPart(msgspec.Struct, frozen=True, kw_only=True):
    decks: int
    device: str
    cards_left: int
    may: tuple[str, ...]
    """Commands that this person may send now and that need more than a press."""
    entry: Entry | None
    guide: Guide | None
    ruling: ToRule | None
    plays: tuple[PlayFor, ...]
    count: Count | None = None


def staff_part(table: Table, who: Who) -> StaffPart | None:
    """None for who holds no position at a table."""
    if not who.is_staff:
        return None
    return StaffPart(
        decks=table.setup.decks,
        device=table.setup.device,
        cards_left=table.cards_left,
        may=tuple(dict.fromkeys(may(table, who))),
        entry=entry(table, who),
        guide=guide(table),
        ruling=to_rule(table, who),
        plays=tuple(plays(table, who)),
        count=by_hand(table),
    )


def by_hand(table: Table) -> Count | None:
    """While cards are out, at a table whose document has the dealer count them in doubt."""
    counting, dealt = table.game.procedure.counting, len(table.round.drawn)
    if counting is None or not dealt or table.step is Step.CONCLUDED:
        return None
    return Count(dealt, table.cards_left, counting.cite.numbers)


def would(table: Table, command: AnyCommand, who: Who) -> bool:
    """Whether it would be carried out, and something come of it."""
    answer = decide(table, command, who, moment(table, command))
    return not isinstance(answer, Refused) and bool(answer)


def may(table: Table, who: Who) -> Iterator[str]:
    tried: dict[str, AnyCommand] = {
        "report": asks.Report(irregularity="uncovered"),
        "interrupt": asks.Interrupt(),
        "open-table": asks.OpenTable(),
        "close-table": asks.CloseTable(),
    }
    for name, command in tried.items():
        if would(table, command, who):
            yield name
    if table.step is Step.BETTING and table.game.procedure.on_behalf and not table.awaiting:
        yield "place"


def plays(table: Table, who: Who) -> Iterator[PlayFor]:
    for box in table.undecided if table.step is Step.PLAYING else ():
        player = table.player_of(box)
        if player and would(table, asks.Decide(player, box, Choice.PLAY), who):
            yield PlayFor(player, box)


# Cards to be read


def entry(table: Table, who: Who) -> Entry | None:
    """The first place whose cards can be entered; `decide` says whether they can."""
    for found in entries(table):
        if would(table, entered(table, found, ""), who):
            return found
    return None


def entries(table: Table) -> Iterator[Entry]:
    waits = table.interrupted or table.awaiting is not None
    first = seen_unread(table) if waits else []
    if not first and table.step is Step.DEALING and (place := next_place(table)) is not None:
        command = next(one for one in staff_candidates(table) if isinstance(one, asks.Deal))
        size, unread = set_size(table, place), UNREAD in command.cards
        title, clauses = place_name(table, place), deal_clauses(table, place)
        yield Entry(
            command="deal",
            place=place,
            title=title,
            size=size,
            lies="",
            unread=unread,
            clauses=clauses,
        )
        return
    closed = [place for place, cards in table.round.hands.items() if None in cards]
    for place in first or sorted(place for place in closed if place >= DEALER):
        cards = table.cards_of(place)
        dealers = place == DEALER and not table.game.cards_open and not first
        command_name = "expose-dealer" if dealers else "return-hand"
        exposing = table.game.procedure.exposing
        cite = exposing.cite if exposing else table.dealing.cite
        title, lies = place_name(table, place), cards_text(cards)
        yield Entry(
            command=command_name,
            place=place,
            title=title,
            size=cards.count(None),
            lies=lies,
            unread=False,
            clauses=cite.numbers,
        )


def entered(table: Table, found: Entry, typed: str) -> AnyCommand:
    """The command for what was typed so far, as if any other cards followed."""
    cards = " ".join(completed(table, found, typed.split()))
    if found.command == "deal":
        return asks.Deal(cards, found.place)
    if found.command == "expose-dealer":
        return asks.ExposeDealer(cards)
    return asks.ReturnHand(found.place, cards)


def completed(table: Table, found: Entry, typed: list[str]) -> list[str]:
    """What was typed for those that are not known, then such as are not out of the shoe."""
    lies = found.lies.split() or [UNREAD] * found.size
    coming, cards = list(typed), []
    for known in lies:
        if known != UNREAD:
            cards.append(known)
        else:
            named = [*cards, *lies, *typed]
            cards.append(coming.pop(0) if coming else any_other(table, found, named))
    return [*cards, *coming]


def any_other(table: Table, found: Entry, named: list[str]) -> str:
    if found.command == "deal" and table.next_cards:
        return UNREAD
    for card in DECK:
        text = str(card)
        if text not in named and not table.is_out(card, (card, *table.next_cards)):
            return text
    return UNREAD


def impossible(table: Table, typed: str, who: Who) -> Refused | None:
    """Why the cards typed so far can not be those that come now."""
    found = entry(table, who)
    if found is None:
        answer = decide(table, asks.Deal(typed), who, CHECKED_AT)
    else:
        answer = decide(table, entered(table, found, typed), who, CHECKED_AT)
    return answer if isinstance(answer, Refused) else None


# The table of play


def guide(table: Table) -> Guide | None:
    deal = table.game.deal
    dealt = table.step in {Step.DEALING, Step.EXPOSED}
    player, banker = read(table.cards_of(PLAYER_HAND)), read(table.cards_of(DEALER))
    if not isinstance(deal, Tableau) or not dealt or not player or not banker:
        return None
    return None if len(player) + len(banker) < INITIAL else by_table(deal, player, banker)


def by_table(deal: Tableau, player: Hand, banker: Hand) -> Guide:
    first = [deal.points(type(hand)(hand[:INITIAL_EACH])) for hand in (player, banker)]
    draws = deal.draws(player, banker)
    third = deal.points(type(player)(player[INITIAL_EACH:])) if player[INITIAL_EACH:] else None
    if set(first) & deal.natural.on:
        says, cite = f"A natural {max(set(first) & deal.natural.on)}: no hand draws", deal.natural
    elif draws is Side.PLAYER:
        says, cite = f"Player Hand has {first[0]} and draws", deal.player
    elif third is None:
        does = "draws" if draws or len(banker) > INITIAL_EACH else "stands"
        says = f"Player Hand stands on {first[0]}; Banker Hand has {first[1]} and {does}"
        cite = deal.banker_when_player_stands
    else:
        does = "draws" if draws or len(banker) > INITIAL_EACH else "stands"
        says = f"Player Hand drew a {third}; Banker Hand has {first[1]} and {does}"
        cite = deal.banker[first[1]]
    return Guide(says, draws, cite.cite.numbers, first[1], third)


# Rulings


def to_rule(table: Table, who: Who) -> ToRule | None:
    waiting = table.awaiting
    proposal = waiting.proposal if waiting else None
    ruled = proposal.ruling if proposal else waiting.ruling if waiting else None
    if waiting is None or waiting.offers or ruled is None:
        return None
    needed = second_person(table, ruled)
    may_rule = proposal is None and who.holds(needed or ruled.decided_by)
    orders = may_rule and Remedy.SUPERVISOR_ORDERS_CARDS in ruled.remedies
    free = may_rule and Remedy.SHIFT_MANAGER_DECIDES in ruled.remedies
    return ToRule(
        irregularity=ruled.report.irregularity,
        facts=ruled.facts,
        remedies=ruled.remedies,
        clauses=ruled.clauses,
        says=ruled.says,
        decided_by=ruled.decided_by,
        reported_by=ruled.reported_by,
        box=ruled.report.box,
        player=ruled.report.player,
        cards=ruled.report.cards,
        proposed_by=proposal.by if proposal else "",
        reason=ruled.reason,
        order=to_order(ruled.report) if orders else (),
        choices=tuple(choices(table, who)) if free else (),
        replace_shoe=may_rule and Remedy.REPLACE_SHOE in ruled.remedies,
        jackpot=jackpot_choices(table, ruled) if may_rule else (),
        second=needed is not None and (not may_rule or not is_second(table, who, ruled, needed)),
        may_rule=may_rule,
        may_approve=would(table, asks.Approve(), who),
        may_reject=would(table, asks.Reject(REASON), who),
        may_withdraw=would(table, asks.WithdrawReport(), who),
        round=ruled.report.round or table.round.number,
        since=waiting.since,
        role=calling_on.decides(table, waiting),
        not_by=tuple(sorted({ruled.reported_by} | table.round.dealt_by)) if needed else (),
        called=waiting.called,
        record=recorded(table, ruled, who),
        findings=findings(table, ruled) if may_rule else (),
    )


def jackpot_choices(table: Table, ruled: Ruled) -> tuple[str, ...]:
    at_fault = ruled.report.irregularity == "jackpot-fault"
    return tuple(CHOICES) if at_fault and table.game.jackpot else ()


def recorded(table: Table, ruled: Ruled, who: Who) -> tuple[Answered, ...]:
    """As far as this person may know it; only facts that the report did not have to say."""
    asked = known_to(Asked(table, who, table.awaiting.since if table.awaiting else 0))
    known = answers(asked, ruled.report, ruled.report)
    return tuple(Answered(name, one.value, one.says) for name, one in known.items())


def findings(table: Table, ruled: Ruled) -> tuple[Question, ...]:
    """Facts that are open to whoever was there, and change what the clause says."""
    asked = Asked(table, Who(ruled.reported_by, Role.DEALER), CHECKED_AT)
    closed = left_open(answers(asked, ruled.report, ruled.report))
    name = ruled.report.irregularity
    open_: list[Question] = []
    for fact in IRREGULARITIES[name]:
        if fact.name in closed or fact.name in COUNTED or fact.name not in ruled.facts:
            continue
        others = {one: value for one, value in ruled.facts.items() if one != fact.name}
        found = [ruling(table.game, name, others | {fact.name: one}) for one in fact.values]
        if any(differs(one, found[0]) for one in found[1:]):
            open_.append(Question(fact.name, fact.values, ruled.facts[fact.name]))
    return tuple(open_)


def to_order(report: asks.Report) -> tuple[str, ...]:
    """Cards that were drawn together, those that nobody has read by their place."""
    named = (str(card) for card in parsed(report.cards))
    return tuple(places_of_unread(report) or named)


def choices(table: Table, who: Who) -> Iterator[Remedy]:
    """What can be done to this round as it stands, where the document leaves it open."""
    for remedy in Remedy:
        if remedy is not Remedy.SHIFT_MANAGER_DECIDES and would(
            table, asks.Rule(REASON, (remedy,)), who
        ):
            yield remedy
