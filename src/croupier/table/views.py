"""What each person may see of a table, and what each may do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Said
from croupier.table import commands as asks
from croupier.table.answers import Asked
from croupier.table.authority import not_his_part
from croupier.table.calls import REPORT_IS_BEING_MADE, announce, awaiting, decides, notices
from croupier.table.commands import DEALER, PLAYER_HAND, Who
from croupier.table.dealing import UNREAD, counts_the_burnt
from croupier.table.decide import decide
from croupier.table.events import Offer, SettledLine
from croupier.table.packs import Due, due, expected, how_shuffled
from croupier.table.reading_in import reads_in, waiting_clauses
from croupier.table.reasons import in_pay_order
from croupier.table.seen import seen_unread, visible
from croupier.table.state import IN_ORDER, Step, Table, next_place, read, set_size
from croupier.table.third_card import Drawn, drawn
from croupier.table.viewing import viewer_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Placed

    Kinds = Collection[type[AnyCommand]] | None

CHECKED_AT = 1 << 62
"""Late enough for every time to be over."""
ANY_CARD = "As"
"""Stands for one that has to be read."""


class WagerView(msgspec.Struct, frozen=True):
    player: str
    bet: str
    cents: int


class BoxView(msgspec.Struct, frozen=True, kw_only=True):
    box: int
    seated: str | None
    viewer: str | None
    """Who may look at the hand."""
    wagers: tuple[WagerView, ...]
    cards: str
    hand: str | None
    decision: str | None
    face_up: bool
    points: int | None = None
    hand_said: Said | None = None


class Next(msgspec.Struct, frozen=True):
    """A command that would be carried out now, and the clause for it."""

    command: asks.AnyCommand
    clauses: tuple[str, ...]


class Held(msgspec.Struct, frozen=True):
    """Play is held for a ruling, until the role that it names has decided."""

    irregularity: str
    """Empty while the report is still being put into words."""
    says: str
    clauses: tuple[str, ...]
    decided_by: Role
    proposed_by: str
    """Who has decided, where a second person still has to approve."""
    said: Said | None = None


class Limits(msgspec.Struct, frozen=True):
    minimum_cents: int
    maximum_cents: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    version: int
    step: Step
    round: int
    is_open: bool
    boxes: tuple[BoxView, ...]
    dealer: str
    dealer_hand: str | None
    player_hand: str
    """Baccarat's Player Hand."""
    limits: dict[str, Limits]
    chip_cents: int
    jackpot_bet_cents: int | None
    notices: tuple[str, ...]
    announce: str
    """What the dealer says or does next."""
    lines: tuple[SettledLine, ...]
    offers: tuple[Offer, ...]
    """The viewer's own open options."""
    awaiting: str
    next: tuple[Next, ...]
    dealer_points: int | None = None
    player_points: int | None = None
    held: Held | None = None
    void: bool = False
    """The round was voided, and every bet returned."""
    interrupted: bool = False
    notices_said: tuple[Said, ...] = ()
    announce_said: Said | None = None
    awaiting_said: Said | None = None
    """The same as codes with their facts."""
    dealer_hand_said: Said | None = None
    drawn: tuple[Drawn, ...] = ()
    """By which row of the table of play each hand drew or stood."""
    decks: int = 1
    """Of 52 cards each, from which the table is dealt."""


def view(table: Table, who: Who) -> View:
    jackpot = table.setup.jackpot
    shown_notices, said, waits = notices(table), announce(table), awaiting(table)
    return View(
        table=table.name,
        game=table.setup.game,
        version=table.game.version,
        step=table.step,
        round=table.round.number,
        is_open=table.is_open,
        boxes=tuple(box_view(table, box, who) for box in table.boxes),
        dealer=shown(table, DEALER, who),
        dealer_hand=hand_name(table, DEALER, who),
        player_hand=shown(table, PLAYER_HAND, who) if table.game.drawn_by_tableau else "",
        limits={bet: Limits(*limit) for bet, limit in table.limits.items()},
        chip_cents=table.setup.chip_cents,
        jackpot_bet_cents=jackpot[0] if jackpot else None,
        notices=tuple(map(str, shown_notices)),
        announce=str(said),
        lines=in_pay_order(table, table.round.lines),
        offers=own_offers(table, who),
        awaiting=str(waits) if waits else "",
        next=tuple(next_commands(table, who)),
        dealer_points=points_of(table, DEALER, who),
        player_points=points_of(table, PLAYER_HAND, who) if table.game.drawn_by_tableau else None,
        held=held(table),
        void=table.round.voided,
        interrupted=table.interrupted,
        notices_said=shown_notices,
        announce_said=said,
        awaiting_said=waits,
        dealer_hand_said=hand_said(table, DEALER, who),
        drawn=drawn(table),
        decks=table.setup.decks,
    )


