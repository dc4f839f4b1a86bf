"""The answer to a command: events that carry it out, or a refusal with its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Remedy, Role
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import OnBehalf, Refusal
from croupier.rulebook.marks import carries, defines, handles
from croupier.said import Sentence
from croupier.table import (
    authority,
    betting,
    calling_on,
    configuring,
    dealing,
    hand_counts,
    interruption,
    options,
    placing,
    playing,
    reading_in,
    reported,
    rulings,
    settling,
)
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.answers import Asked
from croupier.table.clocks import time_is_left
from croupier.table.commands import AUTOMATIC
from croupier.table.state import BETTING, CONCLUDED, PLAYING
from croupier.table.viewing import yet_to_look

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand, Command, Who
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

OPTIONS_ARE_OPEN = Sentence("options-are-open", "the players' options are open")
A_DECISION_IS_AWAITED = Sentence("a-decision-is-awaited", "a decision is awaited")
THIS_WAS_MEANT_FOR_ROUND = Sentence(
    "this-was-meant-for-round", "this was meant for round {meant}, and it is round {round} now"
)
TABLE_IS_CLOSED = Sentence("table-is-closed", "the table is closed")
ROUND_IS_INTERRUPTED = Sentence("round-is-interrupted", "the round is interrupted")
ONLY_THIS_PLAYER_MAY_DO_THIS = Sentence("only-this-player-may-do-this", "only {player} may do this")
BETS_ARE_PLACED_BY_THE_PLAYER_ALONE = Sentence(
    "bets-are-placed-by-the-player-alone", "bets are placed by the player alone"
)
ROLE_OR_MORE_SENIOR_DOES_THIS = Sentence(
    "role-or-more-senior-does-this", "the {role:role} or someone more senior does this"
)
ONLY_PEOPLE_AT_THE_TABLE_DO_THIS = Sentence(
    "only-people-at-the-table-do-this", "only people at the table do this"
)
CLOCK_OR_DEALER_SAYS_TIME_IS_UP = Sentence(
    "clock-or-dealer-says-time-is-up", "the clock or the dealer says that time is up"
)
THE_CLOCK_RELEASES_WINNINGS = Sentence(
    "the-clock-releases-winnings", "the clock alone releases winnings"
)
TIME_IS_LEFT = Sentence("time-is-left", "there is time left")
NOTHING_WAITS_FOR_THE_CLOCK = Sentence("nothing-waits-for-the-clock", "nothing waits for the clock")
HAND_WOULD_BE_FOLDED_REPORT_IT = Sentence(
    "hand-would-be-folded-report-it",
    "a hand of {player} would be folded: report it, a second person decides",
)

PLAYER = Role.PLAYER
Handler = Callable[[Asked, Any], "list[AnyEvent] | Refused"]
Check = Callable[[Asked, Any], "Refused | None"]


def decide(
    table: Table, command: AnyCommand, who: Who, at: int, *, foreseen: bool = False
) -> list[AnyEvent] | Refused:
    asked = Asked(table, who, at, foreseen)
    handler, who_may, meant_otherwise = CHECKED[type(command)]
    if refused := who_may(asked, command):
        return refused
    if (
        who is not AUTOMATIC
        and who.role is not PLAYER
        and (refused := authority.not_his_part(asked, command))
    ):
        return refused
    if refused := meant_otherwise(asked, command):
        return refused
    if table.awaiting is not None or table.interrupted or not table.is_open:
        refused = may_go_on(asked, command)
        if refused:
            return refused
    answer = handler(asked, command)
    if table.closing is None or isinstance(answer, Refused):
        return answer
    return configuring.with_closing(table, answer, at)


def another_round(asked: Asked, command: Any) -> Refused | None:  # noqa: ANN401 - any of a round
    """Whether it was meant for a round that is not the table's."""
    meant = command.round
    if meant is UNSET or meant == (number := asked.table.round.number):
        return None
    what = THIS_WAS_MEANT_FOR_ROUND(meant=meant, round=number)
    return asked.no(Refusal.ANOTHER_ROUND, what)


def another_decision(asked: Asked, command: Any) -> Refused | None:  # noqa: ANN401
    return another_round(asked, command) or rulings.changed_meanwhile(asked, command)


def any_time(_asked: Asked, _command: Command) -> None:
    """It is meant for whatever it finds."""


