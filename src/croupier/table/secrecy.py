"""Who may see which field of which event: every field of every event stands here with its rule.

There is no default. A field that holds cards is never for `everybody`: it has a rule of its own,
or `laid_open` where the event itself turns the cards up for all.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.commands import Report
from croupier.table.sight import (
    Eyes,
    Rule,
    as_drawn,
    as_lying,
    by_place,
    everybody,
    face_down,
    for_staff,
    if_all_is_seen,
    if_seen,
    laid_open,
    nobody,
    own_affair,
    own_lines,
    own_name,
    own_rows,
    unnamed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.commands import Who
    from croupier.table.state import Table

Whole = TypeVar("Whole", bound=msgspec.Struct)
player_of: Callable[[msgspec.Struct], str] = attrgetter("player")


def seen(event: Whole, after: Table, who: Who, *, reads_names: bool = False) -> Whole | None:
    """The event as that person may see it; none where it is another player's own affair."""
    eyes = Eyes(after, who, reads_names)
    if eyes.at_terminals and concerns(event, after) not in {None, who.name}:
        return None
    return by_its_fields(event, None, eyes)


def concerns(event: msgspec.Struct, table: Table) -> str | None:
    """The one player at a terminal whom an event concerns; none: everybody at the table."""
    is_own = table.game.at_terminals and type(event) in OWN
    return player_of(event) if is_own else None


def by_its_fields(whole: Whole, _of: object, eyes: Eyes) -> Whole:
    hidden = {name: rule(getattr(whole, name), whole, eyes) for name, rule in HIDDEN[type(whole)]}
    return replace(whole, **hidden) if hidden else whole


def for_all(*fields: str) -> dict[str, Rule]:
    return dict.fromkeys(fields, everybody)


A_WAGER = for_all("box", "bet", "cents") | {"player": own_affair}

