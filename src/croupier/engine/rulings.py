"""What a document orders when something goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.engine.irregularities import (
    IRREGULARITIES,
    Case,
    OfferedTo,
    Remedy,
    Role,
    Value,
    value_text,
)
from croupier.engine.readings import AFFECTED_PLAYERS, Affected
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game

SAYS = {
    Remedy.VOID_ROUND: "the round is void, its bets are returned and earlier rounds stand",
    Remedy.MOVE_HANDS: "whole hands are moved to where they belong",
    Remedy.RECONSTRUCT: "the cards are put back into their intended order",
    Remedy.OFFER_OPTIONS: "{offered-to}, {options-answered-by}, may continue with the {hand}"
    " or take their bets back (who does not answer {options-unanswered})",
    Remedy.OFFER_WITHDRAWAL: "each player may withdraw all wagers"
    " (who does not answer {options-unanswered})",
    Remedy.REMOVE_HAND: "that hand is removed and {removed-hand-returns} returned",
    Remedy.RETURN_BET: "the bet is returned",
    Remedy.REFUSE_BET: "it is refused",
    Remedy.REJECT_EXCESS: "what exceeds the maximum is rejected",
    Remedy.BET_STANDS: "the bet is won or lost as if it still lay there",
    Remedy.SETTLE_PRO_RATA: "the wagers share the maximum in proportion,"
    " but one under the minimum plays in full",
    Remedy.SETTLE_TO_MAXIMUM: "the bet wins or loses up to the maximum only",
    Remedy.SETTLE_AS_PLACED: "the bet is settled as it lies",
    Remedy.SETTLE_ONCE_THEN_RETURN: "it is paid or collected this once"
    " and the same player's later ones are returned",
    Remedy.ADVISE_PLAYER: "the player is told and may raise or withdraw the bet",
    Remedy.FOLD_HAND: "the hand counts as folded",
    Remedy.SETTLE: "the bets are settled by the result",
    Remedy.PLAY_ON: "the round is played to its end",
    Remedy.TURN_DOWN_AND_PLAY_ON: "the card is turned face down and the deal goes on",
    Remedy.USE_AS_NEXT_CARD: "it is used as the next card",
    Remedy.USE_IN_NEXT_ROUND: "what the round does not need is used in the next one",
    Remedy.SUPERVISOR_ORDERS_CARDS: "the pit supervisor decides which card comes first",
    Remedy.REPLACE_SHOE: "the cards in the shoe may be replaced by a new set",
    Remedy.SETTLE_BY_CARDS: "the bets are settled by what the cards show",
    Remedy.SETTLE_ON_PLAY_AMOUNT: "{short-play-bet} settled on the amount of the play bet",
    Remedy.RETURN_EXCESS: "the excess is returned and the rest settled, up to the maximum",
    Remedy.NO_EFFECT: "later rounds are not affected",
    Remedy.PAY_BY_LAST_METER: "the jackpot pays by the amount last registered",
    Remedy.NO_JACKPOT_BETS: "for later rounds the house takes no jackpot bets,"
    " or closes the box or the table",
    Remedy.SHIFT_MANAGER_DECIDES: "the shift manager decides",
}
OFFERED_TO = {
    OfferedTo.ALL: "all players",
    OfferedTo.AFFECTED: "the players whose boxes the error touched",
    OfferedTo.REMAINING: "the remaining players",
}
LETS_OUT = "may let a dissatisfied player withdraw until the dealer's hand shows"
NOT_COVERED = "The document does not provide for this"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    game: str
    irregularity: str
    facts: Mapping[str, Value]
    remedies: tuple[Remedy, ...]
    decided_by: Role
    clauses: tuple[str, ...]
    says: str
    offered_to: OfferedTo = OfferedTo.ALL
    """Who is given the options, where they are offered."""
    withdrawal_by: Role | None = None
    """Who may permit a dissatisfied player to withdraw."""
    until_next_round: bool = False
    """Whether it reaches a round that is settled, until the next one begins."""


def ruling(game: Game, irregularity: str, facts: Mapping[str, object]) -> Ruling:
    """What follows in a game, under its readings, from an irregularity reported with facts."""
    known = checked(irregularity, facts)
    for case in game.irregularities:
        if case.irregularity == irregularity and case.holds(known, game):
            return _by_case(game, case, known)
    return Ruling(
        game=game.name,
        irregularity=irregularity,
        facts=known,
        remedies=(Remedy.SHIFT_MANAGER_DECIDES,),
        decided_by=Role.SHIFT_MANAGER,
        clauses=game.last_word.cite.numbers,
        says=f"{NOT_COVERED}: {SAYS[Remedy.SHIFT_MANAGER_DECIDES]}.",
    )


def checked(irregularity: str, facts: Mapping[str, object]) -> dict[str, Value]:
    """Every fact listed for an irregularity, with the value given or its default."""
    if irregularity not in IRREGULARITIES:
        there = ", ".join(IRREGULARITIES)
        raise BadInput(f"no irregularity is called {irregularity[:40]!r}; there are {there}")
    listed = {fact.name: fact for fact in IRREGULARITIES[irregularity]}
    for name in facts:
        if name not in listed:
            takes = ", ".join(listed) or "none"
            raise BadInput(f"{irregularity} takes no fact {name[:40]!r}; it takes {takes}", "facts")
    return {
        name: fact.read(facts[name]) if name in facts else fact.default
        for name, fact in listed.items()
    }


def _by_case(game: Game, case: Case, facts: Mapping[str, Value]) -> Ruling:
    by = case.by if isinstance(case.by, Role) else game.reads(case.by)
    offered_to = _offered_to(game, case)
    return Ruling(
        game=game.name,
        irregularity=case.irregularity,
        facts=facts,
        remedies=case.remedies,
        decided_by=by,
        clauses=case.cite.numbers,
        says=sentence(game, case, offered_to),
        offered_to=offered_to,
        withdrawal_by=case.withdrawal_by,
        until_next_round=case.until_next_round,
    )


def _offered_to(game: Game, case: Case) -> OfferedTo:
    if case.offered_to is OfferedTo.AFFECTED and game.reads(AFFECTED_PLAYERS) is Affected.ALL:
        return OfferedTo.ALL
    return case.offered_to


def sentence(game: Game, case: Case, offered_to: OfferedTo) -> str:
    steps = ", then ".join(SAYS[remedy] for remedy in case.remedies)
    if case.withdrawal_by:
        steps += f", though the {case.withdrawal_by.replace('-', ' ')} {LETS_OUT}"
    put_right = {Remedy.RECONSTRUCT, Remedy.MOVE_HANDS} & set(case.remedies)
    words = {
        one.name: one.of.words[game.reads(one.of)] for one in game.interpretations if one.of.words
    } | {
        "offered-to": OFFERED_TO[offered_to],
        "hand": "reconstructed hand" if put_right else "hand as dealt",
    }
    return f"{case.because}: {steps}.".format_map(words)


def facts_text(facts: Mapping[str, Value]) -> str:
    """Facts as they are written on a command line."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in facts.items())
