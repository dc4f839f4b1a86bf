"""What a ruling does to the round: each remedy as the events that carry it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import OfferedTo, Remedy
from croupier.engine.readings import (
    OPTIONS_UNANSWERED,
    REMOVED_HAND_RETURNS,
    RemovedHand,
    Unanswered,
)
from croupier.engine.steps import Refusal
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.table import events as happened
from croupier.table.betting import viewer_of
from croupier.table.commands import BURNT, DEALER, KEPT, PLAYER_HAND
from croupier.table.dealing import place_name, written
from croupier.table.evolve import evolve, parsed
from croupier.table.options import after_options, offers_for, withdrawal_offers
from croupier.table.playing import decided
from croupier.table.state import INITIAL, Cards, Step, as_drawn, deal_order, read

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, Returned, Ruled, RulingMade
    from croupier.table.state import Placed, Table

REOPENS = {
    Remedy.VOID_ROUND,
    Remedy.MOVE_HANDS,
    Remedy.RECONSTRUCT,
    Remedy.OFFER_OPTIONS,
    Remedy.OFFER_WITHDRAWAL,
    Remedy.REMOVE_HAND,
    Remedy.RETURN_BET,
    Remedy.SETTLE_BY_CARDS,
}
"""What cannot be done to a round that is settled: its settlement is reversed first."""
FOUND = {
    Remedy.SETTLE_PRO_RATA,
    Remedy.SETTLE_TO_MAXIMUM,
    Remedy.SETTLE_AS_PLACED,
    Remedy.SETTLE_ONCE_THEN_RETURN,
    Remedy.RETURN_EXCESS,
    Remedy.SETTLE_ON_PLAY_AMOUNT,
}
"""Settled with the chips that were found, or found missing."""

CHOICES = {
    "close-table": Refusal.TABLE_CLOSED,
    "close-box": Refusal.BOX_CLOSED,
    "no-jackpot-bets": Refusal.NO_JACKPOT_BETS,
}
"""What the house may choose for the rounds after a fault of the jackpot, and then refuses."""

PUTS_RIGHT = {Remedy.VOID_ROUND, Remedy.RECONSTRUCT, Remedy.SETTLE_BY_CARDS}
"""After which the hands of a table of play are again such as it gives, or none."""

Carries = Callable[["Asked", "RulingMade"], "list[AnyEvent]"]


def carry_out(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """The events of all remedies in their order."""
    events: list[AnyEvent] = []

    def happen(more: list[AnyEvent]) -> None:
        nonlocal asked
        for event in more:
            asked = asked._replace(table=evolve(asked.table, event))
        events.extend(more)

    asked = asked._replace(table=evolve(asked.table, made))
    if asked.table.round.lines and reopens(asked.table, made.ruling):
        happen([reversal(asked, made)])
    happen(as_reported(asked, made))
    for remedy in made.ruling.remedies:
        happen(CARRIES[remedy](asked, made))
    if made.ruling.jackpot and Remedy.NO_JACKPOT_BETS not in made.ruling.remedies:
        happen(no_jackpot_bets(asked, made))
    return events


def reopens(table: Table, ruled: Ruled) -> bool:
    """Whether something is done to the round that its settlement does not survive."""
    report, remedies = ruled.report, set(ruled.remedies)
    if report.cents and remedies & FOUND:
        return True
    if named_wager(table, report) is None:
        remedies.discard(Remedy.RETURN_BET)
    if report.lies is None:
        remedies.discard(Remedy.SETTLE_BY_CARDS)
    if loose(table, report):
        remedies.discard(Remedy.RECONSTRUCT)
    return bool(remedies & REOPENS)


def loose(table: Table, report: Report) -> Cards:
    """Cards of a table of play that are out of the shoe and lie in neither hand."""
    laid = report.lies is not None or report.drawn
    return () if laid or not table.is_tableau else parsed(report.cards)


def reversal(asked: Asked, made: RulingMade) -> happened.SettlementReversed:
    return happened.SettlementReversed(
        by=made.by, at=asked.at, lines=asked.table.round.lines, clauses=made.clauses
    )


def as_reported(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """The cards as the report says that they lie, or came into view."""
    events: list[AnyEvent] = []
    report, remedies = made.ruling.report, made.ruling.remedies
    put_right = not asked.table.is_tableau or set(remedies) & PUTS_RIGHT
    touched = put_right and Remedy.NO_EFFECT not in remedies
    if touched and (report.lies is not None or report.drawn):
        hands = {place: written(parsed(cards)) for place, cards in (report.lies or {}).items()}
        by_cards = Remedy.SETTLE_BY_CARDS in remedies
        shown = as_shown(asked.table, report) if by_cards else ()
        drawn = written(parsed(report.drawn) or shown)
        events.append(
            happened.CardsFoundLying(
                by=made.by, at=asked.at, hands=hands, drawn=drawn, clauses=made.clauses
            )
        )
    turned = Remedy.TURN_DOWN_AND_PLAY_ON in made.ruling.remedies
    if (turned or report.irregularity == "card-exposed") and report.cards:
        cards = written(parsed(report.cards))
        events.append(
            happened.CardsExposed(by=made.by, at=asked.at, cards=cards, clauses=made.clauses)
        )
    return events


def as_shown(table: Table, report: Report) -> Cards:
    """The order that the hands of a table of play give away once both are named."""
    hands = lying(table, report)
    if not table.is_tableau or not {PLAYER_HAND, DEALER} <= set(report.lies or {}):
        return ()
    shown = as_drawn(hands.get(PLAYER_HAND, ()), hands.get(DEALER, ()))
    return (*table.cards_of(BURNT), *shown, *table.round.removed, *table.kept)


def nothing(_asked: Asked, _made: RulingMade) -> list[AnyEvent]:
    """The ruling itself, recorded, is all that there is to it."""
    return []


def void_round(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return [voided(asked, made.by, made.clauses)]


def voided(asked: Asked, by: str, clauses: tuple[str, ...]) -> happened.RoundVoided:
    table, refund = asked.table, asked.table.game.void.refund
    jackpot, fed = table.game.jackpot, table.step is not Step.BETTING
    return happened.RoundVoided(
        by=by,
        at=asked.at,
        returned=tuple(all_of(wager) for wager in table.round.wagers.values()),
        jackpot_cents=sum(
            wager.cents
            for wager in table.round.wagers.values()
            if fed and jackpot and wager.bet == jackpot.bet
        ),
        clauses=tuple(dict.fromkeys((*clauses, *(refund.cite.numbers if refund else ())))),
    )


def all_of(wager: Placed) -> Returned:
    return happened.Returned(wager.player, wager.box, wager.bet, wager.cents)


def move_hands(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    moves = made.ruling.report.moves or {}
    return [happened.HandsMoved(by=made.by, at=asked.at, moves=moves, clauses=made.clauses)]


def reconstruct(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    if cards := loose(asked.table, made.ruling.report):
        more = asked.table.step in {Step.BETTING, Step.DEALING}
        return ordered(asked, made, written(cards)) if more else kept(asked, made, cards)
    hands, over = intended(asked.table)
    tableau = asked.table.is_tableau
    return [
        happened.DealReconstructed(
            by=made.by,
            at=asked.at,
            hands={place: written(cards) for place, cards in hands.items() if place != BURNT},
            burnt=written(hands.get(BURNT, ())),
            kept=written(over) if tableau else "",
            removed="" if tableau else written(over),
            clauses=made.clauses,
        )
    ]


def intended(table: Table) -> tuple[dict[int, Cards], Cards]:
    """Where each card should have gone in the order drawn, and the cards over."""
    deal = table.game.deal
    if isinstance(deal, Tableau):
        return by_the_table_of_play(table, deal)
    hands: dict[int, Cards] = {}
    drawn = zip(table.round.drawn, table.round.drawn_to, strict=True)
    left = [card for card, to in drawn if to in table.round.hands]  # the rest is out of play
    for place in deal_order(table):
        size = 1 if place == BURNT else table.dealing.at_once
        cards, left = left[:size], left[size:]
        if cards:
            hands[place] = hands.get(place, ()) + tuple(cards)
    return hands, tuple(left)


def by_the_table_of_play(table: Table, deal: Tableau) -> tuple[dict[int, Cards], Cards]:
    drawn = zip(table.round.drawn, table.round.drawn_to, strict=True)
    left = [card for card, to in drawn if to != KEPT]
    size = len(table.cards_of(BURNT))
    burnt, left = tuple(left[:size]), left[size:]
    first, left = left[:INITIAL], left[INITIAL:]
    player, banker = tuple(first[0::2]), tuple(first[1::2])
    while left and len(first) == INITIAL:
        both = read(player), read(banker)
        side = deal.draws(both[0], both[1]) if both[0] and both[1] else None
        if side is None:
            break
        if side.value == "player":
            player += (left.pop(0),)
        else:
            banker += (left.pop(0),)
    hands = {PLAYER_HAND: player, DEALER: banker}
    return hands | ({BURNT: burnt} if burnt else {}), tuple(left)


def offer_options(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    ruled = made.ruling
    rebuilt = {Remedy.RECONSTRUCT, Remedy.MOVE_HANDS} & set(ruled.remedies)
    carry_on = "continue-reconstructed" if rebuilt else "continue"
    touched = affected(asked.table, made) if ruled.offered_to == OfferedTo.AFFECTED else None
    offers = offers_for(asked.table, (carry_on, "withdraw"), touched)
    return offered(asked, made, offers, carry_on)


def affected(table: Table, made: RulingMade) -> set[int] | None:
    """The boxes that an error touched; None for all, where it touched the dealer's hand."""
    report = made.ruling.report
    touched = {report.box} if report.box else set()
    touched |= set(report.moves or {}) | set((report.moves or {}).values())
    meant, _ = intended(table)
    for place, cards in (report.lies or {}).items():
        if Counter(parsed(cards)) != Counter(meant.get(place, ())):
            touched.add(place)
    for card in parsed(report.cards):
        touched |= {place for place, cards in table.round.hands.items() if card in cards}
    boxes = {place for place in touched if place}
    return None if DEALER in touched or not boxes - {BURNT} else boxes - {BURNT}


