"""What each event makes of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.cards import Card, Hand, parse_card
from croupier.engine.configuration import Configuration, JackpotTerms, check_configuration
from croupier.engine.deal import Deal, Tableau
from croupier.engine.irregularities import Device
from croupier.engine.limits import Limit, Occasion
from croupier.games import game as game_named
from croupier.table import events as happened
from croupier.table.commands import BURNT, DEALER, KEPT, Setup
from croupier.table.past import recorded, unrecorded
from croupier.table.state import Awaiting, Cards, Placed, Round, Step, Table, deal_order, next_place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.game import Game
    from croupier.table.events import AnyEvent, Event, Returned

Evolves = Callable[[Table, Any], Table]
DAY = 86_400_000


def evolve(table: Table, event: AnyEvent) -> Table:
    return EVOLVES[type(event)](table, event)


def fold(table: Table, events: Iterable[AnyEvent]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def new_table(name: str, setup: Setup) -> Table:
    game, limits = configured(setup)
    dealing = game.procedure.deals[Device(setup.device)]
    size = game.deal.cards if isinstance(game.deal, Deal) else 0
    return Table(name, setup, game, limits, dealing, isinstance(game.deal, Tableau), size)


@lru_cache(maxsize=256)
def game_under(name: str, chosen: tuple[tuple[str, str], ...]) -> Game:
    """One and the same value for the same readings, so that a replayed table equals the first."""
    return game_named(name).under(dict(chosen))


def configured(setup: Setup) -> tuple[Game, dict[str, Limit]]:
    """The game and limits of a setup; BadInput says what is wrong with it."""
    game = game_under(setup.game, tuple(sorted(setup.interpretations.items())))
    limits = {bet: Limit(*both) for bet, both in setup.limits.items()}
    check_configuration(Configuration(game, setup.boxes, setup.decks, limits, jackpot_of(setup)))
    return game, limits


def jackpot_of(setup: Setup) -> JackpotTerms | None:
    if setup.jackpot is None:
        return None
    bet, seed, contribution = setup.jackpot
    return JackpotTerms(bet, seed, Fraction(contribution))


@lru_cache(maxsize=4096)
def parsed(cards: str) -> Cards:
    return tuple(None if card == "??" else parse_card(card) for card in cards.split())


def table_configured(table: Table, event: happened.TableConfigured) -> Table:
    now = new_table(table.name, event.setup)
    fresh = event.setup.decks != table.setup.decks or event.setup.game != table.setup.game
    seats = {box: name for box, name in table.seats.items() if box <= (event.setup.boxes or 0)}
    table = replace(
        table,
        setup=now.setup,
        game=now.game,
        limits=now.limits,
        dealing=now.dealing,
        is_tableau=now.is_tableau,
        hand_size=now.hand_size,
        seats=seats,
        awaiting=None,
    )
    return replace(shoe_replaced(table, event), past=()) if fresh else table


def opened(table: Table, _event: Event) -> Table:
    return replace(table, is_open=True)


def closed(table: Table, event: Event) -> Table:
    """Another session follows; a gaming day can go on."""
    today = str(event.at // DAY)
    still = tuple(one for one in table.settled_short if one.gaming_day == today)
    return replace(table, is_open=False, session=table.session + 1, settled_short=still)


def shoe_replaced(table: Table, _event: Event) -> Table:
    """Cards already out of the old shoe serve the round in play, but no later one."""
    coming = () if table.step is Step.CONCLUDED else table.next_cards
    round_ = replace(
        table.round,
        other_shoe=table.round.drawn + coming,
        removed=table.round.removed + table.kept,
    )
    begins = table.is_tableau and table.step is not Step.CONCLUDED and not round_.other_shoe
    return replace(
        table,
        round=round_,
        out={},
        out_count=0,
        fresh_shoe=True,
        kept=(),
        next_cards=coming,
        past=() if begins else table.past,
    )


def player_restricted(table: Table, event: happened.PlayerRestricted) -> Table:
    one = {event.player}
    now = table.one_box_only - one if event.lifted else table.one_box_only | one
    return replace(table, one_box_only=now)


def area_restricted(table: Table, event: happened.AreaRestricted) -> Table:
    return replace(table, wagers_an_area=event.wagers)


def player_sat(table: Table, event: happened.PlayerSat) -> Table:
    left = {box: name for box, name in table.seats.items() if name != event.player}
    return replace(table, seats=left | {event.box: event.player})


def player_left(table: Table, event: happened.PlayerStood | happened.PlayerWalkedAway) -> Table:
    left = {box: name for box, name in table.seats.items() if name != event.player}
    return replace(table, seats=left)


def betting_opened(table: Table, event: happened.BettingOpened) -> Table:
    """A new round; what an earlier one drew stays out of a shoe that serves several."""
    out, count = dict(table.out), table.out_count
    coming: tuple[Card, ...] = ()
    if table.is_tableau:
        for card, times in table.spent.items():
            count += times
            if card is not None:
                out[card] = out.get(card, 0) + times
        coming = (*without(table.next_cards, table.round.other_shoe), *table.kept)
    else:
        out, count = {}, 0
    fresh = table.fresh_shoe and not count
    new_shoe = table.is_tableau and (table.fresh_shoe or bool(table.round.other_shoe))
    return replace(
        table,
        step=Step.BETTING,
        since=event.at,
        round=Round(event.round),
        out=out,
        out_count=count,
        fresh_shoe=fresh or not table.is_tableau,
        next_cards=coming,
        kept=(),
        past=() if new_shoe else table.past,
    )


def wager_added(table: Table, event: happened.WagerPlaced | happened.WagerFound) -> Table:
    round_ = table.round
    key = (event.box, event.bet, event.player)
    before = round_.wagers.get(key)
    if before is None:
        wager = Placed(event.player, event.box, event.bet, event.cents, round_.placed)
        wagers = round_.wagers | {key: wager}
        return replace(table, round=replace(round_, wagers=wagers, placed=round_.placed + 1))
    raised = replace(before, cents=before.cents + event.cents, times=before.times + 1)
    return replace(table, round=replace(round_, wagers=round_.wagers | {key: raised}))


def wager_found(table: Table, event: happened.WagerFound) -> Table:
    """Before the first card a box that comes into play so is dealt to like the others."""
    table = wager_added(table, event)
    if table.step is not Step.DEALING or table.round.drawn:
        return table
    return replace(table, round=replace(table.round, to_deal=deal_order(table)))


def wager_reduced(table: Table, event: happened.WagerWithdrawn | happened.WagerReturned) -> Table:
    return replace(table, round=reduced(table.round, event))


def reduced(
    round_: Round, less: happened.WagerWithdrawn | happened.WagerReturned | Returned
) -> Round:
    key = (less.box, less.bet, less.player)
    before = round_.wagers[key]
    if less.cents < before.cents:
        smaller = replace(before, cents=before.cents - less.cents)
        return replace(round_, wagers=round_.wagers | {key: smaller})
    rest = {one: wager for one, wager in round_.wagers.items() if one != key}
    return replace(round_, wagers=rest)


def betting_closed(table: Table, event: happened.BettingClosed) -> Table:
    round_ = replace(table.round, to_deal=deal_order(table))
    return replace(table, step=Step.DEALING, since=event.at, round=round_)


def cards_dealt(table: Table, event: happened.CardsDealt) -> Table:
    round_ = table.round
    cards = parsed(event.cards)
    now = round_.hands.get(event.to, ()) + cards
    complete = round_.complete_at
    if event.to > DEALER and len(now) == table.hand_size:
        complete = complete | {event.to: event.at}
    to_deal = round_.to_deal[1:]
    if event.to == BURNT and table.is_tableau and len(now) == 1 and cards[0] is not None:
        to_deal = (BURNT,) * burnt_after(table, cards[0])
    round_ = replace(
        round_,
        hands=round_.hands | {event.to: now},
        drawn=round_.drawn + cards,
        drawn_to=round_.drawn_to + (event.to,) * len(cards),
        to_deal=to_deal,
        complete_at=complete,
    )
    table = replace(table, round=round_, next_cards=table.next_cards[len(cards) :])
    if table.fresh_shoe and table.spent:
        table = replace(table, fresh_shoe=False)
    return dealt_out(table, event.at)


def burnt_after(table: Table, first: Card) -> int:
    """As many as the first card's value; a ten or picture counts ten."""
    assert isinstance(table.game.deal, Tableau)
    return table.game.deal.points(Hand((first,))) or 10


