"""Situations, kinds of drill and answers in words, for `croupier drill`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.deal import Side
from croupier.engine.irregularities import Role
from croupier.money import format_amount
from croupier.school.sheets import CLAUSE, NOBODY, WHAT, WHO, DrillKind, Situation

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.engine.irregularities import Value
    from croupier.school.sheets import Bet, BoxToPay, DrillChoice

KINDS = {
    DrillKind.PAY: "Pay this",
    DrillKind.DRAWS: "Who draws",
    DrillKind.FOLLOWS: "What follows",
    DrillKind.TABLE: "Errors at the table",
    DrillKind.QUESTION: "Players' questions",
}
ASKS = {WHAT: "What follows?", CLAUSE: "By which clause?", WHO: "Who decides?"}
HAPPENED = {
    "foreign-card": "A card turns up that is not of the set in use.",
    "card-count-wrong": "The deck or shoe has too few or too many cards.",
    "cards-not-shuffled": "The cards came into play without being shuffled.",
    "cards-run-out": "Not enough cards are left to finish the round.",
    "misdealt": "Hands were dealt to where they do not belong.",
    "dealing-error": "Cards went out in a wrong order or to a wrong place.",
    "dealer-hand-miscounted": "The dealer's hand has too few or too many cards.",
    "player-hand-miscounted": "A player's hand, or one of the two hands, has too few or too many"
    " cards.",
    "card-exposed": "A card could be seen before its time.",
    "card-face-up-in-shoe": "A card lies face up in the shoe.",
    "cards-drawn-together": "Two or more cards left the shoe at once.",
    "burn-missed": "The deal began and no card was burnt.",
    "cards-swapped": "Cards that belong to one hand lie with the other.",
    "card-drawn-in-excess": "A card too many was drawn.",
    "bet-after-close": "A bet was placed after betting was closed.",
    "bet-increased-after-close": "A bet was raised after betting was closed.",
    "bet-withdrawn-after-close": "A bet was taken back after betting was closed.",
    "over-maximum": "A bet is over the maximum.",
    "under-minimum": "A bet is under the minimum.",
    "side-bet-without-main": "A side bet lies without the bet that it needs.",
    "jackpot-bet-without-ante": "A jackpot bet lies on a box without an ante.",
    "play-bet-differs": "A play bet is not as much as the ante.",
    "player-walked-away": "A player has left, with bets on the table.",
    "power-failure": "Power or equipment failed in the course of the round.",
    "terminal-failure": "A player's terminal failed.",
    "jackpot-fault": "The jackpot's equipment does not work.",
    "extra-hand-examined": "A player looked at a second hand.",
    "wrong-result-registered": "The dealer registered a wrong result.",
    "display-wrong": "A display shows something else than the cards.",
    "bet-misplaced": "A player says that the chips were meant for another bet.",
    "error-noticed-late": "An error of an earlier round comes to light.",
    "uncovered": "Something happens that nobody has thought of.",
}
FACTS: dict[tuple[str, Value], str] = {
    ("handled", True): "A player has handled the cards.",
    ("handled", False): "No player has handled the cards.",
    ("seen", True): "A player has seen cards of their own.",
    ("seen", False): "No player has seen cards of their own.",
    ("viewed", True): "Somebody has looked at that hand.",
    ("viewed", False): "Nobody has looked at that hand.",
    ("movable", True): "Whole hands can be moved to where they belong.",
    ("movable", False): "Whole hands cannot be moved to where they belong.",
    ("reconstructable", True): "The cards can be put back in order.",
    ("reconstructable", False): "The cards cannot be put back in order.",
    ("noticed", "before-close"): "It is noticed while bets are open.",
    ("noticed", "before-next-round"): "It is noticed in this round, after betting closed.",
    ("noticed", "after-next-round"): "It is noticed after the next round began.",
    ("device", "manual"): "The cards are dealt by hand.",
    ("device", "automated"): "The cards are dealt by a machine.",
    ("first-card", True): "It was the first card out of the shoe.",
    ("first-card", False): "It was not the first card out of the shoe.",
    ("order-known", True): "It is known which came first.",
    ("order-known", False): "It is not known which came first.",
    ("repeat", True): "This player was settled so once before.",
    ("repeat", False): "This player was never settled so before.",
    ("more", True): "It is more than the ante.",
    ("more", False): "It is less than the ante.",
    ("decision-pending", True): "The player was still to decide.",
    ("decision-pending", False): "The player had nothing left to decide.",
    ("established", True): "The outcome of a bet is established.",
    ("established", False): "The outcome of no bet is established.",
    ("registered", True): "The bet is registered.",
    ("registered", False): "The bet is not registered.",
    ("intentional", True): "It was on purpose.",
    ("intentional", False): "It was by mistake.",
}
ONE_CARD, MORE_CARDS = "It is one card alone.", "There are {} such cards."
DRAWS = {
    str(Side.PLAYER): "The Player Hand draws",
    str(Side.BANKER): "The Banker Hand draws",
    NOBODY: "Nobody draws, the round is over",
}
DECIDES = {
    str(Role.DEALER): "The dealer, or anybody above",
    str(Role.PIT_SUPERVISOR): "Dealer reports, pit supervisor or above",
    str(Role.PIT_MANAGER): "Dealer reports, pit manager or above",
    str(Role.SHIFT_MANAGER): "Shift manager only",
}


def situation(shows: Situation) -> str:
    told = [HAPPENED[shows.irregularity]]
    told += [fact(name, value) for name, value in shows.facts.items()]
    return " ".join(told)


def fact(name: str, value: Value) -> str:
    if name == "cards":
        return ONE_CARD if value == 1 else MORE_CARDS.format(value)
    return FACTS[name, value]


def answer(choice: DrillChoice) -> str:
    if choice.steps:
        text = ", then ".join(map(str, choice.steps))
        by = choice.withdrawal_by
        also = f"; the {by.replace('-', ' ')} may let a dissatisfied player withdraw" if by else ""
        return f"{text[:1].upper()}{text[1:]}{also}"
    return DRAWS.get(choice.code) or DECIDES.get(choice.code) or choice.code


def in_short(code: str) -> str:
    """A given or right answer, for lists."""
    known = DRAWS.get(code) or DECIDES.get(code)
    return repr(known) if known else ", ".join(one.replace("-", " ") for one in code.split())


def bet_title(game: Game, bet: Bet) -> str:
    title = game.bet[bet.bet].title if bet.bet in game.bet else bet.bet.replace("-", " ").title()
    return f"{title} {format_amount(bet.stake_cents)}" if bet.stake_cents else title


def place(box: BoxToPay, bet: Bet) -> str:
    return bet.player if box.box is None else f"Box {box.box}"