@carries(Refusal.INTERRUPTED, Refusal.TABLE_CLOSED)
def may_go_on(asked: Asked, command: AnyCommand) -> Refused | None:
    """Whether it is for a table that is closed or held, or for what comes first there."""
    table, kind = asked.table, type(command)
    if configuring.is_remembered(table, command):
        return None
    if kind in AT_ANY_TIME or (kind is asks.TimeUp and calling_on.is_due(asked)):
        return None
    if kind is asks.Approve and table.interrupted and authority.is_asked(table):
        return None
    if isinstance(command, asks.ReturnHand) and reading_in.reads_in(asked, command):
        return None
    if not table.is_open and table.step is CONCLUDED and kind not in WHILE_CLOSED:
        return asked.no(Refusal.TABLE_CLOSED, TABLE_IS_CLOSED())
    if table.interrupted and kind is not asks.Reject:
        return asked.no(Refusal.INTERRUPTED, ROUND_IS_INTERRUPTED())
    waiting = table.awaiting
    if waiting is None or kind in WHILE_AWAITED or (waiting.offers and kind is asks.TimeUp):
        return None
    if waiting.begun and kind is asks.Report:
        return None
    what = OPTIONS_ARE_OPEN() if waiting.offers else A_DECISION_IS_AWAITED()
    return asked.no(Refusal.RULING_AWAITED, what, waiting.clauses or None)


@carries(Refusal.NOT_PERMITTED)
def himself(asked: Asked, command: Any) -> Refused | None:  # noqa: ANN401 - any with a player
    """The player, for his own part."""
    who = asked.who
    if who.role is PLAYER and who.name == command.player:
        return None
    return asked.no(Refusal.NOT_PERMITTED, ONLY_THIS_PLAYER_MAY_DO_THIS(player=command.player))


def himself_or_staff(asked: Asked, command: Any) -> Refused | None:  # noqa: ANN401
    return None if asked.who.is_staff else himself(asked, command)


@carries(OnBehalf, Refusal.NOT_BY_STAFF)
def himself_or_on_behalf(asked: Asked, command: Any) -> Refused | None:  # noqa: ANN401
    if asked.who.role is PLAYER or not asked.who.is_staff:
        return himself(asked, command)
    if asked.table.game.procedure.on_behalf is None:
        return asked.no(Refusal.NOT_BY_STAFF, BETS_ARE_PLACED_BY_THE_PLAYER_ALONE())
    return None


def at_least(role: Role, *, clock: bool = False) -> Callable[[Asked, Command], Refused | None]:
    may = {*(one for one in Role if one.may_act_as(role)), *((None,) if clock else ())}

    @carries(Refusal.NOT_PERMITTED)
    @defines("dealer")
    def who_may(asked: Asked, _command: Command) -> Refused | None:
        if asked.who.role in may:
            return None
        return asked.no(Refusal.NOT_PERMITTED, ROLE_OR_MORE_SENIOR_DOES_THIS(role=role))

    return who_may


@carries(Refusal.NOT_PERMITTED)
def anyone_present(asked: Asked, _command: Command) -> Refused | None:
    if asked.who.role in {None, Role.AUDITOR, Role.CASHIER}:
        return asked.no(Refusal.NOT_PERMITTED, ONLY_PEOPLE_AT_THE_TABLE_DO_THIS())
    return None


@carries(Refusal.NOT_PERMITTED)
def the_clock(asked: Asked, _command: Command) -> Refused | None:
    if asked.who.role is None or asked.who.is_staff:
        return None
    return asked.no(Refusal.NOT_PERMITTED, CLOCK_OR_DEALER_SAYS_TIME_IS_UP())


@carries(Refusal.NOT_PERMITTED)
def the_clock_alone(asked: Asked, _command: Command) -> Refused | None:
    no = asked.no(Refusal.NOT_PERMITTED, THE_CLOCK_RELEASES_WINNINGS())
    return None if asked.who.role is None else no


@carries(Refusal.NOT_NOW)
def time_up(asked: Asked, _command: asks.TimeUp) -> list[AnyEvent] | Refused:
    """Betting closes, hands fold or wait no longer for a look, options are chosen."""
    table = asked.table
    if calling_on.is_due(asked):
        return calling_on.nobody_came(asked)
    if time_is_left(table, asked.at):
        return asked.no(Refusal.TIME_NOT_OVER, TIME_IS_LEFT())
    if table.awaiting is not None:
        return options.unanswered(asked)
    if table.step is BETTING:
        return betting.time_for_bets_is_over(asked)
    if table.step is PLAYING and table.undecided:
        clauses = walking_away_clauses(table, pending=True)
        return [
            event
            for box in table.undecided
            for event in playing.decided(asked, box, Choice.FOLD, clauses)
        ]
    if yet_to_look(table):
        return playing.looking_is_over(asked)
    return asked.no(Refusal.NOT_NOW, NOTHING_WAITS_FOR_THE_CLOCK())


