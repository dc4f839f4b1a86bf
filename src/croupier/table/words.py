"""Events in plain words: a sentence with slots for each, which the pages fill, too."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.rulings import facts_text
from croupier.money import format_amount
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.dealing import place_name
from croupier.templates import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import msgspec

    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table


class Words(NamedTuple):
    says: str
    short: str | None = None
    """Where there is little room; nothing where it need not be read there."""


UNLISTED = ""
AMOUNT = "{cents:money} on {bet:bet}[ (box {box})]"
BACK = "[; given back: {returned:back}]"
CASE = "{ruling.report.irregularity:irregularity}[ ({ruling.facts:facts})]"
RULED = "{ruling.remedies:remedies}[, because: {ruling.reason}]"
METER = "from {before:meter} to {after:meter}"

HOW_SHUFFLED = {"by-hand": "by hand", "shuffler": "in the shuffler"}

WORDS: dict[type[msgspec.Struct], Words] = {
    happened.TableConfigured: Words("the table is configured", UNLISTED),
    happened.TableOpened: Words("the table opens", UNLISTED),
    happened.TableClosing: Words(
        "[{lifted:if}the table stays open|the table closes after this round][, because: {reason}]",
        UNLISTED,
    ),
    happened.TableClosed: Words("the table closes[, because: {reason}]", UNLISTED),
    happened.ShoeReplaced: Words("the shoe is replaced"),
    happened.CardsCounted: Words("{by} counts {found} cards; there should be {expected}"),
    happened.CardsShuffled: Words(
        "{by} shuffles the cards, {how:shuffle}[{cut:if}, and they are cut]"
    ),
    happened.CardsConfirmed: Words(
        "{by} confirms the count by {counted_by}: {found} of {expected} cards"
        "[, and the shuffle by {shuffled_by}]"
    ),
    happened.PlayerRestricted: Words(
        "{player} [{lifted:if}may bet on every box again|is kept to one box]", UNLISTED
    ),
    happened.AreaRestricted: Words(
        "wagers on an area: [{wagers}|as many as the rules allow]", UNLISTED
    ),
    happened.PlayerSat: Words("{player} sits at box {box}", UNLISTED),
    happened.PlayerStood: Words("{player} stands up", UNLISTED),
    happened.PlayerWalkedAway: Words("{player} walks away", UNLISTED),
    happened.BettingOpened: Words("betting opens for round {round}"),
    happened.WagerPlaced: Words("{player} places " + AMOUNT),
    happened.ExcessRejected: Words("{player} is refused the excess of " + AMOUNT, UNLISTED),
    happened.PlayerAdvised: Words(
        "{player} is advised[ (box {box})], {bet:bet}: [{said:said}|{says}]", UNLISTED
    ),
    happened.WagerWithdrawn: Words("{player} takes back " + AMOUNT),
    happened.WagerReturned: Words("{player} is given back " + AMOUNT),
    happened.WagerFound: Words("{player} is found to have placed " + AMOUNT, UNLISTED),
    happened.TimeWarned: Words("the time for bets is over; the dealer closes betting"),
    happened.BettingClosed: Words("betting closes[; jackpot bets of {jackpot_cents:money}]"),
    happened.CardsDealt: Words(
        "{cards:cards} to {to:place}[{typed:if}, typed]", "{to:place}: {cards:cards}"
    ),
    happened.HandExamined: Words("{player} looks at the hand of box {box}"),
    happened.LookDeclined: Words("{player} does not look at the hand of box {box}"),
    happened.HandReturned: Words("{box:place} is laid open: {cards:cards}[{typed:if}, typed]"),
    happened.CardsRead: Words(
        "{place:place} is read in: {cards:cards}[{typed:if}, typed]", "{place:place} is read in"
    ),
    happened.Decided: Words("{player} chooses to {choice}[ (box {box})]"),
    happened.DealerExposed: Words("the dealer shows {cards:cards}[{typed:if}, typed]"),
    happened.TypingAsked: Words("{by} asks to type the cards, because: {reason}"),
    happened.TypingAllowed: Words("{asked_by} types the cards of this round, as {by} allows"),
    happened.RoundSettled: Words("the round is settled", "settled, {lines:paid} paid back"),
    happened.SettlementReversed: Words("the settlement is taken back"),
    happened.SettlementCorrected: Words("round {round} is settled by what its cards showed"),
    happened.RoundVoided: Words("the round is void" + BACK, "the round is void"),
    happened.HandRemoved: Words("{box:place} is out of play" + BACK, "{box:place} is out of play"),
    happened.RoundConcluded: Words("the round ends without a settlement"),
    happened.WinningsReleased: Words("what was won in round {round} is the players' own", UNLISTED),
    happened.IrregularityReported: Words(
        f"reported: {CASE}; the {{ruling.decided_by}} decides",
        "reported: {ruling.report.irregularity:irregularity}",
    ),
    happened.ReportBegun: Words("{by} begins a report: play is held"),
    happened.ReportDropped: Words("{by} reports nothing: play goes on"),
    happened.ReportWithdrawn: Words("{by} withdraws the report: {irregularity:irregularity}"),
    happened.SecondPersonCalled: Words("nobody has come: the {role} is called"),
    happened.RulingMade: Words(
        f"ruling: {CASE}: {RULED}[, approved by {{approved_by}}]",
        "ruled by {by}: {ruling.remedies:remedies}",
    ),
    happened.RulingProposed: Words(
        f"ruling proposed: {CASE}: {RULED}", "{by} has decided; a second person approves"
    ),
    happened.ChangeProposed: Words("a change of the table is proposed", UNLISTED),
    happened.ProposalRejected: Words("the proposal is rejected: {reason}"),
    happened.CardsFoundLying: Words(
        "the cards really lie: {hands:hands}", "the cards are registered as they lie"
    ),
    happened.HandsMoved: Words("whole hands move: {moves:moves}"),
    happened.DealReconstructed: Words(
        "the deal is put right: {hands:hands}", "the deal is put right"
    ),
    happened.CardsExposed: Words("exposed: {cards:cards}", UNLISTED),
    happened.CardsTurnedDown: Words("turned down again: {cards:cards}", UNLISTED),
    happened.NextCardsOrdered: Words("to come next: {cards:cards}"),
    happened.CardsKept: Words("kept for the next round: {cards:cards}"),
    happened.OptionsOffered: Words(
        "options: {offers:offers}; without an answer: {unanswered:option}", "players choose"
    ),
    happened.OptionChosen: Words(
        "{player} chooses {option:option}[ (box {box})]" + BACK,
        "{player} chooses: {option:option}",
    ),
    happened.JackpotFrozen: Words("the jackpot is frozen at its last amount", UNLISTED),
    happened.JackpotSuspended: Words("for later rounds: {choice}", UNLISTED),
    happened.JackpotRestored: Words("jackpot bets are taken again", UNLISTED),
    happened.RoundInterrupted: Words("the round is interrupted"),
    happened.RoundResumed: Words(
        "after the interruption: [established: {established:established}|no outcome is established]"
        "; {remedies:remedies}",
        "after the interruption: {remedies:remedies}",
    ),
    jackpots.MeterFed: Words(f"the meter is fed: {METER}"),
    jackpots.ContributionTakenBack: Words(f"a contribution to the meter is taken back: {METER}"),
    jackpots.MajorPaid: Words(f"the meter is won: {METER}"),
    jackpots.MajorReversed: Words(f"the won meter is taken back: {METER}"),
    jackpots.EarlierRoundOver: Words(
        f"round {{round}} of {{table}} with an earlier hand is over[, {{raised:raised}}]: {METER}"
    ),
    jackpots.AwardStands: Words(f"the award of round {{round}} of {{table}} stands: {METER}"),
    jackpots.MeterFrozen: Words(f"the meter is frozen: {METER}"),
    jackpots.MeterResumed: Words(f"the meter goes on: {METER}"),
    jackpots.VoidCalledOff: Words(
        f"round {{round}} of {{table}} goes on, {{by}} rejects the fault: {METER}"
    ),
    jackpots.MeterCorrectionProposed: Words(f"a correction of the meter is proposed: {METER}"),
    jackpots.MeterCorrectionRefused: Words(f"the correction of the meter is refused: {METER}"),
    jackpots.MeterCorrected: Words(f"the meter is corrected: {METER}"),
    jackpots.ContributionRefused: Words(
        "a contribution of {bets_cents:money} is refused:"
        " bets of {explained_cents:money} lie on {table}"
    ),
    jackpots.MeterTermsProposed: Words("{by} proposes other terms of the jackpot: {reason}"),
    jackpots.MeterTermsRefused: Words("{by} refuses the other terms of the jackpot"),
    jackpots.MeterTermsArranged: Words(
        "other terms of the jackpot are arranged by {by}, approved by {approved_by}: {reason}"
    ),
    jackpots.MeterTermsWithdrawn: Words("{by} withdraws the arranged terms: {reason}"),
    jackpots.AwardHeld: Words(
        "{player} has won {cents:money} in round {round} of {table}; an attendant pays it"
    ),
    jackpots.HeldAwardTakenBack: Words(
        "of what an attendant would pay {player} for round {round} of {table},"
        " {cents:money} is taken back"
    ),
    jackpots.AwardVerified: Words("{by} has verified award {number}: {reason}"),
    jackpots.AwardNotVerified: Words("{by} rejects the payment of award {number}"),
    jackpots.AwardPaidByHand: Words(
        "{player} is paid {cents:money} for round {round} of {table}"
        " by {by} and {approved_by}: {reason}"
    ),
}
ROWS = {
    "back": "{player} " + AMOUNT,
    "hands": "{0:place} {1:cards}",
    "moves": "{0:place} to {1:place}",
    "offers": "{player}[ (box {box})]: {options:options}",
    "established": "{bet:bet}[ (box {box})]",
    "raised": "{player} gets {cents:money} more",
}
"""A list is written row by row, with a comma between."""


def in_words(event: AnyEvent | AnyMeterEvent, table: Table) -> str:
    """What happened at a table as it stood before; the lines of a settlement stand apart."""
    return filled(WORDS[type(event)].says, event, kinds(table))


def in_short(event: AnyEvent | AnyMeterEvent, table: Table) -> str:
    says, short = WORDS[type(event)]
    return filled(says if short is None else short, event, kinds(table))


def kinds(table: Table) -> dict[str, Callable[[Any], str]]:
    """How the house writes each kind of value; pages write some of them their own way."""
    written: dict[str, Callable[[Any], str]] = {
        "money": format_amount,
        "meter": lambda cents: format_amount(floor(Fraction(cents))),
        "said": str,
        "cards": str,
        "bet": str,
        "option": str,
        "irregularity": str,
        "place": lambda place: place_name(table, place),
        "shuffle": HOW_SHUFFLED.__getitem__,
        "remedies": ", ".join,
        "options": " or ".join,
        "facts": facts_text,
        "paid": lambda lines: format_amount(sum(line.back_cents for line in lines)),
    }

    def rows_of(template: str) -> Callable[[Any], str]:
        return lambda rows: ", ".join(filled(template, row, written) for row in rows_in(rows))

    return written | {kind: rows_of(template) for kind, template in ROWS.items()}


def rows_in(rows: Iterable[Any]) -> Iterable[Any]:
    return rows.items() if isinstance(rows, dict) else rows


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


def posted(account: str, cents: int) -> str:
    sign = "+" if cents > 0 else ""
    return f"{account} {sign}{format_amount(cents)}"


def on_box(box: int) -> str:
    return f" (box {box})" if box else ""
