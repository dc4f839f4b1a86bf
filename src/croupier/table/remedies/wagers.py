"""Remedies for wagers: given back, found, missing, advised or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.money import format_amount
from croupier.table import events as happened
from croupier.table.betting import returned
from croupier.table.evolve import evolve
from croupier.table.playing import decided
from croupier.table.record import undecided
from croupier.table.remedies.rounds import a_round, conclude_if_empty
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Placed, Table


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
    least = format_amount(limit.minimum_cents) if limit else "0.00"
    return [
        happened.PlayerAdvised(
            by=made.by,
            at=asked.at,
            player=report.player or "",
            box=report.box or 0,
            bet=report.bet or "",
            says=f"the minimum is {least}: raise the bet or take it back before betting closes",
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


def a_bet(table: Table, report: Report) -> str | None:
    bet = table.game.bet.get(report.bet or "")
    known = bet is not None and not bet.bonus_on and (report.box or 0) in table.boxes
    return None if known and report.player else "name player, box and bet"


def chips(table: Table, report: Report) -> str | None:
    if not report.cents:
        return None
    if table.game.procedure.on_behalf is None:
        return "bets are placed by the player alone, and what is not registered is no bet"
    if report.cents < 0 or a_bet(table, report):
        return "name player, box, bet and what was found there"
    if table.step is Step.BETTING:
        return "while bets are taken the player places it"
    needs = table.game.bet[report.bet or ""].needs
    undealt = bool(table.round.drawn or needs) and not any(table.on_box(report.box or 0))
    if undealt and not table.game.at_terminals:
        return f"no hand was dealt to box {report.box}"
    return not_beside_the_others(table, report) or a_round(table, report)


def not_beside_the_others(table: Table, report: Report) -> str | None:
    """Why chips found on a box can be no wager there, if they cannot."""
    game, box = table.game, report.box or 0
    if says := restricted(table, report):
        return says
    if game.sharing.players_a_box and table.player_of(box) != report.player:
        return f"another player bets on box {box}"
    if game.decision and report.bet == game.decision.play and not table.has(box, report.bet):
        return f"box {box} does not play"
    lying = table.area(box, report.bet or "")
    most = table.wagers_an_area or game.sharing.wagers_an_area
    if most and len(lying) >= most and all(wager.player != report.player for wager in lying):
        return f"{most} wagers lie there already"
    needs = game.bet[report.bet or ""].needs
    if needs is not None and not table.game.at_terminals and not table.has(box, needs.bet):
        return f"box {box} has no {needs.bet} bet, which is an irregularity of its own"
    if game.jackpot is None or report.bet != game.jackpot.bet:
        return None
    if not table.has(box, game.jackpot.entry):
        return f"box {box} has no {game.jackpot.entry} bet, which is an irregularity of its own"
    terms = table.setup.jackpot
    fits = terms is not None and report.cents == terms[0] and not table.has(box, report.bet)
    return None if fits else "the jackpot bet is the prescribed amount, once a hand"


def restricted(table: Table, report: Report) -> str | None:
    """What the table does not take before betting closes is no bet after it either."""
    box, jackpot = report.box or 0, table.game.jackpot
    elsewhere = any(
        wager.player == report.player and wager.box != box for wager in table.round.wagers.values()
    )
    if report.player in table.one_box_only and elsewhere:
        return f"{report.player} may bet on one box only"
    if box in table.closed_boxes:
        return f"no bets are taken on box {box}"
    if table.no_jackpot_bets and jackpot and report.bet == jackpot.bet:
        return "no jackpot bets are taken or paid"
    return None


def short_play(table: Table, report: Report) -> str | None:
    wager = named_wager(table, report)
    if wager is None or not report.cents or not 0 < report.cents < wager.cents:
        return "name player, box, bet, and by how much it is short"
    return a_round(table, report)
