"""What a document orders when something goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.engine.irregularities import (
    IRREGULARITIES,
    Case,
    LastWord,
    OfferedTo,
    Remedy,
    Role,
    Value,
    value_text,
)
from croupier.engine.readings import AFFECTED_PLAYERS, Affected
from croupier.problems import BadInput, close_to
from croupier.rulebook.marks import carries
from croupier.said import Said, Sentence, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game

REMEDIES = {
    Remedy.VOID_ROUND: Sentence(
        "remedy-void-round", "the round is void, its bets are returned and earlier rounds stand"
    ),
    Remedy.MOVE_HANDS: Sentence("remedy-move-hands", "whole hands are moved to where they belong"),
    Remedy.RECONSTRUCT: Sentence(
        "remedy-reconstruct", "the cards are put back into their intended order"
    ),
    Remedy.OFFER_OPTIONS: Sentence(
        "remedy-offer-options",
        "{offered_to:said}, {options_answered_by:said}, "
        "may continue with the {hand:said} or take their bets back"
        " (who does not answer {options_unanswered:said})",
    ),
    Remedy.OFFER_WITHDRAWAL: Sentence(
        "remedy-offer-withdrawal",
        "each player may withdraw all wagers (who does not answer {options_unanswered:said})",
    ),
    Remedy.REMOVE_HAND: Sentence(
        "remedy-remove-hand", "that hand is removed and {removed_hand_returns:said} returned"
    ),
    Remedy.RETURN_BET: Sentence("remedy-return-bet", "the bet is returned"),
    Remedy.REFUSE_BET: Sentence("remedy-refuse-bet", "it is refused"),
    Remedy.REJECT_EXCESS: Sentence("remedy-reject-excess", "what exceeds the maximum is rejected"),
    Remedy.BET_STANDS: Sentence(
        "remedy-bet-stands", "the bet is won or lost as if it still lay there"
    ),
    Remedy.SETTLE_PRO_RATA: Sentence(
        "remedy-settle-pro-rata",
        "the wagers share the maximum in proportion, but one under the minimum plays in full",
    ),
    Remedy.SETTLE_TO_MAXIMUM: Sentence(
        "remedy-settle-to-maximum", "the bet wins or loses up to the maximum only"
    ),
    Remedy.SETTLE_AS_PLACED: Sentence("remedy-settle-as-placed", "the bet is settled as it lies"),
    Remedy.SETTLE_ONCE_THEN_RETURN: Sentence(
        "remedy-settle-once-then-return",
        "it is paid or collected this once and the same player's later ones are returned",
    ),
    Remedy.ADVISE_PLAYER: Sentence(
        "remedy-advise-player", "the player is told and may raise or withdraw the bet"
    ),
    Remedy.FOLD_HAND: Sentence("remedy-fold-hand", "the hand counts as folded"),
    Remedy.SETTLE: Sentence("remedy-settle", "the bets are settled by the result"),
    Remedy.PLAY_ON: Sentence("remedy-play-on", "the round is played to its end"),
    Remedy.TURN_DOWN_AND_PLAY_ON: Sentence(
        "remedy-turn-down-and-play-on", "the card is turned face down and the deal goes on"
    ),
    Remedy.USE_AS_NEXT_CARD: Sentence("remedy-use-as-next-card", "it is used as the next card"),
    Remedy.USE_IN_NEXT_ROUND: Sentence(
        "remedy-use-in-next-round", "what the round does not need is used in the next one"
    ),
    Remedy.SUPERVISOR_ORDERS_CARDS: Sentence(
        "remedy-supervisor-orders-cards", "the pit supervisor decides which card comes first"
    ),
    Remedy.REPLACE_SHOE: Sentence(
        "remedy-replace-shoe", "the cards in the shoe may be replaced by a new set"
    ),
    Remedy.SETTLE_BY_CARDS: Sentence(
        "remedy-settle-by-cards", "the bets are settled by what the cards show"
    ),
    Remedy.SETTLE_ON_PLAY_AMOUNT: Sentence(
        "remedy-settle-on-play-amount",
        "{short_play_bet:said} settled on the amount of the play bet",
    ),
    Remedy.RETURN_EXCESS: Sentence(
        "remedy-return-excess", "the excess is returned and the rest settled, up to the maximum"
    ),
    Remedy.NO_EFFECT: Sentence("remedy-no-effect", "later rounds are not affected"),
    Remedy.PAY_BY_LAST_METER: Sentence(
        "remedy-pay-by-last-meter", "the jackpot pays by the amount last registered"
    ),
    Remedy.NO_JACKPOT_BETS: Sentence(
        "remedy-no-jackpot-bets",
        "for later rounds the house takes no jackpot bets, or closes the box or the table",
    ),
    Remedy.SHIFT_MANAGER_DECIDES: Sentence(
        "remedy-shift-manager-decides", "the shift manager decides"
    ),
}
NO_SUCH_IRREGULARITY = Sentence(
    "no-such-irregularity",
    "no irregularity is called {name:quoted};"
    " [did you mean {close:names}?|there are {irregularities:names}]",
)
TAKES_NO_FACT = Sentence(
    "irregularity-takes-no-fact",
    "{irregularity} takes no fact {fact:quoted}[ (did you mean {close:names}?)];"
    " it takes [{facts:names}|none]",
)
OFFERED_TO = {
    OfferedTo.ALL: Sentence("all-players", "all players"),
    OfferedTo.AFFECTED: Sentence("affected-players", "the players whose boxes the error touched"),
    OfferedTo.REMAINING: Sentence("remaining-players", "the remaining players"),
}
RECONSTRUCTED_HAND = Sentence("reconstructed-hand", "reconstructed hand")
HAND_AS_DEALT = Sentence("hand-as-dealt", "hand as dealt")
NOT_COVERED = Sentence("not-provided-for", "The document does not provide for this")
RULING = Sentence(
    "ruling",
    "{because:said}: {steps:steps}[, though the {withdrawal_by:role} may let a dissatisfied player"
    " withdraw until the dealer's hand shows].",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    game: str
    irregularity: str
    facts: Mapping[str, Value]
    remedies: tuple[Remedy, ...]
    decided_by: Role
    clauses: tuple[str, ...]
    said: Said
    offered_to: OfferedTo = OfferedTo.ALL
    """Who is given the options, where they are offered."""
    withdrawal_by: Role | None = None
    """Who may permit a dissatisfied player to withdraw."""
    until_next_round: bool = False
    """Whether it reaches a round that is settled, until the next one begins."""

    @property
    def says(self) -> str:
        return str(self.said)


@carries(Case, LastWord)
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
        said=decided_freely(NOT_COVERED()),
    )


def checked(irregularity: str, facts: Mapping[str, object]) -> dict[str, Value]:
    """Every fact listed for an irregularity, with the value given or its default."""
    if irregularity not in IRREGULARITIES:
        names, close = list(IRREGULARITIES), close_to(irregularity, IRREGULARITIES)
        raise BadInput(
            NO_SUCH_IRREGULARITY(name=irregularity[:40], close=close, irregularities=names)
        )
    listed = {fact.name: fact for fact in IRREGULARITIES[irregularity]}
    for name in facts:
        if name not in listed:
            raise BadInput(
                TAKES_NO_FACT(
                    irregularity=irregularity,
                    fact=name[:40],
                    close=close_to(name, listed),
                    facts=list(listed),
                ),
                "facts",
            )
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
        said=sentence(game, case, offered_to),
        offered_to=offered_to,
        withdrawal_by=case.withdrawal_by,
        until_next_round=case.until_next_round,
    )


def _offered_to(game: Game, case: Case) -> OfferedTo:
    if case.offered_to is OfferedTo.AFFECTED and game.reads(AFFECTED_PLAYERS) is Affected.ALL:
        return OfferedTo.ALL
    return case.offered_to


def decided_freely(because: Said) -> Said:
    """What no clause settles."""
    steps = [REMEDIES[Remedy.SHIFT_MANAGER_DECIDES]()]
    return RULING(because=because, steps=steps, withdrawal_by=None)


def sentence(game: Game, case: Case, offered_to: OfferedTo) -> Said:
    put_right = {Remedy.RECONSTRUCT, Remedy.MOVE_HANDS} & set(case.remedies)
    words = {
        one.name.replace("-", "_"): phrase(one.of.words[game.reads(one.of)])()
        for one in game.interpretations
        if one.of.words
    } | {
        "offered_to": OFFERED_TO[offered_to](),
        "hand": (RECONSTRUCTED_HAND if put_right else HAND_AS_DEALT)(),
    }

    def said(sentence: Sentence) -> Said:
        return sentence(**{name: words[name] for name in sentence.slots})

    steps = [said(REMEDIES[remedy]) for remedy in case.remedies]
    because = said(phrase(case.because))
    return RULING(because=because, steps=steps, withdrawal_by=case.withdrawal_by)


def facts_text(facts: Mapping[str, Value]) -> str:
    """Facts as they are written on a command line."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in facts.items())
