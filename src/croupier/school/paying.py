"""Pay this: a random round at a table of the default house, settled by the engine."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import DECK, Hand
from croupier.engine.bets import Result
from croupier.engine.checks import check
from croupier.engine.deal import Deal
from croupier.engine.decisions import Choice
from croupier.engine.limits import Limit
from croupier.engine.reasons import AS_LISTED, reason
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.games._reasons import FOLDED
from croupier.guide.taught import MOST_CARDS, drawn, shown
from croupier.money import format_amount
from croupier.school.sheets import (
    GOES_BACK,
    TAKEN,
    Bet,
    BoxToPay,
    Drill,
    DrillKind,
    Part,
    Right,
    RoundToPay,
    Sheet,
)
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from random import Random

    from croupier.engine.game import Game
    from croupier.engine.settlement import Settled, SettledBox, Settlement
    from croupier.said import Said
    from croupier.table.commands import Setup

FEWEST_BOXES, MOST_BOXES = 2, 4
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
LIVELIEST_OF = 8
"""Rounds dealt for one drill, of which the one with the most ways to win is asked."""
UNITS = (1, 1, 2, 3, 4, 5, 7, 10)
"""How often the minimum a stake is."""
SIDE_BET = 0.6
FOLDS = 0.25
ENVY = "envy-bonus"


class Due(NamedTuple):
    """What one bet or bonus of a box comes to."""

    bet: Bet
    right: Right


def pay_drill(game: Game, chance: Random, number: int) -> Drill:
    settlement = max((settle(random_round(game, chance)) for _ in range(LIVELIEST_OF)), key=ways)
    boxes = [(one, list(dues(settlement.round, one))) for one in settlement.boxes]
    asked = [due for _, of_box in boxes for due in of_box]
    round_ = settlement.round
    assert round_.against is not None
    shows = RoundToPay(
        against=shown(game, round_.against, dealers=True),
        boxes=tuple(to_pay(settlement, one, of_box) for one, of_box in boxes),
        meter_cents=round_.meter_cents,
    )
    return Drill(
        sheet=Sheet(
            game=game.name,
            kind=DrillKind.PAY,
            number=number,
            shows=shows,
            parts=tuple(Part(name=due.bet.part) for due in asked),
        ),
        key=tuple(due.right for due in asked),
    )


def ways(settlement: Settlement) -> int:
    """In how many ways a bet is paid or goes back."""
    kept = (line for line in settlement.lines if line.result is not Result.LOSE)
    return len({(line.bet, line.event) for line in kept})


def random_round(game: Game, chance: Random) -> Round:
    setup = setup_of(game.name)
    deck = DECK * setup.decks
    if isinstance(game.deal, Deal):
        count = chance.randint(FEWEST_BOXES, min(MOST_BOXES, setup.boxes or MOST_BOXES))
        size = game.deal.cards
        cards = chance.sample(deck, size * (count + 1))
        hands = [Hand(cards[at : at + size]) for at in range(0, len(cards), size)]
        against = hands.pop()
        boxes = tuple(
            box_of(game, setup, number, hand, chance) for number, hand in enumerate(hands, 1)
        )
    else:
        dealt = drawn(game.deal, iter(chance.sample(deck, MOST_CARDS)))
        against = dealt.against
        players = range(1, chance.randint(FEWEST_PLAYERS, MOST_PLAYERS) + 1)
        wagers = [one for at in players for one in wagers_of(game, setup, f"p{at}", chance)]
        boxes = (Box(None, tuple(wagers), dealt.hand),)
    bet_cents, seed_cents, _ = setup.jackpot or (None, None, None)
    round_ = Round(
        game=game,
        boxes=boxes,
        against=against,
        decks=setup.decks,
        limits={bet: Limit(*pair) for bet, pair in setup.limits.items()},
        meter_cents=seed_cents,
        jackpot_bet_cents=bet_cents,
    )
    check(round_)
    return round_


def box_of(game: Game, setup: Setup, number: int, hand: Hand, chance: Random) -> Box:
    wagers = wagers_of(game, setup, f"p{number}", chance)
    decision = game.decision
    entry = next((one for one in wagers if decision and one.bet == decision.entry), None)
    if decision is None or entry is None:
        return Box(number, tuple(wagers), hand)
    if chance.random() < FOLDS:
        return Box(number, tuple(wagers), hand, Choice.FOLD)
    wagers.append(Wager(entry.player, decision.play, entry.stake_cents))
    return Box(number, tuple(wagers), hand, Choice.PLAY)


def wagers_of(game: Game, setup: Setup, player: str, chance: Random) -> list[Wager]:
    """One bet that stands alone, and beside it what else takes the player's fancy."""
    placed = list(game.placeable.values())
    chosen = {chance.choice([bet.name for bet in placed if bet.needs is None])}
    for bet in placed:
        possible = bet.needs is None or bet.needs.bet in chosen
        if possible and chance.random() < SIDE_BET:
            chosen.add(bet.name)
    return [
        Wager(player, bet.name, stake(setup, bet.name, chance))
        for bet in placed
        if bet.name in chosen
    ]


