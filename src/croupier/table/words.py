"""Events in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.rulings import told as facts_told
from croupier.money import format_amount
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.dealing import place_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table.events import AnyEvent, Event, Returned, Ruled, SettledLine
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

PLAIN: dict[type[Event], str] = {
    happened.TableConfigured: "the table is configured",
    happened.TableOpened: "the table opens",
    happened.TableClosed: "the table closes",
    happened.ShoeReplaced: "the shoe is replaced",
    happened.RoundConcluded: "the round ends without a settlement",
    happened.RoundInterrupted: "the round is interrupted",
    happened.ChangeProposed: "a change of the table is proposed",
    happened.JackpotFrozen: "the jackpot is frozen at its last amount",
    happened.JackpotRestored: "jackpot bets are taken again",
    happened.RoundSettled: "the round is settled",
    happened.SettlementReversed: "the settlement is taken back",
}
METERS: dict[type[jackpots.MeterEvent], str] = {
    jackpots.MeterFed: "the meter is fed",
    jackpots.ContributionTakenBack: "a contribution to the meter is taken back",
    jackpots.MajorPaid: "the meter is won",
    jackpots.MajorReversed: "the won meter is taken back",
    jackpots.MeterFrozen: "the meter is frozen",
    jackpots.MeterResumed: "the meter goes on",
    jackpots.MeterCorrectionProposed: "a correction of the meter is proposed",
    jackpots.MeterCorrectionRefused: "the correction of the meter is refused",
    jackpots.MeterCorrected: "the meter is corrected",
}


AnyWager = (
    happened.WagerPlaced
    | happened.WagerFound
    | happened.WagerWithdrawn
    | happened.WagerReturned
    | happened.ExcessRejected
)
WAGERS: dict[type[Event], str] = {
    happened.WagerPlaced: "places",
    happened.WagerFound: "is found to have placed",
    happened.WagerWithdrawn: "takes back",
    happened.WagerReturned: "is given back",
    happened.ExcessRejected: "is refused the excess of",
}
AnyCards = (
    happened.CardsExposed
    | happened.CardsTurnedDown
    | happened.NextCardsOrdered
    | happened.CardsKept
)
CARDS: dict[type[Event], str] = {
    happened.CardsExposed: "exposed",
    happened.CardsTurnedDown: "turned down again",
    happened.NextCardsOrdered: "to come next",
    happened.CardsKept: "kept for the next round",
}


def words(event: AnyEvent, table: Table) -> str:
    """What happened at a table as it stood before; the lines of a settlement stand apart."""
    if type(event) in PLAIN:
        return PLAIN[type(event)]
    if isinstance(event, AnyWager):
        amount = f"{format_amount(event.cents)} on {event.bet}{on_box(event.box)}"
        return f"{event.player} {WAGERS[type(event)]} {amount}"
    if isinstance(event, AnyCards):
        return f"{CARDS[type(event)]}: {event.cards}"
    return (
        about_players(event)
        or about_hands(event, table)
        or about_rounds(event)
        or about_rulings(event)
    )


def about_players(event: AnyEvent) -> str:
    match event:
        case happened.PlayerSat():
            return f"{event.player} sits at box {event.box}"
        case happened.PlayerStood():
            return f"{event.player} stands up"
        case happened.PlayerWalkedAway():
            return f"{event.player} walks away"
        case happened.PlayerRestricted():
            kept = "may bet on every box again" if event.lifted else "is kept to one box"
            return f"{event.player} {kept}"
        case happened.AreaRestricted():
            most = "as many as the rules allow" if event.wagers is None else event.wagers
            return f"wagers on an area: {most}"
        case happened.PlayerAdvised():
            return f"{event.player} is advised{on_box(event.box)}, {event.bet}: {event.says}"
        case happened.Decided():
            return f"{event.player} chooses to {event.choice}{on_box(event.box)}"
        case happened.OptionChosen():
            back = given_back(event.returned)
            return f"{event.player} chooses {event.option}{on_box(event.box)}{back}"
    return ""


def about_hands(event: AnyEvent, table: Table) -> str:
    match event:
        case happened.CardsDealt():
            return f"{event.cards} to {place_name(table, event.to)}"
        case happened.HandExamined():
            return f"{event.player} looks at the hand of box {event.box}"
        case happened.HandReturned():
            return f"{place_name(table, event.box)} is laid open: {event.cards}"
        case happened.DealerExposed():
            return f"{place_name(table, 0)} shows {event.cards}"
        case happened.HandRemoved():
            return f"{place_name(table, event.box)} is out of play{given_back(event.returned)}"
        case happened.CardsFoundLying():
            return f"the cards really lie: {hands(event.hands, table)}"
        case happened.HandsMoved():
            moved = (
                f"{place_name(table, one)} to {place_name(table, other)}"
                for one, other in event.moves.items()
            )
            return f"whole hands move: {', '.join(moved)}"
        case happened.DealReconstructed():
            return f"the deal is put right: {hands(event.hands, table)}"
    return ""


def about_rounds(event: AnyEvent) -> str:
    match event:
        case happened.BettingOpened():
            return f"betting opens for round {event.round}"
        case happened.BettingClosed():
            fed = event.jackpot_cents
            return "betting closes" + (f"; jackpot bets of {format_amount(fed)}" if fed else "")
        case happened.RoundVoided():
            return f"the round is void{given_back(event.returned)}"
        case happened.JackpotSuspended():
            return f"for later rounds: {event.choice}"
        case happened.RoundResumed():
            bets = ", ".join(f"{one.bet}{on_box(one.box or 0)}" for one in event.established)
            known = f"established: {bets}" if bets else "no outcome is established"
            return f"the round goes on; {known}; {', '.join(event.remedies)}"
    return ""


def about_rulings(event: AnyEvent) -> str:
    match event:
        case happened.IrregularityReported():
            return f"reported: {case(event.ruling)}; the {event.ruling.decided_by} decides"
        case happened.RulingProposed():
            return f"ruling proposed: {case(event.ruling)}: {ruled(event.ruling)}"
        case happened.RulingMade():
            second = f", approved by {event.approved_by}" if event.approved_by else ""
            return f"ruling: {case(event.ruling)}: {ruled(event.ruling)}{second}"
        case happened.ProposalRejected():
            return f"the proposal is rejected: {event.reason}"
        case happened.OptionsOffered():
            offers = (
                f"{one.player}{on_box(one.box)}: {' or '.join(one.options)}" for one in event.offers
            )
            return f"options: {', '.join(offers)}; without an answer: {event.unanswered}"
    raise AssertionError(event)


def settled(line: SettledLine) -> str:
    """One line of a settlement."""
    staked = f"stake {format_amount(line.stake_cents)}" if line.stake_cents else "no stake"
    if line.counted_cents not in (0, line.stake_cents):
        staked += f" of which {format_amount(line.counted_cents)} plays"
    paid = f" at {line.odds.replace(':', ' to ')}" if line.odds else ""
    award = f", award {format_amount(line.award_cents)}" if line.award_cents else ""
    return (
        f"{line.player}{on_box(line.box)}, {line.bet}: {staked}, {line.result}{paid}{award},"
        f" back {format_amount(line.back_cents)} ({line.event}; {', '.join(line.clauses)})"
    )


def meter_words(event: AnyMeterEvent) -> str:
    return f"{METERS[type(event)]}: from {event.before} to {event.after} cents"


def posted(account: str, cents: int) -> str:
    sign = "+" if cents > 0 else ""
    return f"{account} {sign}{format_amount(cents)}"


def on_box(box: int) -> str:
    return f" (box {box})" if box else ""


def given_back(returned: Iterable[Returned]) -> str:
    told = [
        f"{one.player} {format_amount(one.cents)} on {one.bet}{on_box(one.box)}" for one in returned
    ]
    return f"; given back: {', '.join(told)}" if told else ""


def hands(lying: Mapping[int, str], table: Table) -> str:
    return ", ".join(f"{place_name(table, place)} {cards}" for place, cards in lying.items())


def case(ruling: Ruled) -> str:
    known = facts_told(ruling.facts) if ruling.facts else ""
    return f"{ruling.report.irregularity}" + (f" ({known})" if known else "")


def ruled(ruling: Ruled) -> str:
    why = f", because: {ruling.reason}" if ruling.reason else ""
    return f"{', '.join(ruling.remedies)}{why}"
