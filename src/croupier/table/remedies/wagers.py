"""Remedies for wagers: given back, found, missing, advised or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Needs
from croupier.engine.decisions import Choice
from croupier.engine.game import Sharing
from croupier.engine.steps import OnBehalf
from croupier.rulebook.marks import carries
from croupier.said import Said, Sentence
from croupier.table import events as happened
from croupier.table.answers import (
    ANOTHER_PLAYER_BETS_ON_BOX,
    AREA_IS_FULL,
    NO_BETS_ARE_TAKEN_ON_BOX,
    NO_JACKPOT_BETS_ARE_TAKEN_OR_PAID,
    PLAYER_MAY_BET_ON_ONE_BOX_ONLY,
    RAISE_IT_OR_TAKE_IT_BACK,
)
from croupier.table.betting import returned
from croupier.table.evolve import evolve
from croupier.table.placing import bets_elsewhere, full_at
from croupier.table.playing import decided
from croupier.table.record import undecided
from croupier.table.remedies.rounds import a_round, conclude_if_empty
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Placed, Table

NAME_PLAYER_BOX_AND_BET = Sentence("name-player-box-and-bet", "name player, box and bet")
WHAT_IS_NOT_REGISTERED_IS_NO_BET = Sentence(
    "what-is-not-registered-is-no-bet",
    "bets are placed by the player alone, and what is not registered is no bet",
)
NAME_WHAT_WAS_FOUND_THERE = Sentence(
    "name-what-was-found-there", "name player, box, bet and what was found there"
)
WHILE_BETS_ARE_TAKEN_THE_PLAYER_PLACES = Sentence(
    "while-bets-are-taken-the-player-places", "while bets are taken the player places it"
)
NO_HAND_WAS_DEALT_TO_BOX = Sentence("no-hand-was-dealt-to-box", "no hand was dealt to box {box}")
BOX_DOES_NOT_PLAY = Sentence("box-does-not-play", "box {box} does not play")
MISSING_BET_IS_ITS_OWN_IRREGULARITY = Sentence(
    "missing-bet-is-its-own-irregularity",
    "box {box} has no {bet:bet} bet, which is an irregularity of its own",
)
JACKPOT_BET_IS_THE_PRESCRIBED_AMOUNT = Sentence(
    "jackpot-bet-is-the-prescribed-amount", "the jackpot bet is the prescribed amount, once a hand"
)
NAME_HOW_MUCH_IT_IS_SHORT = Sentence(
    "name-how-much-it-is-short", "name player, box, bet, and by how much it is short"
)


def return_bet(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """A wager that is registered goes back; chips that never were have nothing to undo."""
    wager = named_wager(asked.table, made.ruling.report)
    if wager is None:
        return []
    back = returned(asked, wager, made.clauses)
    return [back, *conclude_if_empty(asked, evolve(asked.table, back), made.clauses)]


def named_wager(table: Table, report: Report) -> Placed | None:
    key = (report.box or 0, report.bet or "", report.player or "")
    return table.round.wagers.get(key)


def found_chips(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    report = made.ruling.report
    if not report.cents:
        return []
    assert report.player is not None
    assert report.bet is not None
    return [
        happened.WagerFound(
            by=made.by,
            at=asked.at,
            player=report.player,
            box=report.box or 0,
            bet=report.bet,
            cents=report.cents,
            clauses=made.clauses,
        )
    ]


def missing_chips(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """A play bet that is short: what does not lie there was never staked."""
    wager = named_wager(asked.table, made.ruling.report)
    cents = made.ruling.report.cents
    if wager is None or not cents:
        return []
    return [returned(asked, wager, made.clauses, cents)]


def advise_player(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    report = made.ruling.report
    limit = asked.table.limits.get(report.bet or "")
    said = RAISE_IT_OR_TAKE_IT_BACK(cents=limit.minimum_cents if limit else 0)
    return [
        happened.PlayerAdvised(
            by=made.by,
            at=asked.at,
            player=report.player or "",
            box=report.box or 0,
            bet=report.bet or "",
            says=str(said),
            said=said,
            clauses=made.clauses,
        )
    ]


def reject_excess(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    report = made.ruling.report
    return [
        happened.ExcessRejected(
            by=made.by,
            at=asked.at,
            player=report.player or "",
            box=report.box or 0,
            bet=report.bet or "",
            cents=report.cents or 0,
            clauses=made.clauses,
        )
    ]


def fold_hand(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    boxes = undecided(asked.table, made.ruling.report)
    return [event for box in boxes for event in decided(asked, box, Choice.FOLD, made.clauses)]


def a_bet(table: Table, report: Report) -> Said | None:
    bet = table.game.bet.get(report.bet or "")
    known = bet is not None and not bet.bonus_on and (report.box or 0) in table.boxes
    return None if known and report.player else NAME_PLAYER_BOX_AND_BET()


@carries(Needs, OnBehalf)
def chips(table: Table, report: Report) -> Said | None:
    if not report.cents:
        return None
    if table.game.procedure.on_behalf is None:
        return WHAT_IS_NOT_REGISTERED_IS_NO_BET()
    if report.cents < 0 or a_bet(table, report):
        return NAME_WHAT_WAS_FOUND_THERE()
    if table.step is Step.BETTING:
        return WHILE_BETS_ARE_TAKEN_THE_PLAYER_PLACES()
    needs = table.game.bet[report.bet or ""].needs
    undealt = bool(table.round.drawn or needs) and not any(table.on_box(report.box or 0))
    if undealt and not table.game.at_terminals:
        return NO_HAND_WAS_DEALT_TO_BOX(box=report.box)
    return not_beside_the_others(table, report) or a_round(table, report)


@carries(Sharing)
def not_beside_the_others(table: Table, report: Report) -> Said | None:
    """Why chips found on a box can be no wager there, if they cannot."""
    game, box = table.game, report.box or 0
    if says := restricted(table, report):
        return says
    if game.sharing.players_a_box and table.player_of(box) != report.player:
        return ANOTHER_PLAYER_BETS_ON_BOX(box=box)
    if game.decision and report.bet == game.decision.play and not table.has(box, report.bet):
        return BOX_DOES_NOT_PLAY(box=box)
    most = full_at(table, report.box or 0, report.bet or "", report.player or "")
    if most is not None:
        return AREA_IS_FULL(most=most)
    needs = game.bet[report.bet or ""].needs
    if needs is not None and not table.game.at_terminals and not table.has(box, needs.bet):
        return MISSING_BET_IS_ITS_OWN_IRREGULARITY(box=box, bet=needs.bet)
    if game.jackpot is None or report.bet != game.jackpot.bet:
        return None
    if not table.has(box, game.jackpot.entry):
        return MISSING_BET_IS_ITS_OWN_IRREGULARITY(box=box, bet=game.jackpot.entry)
    terms = table.setup.jackpot
    fits = terms is not None and report.cents == terms[0] and not table.has(box, report.bet)
    return None if fits else JACKPOT_BET_IS_THE_PRESCRIBED_AMOUNT()


def restricted(table: Table, report: Report) -> Said | None:
    """What the table does not take before betting closes is no bet after it either."""
    box, jackpot = report.box or 0, table.game.jackpot
    player = report.player or ""
    if player in table.one_box_only and bets_elsewhere(table, player, box):
        return PLAYER_MAY_BET_ON_ONE_BOX_ONLY(player=report.player)
    if box in table.closed_boxes:
        return NO_BETS_ARE_TAKEN_ON_BOX(box=box)
    if table.no_jackpot_bets and jackpot and report.bet == jackpot.bet:
        return NO_JACKPOT_BETS_ARE_TAKEN_OR_PAID()
    return None


def short_play(table: Table, report: Report) -> Said | None:
    wager = named_wager(table, report)
    if wager is None or not report.cents or not 0 < report.cents < wager.cents:
        return NAME_HOW_MUCH_IT_IS_SHORT()
    return a_round(table, report)