def dealt_out(table: Table, at: int) -> Table:
    """On to the next step when nobody is to get another card."""
    if table.step is not Step.DEALING or next_place(table) is not None:
        return table
    if not table.is_tableau:
        return replace(table, step=Step.PLAYING, since=at)
    unread = any(None in cards for place, cards in table.round.hands.items() if place != BURNT)
    return table if unread else replace(table, step=Step.EXPOSED, since=at)


def laid_anew(table: Table, at: int) -> Table:
    """Back to the deal, or on from it, as the game has it for the cards as they lie."""
    if table.is_tableau and table.step is Step.EXPOSED:
        table = replace(table, step=Step.DEALING)
    round_ = table.round
    if table.step is Step.DEALING:
        round_ = replace(round_, to_deal=still_to_deal(table, round_.hands))
    complete_at = {
        place: round_.complete_at.get(place, at)
        for place, cards in round_.hands.items()
        if place > DEALER and len(cards) == table.hand_size
    }
    return dealt_out(replace(table, round=replace(round_, complete_at=complete_at)), at)


def hand_examined(table: Table, event: happened.HandExamined) -> Table:
    looked = {event.player: event.box} | table.round.looked
    return replace(table, round=replace(table.round, looked=looked, handled=True))


def shown(table: Table, place: int, cards: str) -> Table:
    round_ = table.round
    before, after = round_.hands.get(place, ()), parsed(cards)
    drawn = round_.drawn
    if before != after:
        indices = [i for i, to in enumerate(round_.drawn_to) if to == place]
        if len(indices) == len(after):
            names = dict(zip(indices, after, strict=True))
            drawn = tuple(names.get(i, card) for i, card in enumerate(drawn))
    return replace(
        table,
        round=replace(
            round_,
            hands=round_.hands | {place: after},
            face_up=round_.face_up | {place},
            drawn=drawn,
        ),
    )