def box_view(table: Table, box: int, who: Who) -> BoxView:
    choice = table.round.decisions.get(box)
    in_order = sorted(table.on_box(box), key=lambda wager: wager.order)
    return BoxView(
        box=box,
        seated=table.seats.get(box),
        viewer=None if table.game.at_terminals else viewer_of(table, box),
        wagers=tuple(WagerView(wager.player, wager.bet, wager.cents) for wager in in_order),
        cards="" if table.game.at_terminals else shown(table, box, who),
        hand=None if table.game.at_terminals else hand_name(table, box, who),
        decision=choice.value if choice else None,
        face_up=box in table.round.face_up,
        points=None if table.game.at_terminals else points_of(table, box, who),
        hand_said=None if table.game.at_terminals else hand_said(table, box, who),
    )


def shown(table: Table, place: int, who: Who) -> str:
    cards = visible(table, place, who)
    return " ".join(UNREAD if card is None else str(card) for card in cards)


def hand_name(table: Table, place: int, who: Who) -> str | None:
    hand = read(visible(table, place, who))
    return table.game.name_of(hand) if hand else None


def hand_said(table: Table, place: int, who: Who) -> Said | None:
    hand = read(visible(table, place, who))
    return table.game.said_of(hand) if hand else None


def points_of(table: Table, place: int, who: Who) -> int | None:
    hand = read(visible(table, place, who))
    return table.game.points_of(hand) if hand else None


def held(table: Table) -> Held | None:
    waiting = table.awaiting
    if waiting is None:
        return None
    if waiting.begun:
        said = REPORT_IS_BEING_MADE()
        return Held("", str(said), (), Role.DEALER, "", said)
    proposed = waiting.proposal
    ruled = proposed.ruling if proposed else waiting.ruling
    if ruled is None:
        return None
    told = ruled.report.irregularity, ruled.says, ruled.clauses, decides(table, ruled)
    return Held(*told, proposed.by if proposed else "", ruled.said)


def own_offers(table: Table, who: Who) -> tuple[Offer, ...]:
    offers = table.awaiting.offers if table.awaiting else ()
    return tuple(offer for offer in offers if offer.player == who.name)


def next_commands(
    table: Table, who: Who, kinds: Kinds = None, box: int | None = None
) -> Iterator[Next]:
    """What this person may do now; only of these kinds and at this box, where they are given."""
    for command in candidates(table, who):
        if kinds is not None and type(command) not in kinds:
            continue
        if box is not None and getattr(command, "box", box) != box:
            continue
        answer = decide(table, command, who, moment(table, command), foreseen=True)
        if not isinstance(answer, Refused) and answer:
            clauses = dict.fromkeys(one for event in answer for one in event.clauses)
            yield Next(command, tuple(clauses))
    for place in seen_unread(table) if who.is_staff else ():
        asked, command = Asked(table, who, CHECKED_AT), asks.ReturnHand(place, ANY_CARD)
        if reads_in(asked, command) and not not_his_part(asked, command):
            yield Next(asks.ReturnHand(place), waiting_clauses(table))


def moment(table: Table, command: AnyCommand) -> int:
    """Hands that are kept for a player's look are to be opened when he or the clock has said so."""
    kept = isinstance(command, asks.ReturnHand | asks.ExposeDealer)
    return table.since if kept else CHECKED_AT


def candidates(table: Table, who: Who) -> Iterator[AnyCommand]:
    """What might be asked now; `decide` says which of it may."""
    if who.role is Role.PLAYER:
        yield from players_candidates(table, who.name)
    elif who.is_staff:
        yield from staff_candidates(table)


