"""What each event makes of a table: one function for every event, none left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.table import events as happened
from croupier.table.clocks import awaits_a_bet, stands
from croupier.table.evolving import (
    betting,
    dealing,
    jackpot,
    life,
    misdeals,
    pack,
    rounds,
    rulings,
    shoe,
)
from croupier.table.setups import configured, game_under, jackpot_of, new_table
from croupier.table.stages import stage_of
from croupier.table.state import BETTING, CONCLUDED, DEALING, PLAYING, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import AnyEvent, Event

__all__ = ["EVOLVES", "configured", "evolve", "fold", "game_under", "jackpot_of", "new_table"]

Evolves = Callable[[Table, Any], Table]


def evolve(table: Table, event: AnyEvent) -> Table:
    """When play goes on after a wait, the full time of the step starts again."""
    after = EVOLVES[type(event)](table, event)
    if after is table:
        return table
    step, before = after.step, table.step
    if step is PLAYING or step is not before or (step is DEALING and table.game.drawn_by_tableau):
        stage = stage_of(after)
        if stage is not table.stage:
            reached = after.round.reached | {stage: event.at}
            after = replace(after, stage=stage, round=replace(after.round, reached=reached))
    if step is CONCLUDED:
        return after
    first = before is BETTING and not table.round.wagers and after.round.wagers
    stood = table.awaiting is not None or table.interrupted
    if (first and awaits_a_bet(table)) or (stood and not stands(after)):
        return replace(after, since=event.at)
    return after


def fold(table: Table, events: Iterable[AnyEvent]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def unchanged(table: Table, _event: Event) -> Table:
    return table


EVOLVES: dict[type[Event], Evolves] = {
    happened.TableConfigured: life.table_configured,
    happened.TableOpened: life.opened,
    happened.TableClosing: life.closing,
    happened.TableClosed: life.closed,
    happened.ShoeReplaced: shoe.shoe_replaced,
    happened.CardsCounted: pack.cards_counted,
    happened.CardsShuffled: pack.cards_shuffled,
    happened.CardsConfirmed: pack.cards_confirmed,
    happened.PlayerRestricted: life.player_restricted,
    happened.AreaRestricted: life.area_restricted,
    happened.PlayerSat: life.player_sat,
    happened.PlayerStood: life.player_left,
    happened.PlayerWalkedAway: life.player_walked_away,
    happened.BettingOpened: betting.betting_opened,
    happened.WagerPlaced: betting.wager_added,
    happened.ExcessRejected: unchanged,
    happened.PlayerAdvised: unchanged,
    happened.WagerWithdrawn: betting.wager_reduced,
    happened.WagerReturned: betting.wager_reduced,
    happened.WagerFound: betting.wager_found,
    happened.TimeWarned: betting.time_warned,
    happened.BettingClosed: betting.betting_closed,
    happened.CardsDealt: dealing.cards_dealt,
    happened.HandExamined: dealing.hand_examined,
    happened.LookDeclined: dealing.look_declined,
    happened.HandReturned: dealing.hand_returned,
    happened.CardsRead: dealing.cards_read,
    happened.Decided: dealing.decided,
    happened.DealerExposed: dealing.dealer_exposed,
    happened.TypingAsked: dealing.typing_asked,
    happened.TypingAllowed: dealing.typing_allowed,
    happened.RoundSettled: rounds.round_settled,
    happened.SettlementReversed: rounds.settlement_reversed,
    happened.SettlementCorrected: rounds.settlement_corrected,
    happened.RoundVoided: rounds.round_voided,
    happened.HandRemoved: rounds.hand_removed,
    happened.RoundConcluded: rounds.round_concluded,
    happened.WinningsReleased: rounds.winnings_released,
    happened.IrregularityReported: rulings.irregularity_reported,
    happened.ReportBegun: rulings.report_begun,
    happened.ReportDropped: rulings.nothing_awaited,
    happened.ReportWithdrawn: rulings.nothing_awaited,
    happened.SecondPersonCalled: rulings.second_person_called,
    happened.RulingMade: rulings.ruling_made,
    happened.RulingProposed: rulings.ruling_proposed,
    happened.ChangeProposed: rulings.change_proposed,
    happened.ProposalRejected: rulings.proposal_rejected,
    happened.CardsFoundLying: misdeals.cards_found_lying,
    happened.HandsMoved: misdeals.hands_moved,
    happened.DealReconstructed: misdeals.deal_reconstructed,
    happened.CardsExposed: misdeals.cards_exposed,
    happened.CardsTurnedDown: misdeals.cards_turned_down,
    happened.NextCardsOrdered: shoe.next_cards_ordered,
    happened.CardsKept: shoe.cards_kept,
    happened.OptionsOffered: rulings.options_offered,
    happened.OptionChosen: rulings.option_chosen,
    happened.JackpotFrozen: jackpot.jackpot_frozen,
    happened.JackpotSuspended: jackpot.jackpot_suspended,
    happened.JackpotRestored: jackpot.jackpot_restored,
    happened.RoundInterrupted: rounds.interrupted,
    happened.RoundResumed: rounds.resumed,
}
