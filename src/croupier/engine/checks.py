"""Whether a round can have been played: who may bet what, which cards, which decisions.

Each check answers for one rule and raises the first problem that it finds, with place and clause.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.engine.bets import Awards, Needs, NotPlaced
from croupier.engine.configuration import check_decks, check_limits, unknown_bet
from croupier.engine.deal import Deal, Packs
from croupier.engine.decisions import Choice, Decision, Decisionless
from croupier.engine.game import Boxes, Sharing, Void
from croupier.engine.jackpot import Jackpot
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from croupier.cards import Card, Hand
    from croupier.engine.game import Game
    from croupier.engine.rounds import Box, Round, Wager


@carries(Decision)
def check(round_: Round) -> None:
    game = round_.game
    check_table(round_)
    for box in round_.boxes:
        check_wagers(game, box)
        if game.decision is None and box.decision is not None:
            raise BadInput("this game has no decision", *box.place, "decision")
        if round_.void is None:
            check_decision(game, box)
            check_hand(game, box)
    if round_.void is None:  # a void round shows its cards as they lay, right or wrong
        check_cards(round_)
        check_meter(round_)


@carries(field_of(Void, "by"))
def check_table(round_: Round) -> None:
    game = round_.game
    check_decks(game, round_.decks)
    if round_.limits:
        check_limits(game, round_.limits)
    if round_.void is not None and round_.void not in game.void.by.numbers:
        raise BadInput(
            f"clause {round_.void[:20]!r} voids no round of this game; "
            f"those that do are {', '.join(game.void.by.numbers)}",
            "void",
        )
    check_boxes(round_)
    check_jackpot(round_)


@carries(Boxes)
def check_boxes(round_: Round) -> None:
    if not round_.boxes:
        raise BadInput("a round needs at least one box with a wager", "boxes")
    boxes = round_.game.boxes
    seen = set()
    for box in round_.boxes:
        number = box.number
        if number in seen:
            raise BadInput("this box is given twice", *box.place)
        seen.add(number)
        if boxes and number is not None and not 1 <= number <= (boxes.most or number):
            most = f"1 to {boxes.most}" if boxes.most else "1 upwards"
            raise BadInput(f"boxes are numbered {most}", *box.place, clauses=boxes.cite.numbers)


@carries(field_of(Jackpot, "prescribed"))
def check_jackpot(round_: Round) -> None:
    jackpot = round_.game.jackpot
    if jackpot is None or round_.jackpot_bet_cents is None:
        return
    for box in round_.boxes:
        for index, wager in enumerate(box.wagers):
            if wager.bet == jackpot.bet and wager.stake_cents != round_.jackpot_bet_cents:
                raise BadInput(
                    f"the prescribed amount is {format_amount(round_.jackpot_bet_cents)}",
                    *box.place,
                    wager_place(index, wager),
                    clauses=jackpot.prescribed.numbers,
                )


def check_meter(round_: Round) -> None:
    """The meter's amount is needed where a hand wins it, and only there."""
    game, jackpot = round_.game, round_.game.jackpot
    if jackpot is None or round_.meter_cents is not None or round_.against is None:
        return
    for box in round_.boxes:
        if box.hand is None or not {jackpot.bet, jackpot.entry} <= box.bets.keys():
            continue
        folded = box.decision is Choice.FOLD
        line = game.bet[jackpot.bet].settle(game.outcome(box.hand, round_.against, folded=folded))
        if isinstance(line, Awards) and line.amount_cents is None:
            what = f"box {box.number} wins {line.event}, so the meter's amount is needed"
            raise BadInput(what, "jackpot", "meter", clauses=line.cite.numbers)


@carries(Sharing)
def check_wagers(game: Game, box: Box) -> None:
    if not box.wagers and box.number is not None:
        raise BadInput("no wager, so no hand is dealt there", *box.place)
    bets = box.bets
    several = len({(wager.player, wager.bet) for wager in box.wagers}) < len(box.wagers)
    together = several or game.sharing.players_a_box or game.sharing.wagers_an_area
    for index, wager in enumerate(box.wagers):
        if problem := why_not(game, box.wagers[:index] if together else (), bets, wager):
            raise problem.at(*box.place, wager_place(index, wager))