def players_candidates(table: Table, name: str) -> Iterator[AnyCommand]:
    for offer in own_offers(table, Who(name, Role.PLAYER)):
        for option in offer.options:
            yield asks.Choose(name, option, offer.box)
    if table.step is Step.BETTING:
        yield from wagers_to_place(table, name)
        yield from (asks.Withdraw(name, one.bet, one.box) for one in wagers_of(table, name))
    if table.step is Step.PLAYING:
        for box in table.boxes_in_play():
            yield asks.Look(name, box)
            yield asks.Decline(name, box)
            yield asks.ReturnHand(box)
            yield from (asks.Decide(name, box, choice) for choice in Choice)
    yield from seats_to_take(table, name)


def wagers_of(table: Table, name: str) -> list[Placed]:
    """First placed first; looked up, for thousands may have wagers at terminals."""
    lying, bets = table.round.wagers, table.game.bet
    own = (lying.get((box, bet, name)) for box in table.boxes for bet in bets)
    return sorted((wager for wager in own if wager is not None), key=IN_ORDER)


def seats_to_take(table: Table, name: str) -> Iterator[AnyCommand]:
    """Coming and going; who is seated gets up before taking another seat."""
    if table.setup.boxes is None:
        return
    if table.seat_of(name) is not None:
        yield asks.StandUp(name)
    else:
        yield from (asks.Sit(name, box) for box in table.boxes if box not in table.seats)


def wagers_to_place(table: Table, name: str) -> Iterator[AnyCommand]:
    """The least wager on each bet of each box."""
    jackpot, terms = table.game.jackpot, table.setup.jackpot
    for box in table.boxes:
        for bet in table.game.bets:
            limit = table.limits.get(bet.name)
            least = limit.minimum_cents if limit else 0
            if jackpot and terms and bet.name == jackpot.bet:
                least = terms[0]
            yield asks.Place(name, bet.name, max(least, table.setup.chip_cents), box)


def to_settle(table: Table) -> AnyCommand:
    """Where there is a jackpot, with an amount in the place of the one displayed."""
    return asks.Settle(table.setup.jackpot[1] if table.setup.jackpot else None)


def to_approve(table: Table) -> AnyCommand:
    """Whatever waits, by its number."""
    waiting, typing = table.awaiting, table.round.typing
    if waiting is not None and (waiting.proposal or waiting.setup or waiting.cards):
        return asks.Approve(about=waiting.number)
    if typing is not None and not typing.allowed_by:
        return asks.Approve(about=typing.number)
    return asks.Approve()


def cards_to_see_to(table: Table) -> Iterator[AnyCommand]:
    match due(table):
        case Due.COUNT:
            yield asks.CountCards(expected(table))
        case Due.SHUFFLE:
            yield asks.ShuffleCards(how_shuffled(table))


def staff_candidates(table: Table) -> Iterator[AnyCommand]:
    yield from (asks.OpenBetting(), asks.CloseBetting())
    yield from (asks.ExposeDealer(), to_settle(table), asks.Resume(), to_approve(table))
    if table.step is Step.DEALING and (place := next_place(table)) is not None:
        size = set_size(table, place)
        card = ANY_CARD if counts_the_burnt(table, place) else UNREAD
        yield asks.Deal(" ".join([card] * size), place)
    if table.step is Step.PLAYING:
        for box in table.boxes_in_play():
            if box not in table.round.face_up:
                yield asks.ReturnHand(box)
    if table.awaiting is not None and table.awaiting.ruling is not None:
        yield asks.Rule("as reported", about=table.awaiting.number)
        yield asks.WithdrawReport()
    if table.awaiting is not None and table.awaiting.begun:
        yield asks.WithdrawReport()
    if table.round.disputed is not None:
        for player, box in dict.fromkeys((w.player, w.box) for w in table.round.wagers.values()):
            yield asks.PermitWithdrawal(player, box)
    if table.step is Step.CONCLUDED:
        yield asks.ReplaceShoe()
        yield from cards_to_see_to(table)
    yield asks.TimeUp()