def walk_away(asked: Asked, command: asks.WalkAway) -> list[AnyEvent] | Refused:
    """His bets stay and are settled; a hand that waits for his decision is folded."""
    table = asked.table
    mine = [box for box in table.undecided if table.player_of(box) == command.player]
    clauses = walking_away_clauses(table, pending=bool(mine))
    left = happened.PlayerWalkedAway(
        by=asked.by, at=asked.at, player=command.player, clauses=clauses
    )
    if table.step is BETTING:  # nothing is dealt to be folded yet: the clock sees to it
        return betting.leaves_by_staff(asked, command.player) or [left]
    if mine and asked.who.is_staff:
        what = HAND_WOULD_BE_FOLDED_REPORT_IT(player=command.player)
        return asked.no(Refusal.SECOND_PERSON, what, clauses)
    folds = [event for box in mine for event in playing.decided(asked, box, Choice.FOLD, clauses)]
    return [left, *folds]


@handles("player-walked-away")
def walking_away_clauses(table: Table, *, pending: bool) -> tuple[str, ...]:
    """None where the document has no clause for it: the bets simply stand."""
    answer = ruling(table.game, "player-walked-away", {"decision-pending": pending})
    return () if Remedy.SHIFT_MANAGER_DECIDES in answer.remedies else answer.clauses


HANDLERS: dict[type[Command], tuple[Handler, Check]] = {
    asks.Sit: (betting.sit, himself_or_staff),
    asks.StandUp: (betting.stand_up, himself_or_staff),
    asks.WalkAway: (walk_away, himself_or_staff),
    asks.OpenBetting: (betting.open_betting, at_least(Role.DEALER, clock=True)),
    asks.Place: (placing.place, himself_or_on_behalf),
    asks.Withdraw: (betting.withdraw, himself_or_on_behalf),
    asks.CloseBetting: (betting.close_betting, at_least(Role.DEALER)),
    asks.Deal: (dealing.deal, at_least(Role.DEALER)),
    asks.DealFaceDown: (dealing.deal_face_down, at_least(Role.DEALER)),
    asks.Look: (playing.look, himself),
    asks.Decline: (playing.decline, himself),
    asks.ReturnHand: (playing.return_hand, anyone_present),
    asks.Decide: (playing.decide_hand, himself_or_on_behalf),
    asks.ExposeDealer: (playing.expose_dealer, at_least(Role.DEALER)),
    asks.Settle: (settling.settle, at_least(Role.DEALER)),
    asks.TimeUp: (time_up, the_clock),
    asks.ReleaseWinnings: (settling.release_winnings, the_clock_alone),
    asks.ReplaceShoe: (configuring.replace_shoe, at_least(Role.DEALER, clock=True)),
    asks.CountCards: (hand_counts.count_cards, at_least(Role.DEALER)),
    asks.ShuffleCards: (hand_counts.shuffle_cards, at_least(Role.DEALER)),
    asks.TypeCards: (authority.type_cards, at_least(Role.DEALER)),
    asks.OpenTable: (configuring.open_table, at_least(Role.PIT_SUPERVISOR)),
    asks.CloseTable: (configuring.close_table, at_least(Role.PIT_SUPERVISOR, clock=True)),
    asks.Configure: (configuring.configure, at_least(Role.PIT_SUPERVISOR)),
    asks.Restrict: (configuring.restrict, at_least(Role.PIT_MANAGER)),
    asks.BeginReport: (reported.begin_report, at_least(Role.DEALER)),
    asks.Report: (reported.report, at_least(Role.DEALER, clock=True)),
    asks.WithdrawReport: (rulings.withdraw_report, at_least(Role.DEALER)),
    asks.Rule: (rulings.rule, at_least(Role.DEALER)),
    asks.Approve: (rulings.approve, at_least(Role.DEALER)),
    asks.Reject: (rulings.reject, at_least(Role.DEALER)),
    asks.PermitWithdrawal: (rulings.permit_withdrawal, at_least(Role.DEALER)),
    asks.Choose: (options.choose, himself),
    asks.Interrupt: (interruption.interrupt, at_least(Role.DEALER, clock=True)),
    asks.Resume: (interruption.resume, at_least(Role.DEALER, clock=True)),
}
"""What carries each command out, and who may send it."""


def meaning(kind: type[Command]) -> Check:
    if issubclass(kind, asks.Decides):
        return another_decision
    return another_round if issubclass(kind, asks.OfRound) else any_time


CHECKED = {kind: (handler, who_may, meaning(kind)) for kind, (handler, who_may) in HANDLERS.items()}
"""The same, with the check whether it was meant for another round or decision."""
AT_ANY_TIME = {asks.Interrupt, asks.Resume, asks.StandUp, asks.Sit, asks.TypeCards}
WHILE_CLOSED = {
    asks.OpenTable,
    asks.Configure,
    asks.BeginReport,
    asks.Report,
    asks.WithdrawReport,
    asks.Rule,
    asks.Approve,
    asks.Reject,
    asks.ReplaceShoe,
    asks.ReleaseWinnings,
}
WHILE_AWAITED = {
    asks.WithdrawReport,
    asks.Rule,
    asks.Approve,
    asks.Reject,
    asks.Choose,
    asks.WalkAway,
}
