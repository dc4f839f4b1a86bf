"""Settle a round: each wager by one line of its pay table, to the cent, with its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine import html
from croupier.engine.bets import Awards, Loses, Pays, Result, Returns
from croupier.engine.counting import count
from croupier.engine.decisions import Choice
from croupier.engine.game import Qualifies
from croupier.engine.jackpot import Jackpot, Seat, envy
from croupier.engine.readings import JACKPOT_BET_RETURNED, MONEY_ROUNDING, JackpotBet
from croupier.frames import Framed
from croupier.money import NOTHING, REMEMBERED, Odds, pay
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game
    from croupier.engine.limits import Counted
    from croupier.engine.outcome import Outcome
    from croupier.engine.rounds import Box, Round, Wager
    from croupier.frames import Row


class Settled(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One wager, or one bonus, with what it brought and why."""

    player: str
    bet: str
    event: str
    stake_cents: int
    counted_cents: int
    result: Result
    odds: Odds | None
    back_cents: int
    rounded_off: Fraction
    clauses: tuple[str, ...]
    award_cents: int | None = None
    from_box: int | None = None

    @property
    def won_cents(self) -> int:
        return self.back_cents - self.stake_cents


class SettledBox(msgspec.Struct, frozen=True, gc=False):
    box: Box
    lines: tuple[Settled, ...]


class Account(msgspec.Struct, frozen=True, gc=False):
    staked_cents: int
    back_cents: int

    @property
    def net_cents(self) -> int:
        return self.back_cents - self.staked_cents


class Settlement(Framed, msgspec.Struct, frozen=True, gc=False):
    round: Round
    boxes: tuple[SettledBox, ...]

    @property
    def lines(self) -> tuple[Settled, ...]:
        return tuple(line for box in self.boxes for line in box.lines)

    @property
    def players(self) -> dict[str, Account]:
        staked: dict[str, int] = {}
        back: dict[str, int] = {}
        for box in self.boxes:
            for line in box.lines:
                player = line.player
                staked[player] = staked.get(player, 0) + line.stake_cents
                back[player] = back.get(player, 0) + line.back_cents
        return {player: Account(staked[player], back[player]) for player in staked}

    @property
    def house_cents(self) -> int:
        return -sum(line.won_cents for box in self.boxes for line in box.lines)

    def rows(self) -> list[Row]:
        """A plain row a line, for a data frame; amounts in cents."""
        return [row_of(self.round, box.box, line) for box in self.boxes for line in box.lines]

    def _repr_html_(self) -> str:
        return html.settlement(self)


def row_of(round_: Round, box: Box, line: Settled) -> Row:
    return {
        "game": round_.game.name,
        "box": box.number,
        "hand": None if box.hand is None else str(box.hand),
        "against": None if round_.against is None else str(round_.against),
        "player": line.player,
        "bet": line.bet,
        "event": line.event,
        "result": str(line.result),
        "odds": None if line.odds is None else str(line.odds),
        "stake_cents": line.stake_cents,
        "counted_cents": line.counted_cents,
        "won_cents": line.won_cents,
        "back_cents": line.back_cents,
        "rounded_off": str(line.rounded_off),
        "award_cents": line.award_cents,
        "from_box": line.from_box,
        "clauses": ", ".join(line.clauses),
    }


def settle(round_: Round) -> Settlement:
    """The settlement of a round that `check` has found playable."""
    if round_.void is not None:
        return Settlement(round_, tuple(voided(round_, box) for box in round_.boxes))
    outcomes = outcomes_of(round_)
    seats = jackpot_seats(round_, outcomes)
    both = zip(round_.boxes, outcomes, strict=True)
    return Settlement(
        round_, tuple([settle_box(round_, box, outcome, seats) for box, outcome in both])
    )


def outcomes_of(round_: Round) -> list[Outcome | None]:
    """Of each box that has a hand; the one against them is ranked once for all."""
    game, against, rank = round_.game, round_.against, None
    outcomes: list[Outcome | None] = []
    for box in round_.boxes:
        if box.hand is None or against is None:
            outcomes.append(None)
            continue
        folds = box.decision is FOLD
        outcome = game.outcome(box.hand, against, folded=folds, against_rank=rank)
        outcomes.append(outcome)
        rank = outcome.against_rank
    return outcomes


def voided(round_: Round, box: Box) -> SettledBox:
    clauses = round_.game.void.clauses(str(round_.void))
    return SettledBox(box, tuple(give_back(wager, "Void", clauses) for wager in box.wagers))


def give_back(wager: Wager, event: str, clauses: tuple[str, ...]) -> Settled:
    stake = wager.stake_cents
    return Settled(
        player=wager.player,
        bet=wager.bet,
        event=event,
        stake_cents=stake,
        counted_cents=0,
        result=Result.RETURNED,
        odds=None,
        back_cents=stake,
        rounded_off=NOTHING,
        clauses=clauses,
    )


def not_played(wager: Wager, part: Counted) -> Settled:
    return give_back(wager, "Returned", part.clauses)