def stake(setup: Setup, bet: str, chance: Random) -> int:
    if bet not in setup.limits:
        assert setup.jackpot is not None, "a bet without limits is of a prescribed amount"
        return setup.jackpot[0]
    low, high = setup.limits[bet]
    return min(low * chance.choice(UNITS), high)


def to_pay(settlement: Settlement, settled: SettledBox, asked: list[Due]) -> BoxToPay:
    game, box = settlement.round.game, settled.box
    assert box.hand is not None
    folded = box.decision is Choice.FOLD
    pays = any(line.award_cents for line in settled.lines if line.from_box is None)
    envied = any(line.from_box == box.number for line in settlement.lines if line.from_box)
    return BoxToPay(
        box=box.number,
        hand=None if folded and not pays and not envied else shown(game, box.hand),
        decision=box.decision,
        bets=tuple(due.bet for due in asked),
    )


def dues(round_: Round, settled: SettledBox) -> list[Due]:
    """Each wager in the order of the pay table, each bonus that it could bring behind it."""
    game, box = round_.game, settled.box
    lines = {
        key: list(group)
        for key, group in groupby(
            sorted(settled.lines, key=lambda one: (one.player, one.bet)),
            key=lambda one: (one.player, one.bet),
        )
    }
    order = game.pay_order
    found = list[Due]()
    for wager in sorted(box.wagers, key=lambda one: (one.player, order[one.bet])):
        [line] = lines[wager.player, wager.bet]
        found.append(due(box, line.player, line.bet, line.stake_cents, paid(round_, box, line)))
        if wager.bet in game.bonus:
            name = game.bonus[wager.bet].name
            bonus = [paid(round_, box, one) for one in lines.get((wager.player, name), ())]
            right = bonus[0] if bonus else no_bonus(round_, box, name)
            found.append(due(box, wager.player, name, 0, right))
        if game.jackpot and wager.bet == game.jackpot.bet:
            envy = sum(one.back_cents for one in lines.get((wager.player, ENVY), ()))
            cited = game.jackpot.envy.cite.numbers
            right = Right(answer=format_amount(envy), clauses=cited, because=None)
            found.append(due(box, wager.player, ENVY, 0, right))
    return found


def due(box: Box, player: str, bet: str, stake_cents: int, right: Right) -> Due:
    where = player if box.number is None else f"box {box.number}"
    return Due(Bet(part=f"{where} {bet}", player=player, bet=bet, stake_cents=stake_cents), right)


def paid(round_: Round, box: Box, line: Settled) -> Right:
    """What lies beside the stake when a bet is paid; not the stake that is left with it."""
    because = why(round_, box, line)
    if line.result in {Result.PUSH, Result.RETURNED}:
        return Right(answer=GOES_BACK, clauses=line.clauses, because=because)
    if line.result is Result.LOSE:
        return Right(answer=TAKEN, clauses=line.clauses, because=because)
    cents = line.won_cents if line.award_cents is None else line.award_cents
    return Right(answer=format_amount(cents), clauses=line.clauses, because=because)


def why(round_: Round, box: Box, line: Settled) -> Said:
    if box.decision is Choice.FOLD:
        return FOLDED() if line.result is Result.LOSE else AS_LISTED(event=line.event)
    assert box.hand is not None
    assert round_.against is not None
    outcome = round_.game.outcome(box.hand, round_.against)
    return reason(round_.game, line.bet, outcome, line.event, line.award_cents)


def no_bonus(round_: Round, box: Box, name: str) -> Right:
    assert box.hand is not None
    assert round_.against is not None
    game, folded = round_.game, box.decision is Choice.FOLD
    outcome = game.outcome(box.hand, round_.against, folded=folded)
    line = game.bet[name].settle(outcome)
    because = FOLDED() if folded else reason(game, name, outcome, line.event)
    return Right(answer=TAKEN, clauses=line.cite.numbers, because=because)