SECRECY: dict[type[msgspec.Struct], dict[str, Rule]] = {
    happened.TableConfigured: for_all("setup", "version", "approved_by"),
    happened.TableOpened: {},
    happened.TableClosing: for_all("lifted") | {"reason": for_staff},
    happened.TableClosed: {"reason": for_staff},
    happened.ShoeReplaced: {},
    happened.CardsCounted: for_all("found", "expected"),
    happened.CardsShuffled: for_all("how", "cut"),
    happened.CardsConfirmed: for_all("found", "expected", "counted_by", "shuffled_by"),
    happened.PlayerRestricted: for_all("player", "lifted"),
    happened.AreaRestricted: for_all("wagers"),
    happened.PlayerSat: for_all("player", "box"),
    happened.PlayerStood: for_all("player"),
    happened.PlayerWalkedAway: {"player": own_affair},
    happened.BettingOpened: for_all("round"),
    happened.WagerPlaced: A_WAGER,
    happened.ExcessRejected: A_WAGER,
    happened.PlayerAdvised: for_all("box", "bet", "says", "said") | {"player": own_affair},
    happened.WagerWithdrawn: A_WAGER,
    happened.WagerReturned: A_WAGER,
    happened.WagerFound: A_WAGER,
    happened.TimeWarned: {},
    happened.BettingClosed: for_all("jackpot_cents"),
    happened.CardsDealt: for_all("to", "typed") | {"cards": as_drawn},
    happened.HandExamined: for_all("player", "box"),
    happened.LookDeclined: for_all("player", "box"),
    happened.HandReturned: for_all("box", "typed") | {"cards": laid_open},
    happened.CardsRead: for_all("place", "typed") | {"cards": as_lying},
    happened.Decided: for_all("player", "box", "choice"),
    happened.DealerExposed: for_all("typed") | {"cards": laid_open},
    happened.TypingAsked: for_all("reason"),
    happened.TypingAllowed: for_all("asked_by"),
    happened.RoundSettled: for_all("major") | {"lines": own_lines, "settled_short": own_name},
    happened.SettlementReversed: {"lines": own_lines},
    happened.SettlementCorrected: for_all("round")
    | {"hands": laid_open, "before": own_lines, "lines": own_lines},
    happened.RoundVoided: for_all("jackpot_cents") | {"returned": own_rows},
    happened.HandRemoved: for_all("box") | {"returned": own_rows},
    happened.RoundConcluded: {},
    happened.WinningsReleased: for_all("round"),
    happened.IrregularityReported: {"ruling": by_its_fields},
    happened.ReportBegun: for_all(),
    happened.ReportDropped: for_all(),
    happened.ReportWithdrawn: for_all("irregularity"),
    happened.SecondPersonCalled: for_all("role"),
    happened.RulingMade: for_all("approved_by") | {"ruling": by_its_fields},
    happened.RulingProposed: for_all("role") | {"ruling": by_its_fields},
    happened.ChangeProposed: for_all("setup"),
    happened.ProposalRejected: for_all("reason", "about"),
    happened.CardsFoundLying: {"hands": by_place, "drawn": nobody},
    happened.HandsMoved: for_all("moves"),
    happened.DealReconstructed: {
        "hands": by_place,
        "burnt": face_down,
        "kept": face_down,
        "removed": face_down,
    },
    happened.CardsExposed: for_all("box") | {"cards": laid_open},
    happened.CardsTurnedDown: {"cards": if_seen},
    happened.NextCardsOrdered: for_all("face_up", "claimed") | {"cards": if_seen},
    happened.CardsKept: {"cards": if_seen},
    happened.OptionsOffered: for_all("unanswered") | {"offers": own_rows},
    happened.OptionChosen: for_all("box", "option", "returned") | {"player": own_affair},
    happened.JackpotFrozen: {},
    happened.JackpotSuspended: for_all("choice", "box"),
    happened.JackpotRestored: {},
    happened.RoundInterrupted: {},
    happened.RoundResumed: for_all("remedies") | {"established": if_all_is_seen},
    jackpots.MeterFed: for_all("table", "round", "bets_cents", "seed_cents"),
    jackpots.ContributionTakenBack: for_all("table", "round", "bets_cents"),
    jackpots.MajorPaid: for_all(
        "table", "player", "cents", "round", "order", "waits", "leaves_own", "box"
    ),
    jackpots.MajorReversed: for_all("table", "player", "cents", "round", "raised_cents"),
    jackpots.EarlierRoundOver: for_all("table", "round", "raised"),
    jackpots.AwardStands: for_all("table", "round"),
    jackpots.MeterFrozen: for_all("table", "by", "reason", "voids"),
    jackpots.MeterResumed: for_all("by", "table"),
    jackpots.VoidCalledOff: for_all("by", "table", "round"),
    jackpots.MeterCorrectionProposed: for_all("by", "shown_cents", "cents", "reason"),
    jackpots.MeterCorrectionRefused: for_all("by"),
    jackpots.MeterCorrected: for_all("by", "approved_by", "reason"),
    jackpots.ContributionRefused: for_all("table", "round", "bets_cents", "explained_cents"),
    jackpots.MeterTermsProposed: for_all("by", "terms", "reason"),
    jackpots.MeterTermsRefused: for_all("by"),
    jackpots.MeterTermsArranged: for_all("by", "approved_by", "was", "terms", "reason"),
    jackpots.MeterTermsWithdrawn: for_all("by", "reason"),
    jackpots.AwardHeld: for_all(
        "number", "table", "round", "box", "player", "cents", "from_meter", "is_final"
    ),
    jackpots.HeldAwardTakenBack: for_all("table", "round", "player", "cents", "award_cents"),
    jackpots.AwardVerified: for_all("by", "number", "reason"),
    jackpots.AwardNotVerified: for_all("by", "number"),
    jackpots.AwardPaidByHand: for_all(
        "by", "approved_by", "number", "table", "round", "player", "cents", "reason"
    ),
    happened.Ruled: for_all(
        "facts",
        "remedies",
        "decided_by",
        "offered_to",
        "clauses",
        "says",
        "said",
        "reported_by",
        "withdrawal_by",
        "reason",
        "replace_shoe",
        "jackpot",
        "reported_as",
    )
    | {"report": by_its_fields, "order": if_seen},
    Report: for_all("irregularity", "facts", "box", "bet", "moves", "round")
    | {"player": unnamed, "cents": unnamed, "cards": if_seen, "lies": nobody, "drawn": nobody},
}
"""Every event with the rule of each field, and what a ruling holds; what all events have in common
(by whom, when, by which clauses; the meter before and after) is for everybody."""

OWN = {kind for kind, rules in SECRECY.items() if own_affair in rules.values()}
"""Events of one player: at terminals nobody else is told of them, but staff."""
OPEN = {everybody, laid_open, own_affair}
HIDDEN: dict[type[msgspec.Struct], tuple[tuple[str, Rule], ...]] = {
    kind: tuple((name, rule) for name, rule in rules.items() if rule not in OPEN)
    for kind, rules in SECRECY.items()
}
"""The fields that not everybody sees as they are."""