def settle_box(round_: Round, box: Box, outcome: Outcome | None, seats: list[Seat]) -> SettledBox:
    bets, bonuses = round_.game.bet, round_.game.bonus
    lines: list[Settled] = []
    parts = count(round_, box)
    came_to = {} if outcome is None else {bet: bets[bet].settle(outcome) for bet in box.bets}
    for wager, part in zip(box.wagers, parts, strict=True):
        if not part.cents or outcome is None:
            lines.append(not_played(wager, part))
            continue
        lines.append(settle_wager(round_, wager, part, came_to[wager.bet]))
        if wager.bet in bonuses:
            bonus = bonuses[wager.bet]
            lines.extend(settle_bonus(round_, wager, part, bonus, bonus.settle(outcome)))
    if seats:
        lines.extend(envy_lines(round_, box, seats))
    return SettledBox(box, tuple(lines))


FOLD = Choice.FOLD
Known = tuple["Game", "Line", "Settled"]
KNOWN: dict[tuple[object, ...], Known] = {}
"""Lines settled before: a table sees the same stakes again and again."""


@carries(Pays, Awards, Returns, Loses, Qualifies)
def settle_wager(round_: Round, wager: Wager, part: Counted, line: Line) -> Settled:
    """By the line of its bet that the outcome has come to."""
    game = round_.game
    key = id(line), wager.player, wager.stake_cents, part.cents, part.clauses, round_.meter_cents
    known = KNOWN.get(key)
    if known is not None and known[0] is game and known[1] is line:
        return known[2]
    settled = settle_by(line, round_, wager, part)
    if len(KNOWN) >= REMEMBERED:
        KNOWN.clear()
    KNOWN[key] = game, line, settled
    return settled


def settle_by(line: Line, round_: Round, wager: Wager, part: Counted) -> Settled:
    uncounted = wager.stake_cents - part.cents
    odds, award, rounded_off = None, None, NOTHING
    if isinstance(line, Pays):
        odds = line.odds
        paid, rounded_off = pay(odds, part.cents, round_.game.reads(MONEY_ROUNDING))
        back = part.cents + paid
    elif isinstance(line, Awards):
        award = round_.meter_cents if line.amount_cents is None else line.amount_cents
        assert award is not None, "check asks for the meter"
        returned = round_.game.reads(JACKPOT_BET_RETURNED) is JackpotBet.RETURNED
        back = award + (part.cents if returned else 0)
    else:
        back = part.cents if line.result is Result.PUSH else 0
    return Settled(
        player=wager.player,
        bet=wager.bet,
        event=line.event,
        stake_cents=wager.stake_cents,
        counted_cents=part.cents,
        result=line.result,
        odds=odds,
        back_cents=uncounted + back,
        rounded_off=rounded_off,
        clauses=merged(line, part) if part.clauses else line.cite.numbers,
        award_cents=award,
    )


def merged(line: Line, part: Counted) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*line.cite.numbers, *part.clauses)))


@carries(Pays, Loses)
def settle_bonus(
    round_: Round, wager: Wager, part: Counted, bonus: Bet, line: Line
) -> list[Settled]:
    if not isinstance(line, Pays):
        return []
    paid, rounded_off = pay(line.odds, part.cents, round_.game.reads(MONEY_ROUNDING))
    return [
        Settled(
            player=wager.player,
            bet=bonus.name,
            event=line.event,
            stake_cents=0,
            counted_cents=0,
            result=line.result,
            odds=line.odds,
            back_cents=paid,
            rounded_off=rounded_off,
            clauses=merged(line, part),
        )
    ]


def jackpot_seats(round_: Round, outcomes: list[Outcome | None]) -> list[Seat]:
    """The boxes in play, where the round can make anyone envious; else none."""
    game, jackpot = round_.game, round_.game.jackpot
    if jackpot is None or round_.against is None or len(round_.boxes) == 1:
        return []
    if not any_envied(game.envied, outcomes):
        return []
    seats = []
    for box, outcome in zip(round_.boxes, outcomes, strict=True):
        bets = box.bets
        if outcome is None or box.number is None or jackpot.entry not in bets:
            continue
        line = game.bet[jackpot.bet].settle(outcome.unfolded)
        cents = line.envy_cents if isinstance(line, Awards) else None
        folded = box.decision is FOLD
        seats.append(
            Seat(box.number, box.wagers[0].player, folded, jackpot.bet in bets, cents or 0)
        )
    return seats if any(seat.envy_cents for seat in seats) else []


def any_envied(lines: Iterable[Line], outcomes: list[Outcome | None]) -> bool:
    """Whether any hand is as good as one of these lines asks, which few are."""
    for outcome in outcomes:
        if outcome is None:
            continue
        cards = outcome.unfolded
        for line in lines:
            if line.when(cards):
                return True
    return False


@carries(field_of(Jackpot, "envy"))
def envy_lines(round_: Round, box: Box, seats: list[Seat]) -> list[Settled]:
    jackpot = round_.game.jackpot
    own = next((seat for seat in seats if seat.box == box.number), None)
    if jackpot is None or own is None:
        return []
    return [
        Settled(
            player=own.player,
            bet="envy-bonus",
            event=f"Envy of box {envied.box}",
            stake_cents=0,
            counted_cents=0,
            result=Result.WIN,
            odds=None,
            back_cents=envied.cents,
            rounded_off=NOTHING,
            clauses=jackpot.envy.cite.numbers,
            award_cents=envied.cents,
            from_box=envied.box,
        )
        for envied in envy(own, seats, round_.game)
    ]
