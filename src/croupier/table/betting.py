"""Seats, wagers, and the opening and closing of betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.limits import Limit, short_at_close
from croupier.engine.readings import (
    BACCARAT_CUT_CARD,
    LIMITS_APPLY_TO,
    SEATED_PRIORITY,
    VIEWING,
    WAGER_COUNT,
    Applies,
    SeatedPriority,
    Viewing,
    WagerCount,
)
from croupier.engine.steps import Refusal, Viewer
from croupier.money import format_amount
from croupier.table import events as happened
from croupier.table.evolve import evolve, fold
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Placed, Table


def sit(asked: Asked, command: asks.Sit) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.setup.boxes is None or command.box not in table.boxes:
        return asked.no(Refusal.NO_SUCH_BOX, f"there is no box {command.box} to sit at")
    if table.seats.get(command.box, command.player) != command.player:
        return asked.no(Refusal.SEAT_TAKEN, f"another player sits at box {command.box}")
    return [happened.PlayerSat(by=asked.by, at=asked.at, player=command.player, box=command.box)]


def stand_up(asked: Asked, command: asks.StandUp) -> list[AnyEvent] | Refused:
    if asked.table.seat_of(command.player) is None:
        return asked.no(Refusal.NOT_SEATED, f"{command.player} is not seated")
    return [happened.PlayerStood(by=asked.by, at=asked.at, player=command.player)]


def open_betting(asked: Asked, _command: asks.OpenBetting) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is not Step.CONCLUDED:
        return asked.no(Refusal.NOT_NOW, "the round in play is not concluded")
    if table.is_tableau and table.cards_left <= table.game.reads(BACCARAT_CUT_CARD):
        return asked.no(Refusal.SHOE_ENDED, "the cut card is out: replace the shoe")
    return [
        happened.BettingOpened(
            by=asked.by,
            at=asked.at,
            round=table.round.number + 1,
            clauses=table.game.procedure.opens.cite.numbers,
        )
    ]


def place(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := may_bet(asked, command.box, command.bet):
        return refused
    if command.cents <= 0 or command.cents % table.setup.chip_cents:
        chip = format_amount(table.setup.chip_cents)
        return asked.no(Refusal.NOT_IN_CHIPS, f"a wager is made in chips of {chip}")
    if refused := may_join(asked, command):
        return refused
    jackpot = table.game.jackpot
    if jackpot is not None and command.bet == jackpot.bet:
        return place_jackpot_bet(asked, command)
    return place_within_limits(asked, command)


def may_bet(asked: Asked, box: int, bet: str) -> Refused | None:
    table, decision = asked.table, asked.table.game.decision
    if refused := betting_is_open(asked, Refusal.BETTING_CLOSED):
        return refused
    if box not in table.boxes:
        return asked.no(Refusal.NO_SUCH_BOX, f"there is no box {box}")
    kind = table.game.bet.get(bet)
    if kind is None or kind.bonus_on or (decision is not None and bet == decision.play):
        return asked.no(Refusal.NO_SUCH_BET, f"no bet {bet[:40]!r} can be placed now")
    return None


def betting_is_open(asked: Asked, closed: Refusal) -> Refused | None:
    step = asked.table.step
    if step is Step.BETTING:
        return None
    if step is Step.CONCLUDED:
        return asked.no(Refusal.BETTING_NOT_OPEN, "betting has not opened")
    return asked.no(closed, "betting has closed")


def may_join(asked: Asked, command: asks.Place) -> Refused | None:
    """Who may bet beside whom, on which box."""
    table, game = asked.table, asked.table.game
    box, player, bet = command.box, command.player, command.bet
    if box in table.closed_boxes:
        return asked.no(Refusal.BOX_CLOSED, f"no bets are taken on box {box}")
    if table.no_jackpot_bets and game.jackpot and bet == game.jackpot.bet:
        return asked.no(Refusal.NO_JACKPOT_BETS, "no jackpot bets are taken or paid")
    if player in table.one_box_only and any(
        wager.player == player and wager.box != box for wager in table.round.wagers.values()
    ):
        return asked.no(Refusal.ONE_BOX_ONLY, f"{player} may bet on one box only")
    if game.sharing.players_a_box and table.player_of(box) not in {None, player}:
        return asked.no(Refusal.BOX_TAKEN, f"another player bets on box {box}")
    if refused := area_is_full(asked, command):
        return refused
    needs = game.bet[bet].needs
    if needs is not None and not table.has(box, needs.bet):
        where = f"box {box}" if table.setup.boxes else "the table"
        what = f"there is no {needs.bet} bet on {where}"
        return asked.no(Refusal.NO_MAIN_BET, what, needs.cite.numbers)
    return None


def area_is_full(asked: Asked, command: asks.Place) -> Refused | None:
    table, sharing = asked.table, asked.table.game.sharing
    most = table.wagers_an_area or sharing.wagers_an_area
    if most is None:
        return None
    lying = table.area(command.box, command.bet)
    counts = table.game.reads(WAGER_COUNT, otherwise=WagerCount.ONE_PER_PLAYER)
    if counts is WagerCount.EACH_PLACEMENT:
        full = sum(wager.times for wager in lying) >= most
    else:
        full = len(lying) >= most and all(wager.player != command.player for wager in lying)
    if not full:
        return None
    restricting = table.game.procedure.restricting
    fewer = table.wagers_an_area is not None and restricting is not None
    clauses = restricting.wagers.numbers if fewer and restricting else None
    return asked.no(Refusal.AREA_FULL, f"{most} wagers lie there already", clauses)


def place_jackpot_bet(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    assert table.setup.jackpot is not None
    prescribed = table.setup.jackpot[0]
    if command.cents != prescribed or table.has(command.box, command.bet):
        what = f"the jackpot bet is {format_amount(prescribed)}, once a hand"
        return asked.no(Refusal.NOT_THE_PRESCRIBED_AMOUNT, what)
    return [wager_placed(asked, command, command.cents)]


def wager_placed(asked: Asked, command: asks.Place, cents: int) -> happened.WagerPlaced:
    return happened.WagerPlaced(
        by=asked.by,
        at=asked.at,
        player=command.player,
        box=command.box,
        bet=command.bet,
        cents=cents,
        clauses=placing(asked, command.bet),
    )


def placing(asked: Asked, bet: str) -> tuple[str, ...]:
    """The clauses by which a bet is placed, by staff on behalf of a player or by himself."""
    game, on_behalf = asked.table.game, asked.table.game.procedure.on_behalf
    by_staff = on_behalf.cite.numbers if asked.who.is_staff and on_behalf else ()
    return game.bet[bet].placed.numbers + by_staff


def place_within_limits(asked: Asked, command: asks.Place) -> list[AnyEvent] | Refused:
    table = asked.table
    limit = table.limits.get(command.bet)
    if limit is None:
        return [wager_placed(asked, command, command.cents)]
    rule = table.game.procedure.limits
    by_area = table.game.reads(LIMITS_APPLY_TO) is Applies.AREA_TOTAL
    lying = table.area(command.box, command.bet) if by_area or rule.advised else []
    mine = table.round.wagers.get((command.box, command.bet, command.player))
    own = mine.cents if mine else 0
    room = limit.maximum_cents - (sum(wager.cents for wager in lying) if by_area else own)
    room -= room % table.setup.chip_cents
    cut: list[AnyEvent] = []
    if command.cents > room and by_area:
        cut = cut_back(asked, command, lying, command.cents - max(room, 0))
        room += sum(one.cents for one in cut if isinstance(one, happened.WagerReturned))
    taken = min(command.cents, room)
    if taken <= 0:
        what = f"the maximum of {format_amount(limit.maximum_cents)} is reached"
        return asked.no(Refusal.OVER_MAXIMUM, what, rule.over.numbers)
    if not rule.advised and own + taken < limit.minimum_cents:
        if taken < command.cents:
            what = f"the maximum of {format_amount(limit.maximum_cents)} leaves too little"
            return asked.no(Refusal.OVER_MAXIMUM, what, rule.over.numbers)
        what = f"the minimum is {format_amount(limit.minimum_cents)}"
        return asked.no(Refusal.UNDER_MINIMUM, what, rule.under.numbers)
    events: list[AnyEvent] = [*cut, wager_placed(asked, command, taken)]
    if taken < command.cents:
        events.append(
            happened.ExcessRejected(
                by=asked.by,
                at=asked.at,
                player=command.player,
                box=command.box,
                bet=command.bet,
                cents=command.cents - taken,
                clauses=rule.over.numbers,
            )
        )
    if cut:
        return events + left_short(asked, command, limit, fold(table, events))
    total = sum(wager.cents for wager in lying) + taken
    if rule.advised and table.game.limits.is_under(own + taken, total, limit, table.game):
        events.append(advice(asked, command, limit))
    return events


def advice(
    asked: Asked, wager: asks.Place | asks.Withdraw | Placed, limit: Limit
) -> happened.PlayerAdvised:
    least = format_amount(limit.minimum_cents)
    return happened.PlayerAdvised(
        by=asked.by,
        at=asked.at,
        player=wager.player,
        box=wager.box,
        bet=wager.bet,
        says=f"the minimum is {least}: raise the bet or take it back before betting closes",
        clauses=asked.table.game.procedure.limits.under.numbers,
    )


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


def withdraw(asked: Asked, command: asks.Withdraw) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := betting_is_open(asked, Refusal.WITHDRAWAL_CLOSED):
        return refused
    wager = table.round.wagers.get((command.box, command.bet, command.player))
    if wager is None:
        return asked.no(Refusal.NO_SUCH_WAGER, f"{command.player} has no such wager")
    cents = wager.cents if command.cents is None else command.cents
    if cents <= 0 or cents > wager.cents or cents % table.setup.chip_cents:
        return asked.no(Refusal.NOT_IN_CHIPS, "so much does not lie there in chips")
    jackpot = table.game.jackpot
    if jackpot is not None and command.bet == jackpot.bet and cents < wager.cents:
        return asked.no(Refusal.NOT_THE_PRESCRIBED_AMOUNT, "the jackpot bet is taken back whole")
    limit = table.limits.get(command.bet)
    short = limit is not None and 0 < wager.cents - cents < limit.minimum_cents
    if short and limit and not table.game.procedure.limits.advised:
        what = f"the minimum is {format_amount(limit.minimum_cents)}"
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


def left_short(
    asked: Asked, command: asks.Place | asks.Withdraw, limit: Limit, after: Table
) -> list[AnyEvent]:
    """Advice to the player who acts, and to those whom it newly leaves under the minimum."""
    before = {one.player for one in short_wagers(asked.table, command.box, command.bet, limit)}
    return [
        advice(asked, one, limit)
        for one in short_wagers(after, command.box, command.bet, limit)
        if one.player == command.player or one.player not in before
    ]


def short_wagers(table: Table, box: int, bet: str, limit: Limit) -> list[Placed]:
    """The wagers of an area for which the minimum is not reached."""
    lying, game = table.area(box, bet), table.game
    total = sum(wager.cents for wager in lying)
    return [wager for wager in lying if game.limits.is_under(wager.cents, total, limit, game)]


def orphaned(asked: Asked, table: Table) -> list[AnyEvent]:
    """The bets that lie on a box without the bet that they need go back."""
    events: list[AnyEvent] = []
    for wager in table.round.wagers.values():
        needs = table.game.bet[wager.bet].needs
        if needs is not None and not table.has(wager.box, needs.bet):
            events.append(returned(asked, wager, needs.missing.cite.numbers))
    return events


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
        else sum(wager.cents for wager in table.round.wagers.values() if wager.bet == jackpot.bet)
    )
    clauses = table.game.procedure.closes.cite.numbers
    events.append(
        happened.BettingClosed(by=asked.by, at=asked.at, jackpot_cents=fed, clauses=clauses)
    )
    if not table.round.wagers and not table.is_tableau:
        events.append(happened.RoundConcluded(by=asked.by, at=asked.at, clauses=clauses))
    return events


def short_of_minimum(asked: Asked) -> list[AnyEvent]:
    table, game = asked.table, asked.table.game
    events: list[AnyEvent] = []
    areas = dict.fromkeys((wager.box, wager.bet) for wager in table.round.wagers.values())
    for box, bet in areas:
        limit = table.limits.get(bet)
        if limit is None:
            continue
        lying = table.area(box, bet)
        short = short_at_close(game, [w.cents for w in lying], limit)
        events += [
            returned(asked, wager, game.procedure.limits.under.numbers)
            for wager, goes_back in zip(lying, short, strict=True)
            if goes_back
        ]
    return events


def viewer_of(table: Table, box: int) -> str | None:
    """The player who may look at the cards of a box, if any."""
    looking = table.game.procedure.looking
    if looking is None:
        return None
    if (looks := looks_at(table, box)) is not None:
        return looks
    if looking.who is Viewer.ONLY_PLAYER:
        entry = table.game.decision.entry if table.game.decision else table.main_bet
        return table.player_of(box) if table.has(box, entry) else None
    if looking.who is Viewer.SEATED_PLAYER:
        return seated_player(table, box)
    return first_seated_bettor(table, box)


def looks_at(table: Table, box: int) -> str | None:
    """The player who has the hand of a box, as long as he bets on it."""
    bettors = {wager.player for wager in table.on_box(box)}
    looked = table.round.looked.items()
    return next((one for one, where in looked if where == box and one in bettors), None)


def seated_player(table: Table, box: int) -> str | None:
    sitting = table.seats.get(box)
    if sitting is not None and any(wager.player == sitting for wager in table.on_box(box)):
        return sitting
    mains = table.area(box, table.main_bet)
    return max(mains, key=lambda wager: wager.cents).player if mains else None


def first_seated_bettor(table: Table, box: int) -> str | None:
    """Of those who sit anywhere at the table; one who looks at another hand is passed over."""
    seated = set(table.seats.values())
    bettors = dict.fromkeys(
        wager.player
        for wager in sorted(table.on_box(box), key=lambda wager: wager.order)
        if wager.player in seated
    )
    if table.game.reads(VIEWING) is Viewing.ELSE_BLIND:
        return next(iter(bettors), None)
    looked = table.round.looked
    return next((player for player in bettors if looked.get(player, box) == box), None)
