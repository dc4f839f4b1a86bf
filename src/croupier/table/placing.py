"""The command to place a wager: on which box, beside whom, within which limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Bet, Needs
from croupier.engine.game import Sharing
from croupier.engine.irregularities import Remedy, Role
from croupier.engine.jackpot import Jackpot
from croupier.engine.limits import Limit
from croupier.engine.readings import SEATED_PRIORITY, SeatedPriority
from croupier.engine.steps import BeforeClose, Freedom, OnBehalf, Refusal, Restricting
from croupier.rulebook.marks import carries, defines, field_of
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.answers import (
    ANOTHER_PLAYER_BETS_ON_BOX,
    AREA_IS_FULL,
    MINIMUM_IS_AN_AMOUNT,
    NO_BETS_ARE_TAKEN_ON_BOX,
    NO_JACKPOT_BETS_ARE_TAKEN_OR_PAID,
    PLAYER_MAY_BET_ON_ONE_BOX_ONLY,
)
from croupier.table.betting import (
    advice,
    betting_is_open,
    box_is_the_seats,
    left_short,
    returned,
    seat_clauses,
)
from croupier.table.evolve import fold
from croupier.table.state import BETTING
from croupier.table.viewing import seated_player

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Placed, Table

PLAYER = Role.PLAYER

WAGER_IS_MADE_IN_CHIPS = Sentence(
    "wager-is-made-in-chips", "a wager is made in chips of {cents:money}"
)
NO_BOX = Sentence("no-box", "there is no box {box}")
NO_BET_CAN_BE_PLACED_NOW = Sentence(
    "no-bet-can-be-placed-now", "no bet {bet:quoted} can be placed now"
)
NO_NEEDED_BET_THERE = Sentence(
    "no-needed-bet-there", "there is no {bet:bet} bet on [{box:if}box {box}|the table]"
)
BOX_IS_THE_SEATED_PLAYERS = Sentence(
    "box-is-the-seated-players", "box {box} is the seated player's"
)
ANOTHER_PLAYER_HAS_THAT_BET_ON_BOX = Sentence(
    "another-player-has-that-bet-on-box", "another player has that bet on box {box}"
)
JACKPOT_BET_IS_AN_AMOUNT_ONCE_A_HAND = Sentence(
    "jackpot-bet-is-an-amount-once-a-hand", "the jackpot bet is {cents:money}, once a hand"
)
MAXIMUM_IS_REACHED = Sentence("maximum-is-reached", "the maximum of {cents:money} is reached")
MAXIMUM_LEAVES_TOO_LITTLE = Sentence(
    "maximum-leaves-too-little", "the maximum of {cents:money} leaves too little"
)


@carries(Refusal.NOT_IN_CHIPS)
@defines("bet")
def place(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := may_bet(asked, command.box, command.bet):
        return refused
    if command.cents <= 0 or command.cents % table.setup.chip_cents:
        chip_cents = table.setup.chip_cents
        return asked.no(Refusal.NOT_IN_CHIPS, WAGER_IS_MADE_IN_CHIPS(cents=chip_cents))
    if refused := may_join(asked, command):
        return refused
    jackpot = table.game.jackpot
    if jackpot is not None and command.bet == jackpot.bet:
        return place_jackpot_bet(asked, command)
    return place_within_limits(asked, command)


@carries(Remedy.REFUSE_BET, Refusal.BETTING_CLOSED, Refusal.NO_SUCH_BET, Refusal.NO_SUCH_BOX)
def may_bet(asked: Asked, box: int, bet: str) -> Refused | None:
    table = asked.table
    if table.step is not BETTING:
        return betting_is_open(asked, Refusal.BETTING_CLOSED)
    if not table.has_box(box):
        return asked.no(Refusal.NO_SUCH_BOX, NO_BOX(box=box))
    if bet not in table.game.placeable:
        return asked.no(Refusal.NO_SUCH_BET, NO_BET_CAN_BE_PLACED_NOW(bet=bet[:40]))
    return None


@carries(Needs, Refusal.BOX_CLOSED, Refusal.NO_JACKPOT_BETS, Refusal.NO_MAIN_BET)
def may_join(asked: Asked, command: asks.Place) -> Refused | None:
    """Who may bet beside whom, on which box."""
    table, game = asked.table, asked.table.game
    box, bet = command.box, command.bet
    if box in table.closed_boxes:
        return asked.no(Refusal.BOX_CLOSED, NO_BETS_ARE_TAKEN_ON_BOX(box=box))
    if table.no_jackpot_bets and game.jackpot and bet == game.jackpot.bet:
        return asked.no(Refusal.NO_JACKPOT_BETS, NO_JACKPOT_BETS_ARE_TAKEN_OR_PAID())
    if refused := may_share(asked, command):
        return refused
    if most := full_at(table, box, bet, command.player):
        return area_is_full(asked, most)
    needs = game.needing.get(bet)
    if needs is None or (box, needs.bet, command.player) in table.round.wagers:
        return None
    if table.has(box, needs.bet):
        return None
    what = NO_NEEDED_BET_THERE(bet=needs.bet, box=box if table.setup.boxes else None)
    return asked.no(Refusal.NO_MAIN_BET, what, needs.cite.numbers)


@carries(Sharing, Freedom.OTHER_BOXES, Freedom.BALANCE, Refusal.BOX_TAKEN, Refusal.ONE_BOX_ONLY)
@defines("standing player")
def may_share(asked: Asked, command: asks.Place) -> Refused | None:
    """Whether a player may bet on this box too, and beside those who bet there already."""
    table, procedure = asked.table, asked.table.game.procedure
    box, player = command.box, command.player
    if table.setup.boxes is not None:
        one_box = player in table.one_box_only or not procedure.other_boxes
        if one_box and bets_elsewhere(table, player, box):
            return asked.no(Refusal.ONE_BOX_ONLY, PLAYER_MAY_BET_ON_ONE_BOX_ONLY(player=player))
    if table.game.sharing.players_a_box and (table.player_of(box) or player) != player:
        return asked.no(Refusal.BOX_TAKEN, ANOTHER_PLAYER_BETS_ON_BOX(box=box))
    if table.seats.get(box, player) != player and box_is_the_seats(table):
        what = BOX_IS_THE_SEATED_PLAYERS(box=box)
        return asked.no(Refusal.BOX_TAKEN, what, seat_clauses(table))
    if table.game.one_player_an_area and others_bet(table, box, command.bet, player):
        return asked.no(Refusal.BOX_TAKEN, ANOTHER_PLAYER_HAS_THAT_BET_ON_BOX(box=box))
    return None


def others_bet(table: Table, box: int, bet: str, player: str) -> bool:
    for wager in table.round.wagers.values():
        if wager.player != player and wager.box == box and wager.bet == bet:
            return True
    return False


def bets_elsewhere(table: Table, player: str, box: int) -> bool:
    wagers = table.round.wagers.values()
    return any(wager.player == player and wager.box != box for wager in wagers)


@carries(field_of(Restricting, "wagers"), Refusal.AREA_FULL)
def area_is_full(asked: Asked, most: int) -> Refused:
    table = asked.table
    restricting = table.game.procedure.restricting
    fewer = table.wagers_an_area is not None and restricting is not None
    clauses = restricting.wagers.numbers if fewer and restricting else None
    return asked.no(Refusal.AREA_FULL, AREA_IS_FULL(most=most), clauses)


@carries(Sharing)
def full_at(table: Table, box: int, bet: str, player: str) -> int | None:
    """The most wagers that an area takes, where one more of this player would be too many."""
    most = table.wagers_an_area or table.game.sharing.wagers_an_area
    if most is None:
        return None
    lying = table.area(box, bet)
    if table.game.counts_placements:
        full = sum(wager.times for wager in lying) >= most
    else:
        full = len(lying) >= most and all(wager.player != player for wager in lying)
    return most if full else None


@carries(field_of(Jackpot, "prescribed"), Refusal.NOT_THE_PRESCRIBED_AMOUNT)
def place_jackpot_bet(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    assert table.setup.jackpot is not None
    prescribed = table.setup.jackpot[0]
    if command.cents != prescribed or table.area(command.box, command.bet):
        what = JACKPOT_BET_IS_AN_AMOUNT_ONCE_A_HAND(cents=prescribed)
        return asked.no(Refusal.NOT_THE_PRESCRIBED_AMOUNT, what)
    return [wager_placed(asked, command, command.cents)]


@defines("bet")
def wager_placed(asked: Asked, command: asks.Place, cents: int) -> happened.WagerPlaced:
    return happened.WagerPlaced(
        by=asked.who.name,
        at=asked.at,
        player=command.player,
        box=command.box,
        bet=command.bet,
        cents=cents,
        clauses=placing(asked, command.bet),
    )


@carries(field_of(Bet, "placed"), OnBehalf)
def placing(asked: Asked, bet: str) -> tuple[str, ...]:
    """The clauses by which a bet is placed, by staff on behalf of a player or by himself."""
    game, on_behalf = asked.table.game, asked.table.game.procedure.on_behalf
    by_himself = game.bet[bet].placed.numbers
    if asked.who.role is PLAYER or on_behalf is None or not asked.who.is_staff:
        return by_himself
    return by_himself + on_behalf.cite.numbers


@carries(field_of(BeforeClose, "over"), field_of(BeforeClose, "under"))
def place_within_limits(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    limit = table.limits.get(command.bet)
    if limit is None:
        return [wager_placed(asked, command, command.cents)]
    box, bet, by_area = command.box, command.bet, table.game.limits_are_of_areas
    mine = table.round.wagers.get((box, bet, command.player))
    apart = mine is None and not (by_area and others_bet(table, box, bet, command.player))
    if apart and limit.minimum_cents <= command.cents <= limit.maximum_cents:
        return [wager_placed(asked, command, command.cents)]
    rule = table.game.procedure.limits
    lying = table.area(box, bet) if by_area or rule.advised else []
    own = mine.cents if mine else 0
    there = sum([wager.cents for wager in lying]) if lying else 0
    room = limit.maximum_cents - (there if by_area else own)
    room -= room % table.setup.chip_cents
    cut: list[AnyEvent] = []
    if command.cents > room and by_area:
        cut = cut_back(asked, command, lying, command.cents - max(room, 0))
        room += sum(one.cents for one in cut if isinstance(one, happened.WagerReturned))
    taken = min(command.cents, room)
    if refused := too_little(asked, command, limit, own, taken):
        return refused
    events: list[AnyEvent] = [*cut, wager_placed(asked, command, taken)]
    if taken < command.cents:
        events.append(excess_rejected(asked, command, command.cents - taken))
    if cut:
        return events + left_short(asked, command, limit, fold(table, events))
    if rule.advised and table.game.limits.is_under(own + taken, there + taken, limit, table.game):
        events.append(advice(asked, command, limit))
    return events


@carries(
    field_of(BeforeClose, "over"),
    field_of(BeforeClose, "under"),
    Refusal.OVER_MAXIMUM,
    Refusal.UNDER_MINIMUM,
)
def too_little(
    asked: Asked, command: asks.Place, limit: Limit, own: int, taken: int
) -> Refused | None:
    """Why what the limits leave of a wager beside the player's own is not taken, if it is not."""
    rule, most = asked.table.game.procedure.limits, limit.maximum_cents
    if taken <= 0:
        what = MAXIMUM_IS_REACHED(cents=most)
        return asked.no(Refusal.OVER_MAXIMUM, what, rule.over.numbers)
    if rule.advised or own + taken >= limit.minimum_cents:
        return None
    if taken < command.cents:
        what = MAXIMUM_LEAVES_TOO_LITTLE(cents=most)
        return asked.no(Refusal.OVER_MAXIMUM, what, rule.over.numbers)
    what = MINIMUM_IS_AN_AMOUNT(cents=limit.minimum_cents)
    return asked.no(Refusal.UNDER_MINIMUM, what, rule.under.numbers)


@carries(field_of(BeforeClose, "over"))
def excess_rejected(asked: Asked, command: asks.Place, cents: int) -> happened.ExcessRejected:
    return happened.ExcessRejected(
        by=asked.by,
        at=asked.at,
        player=command.player,
        box=command.box,
        bet=command.bet,
        cents=cents,
        clauses=asked.table.game.procedure.limits.over.numbers,
    )


@carries(field_of(BeforeClose, "over"))
def cut_back(asked: Asked, command: asks.Place, lying: list[Placed], wanted: int) -> list[AnyEvent]:
    """A seated player goes first: the latest wagers of standing players make room for his."""
    table = asked.table
    priority = table.game.reads(SEATED_PRIORITY, otherwise=SeatedPriority.FIRST_COME)
    if priority is not SeatedPriority.CUTS_BACK:
        return []
    if command.player not in {table.seats.get(command.box), seated_player(table, command.box)}:
        return []
    events: list[AnyEvent] = []
    for wager in reversed(lying):
        if wager.player == command.player or wanted <= 0:
            continue
        cents = min(wager.cents, wanted)
        wanted -= cents
        events.append(returned(asked, wager, table.game.procedure.limits.over.numbers, cents))
    return events