def offer_withdrawal(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return offered(asked, made, withdrawal_offers(asked.table), "continue")


def offered(
    asked: Asked, made: RulingMade, offers: tuple[happened.Offer, ...], carry_on: str
) -> list[AnyEvent]:
    if not offers:
        return []
    silence = asked.table.game.reads(OPTIONS_UNANSWERED, otherwise=Unanswered.CONTINUE)
    return [
        happened.OptionsOffered(
            by=made.by,
            at=asked.at,
            offers=offers,
            unanswered=carry_on if silence is Unanswered.CONTINUE else "withdraw",
            clauses=made.clauses,
        )
    ]


def remove_hand(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """Every wager on the box goes back, or only those of the player whose hand it was."""
    table, box = asked.table, made.ruling.report.box
    assert box is not None
    wagers = list(table.on_box(box))
    mine = made.ruling.report.player or viewer_of(table, box) or table.player_of(box)
    returns = table.game.reads(REMOVED_HAND_RETURNS, otherwise=RemovedHand.EVERY_WAGER)
    whole = returns is RemovedHand.EVERY_WAGER
    back = wagers if whole else [wager for wager in wagers if wager.player == mine]
    if len(back) < len(wagers):
        return let_out(asked, back, made.clauses)
    removed = happened.HandRemoved(
        by=made.by,
        at=asked.at,
        box=box,
        returned=tuple(all_of(wager) for wager in back),
        clauses=made.clauses,
    )
    return [removed, *conclude_if_empty(asked, evolve(table, removed), made.clauses)]


def goes_back(
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


def let_out(asked: Asked, wagers: list[Placed], clauses: tuple[str, ...]) -> list[AnyEvent]:
    """Wagers go back; a hand on which nothing can stand goes with them."""
    events: list[AnyEvent] = [goes_back(asked, wager, clauses) for wager in wagers]
    for event in events:
        asked = asked._replace(table=evolve(asked.table, event))
    return events + after_options(asked, clauses)


def conclude_if_empty(asked: Asked, table: Table, clauses: tuple[str, ...]) -> list[AnyEvent]:
    """A round in which no wager is left has nothing to decide."""
    if table.round.wagers or table.step in {Step.BETTING, Step.CONCLUDED} or table.is_tableau:
        return []
    return [happened.RoundConcluded(by=asked.by, at=asked.at, clauses=clauses)]


def return_bet(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """A wager that is registered goes back; chips that never were have nothing to undo."""
    wager = named_wager(asked.table, made.ruling.report)
    if wager is None:
        return []
    back = goes_back(asked, wager, made.clauses)
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
    return [goes_back(asked, wager, made.clauses, cents)]


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
    box = made.ruling.report.box
    if box not in asked.table.undecided:
        return []
    return decided(asked, box, Choice.FOLD, made.clauses)


def turn_down(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    cards = written(parsed(made.ruling.report.cards))
    return [happened.CardsTurnedDown(by=made.by, at=asked.at, cards=cards, clauses=made.clauses)]


def use_as_next(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    cards = written(parsed(made.ruling.report.cards))
    return ordered(asked, made, cards)


def order_cards(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return ordered(asked, made, written(parsed(made.ruling.order)))


def ordered(asked: Asked, made: RulingMade, cards: str) -> list[AnyEvent]:
    """What another remedy has put elsewhere does not come next."""
    if not cards or sound(asked.table, Counter((*asked.table.round.drawn, *parsed(cards)))):
        return []
    return [happened.NextCardsOrdered(by=made.by, at=asked.at, cards=cards, clauses=made.clauses)]


def use_in_next_round(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """What is put back into its order is kept by that already."""
    if Remedy.RECONSTRUCT in made.ruling.remedies:
        return []
    return kept(asked, made, parsed(made.ruling.report.cards))


def kept(asked: Asked, made: RulingMade, cards: Cards) -> list[AnyEvent]:
    return [happened.CardsKept(by=made.by, at=asked.at, cards=written(cards), clauses=made.clauses)]


def replace_shoe(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """It may be replaced; whoever rules says whether it is."""
    if not made.ruling.replace_shoe:
        return []
    return [happened.ShoeReplaced(by=made.by, at=asked.at, clauses=made.clauses)]


def pay_by_last_meter(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return [happened.JackpotFrozen(by=made.by, at=asked.at, clauses=made.clauses)]


def no_jackpot_bets(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """For later rounds; the choice is the same whether this one is void or goes on."""
    choice = made.ruling.jackpot or "no-jackpot-bets"
    return [
        happened.JackpotSuspended(
            by=made.by,
            at=asked.at,
            choice=choice,
            box=made.ruling.report.box,
            clauses=asked.table.game.procedure.refused.get(CHOICES[choice], made.clauses),
        )
    ]


CARRIES: dict[Remedy, Carries] = {
    Remedy.VOID_ROUND: void_round,
    Remedy.MOVE_HANDS: move_hands,
    Remedy.RECONSTRUCT: reconstruct,
    Remedy.OFFER_OPTIONS: offer_options,
    Remedy.OFFER_WITHDRAWAL: offer_withdrawal,
    Remedy.REMOVE_HAND: remove_hand,
    Remedy.RETURN_BET: return_bet,
    Remedy.REFUSE_BET: nothing,
    Remedy.REJECT_EXCESS: reject_excess,
    Remedy.BET_STANDS: nothing,
    Remedy.SETTLE_PRO_RATA: found_chips,
    Remedy.SETTLE_TO_MAXIMUM: found_chips,
    Remedy.SETTLE_AS_PLACED: found_chips,
    Remedy.SETTLE_ONCE_THEN_RETURN: found_chips,
    Remedy.ADVISE_PLAYER: advise_player,
    Remedy.FOLD_HAND: fold_hand,
    Remedy.SETTLE: nothing,
    Remedy.PLAY_ON: nothing,
    Remedy.TURN_DOWN_AND_PLAY_ON: turn_down,
    Remedy.USE_AS_NEXT_CARD: use_as_next,
    Remedy.USE_IN_NEXT_ROUND: use_in_next_round,
    Remedy.SUPERVISOR_ORDERS_CARDS: order_cards,
    Remedy.REPLACE_SHOE: replace_shoe,
    Remedy.SETTLE_BY_CARDS: nothing,
    Remedy.SETTLE_ON_PLAY_AMOUNT: missing_chips,
    Remedy.RETURN_EXCESS: found_chips,
    Remedy.NO_EFFECT: nothing,
    Remedy.PAY_BY_LAST_METER: pay_by_last_meter,
    Remedy.NO_JACKPOT_BETS: no_jackpot_bets,
}


def a_round(table: Table, _report: Report) -> str | None:
    over = table.round.voided or (table.step is Step.CONCLUDED and not table.round.lines)
    return "there is no round to which this could be done" if over else None


def a_box(table: Table, report: Report) -> str | None:
    if table.is_tableau:
        return "no hand belongs to a box of its own"
    if report.box is None or not any(table.on_box(report.box)):
        return "name the box, one with a wager"
    return a_round(table, report)


def lying(table: Table, report: Report) -> dict[int, Cards]:
    """The hands as the report says that they lie."""
    found = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    return {place: cards for place, cards in (table.round.hands | found).items() if cards}


def moves(table: Table, report: Report) -> str | None:
    """Complete hands, each to a place that is free or becomes so, and all is right by it."""
    given, hands = report.moves or {}, lying(table, report)
    targets = set(given.values())
    if not given or not set(given) <= set(hands) or len(targets) < len(given):
        return "name the complete hands that change places"
    if any(len(hands[place]) != table.hand_size for place in given):
        return "only complete hands are moved"
    stay = {place for place in hands if place not in given} - {BURNT}
    wanted = {*table.boxes_in_play(), DEALER}
    dealing = table.step is Step.DEALING
    if stay & targets or not stay | targets <= wanted or (not dealing and stay | targets != wanted):
        return "by these moves the hands do not lie where they belong"
    return a_round(table, report)


def whole_hands(table: Table, report: Report) -> str | None:
    """A hand that is not put right has its cards, or can still get them, before it is played on."""
    rebuilt = report.facts.get("reconstructable") in {True, "true"}
    if table.step is Step.BETTING:
        return "no cards are dealt"
    if table.is_tableau or rebuilt or report.moves:
        return a_round(table, report)
    removed = report.box if report.irregularity == "player-hand-miscounted" else None
    stays = {place: cards for place, cards in lying(table, report).items() if place != removed}
    sizes = {len(cards) for place, cards in stays.items() if place != BURNT}
    dealing = table.step is Step.DEALING
    allowed = set(range(0, table.hand_size + 1, table.dealing.at_once)) if dealing else set()
    if sizes - allowed - {table.hand_size}:
        return "a hand with a wrong number of cards is an irregularity of its own"
    return a_round(table, report)


def a_hand_each(table: Table, report: Report) -> str | None:
    """Once the deal is over, play goes on only where every box in play has cards."""
    if not report.lies or table.is_tableau or table.step in {Step.BETTING, Step.DEALING}:
        return None
    hands = lying(table, report)
    without = [box for box in (*table.boxes_in_play(), DEALER) if box not in hands]
    return f"{place_name(table, without[0])} has no cards to play on with" if without else None


def drawn_cards(table: Table, report: Report) -> str | None:
    """A deal is put right from the order in which the cards left the shoe."""
    if loose(table, report):
        return new_cards(table, report)
    if table.step in {Step.BETTING, Step.CONCLUDED} and not table.round.lines:
        return "no cards are dealt"
    now = Counter(parsed(report.drawn)) if report.drawn else Counter(table.round.drawn)
    hands = lying(table, report)
    there = Counter(card for cards in hands.values() for card in cards)
    there.update((*table.round.removed, *table.kept))
    if there != now:
        return "name all cards of the round in the order drawn, and the hands as they lie"
    if table.is_tableau and any(None in cards for place, cards in hands.items() if place != BURNT):
        return "cards must be read before the deal is put right"
    return sound(table, now)


def sound(table: Table, cards: Counter[Card | None]) -> str | None:
    for card, times in (cards - Counter(table.round.other_shoe)).items():
        if card is not None and times + table.out.get(card, 0) > table.setup.decks:
            return f"{card} cannot lie there {times} times"
    return None


def new_cards(table: Table, report: Report) -> str | None:
    cards = parsed(report.cards)
    if not cards or None in cards:
        return "name the cards"
    there = [card for hand in lying(table, report).values() for card in hand]
    return sound(table, Counter((*there, *table.round.removed, *table.kept, *cards)))


def excess_cards(table: Table, report: Report) -> str | None:
    """Those that lie in a hand are named with it."""
    laid = report.lies is not None or report.drawn
    return None if laid and not report.cards else new_cards(table, report)


def hands_by_cards(table: Table, report: Report) -> str | None:
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    player, banker = lies.get(PLAYER_HAND), lies.get(DEALER)
    deal = table.game.deal
    if not isinstance(deal, Tableau):
        return a_round(table, report) if lies else "name the hands as they lie"
    if report.irregularity == "display-wrong" and not lies:
        return None  # the settlement is by the cards in any case
    if table.step in {Step.BETTING, Step.CONCLUDED} and not table.round.lines:
        return "no cards are dealt"
    drawn = read(as_drawn(player or (), banker or ()))
    if not player or not banker or drawn is None:
        return "name the cards of both hands as they lie"
    try:
        fits = deal.hands(drawn) == (player, banker)
    except BadInput as wrong:
        return str(wrong)
    return None if fits else "the table of play does not give these hands"


def a_bet(table: Table, report: Report) -> str | None:
    bet = table.game.bet.get(report.bet or "")
    known = bet is not None and not bet.bonus_on and (report.box or 0) in table.boxes
    return None if known and report.player else "name player, box and bet"


def chips(table: Table, report: Report) -> str | None:
    if not report.cents:
        return None
    if report.cents < 0 or a_bet(table, report):
        return "name player, box, bet and what was found there"
    if table.step is Step.BETTING:
        return "while bets are taken the player places it"
    needs = table.game.bet[report.bet or ""].needs
    undealt = bool(table.round.drawn or needs) and not any(table.on_box(report.box or 0))
    if undealt and not table.is_tableau:
        return f"no hand was dealt to box {report.box}"
    return not_beside_the_others(table, report) or a_round(table, report)


def not_beside_the_others(table: Table, report: Report) -> str | None:
    """Why chips found on a box can be no wager there, if they cannot."""
    game, box = table.game, report.box or 0
    if game.sharing.players_a_box and table.player_of(box) != report.player:
        return f"another player bets on box {box}"
    if game.decision and report.bet == game.decision.play and not table.has(box, report.bet):
        return f"box {box} does not play"
    lying, most = table.area(box, report.bet or ""), game.sharing.wagers_an_area
    if most and len(lying) >= most and all(wager.player != report.player for wager in lying):
        return f"{most} wagers lie there already"
    needs = game.bet[report.bet or ""].needs
    if needs is not None and not table.is_tableau and not table.has(box, needs.bet):
        return f"box {box} has no {needs.bet} bet, which is an irregularity of its own"
    if game.jackpot is None or report.bet != game.jackpot.bet:
        return None
    if not table.has(box, game.jackpot.entry):
        return f"box {box} has no {game.jackpot.entry} bet, which is an irregularity of its own"
    terms = table.setup.jackpot
    fits = terms is not None and report.cents == terms[0] and not table.has(box, report.bet)
    return None if fits else "the jackpot bet is the prescribed amount, once a hand"


def a_jackpot(table: Table, _report: Report) -> str | None:
    return None if table.game.jackpot else "the game has no jackpot"


def short_play(table: Table, report: Report) -> str | None:
    wager = named_wager(table, report)
    if wager is None or not report.cents or not 0 < report.cents < wager.cents:
        return "name player, box, bet, and by how much it is short"
    return a_round(table, report)


NEEDS: dict[Remedy, Callable[[Table, Report], str | None]] = {
    Remedy.VOID_ROUND: a_round,
    Remedy.MOVE_HANDS: moves,
    Remedy.RECONSTRUCT: drawn_cards,
    Remedy.OFFER_OPTIONS: whole_hands,
    Remedy.OFFER_WITHDRAWAL: a_round,
    Remedy.REMOVE_HAND: a_box,
    Remedy.REJECT_EXCESS: a_bet,
    Remedy.ADVISE_PLAYER: a_bet,
    Remedy.PLAY_ON: a_hand_each,
    Remedy.SETTLE_PRO_RATA: chips,
    Remedy.SETTLE_TO_MAXIMUM: chips,
    Remedy.SETTLE_AS_PLACED: chips,
    Remedy.SETTLE_ONCE_THEN_RETURN: chips,
    Remedy.RETURN_EXCESS: chips,
    Remedy.SETTLE_ON_PLAY_AMOUNT: short_play,
    Remedy.PAY_BY_LAST_METER: a_jackpot,
    Remedy.NO_JACKPOT_BETS: a_jackpot,
    Remedy.USE_AS_NEXT_CARD: new_cards,
    Remedy.USE_IN_NEXT_ROUND: excess_cards,
    Remedy.SUPERVISOR_ORDERS_CARDS: new_cards,
    Remedy.SETTLE_BY_CARDS: hands_by_cards,
}
