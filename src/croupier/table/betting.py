"""Commands of betting: seats, withdrawals, opening and closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Bet, NotPlaced, Returned
from croupier.engine.irregularities import Remedy
from croupier.engine.limits import Limit, returns_at_close, short_at_close
from croupier.engine.play_readings import (
    BETTING_CLOSED_BY,
    SEAT_BEFORE_BETTOR,
    STAFF_WITHDRAWS_FOR_PLAYER,
    ClosedBy,
    SeatBeforeBettor,
    StaffWithdraws,
)
from croupier.engine.readings import BACCARAT_CUT_CARD
from croupier.engine.steps import BeforeClose, OnBehalf, Procedure, Refusal
from croupier.rulebook.marks import carries, defines, field_of
from croupier.said import Sentence
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.answers import (
    ANOTHER_PLAYER_BETS_ON_BOX,
    MINIMUM_IS_AN_AMOUNT,
    RAISE_IT_OR_TAKE_IT_BACK,
)
from croupier.table.evolve import evolve
from croupier.table.packs import not_ready, shuffle_clauses, shuffles_itself
from croupier.table.state import BETTING, CONCLUDED

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Placed, Table

NO_BOX_TO_SIT_AT = Sentence("no-box-to-sit-at", "there is no box {box} to sit at")
ANOTHER_PLAYER_SITS_AT_BOX = Sentence(
    "another-player-sits-at-box", "another player sits at box {box}"
)
PLAYER_LEAVES_HIS_BOX_HIMSELF = Sentence(
    "player-leaves-his-box-himself", "while bets are taken {player} leaves box {box} himself"
)
PLAYER_IS_NOT_SEATED = Sentence("player-is-not-seated", "{player} is not seated")
ROUND_IN_PLAY_IS_NOT_CONCLUDED = Sentence(
    "round-in-play-is-not-concluded", "the round in play is not concluded"
)
CUT_CARD_IS_OUT = Sentence("cut-card-is-out", "the cut card is out: replace the shoe")
BETTING_HAS_NOT_OPENED = Sentence("betting-has-not-opened", "betting has not opened")
BETTING_HAS_CLOSED = Sentence("betting-has-closed", "betting has closed")
PLAYER_HAS_NO_SUCH_WAGER = Sentence("player-has-no-such-wager", "{player} has no such wager")
SO_MUCH_DOES_NOT_LIE_THERE = Sentence(
    "so-much-does-not-lie-there", "so much does not lie there in chips"
)
JACKPOT_BET_IS_TAKEN_BACK_WHOLE = Sentence(
    "jackpot-bet-is-taken-back-whole", "the jackpot bet is taken back whole"
)
PLAYER_TAKES_HIS_BETS_BACK_HIMSELF = Sentence(
    "player-takes-his-bets-back-himself", "a player takes his bets back himself"
)
DEALER_CLOSES_BETTING = Sentence("dealer-closes-betting", "the dealer closes betting")


@carries(Refusal.NO_SUCH_BOX, Refusal.SEAT_TAKEN)
def sit(asked: Asked, command: asks.Sit) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.setup.boxes is None or command.box not in table.boxes:
        return asked.no(Refusal.NO_SUCH_BOX, NO_BOX_TO_SIT_AT(box=command.box))
    if table.seats.get(command.box, command.player) != command.player:
        return asked.no(Refusal.SEAT_TAKEN, ANOTHER_PLAYER_SITS_AT_BOX(box=command.box))
    other = table.player_of(command.box) not in {None, command.player}
    if other and table.step is not CONCLUDED and box_is_the_seats(table):
        what = ANOTHER_PLAYER_BETS_ON_BOX(box=command.box)
        return asked.no(Refusal.SEAT_TAKEN, what, seat_clauses(table))
    if refused := leaves_by_staff(asked, command.player, command.box):
        return refused
    return [happened.PlayerSat(by=asked.by, at=asked.at, player=command.player, box=command.box)]


@carries(Refusal.NOT_NOW)
def leaves_by_staff(asked: Asked, player: str, to: int | None = None) -> Refused | None:
    """While bets are taken, who sits decides whose bet goes first: staff move nobody."""
    table = asked.table
    seat = table.seat_of(player)
    moved = asked.who.is_staff and table.step is BETTING and seat not in {None, to}
    what = PLAYER_LEAVES_HIS_BOX_HIMSELF(player=player, box=seat)
    return asked.no(Refusal.NOT_NOW, what) if moved else None


def box_is_the_seats(table: Table) -> bool:
    """Whether a box of one player is his who sits at it; while nobody sits, his who bets."""
    first = table.game.reads(SEAT_BEFORE_BETTOR, otherwise=SeatBeforeBettor.FIRST_BETTOR)
    return first is SeatBeforeBettor.SEATED_FIRST


def seat_clauses(table: Table) -> tuple[str, ...]:
    [cite] = [one.cite for one in table.game.interpretations if one.of is SEAT_BEFORE_BETTOR]
    return cite.numbers


@carries(Refusal.NOT_SEATED)
def stand_up(asked: Asked, command: asks.StandUp) -> list[AnyEvent] | Refused:
    if asked.table.seat_of(command.player) is None:
        return asked.no(Refusal.NOT_SEATED, PLAYER_IS_NOT_SEATED(player=command.player))
    if refused := leaves_by_staff(asked, command.player):
        return refused
    return [happened.PlayerStood(by=asked.by, at=asked.at, player=command.player)]


def shoe_has_ended(table: Table) -> bool:
    """Whether the cut card is out of a shoe that serves several rounds."""
    return table.game.shoe_lasts and table.cards_left <= table.game.reads(BACCARAT_CUT_CARD)


@carries(field_of(Procedure, "opens"), Refusal.NOT_NOW, Refusal.SHOE_ENDED)
def open_betting(asked: Asked, _command: asks.OpenBetting) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is not CONCLUDED:
        return asked.no(Refusal.NOT_NOW, ROUND_IN_PLAY_IS_NOT_CONCLUDED())
    if shoe_has_ended(table):
        return asked.no(Refusal.SHOE_ENDED, CUT_CARD_IS_OUT())
    if refused := not_ready(table):
        return refused
    return [
        *by_the_shuffler(asked),
        happened.BettingOpened(
            by=asked.by,
            at=asked.at,
            round=table.round.number + 1,
            clauses=table.game.procedure.opens.cite.numbers,
        ),
    ]


@defines("automated shoe")
def by_the_shuffler(asked: Asked) -> list[AnyEvent]:
    """What the machine has done with the cards of the last round."""
    if not shuffles_itself(asked.table):
        return []
    clauses = shuffle_clauses(asked.table)
    return [
        happened.CardsShuffled(by=asked.by, at=asked.at, how="shuffler", cut=False, clauses=clauses)
    ]


@carries(Refusal.BETTING_NOT_OPEN)
def betting_is_open(asked: Asked, closed: Refusal) -> Refused | None:
    step = asked.table.step
    if step is BETTING:
        return None
    if step is CONCLUDED:
        return asked.no(Refusal.BETTING_NOT_OPEN, BETTING_HAS_NOT_OPENED())
    return asked.no(closed, BETTING_HAS_CLOSED())


@carries(
    field_of(BeforeClose, "under"),
    field_of(Bet, "placed"),
    Remedy.BET_STANDS,
    Refusal.NO_SUCH_WAGER,
    Refusal.NOT_IN_CHIPS,
    Refusal.NOT_THE_PRESCRIBED_AMOUNT,
    Refusal.UNDER_MINIMUM,
    Refusal.WITHDRAWAL_CLOSED,
)
def withdraw(asked: Asked, command: asks.Withdraw) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := betting_is_open(asked, Refusal.WITHDRAWAL_CLOSED):
        return refused
    if refused := by_staff(asked):
        return refused
    wager = table.round.wagers.get((command.box, command.bet, command.player))
    if wager is None:
        return asked.no(Refusal.NO_SUCH_WAGER, PLAYER_HAS_NO_SUCH_WAGER(player=command.player))
    cents = wager.cents if command.cents is None else command.cents
    if cents <= 0 or cents > wager.cents or cents % table.setup.chip_cents:
        return asked.no(Refusal.NOT_IN_CHIPS, SO_MUCH_DOES_NOT_LIE_THERE())
    jackpot = table.game.jackpot
    if jackpot is not None and command.bet == jackpot.bet and cents < wager.cents:
        return asked.no(Refusal.NOT_THE_PRESCRIBED_AMOUNT, JACKPOT_BET_IS_TAKEN_BACK_WHOLE())
    limit = table.limits.get(command.bet)
    short = limit is not None and 0 < wager.cents - cents < limit.minimum_cents
    if short and limit and not table.game.procedure.limits.advised:
        what = MINIMUM_IS_AN_AMOUNT(cents=limit.minimum_cents)
        return asked.no(Refusal.UNDER_MINIMUM, what, table.game.procedure.limits.under.numbers)
    event = happened.WagerWithdrawn(
        by=asked.by,
        at=asked.at,
        player=command.player,
        box=command.box,
        bet=command.bet,
        cents=cents,
        clauses=table.game.bet[command.bet].placed.numbers,
    )
    after = evolve(table, event)
    events: list[AnyEvent] = [event, *orphaned(asked, after)]
    return events if limit is None else events + left_short(asked, command, limit, after)


@carries(OnBehalf, Refusal.NOT_BY_STAFF)
def by_staff(asked: Asked) -> Refused | None:
    """Staff place bets for a player; whether they also take them back is a reading."""
    game = asked.table.game
    may = game.reads(STAFF_WITHDRAWS_FOR_PLAYER, otherwise=StaffWithdraws.NO)
    if not asked.who.is_staff or may is StaffWithdraws.YES:
        return None
    on_behalf = game.procedure.on_behalf
    what = PLAYER_TAKES_HIS_BETS_BACK_HIMSELF()
    return asked.no(Refusal.NOT_BY_STAFF, what, on_behalf.cite.numbers if on_behalf else None)


@carries(field_of(BeforeClose, "under"))
def advice(
    asked: Asked, wager: asks.Place | asks.Withdraw | Placed, limit: Limit
) -> happened.PlayerAdvised:
    said = RAISE_IT_OR_TAKE_IT_BACK(cents=limit.minimum_cents)
    return happened.PlayerAdvised(
        by=asked.by,
        at=asked.at,
        player=wager.player,
        box=wager.box,
        bet=wager.bet,
        says=str(said),
        said=said,
        clauses=asked.table.game.procedure.limits.under.numbers,
    )


def left_short(
    asked: Asked, command: asks.Place | asks.Withdraw, limit: Limit, after: Table
) -> list[AnyEvent]:
    """Advice to the player who acts, and to those whom it newly leaves under the minimum."""
    if isinstance(command, asks.Withdraw) and not after.game.limits.by_area(after.game):
        own = after.round.wagers.get((command.box, command.bet, command.player))
        if own is None or own.cents >= limit.minimum_cents:
            return []  # what others have is as it was
        return [advice(asked, own, limit)]
    before = {one.player for one in short_wagers(asked.table, command.box, command.bet, limit)}
    return [
        advice(asked, one, limit)
        for one in short_wagers(after, command.box, command.bet, limit)
        if one.player == command.player or one.player not in before
    ]


def short_wagers(table: Table, box: int, bet: str, limit: Limit) -> list[Placed]:
    """The wagers of an area for which the minimum is not reached."""
    lying, game = table.area(box, bet), table.game
    if game.limits.by_area(game):
        return lying if sum(wager.cents for wager in lying) < limit.minimum_cents else []
    return [wager for wager in lying if wager.cents < limit.minimum_cents]


def returned(
    asked: Asked, wager: Placed, clauses: tuple[str, ...], cents: int | None = None
) -> happened.WagerReturned:
    return happened.WagerReturned(
        by=asked.by,
        at=asked.at,
        player=wager.player,
        box=wager.box,
        bet=wager.bet,
        cents=wager.cents if cents is None else cents,
        clauses=clauses,
    )


@carries(NotPlaced, Returned)
def orphaned(asked: Asked, table: Table) -> list[AnyEvent]:
    """The bets that lie on a box without the bet that they need go back."""
    needing, wagers = table.game.needing, table.round.wagers
    if not needing:
        return []
    return [
        returned(asked, wager, needs.missing.cite.numbers)
        for wager in wagers.values()
        if (needs := needing.get(wager.bet)) is not None
        and (wager.box, needs.bet, wager.player) not in wagers
        and not table.has(wager.box, needs.bet)
    ]


@carries(field_of(Procedure, "closes"), Refusal.NOT_NOW)
def close_betting(asked: Asked, _command: asks.CloseBetting) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := betting_is_open(asked, Refusal.NOT_NOW):
        return refused
    events = short_of_minimum(asked)
    for event in events:
        table = evolve(table, event)
    orphans = orphaned(asked, table)
    for event in orphans:
        table = evolve(table, event)
    events += orphans
    jackpot = table.game.jackpot
    fed = (
        0
        if jackpot is None
        else sum([wager.cents for wager in table.round.wagers.values() if wager.bet == jackpot.bet])
    )
    clauses = table.game.procedure.closes.cite.numbers
    events.append(
        happened.BettingClosed(by=asked.by, at=asked.at, jackpot_cents=fed, clauses=clauses)
    )
    if not table.round.wagers and not table.game.drawn_by_tableau:
        events.append(happened.RoundConcluded(by=asked.by, at=asked.at, clauses=clauses))
    return events


@carries(field_of(Procedure, "closes"), Refusal.NOT_NOW)
def time_for_bets_is_over(asked: Asked) -> list[AnyEvent] | Refused:
    """Staff who say so close betting; whether the clock does, or only warns, is a reading."""
    table = asked.table
    if asked.who.is_staff or not dealer_announces(table):
        return close_betting(asked, asks.CloseBetting())
    clauses = table.game.procedure.closes.cite.numbers
    if table.round.warned:
        return asked.no(Refusal.NOT_NOW, DEALER_CLOSES_BETTING(), clauses)
    return [happened.TimeWarned(by=asked.by, at=asked.at, clauses=clauses)]


def dealer_announces(table: Table) -> bool:
    """Whether the dealer closes betting when its time is over, and the clock only warns."""
    announces = ClosedBy.DEALER_ANNOUNCES
    return table.game.reads(BETTING_CLOSED_BY, otherwise=announces) is announces


@carries(field_of(BeforeClose, "under"))
def short_of_minimum(asked: Asked) -> list[AnyEvent]:
    """No wager goes back but in an area of one that is under the minimum by itself."""
    table, game, limits = asked.table, asked.table.game, asked.table.limits
    wagers = table.round.wagers
    if not returns_at_close(game):
        return []
    small = {
        (box, bet)
        for (box, bet, _), wager in wagers.items()
        if bet in limits and wager.cents < limits[bet].minimum_cents
    }
    events: list[AnyEvent] = []
    for box, bet in dict.fromkeys((box, bet) for box, bet, _ in wagers) if small else ():
        if (box, bet) not in small:
            continue
        lying = table.area(box, bet)
        short = short_at_close(game, [wager.cents for wager in lying], limits[bet])
        events += [
            returned(asked, wager, game.procedure.limits.under.numbers)
            for wager, goes_back in zip(lying, short, strict=True)
            if goes_back
        ]
    return events


def all_of(wager: Placed) -> happened.Returned:
    return happened.Returned(wager.player, wager.box, wager.bet, wager.cents)