@carries(Needs, NotPlaced)
def why_not(
    game: Game, earlier: Sequence[Wager], bets: Container[str], wager: Wager
) -> BadInput | None:
    """Why a wager cannot join those already on a box, where these bets lie, if it cannot."""
    bet = game.bet.get(wager.bet)
    if bet is None or bet.bonus_on:
        return unknown_bet(game, wager.bet)
    if wager.stake_cents <= 0:
        return BadInput("a stake is more than 0.00")
    if earlier and (problem := why_not_together(game, earlier, wager)):
        return problem
    needs = bet.needs
    if needs is None or needs.bet in bets or not isinstance(needs.missing, NotPlaced):
        return None
    what = f"needs {article(needs.bet)} bet on the box"
    return BadInput(what, clauses=needs.missing.cite.numbers)


@carries(Sharing)
def why_not_together(game: Game, earlier: Sequence[Wager], wager: Wager) -> BadInput | None:
    sharing = game.sharing
    player, bet = wager.player, wager.bet
    on_area = 0
    for other in earlier:
        if other.player == player:
            if other.bet == bet:
                return BadInput("the same player, box and bet is given twice")
        elif sharing.players_a_box:
            what = "another player already bets on this box"
            return BadInput(what, clauses=sharing.cite.numbers)
        on_area += other.bet == bet
    most = sharing.wagers_an_area
    if most and on_area >= most:
        return BadInput(f"an area holds at most {most} wagers", clauses=sharing.cite.numbers)
    return None


@carries(Decision, field_of(Decision, "fold"), field_of(Decision, "place"), Decisionless)
def check_decision(game: Game, box: Box) -> None:
    decision = game.decision
    if decision is None:
        return
    bets = box.bets
    if decision.entry not in bets:
        if box.decision is Choice.FOLD:
            raise BadInput(
                f"without {article(decision.entry)} bet there is nothing to fold",
                *box.place,
                "decision",
                clauses=(*decision.cite.numbers, *decision.unseen.cite.numbers),
            )
        return
    if box.decision is None:
        raise BadInput(
            f"a box with {article(decision.entry)} bet needs a decision, play or fold",
            *box.place,
            clauses=decision.cite.numbers,
        )
    if box.decision is Choice.PLAY and decision.play not in bets:
        raise BadInput(
            f"the decision is play, and there is no {decision.play} bet",
            *box.place,
            clauses=decision.place.numbers,
        )
    if box.decision is Choice.FOLD and decision.play in bets:
        raise BadInput(
            f"the decision is fold, and there is a {decision.play} bet",
            *box.place,
            clauses=decision.fold.numbers,
        )


@carries(Needs)
def plays(game: Game, box: Box) -> bool:
    """Whether a box holds a wager that is not simply returned, and so is dealt a hand."""
    bets = box.bets
    needed = (game.bet[bet].needs for bet in bets)
    return any(needs is None or needs.bet in bets for needs in needed)


def check_hand(game: Game, box: Box) -> None:
    if box.hand is None and plays(game, box):
        raise BadInput("its cards are missing", *box.place, "cards")


@carries(Deal)
def check_cards(round_: Round) -> None:
    """Each card at most once a deck, and hands of the right size."""
    if round_.against is None:
        raise BadInput("the dealer's cards are missing", "dealer")
    deal = round_.game.deal if isinstance(round_.game.deal, Deal) else None
    cards: list[Card] = []
    for hand in (round_.against, *[box.hand for box in round_.boxes]):
        if hand is not None:
            if deal is not None and len(hand) != deal.cards:
                what = f"a hand has {deal.cards} cards, not {len(hand)}"
                raise BadInput(what, *place_of(round_, hand), clauses=deal.cite.numbers)
            cards += hand
    if len(set(cards)) != len(cards):
        check_repeated(round_, cards)


@carries(Packs)
def check_repeated(round_: Round, cards: list[Card]) -> None:
    for card, times in Counter(cards).items():
        if times > round_.decks:
            decks = "one deck" if round_.decks == 1 else f"{round_.decks} decks"
            holding = [box.hand for box in round_.boxes if box.hand and card in box.hand]
            raise BadInput(
                f"{card} is dealt {times} times from {decks}",
                *place_of(round_, holding[-1] if holding else round_.against),
                clauses=round_.game.packs.cite.numbers,
            )


def place_of(round_: Round, hand: Hand | None) -> tuple[str, ...]:
    if round_.game.boxes is None:
        return ("cards",)
    place = next((box.place for box in round_.boxes if box.hand is hand), None)
    return ("dealer",) if place is None else (*place, "cards")


def wager_place(index: int, wager: Wager) -> str:
    return f"wager {index + 1} ({wager.player[:20]} on {wager.bet[:30]})"


def article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