def hand_returned(table: Table, event: happened.HandReturned) -> Table:
    return dealt_out(shown(table, event.box, event.cards), event.at)


def decided(table: Table, event: happened.Decided) -> Table:
    decisions = table.round.decisions | {event.box: event.choice}
    return replace(table, round=replace(table.round, decisions=decisions))


def dealer_exposed(table: Table, event: happened.DealerExposed) -> Table:
    table = shown(table, DEALER, event.cards)
    return replace(table, step=Step.EXPOSED, since=event.at)


def round_settled(table: Table, event: happened.RoundSettled) -> Table:
    session, day = str(table.session), str(event.at // DAY)
    now = [Occasion(player, session, day) for player in event.settled_short]
    turned = {place for place in table.round.hands if not table.is_put_away(place)}
    table = replace(
        table,
        step=Step.CONCLUDED,
        since=event.at,
        settled_short=(*table.settled_short, *now),
        round=replace(
            table.round,
            lines=event.lines,
            settled_short=len(now),
            face_up=table.round.face_up | turned,
        ),
    )
    return replace(table, past=recorded(table, event))


def settlement_reversed(table: Table, event: happened.SettlementReversed) -> Table:
    """The wagers lie again as they lay before, nobody is remembered for them, nothing is past."""
    short = table.settled_short[: len(table.settled_short) - table.round.settled_short]
    round_ = replace(table.round, lines=(), settled_short=0)
    return replace(
        table,
        step=Step.EXPOSED,
        since=event.at,
        round=round_,
        settled_short=short,
        past=unrecorded(table),
    )


def round_voided(table: Table, event: happened.RoundVoided) -> Table:
    round_ = replace(table.round, wagers={}, voided=True, to_deal=())
    table = replace(
        table, step=Step.CONCLUDED, since=event.at, round=round_, awaiting=None, interrupted=False
    )
    return replace(table, past=recorded(table, event))


def hand_removed(table: Table, event: happened.HandRemoved) -> Table:
    return replace(table, round=without_box(all_reduced(table.round, event.returned), event.box))


def all_reduced(round_: Round, returned: Iterable[Returned]) -> Round:
    for less in returned:
        round_ = reduced(round_, less)
    return round_


def without_box(round_: Round, box: int) -> Round:
    """Its cards are out of play; they stay drawn, and seen if they were."""
    looked = box in round_.face_up or box in round_.looked.values()
    cards = round_.hands.get(box, ()) if looked else ()
    return replace(
        round_,
        exposed=round_.exposed | {card for card in cards if card is not None},
        hands={place: cards for place, cards in round_.hands.items() if place != box},
        removed=round_.removed + round_.hands.get(box, ()),
        to_deal=tuple(place for place in round_.to_deal if place != box),
        decisions={place: choice for place, choice in round_.decisions.items() if place != box},
        face_up=round_.face_up - {box},
    )


def round_concluded(table: Table, event: Event) -> Table:
    return replace(table, step=Step.CONCLUDED, since=event.at, past=recorded(table, event))


def irregularity_reported(table: Table, event: happened.IrregularityReported) -> Table:
    return replace(table, awaiting=Awaiting(ruling=event.ruling, clauses=event.ruling.clauses))


def ruling_proposed(table: Table, event: happened.RulingProposed) -> Table:
    waits = Awaiting(proposal=event, by=event.by, clauses=event.ruling.clauses)
    return replace(table, awaiting=waits)


def ruling_made(table: Table, event: happened.RulingMade) -> Table:
    table = replace(table, awaiting=None)
    if event.ruling.withdrawal_by is None:
        return table
    return replace(table, round=replace(table.round, disputed=event.ruling))


def proposal_rejected(table: Table, _event: Event) -> Table:
    return replace(table, awaiting=None)


def change_proposed(table: Table, event: happened.ChangeProposed) -> Table:
    return replace(table, awaiting=Awaiting(setup=event.setup, by=event.by, clauses=event.clauses))


def cards_found_lying(table: Table, event: happened.CardsFoundLying) -> Table:
    round_ = table.round
    hands = round_.hands | {place: parsed(cards) for place, cards in event.hands.items()}
    round_ = replace(round_, hands=hands)
    drawn = parsed(event.drawn) if event.drawn else still_drawn(table, round_)
    came = (Counter(drawn) - Counter(round_.drawn)).elements()
    coming = without(table.next_cards, tuple(came))
    round_ = replace(round_, drawn=drawn, drawn_to=places_of(drawn, hands))
    return laid_anew(replace(table, round=round_, next_cards=coming), event.at)


def still_drawn(table: Table, round_: Round) -> Cards:
    """The cards that lie somewhere: those known before in their order, then the others."""
    lying = Counter(card for cards in round_.hands.values() for card in cards)
    lying.update(round_.removed)
    lying.update(table.kept)
    before = []
    for card in round_.drawn:
        if lying[card]:
            lying[card] -= 1
            before.append(card)
    return (*before, *lying.elements())


def places_of(drawn: Cards, hands: dict[int, Cards]) -> tuple[int, ...]:
    left = {place: list(cards) for place, cards in hands.items()}
    places = []
    for card in drawn:
        place = next((one for one, cards in left.items() if card in cards), KEPT)
        if place in left:
            left[place].remove(card)
        places.append(place)
    return tuple(places)


def hands_moved(table: Table, event: happened.HandsMoved) -> Table:
    round_ = table.round
    hands = {place: cards for place, cards in round_.hands.items() if place not in event.moves}
    for source, target in event.moves.items():
        hands[target] = round_.hands[source]
    drawn_to = tuple(event.moves.get(place, place) for place in round_.drawn_to)
    face_up = frozenset(event.moves.get(place, place) for place in round_.face_up)
    complete_at = {
        event.moves.get(place, place): then for place, then in round_.complete_at.items()
    }
    round_ = replace(
        round_, hands=hands, drawn_to=drawn_to, face_up=face_up, complete_at=complete_at
    )
    return laid_anew(replace(table, round=round_), event.at)


def deal_reconstructed(table: Table, event: happened.DealReconstructed) -> Table:
    hands = {place: parsed(cards) for place, cards in event.hands.items()}
    if event.burnt:
        hands[BURNT] = parsed(event.burnt)
    kept = known(event.kept)
    round_ = replace(
        table.round,
        hands=hands,
        removed=table.round.removed + parsed(event.removed),
        drawn_to=places_of(table.round.drawn, hands),
    )
    step = Step.DEALING if still_to_deal(table, hands) else table.step
    return laid_anew(replace(table, step=step, round=round_, kept=table.kept + kept), event.at)


def still_to_deal(table: Table, hands: dict[int, Cards]) -> tuple[int, ...]:
    """The intended order, less what every place has."""
    if table.is_tableau:
        return table.round.to_deal
    left = []
    counts = {place: len(cards) for place, cards in hands.items()}
    for place in deal_order(table):
        size = 1 if place == BURNT else table.dealing.at_once
        if counts.get(place, 0) >= size:
            counts[place] -= size
        else:
            left.append(place)
    return tuple(left)


def cards_exposed(table: Table, event: happened.CardsExposed) -> Table:
    cards = {card for card in parsed(event.cards) if card is not None}
    return replace(table, round=replace(table.round, exposed=table.round.exposed | cards))


def next_cards_ordered(table: Table, event: happened.NextCardsOrdered) -> Table:
    ordered = known(event.cards)
    return replace(table, next_cards=(*without(table.next_cards, ordered), *ordered))


def without(cards: tuple[Card, ...], less: Cards) -> tuple[Card, ...]:
    """Some cards in their order, less others."""
    gone = Counter(less)
    gone.subtract(cards)
    left: list[Card] = []
    for card in reversed(cards):
        if gone[card] < 0:
            gone[card] += 1
            left.append(card)
    return tuple(reversed(left))


def cards_kept(table: Table, event: happened.CardsKept) -> Table:
    cards, round_ = known(event.cards), table.round
    drawn_to = (*round_.drawn_to, *(KEPT for _ in cards))
    round_ = replace(round_, drawn=(*round_.drawn, *cards), drawn_to=drawn_to)
    coming = without(table.next_cards, cards)
    return replace(table, kept=table.kept + cards, round=round_, next_cards=coming)


def known(cards: str) -> tuple[Card, ...]:
    return tuple(card for card in parsed(cards) if card is not None)


def options_offered(table: Table, event: happened.OptionsOffered) -> Table:
    """A ruling that is awaited waits until the options are answered."""
    waits = replace(
        table.awaiting or Awaiting(),
        offers=event.offers,
        unanswered=event.unanswered,
        clauses=event.clauses,
    )
    return replace(table, awaiting=waits, since=event.at)


def option_chosen(table: Table, event: happened.OptionChosen) -> Table:
    assert table.awaiting is not None
    left = tuple(
        offer
        for offer in table.awaiting.offers
        if (offer.player, offer.box) != (event.player, event.box)
    )
    round_ = all_reduced(table.round, event.returned)
    waits = replace(table.awaiting, offers=left) if left else without_offers(table.awaiting)
    return replace(table, round=round_, awaiting=waits)


def without_offers(waits: Awaiting) -> Awaiting | None:
    ruled = waits.ruling or (waits.proposal.ruling if waits.proposal else None)
    if ruled is None:
        return None
    return replace(waits, offers=(), unanswered="", clauses=ruled.clauses)


def jackpot_frozen(table: Table, _event: Event) -> Table:
    return replace(table, round=replace(table.round, jackpot_frozen=True))


def jackpot_suspended(table: Table, event: happened.JackpotSuspended) -> Table:
    if event.choice == "close-table":
        return replace(table, is_open=False)
    if event.choice == "close-box" and event.box is not None:
        return replace(table, closed_boxes=table.closed_boxes | {event.box})
    return replace(table, no_jackpot_bets=True)


def jackpot_restored(table: Table, _event: Event) -> Table:
    return replace(table, no_jackpot_bets=False, closed_boxes=frozenset())


def interrupted(table: Table, _event: Event) -> Table:
    return replace(table, interrupted=True)


def resumed(table: Table, event: happened.RoundResumed) -> Table:
    return replace(table, interrupted=False, since=event.at)


def unchanged(table: Table, _event: Event) -> Table:
    return table


EVOLVES: dict[type[Event], Evolves] = {
    happened.TableConfigured: table_configured,
    happened.TableOpened: opened,
    happened.TableClosed: closed,
    happened.ShoeReplaced: shoe_replaced,
    happened.PlayerRestricted: player_restricted,
    happened.AreaRestricted: area_restricted,
    happened.PlayerSat: player_sat,
    happened.PlayerStood: player_left,
    happened.PlayerWalkedAway: player_left,
    happened.BettingOpened: betting_opened,
    happened.WagerPlaced: wager_added,
    happened.ExcessRejected: unchanged,
    happened.PlayerAdvised: unchanged,
    happened.WagerWithdrawn: wager_reduced,
    happened.WagerReturned: wager_reduced,
    happened.WagerFound: wager_found,
    happened.BettingClosed: betting_closed,
    happened.CardsDealt: cards_dealt,
    happened.HandExamined: hand_examined,
    happened.HandReturned: hand_returned,
    happened.Decided: decided,
    happened.DealerExposed: dealer_exposed,
    happened.RoundSettled: round_settled,
    happened.SettlementReversed: settlement_reversed,
    happened.RoundVoided: round_voided,
    happened.HandRemoved: hand_removed,
    happened.RoundConcluded: round_concluded,
    happened.IrregularityReported: irregularity_reported,
    happened.RulingMade: ruling_made,
    happened.RulingProposed: ruling_proposed,
    happened.ChangeProposed: change_proposed,
    happened.ProposalRejected: proposal_rejected,
    happened.CardsFoundLying: cards_found_lying,
    happened.HandsMoved: hands_moved,
    happened.DealReconstructed: deal_reconstructed,
    happened.CardsExposed: cards_exposed,
    happened.CardsTurnedDown: unchanged,
    happened.NextCardsOrdered: next_cards_ordered,
    happened.CardsKept: cards_kept,
    happened.OptionsOffered: options_offered,
    happened.OptionChosen: option_chosen,
    happened.JackpotFrozen: jackpot_frozen,
    happened.JackpotSuspended: jackpot_suspended,
    happened.JackpotRestored: jackpot_restored,
    happened.RoundInterrupted: interrupted,
    happened.RoundResumed: resumed,
}
