"""Irregularities: reported with facts, decided by the role that the clause names, carried out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import IRREGULARITIES, Noticed, Remedy, Role
from croupier.engine.readings import HOUSE
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.table import events as happened
from croupier.table.dealing import read_cards
from croupier.table.remedies.cards import lying, sound
from croupier.table.remedies.carry_out import carry_out, reopens
from croupier.table.remedies.jackpot import CHOICES
from croupier.table.remedies.register import NEEDS
from croupier.table.remedies.rounds import let_out
from croupier.table.settling import settled_before
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.engine.rulings import Ruling
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.commands import Who
    from croupier.table.events import AnyEvent, Ruled
    from croupier.table.state import Table

POWER = "power-failure"
OF_THE_DEAL = {"misdealt", "dealing-error"}
CERTAIN = {"registered", "device"}
"""What the table knows better than a report."""


def report(asked: Asked, command: asks.Report) -> list[AnyEvent] | Refused:
    if command.irregularity == POWER:
        return asked.no(Refusal.NO_SUCH_IRREGULARITY, "a power failure interrupts the round")
    if refused := cards_are_sound(asked, command):
        return refused
    if asked.table.step is Step.BETTING and command.irregularity in OF_THE_DEAL:
        return asked.no(Refusal.NOT_NOW, "no cards are dealt; an earlier round stands")
    try:
        known = known_facts(asked, command)
        certain = {name: known[name] for name in CERTAIN & known.keys()}
        facts = known | command.facts | certain
        answer = ruling(asked.table.game, command.irregularity, facts)
    except BadInput as wrong:
        return asked.no(Refusal.NO_SUCH_IRREGULARITY, str(wrong))
    ruled = ruled_by(answer, command, asked.by)
    reported = happened.IrregularityReported(
        by=asked.by, at=asked.at, ruling=ruled, clauses=ruled.clauses
    )
    if refused := missing(asked, ruled, ruled.remedies):
        return refused
    if waits_for_a_person(asked, ruled):
        return [reported]
    return [reported, *made_by(asked, asked.by, ruled)]


def ruled_by(answer: Ruling, command: asks.Report, by: str) -> Ruled:
    return happened.Ruled(
        report=command,
        facts=dict(answer.facts),
        remedies=answer.remedies,
        decided_by=answer.decided_by,
        offered_to=answer.offered_to,
        clauses=answer.clauses,
        says=answer.says,
        reported_by=by,
        withdrawal_by=answer.withdrawal_by,
    )


def known_facts(asked: Asked, command: asks.Report) -> dict[str, bool | int | str]:
    """What the table itself knows of the facts that can matter."""
    table = asked.table
    handled = bool(table.round.looked)
    knows: dict[str, bool | int | str] = {
        "handled": handled,
        "seen": handled or bool(table.round.face_up & set(table.boxes)),
        "viewed": bool({command.box, *(command.lies or ())} & set(table.round.looked.values())),
        "noticed": noticed(table, command.irregularity),
        "device": table.setup.device,
        "first-card": is_first_card(table, command),
        "decision-pending": command.box in table.undecided and table.step is not Step.BETTING,
        "registered": any(
            wager.player == command.player and command.bet in {None, wager.bet}
            for wager in table.round.wagers.values()
        ),
        "repeat": command.player in settled_before(table, asked.at),
    }
    if command.cards:
        now = parsed(command.cards)
        knows["cards"] = len(now) + len(table.round.exposed - set(now))
    if command.moves:
        knows["movable"] = True
    asked_for = {fact.name for fact in IRREGULARITIES.get(command.irregularity, ())}
    return {name: value for name, value in knows.items() if name in asked_for}


def noticed(table: Table, irregularity: str) -> Noticed:
    """While bets are taken no card is dealt: a wrong hand is then one of an earlier round."""
    if table.step is not Step.BETTING:
        return Noticed.BEFORE_NEXT_ROUND
    earlier = irregularity.endswith("hand-miscounted")
    return Noticed.AFTER_NEXT_ROUND if earlier else Noticed.BEFORE_CLOSE


def is_first_card(table: Table, command: asks.Report) -> bool:
    """Whether the report is about the first card out of the shoe, whenever it is made."""
    drawn = table.round.drawn
    if not drawn or not command.cards or drawn[0] is None:
        return len(drawn) <= 1
    return drawn[0] in parsed(command.cards)


def cards_are_sound(asked: Asked, command: asks.Report) -> Refused | None:
    """Whether the cards named in a report can be read at all."""
    texts = (command.cards, command.drawn, *(command.lies or {}).values())
    for text in texts:
        if isinstance(cards := read_cards(asked, text), Refused):
            return cards
    places = set(command.lies or {}) | set(command.moves or {})
    allowed = {-1, 0, 1} if asked.table.game.drawn_by_tableau else {-1, 0, *asked.table.boxes}
    if places - allowed:
        return asked.no(Refusal.NO_SUCH_BOX, f"there is no place {min(places - allowed)}")
    return can_lie(asked, command) if command.lies or command.drawn else None


def can_lie(asked: Asked, command: asks.Report) -> Refused | None:
    """Whether cards can lie as reported: once the deal began, none twice, all of them drawn."""
    table = asked.table
    if table.step is Step.BETTING:
        return asked.no(Refusal.NOT_NOW, "no cards are dealt")
    there = Counter(card for cards in lying(table, command).values() for card in cards)
    there.update((*table.round.removed, *table.kept))
    if says := sound(table, there):
        return asked.no(Refusal.CARD_ALREADY_OUT, says)
    if command.drawn and Counter(parsed(command.drawn)) != there:
        what = "name all cards of the round in the order drawn, and the hands as they lie"
        return asked.no(Refusal.FACTS_MISSING, what)
    return None


def waits_for_a_person(asked: Asked, ruled: Ruled) -> bool:
    if needs_second(asked.table, ruled) or Remedy.SHIFT_MANAGER_DECIDES in ruled.remedies:
        return True
    if {Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.NO_JACKPOT_BETS} & set(ruled.remedies):
        return True
    return asked.who.role is not None and not asked.who.holds(ruled.decided_by)


def needs_second(table: Table, ruled: Ruled) -> bool:
    """A void, and a correction of what was settled, are approved by a second person."""
    corrects = bool(table.round.lines) and reopens(table, ruled)
    return Remedy.VOID_ROUND in ruled.remedies or corrects


def rule(asked: Asked, command: asks.Rule) -> list[AnyEvent] | Refused:
    waiting = asked.table.awaiting
    if waiting is None or waiting.ruling is None or waiting.offers:
        return asked.no(Refusal.NOTHING_AWAITED, "no ruling is awaited")
    ruled = with_findings(asked, waiting.ruling, command)
    if isinstance(ruled, Refused):
        return ruled
    for one in (waiting.ruling, ruled):
        if not asked.who.holds(one.decided_by):
            what = f"the {one.decided_by} or someone more senior decides this"
            return asked.no(Refusal.NOT_PERMITTED, what, one.clauses)
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, "a ruling has a reason")
    remedies = remedies_of(asked, ruled, command)
    if isinstance(remedies, Refused):
        return remedies
    ruled = replace(
        ruled,
        report=still_so(asked, ruled.report),
        remedies=remedies,
        reason=command.reason,
        order=command.order,
        replace_shoe=command.replace_shoe,
        jackpot=command.jackpot,
    )
    if refused := missing(asked, ruled, remedies) or wrong_choice(asked, ruled):
        return refused
    if needs_second(asked.table, ruled) and is_alone(asked.who, ruled):
        return [
            happened.RulingProposed(by=asked.by, at=asked.at, ruling=ruled, clauses=ruled.clauses)
        ]
    return made_by(asked, asked.by, ruled)


def is_alone(who: Who, ruled: Ruled) -> bool:
    """Whether nobody else has had a part in the ruling who could have been its second person."""
    return who.name == ruled.reported_by or not who.holds(Role.PIT_SUPERVISOR)


def still_so(asked: Asked, report: asks.Report) -> asks.Report:
    """A report without the hands as they lay, where they no longer can lie so."""
    if can_lie(asked, report) is None:
        return report
    return replace(report, lies=None, drawn="")


def with_findings(asked: Asked, ruled: Ruled, command: asks.Rule) -> Ruled | Refused:
    """The ruling as reported, or as it is by the facts that the person who decides has found."""
    if not command.facts:
        return ruled
    try:
        answer = ruling(asked.table.game, ruled.report.irregularity, ruled.facts | command.facts)
    except BadInput as wrong:
        return asked.no(Refusal.FACTS_MISSING, str(wrong), ruled.clauses)
    return ruled_by(answer, ruled.report, ruled.reported_by)


def made_by(asked: Asked, by: str, ruled: Ruled, approved_by: str | None = None) -> list[AnyEvent]:
    made = happened.RulingMade(
        by=by, at=asked.at, ruling=ruled, approved_by=approved_by, clauses=ruled.clauses
    )
    return [made, *carry_out(asked, made)]


def remedies_of(asked: Asked, ruled: Ruled, command: asks.Rule) -> tuple[Remedy, ...] | Refused:
    left_open = Remedy.SHIFT_MANAGER_DECIDES in ruled.remedies
    if command.remedies is None:
        if left_open:
            return asked.no(Refusal.FACTS_MISSING, "say what is to be done")
        return ruled.remedies
    if not left_open:
        what = "the clause itself says what is to be done"
        return asked.no(Refusal.NOT_AN_OPTION, what, ruled.clauses)
    if not command.remedies or Remedy.SHIFT_MANAGER_DECIDES in command.remedies:
        return asked.no(Refusal.FACTS_MISSING, "say what is to be done")
    return command.remedies


def missing(asked: Asked, ruled: Ruled, remedies: tuple[Remedy, ...]) -> Refused | None:
    """What a remedy cannot do without."""
    for remedy in remedies:
        if says := NEEDS[remedy](asked.table, ruled.report):
            return asked.no(Refusal.FACTS_MISSING, says, ruled.clauses)
    return None


def wrong_choice(asked: Asked, ruled: Ruled) -> Refused | None:
    if Remedy.SUPERVISOR_ORDERS_CARDS in ruled.remedies:
        given, named = ruled.order.split(), ruled.report.cards.split()
        if sorted(given) != sorted(named):
            what = f"name the order of {ruled.report.cards}"
            return asked.no(Refusal.FACTS_MISSING, what, ruled.clauses)
    if ruled.jackpot is not None and ruled.report.irregularity != "jackpot-fault":
        return asked.no(Refusal.NOT_AN_OPTION, "the jackpot is not at fault", ruled.clauses)
    return wrong_jackpot_choice(asked, ruled) if ruled.jackpot is not None else None


def wrong_jackpot_choice(asked: Asked, ruled: Ruled) -> Refused | None:
    """It is the house's to make, and a box that is closed has to be named."""
    house = asked.table.game.reads(HOUSE, otherwise=Role.PIT_SUPERVISOR)
    if ruled.jackpot not in CHOICES:
        what = f"one of {', '.join(CHOICES)}"
        return asked.no(Refusal.NOT_AN_OPTION, what, ruled.clauses)
    if not asked.who.holds(house):
        what = f"the {house} or someone more senior decides this"
        return asked.no(Refusal.NOT_PERMITTED, what, ruled.clauses)
    if ruled.jackpot == "close-box" and ruled.report.box not in asked.table.boxes:
        return asked.no(Refusal.FACTS_MISSING, "name the box that is closed", ruled.clauses)
    return None


def approve(asked: Asked, _command: asks.Approve) -> list[AnyEvent] | Refused:
    waiting = asked.table.awaiting
    if waiting is None or waiting.offers or not (waiting.proposal or waiting.setup):
        return asked.no(Refusal.NOTHING_AWAITED, "nothing waits for approval")
    if not asked.who.holds(Role.PIT_SUPERVISOR):
        return asked.no(Refusal.NOT_PERMITTED, "a pit supervisor or someone more senior approves")
    if asked.by == waiting.by:
        return asked.no(Refusal.SECOND_PERSON, "a second person approves")
    if waiting.setup is not None:
        return [
            happened.TableConfigured(
                by=waiting.by,
                at=asked.at,
                setup=waiting.setup,
                version=asked.table.game.version,
                approved_by=asked.by,
                clauses=waiting.clauses,
            )
        ]
    assert waiting.proposal is not None
    ruled = waiting.proposal.ruling
    ruled = replace(ruled, report=still_so(asked, ruled.report))
    if refused := missing(asked, ruled, ruled.remedies):
        return refused
    return made_by(asked, waiting.by, ruled, asked.by)


def reject(asked: Asked, command: asks.Reject) -> list[AnyEvent] | Refused:
    waiting = asked.table.awaiting
    if waiting is None or waiting.offers:
        return asked.no(Refusal.NOTHING_AWAITED, "nothing waits for approval")
    needed = waiting.ruling.decided_by if waiting.ruling else Role.PIT_SUPERVISOR
    if not (asked.who.holds(Role.PIT_SUPERVISOR) and asked.who.holds(needed)):
        return asked.no(Refusal.NOT_PERMITTED, "a pit supervisor or someone more senior decides")
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, "a rejection has a reason")
    rejected = happened.ProposalRejected(
        by=asked.by, at=asked.at, reason=command.reason, clauses=waiting.clauses
    )
    if waiting.proposal is None:
        return [rejected]
    proposed = waiting.proposal.ruling
    answer = ruling(asked.table.game, proposed.report.irregularity, proposed.facts)
    anew = ruled_by(answer, proposed.report, proposed.reported_by)
    again = happened.IrregularityReported(
        by=asked.by, at=asked.at, ruling=anew, clauses=anew.clauses
    )
    return [rejected, again]


def permit_withdrawal(asked: Asked, command: asks.PermitWithdrawal) -> list[AnyEvent] | Refused:
    """Until the dealer's hand shows, by the role that the ruling names."""
    table = asked.table
    ruled = table.round.disputed
    if ruled is None or ruled.withdrawal_by is None:
        return asked.no(Refusal.NOTHING_AWAITED, "no ruling lets a player out of this round")
    if not asked.who.holds(ruled.withdrawal_by):
        what = f"the {ruled.withdrawal_by} or someone more senior permits this"
        return asked.no(Refusal.NOT_PERMITTED, what, ruled.clauses)
    if table.step not in {Step.DEALING, Step.PLAYING}:
        return asked.no(Refusal.NOT_NOW, "the dealer's hand shows", ruled.clauses)
    mine = [wager for wager in table.on_box(command.box) if wager.player == command.player]
    if not mine:
        return asked.no(Refusal.NO_SUCH_WAGER, f"{command.player} has no wager there")
    return let_out(asked, mine, ruled.clauses)
