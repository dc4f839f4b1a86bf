"""Mutants of rulings and of the words that documents define."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.engine import rulings
from croupier.engine.deal import INITIAL_EACH
from croupier.engine.game import Game, Term
from croupier.engine.irregularities import Case, Device, LastWord, OfferedTo, Remedy, Role
from croupier.engine.steps import Refusal
from croupier.table import commands as asks
from croupier.table import console, dealing, decide, interruption, placing, postings, state
from croupier.table.commands import BURNT
from croupier.table.remedies import hands
from croupier.table.remedies.register import CARRIES
from croupier.table.remedies.rounds import nothing
from croupier.table.showing import Showing
from croupier.table.sight import STRANGER
from croupier.table.views import view
from tools.mutation.breaking import Mutant, constant, exchange, patch, put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table.state import Table
    from croupier.tracing.parts import Part

POWER = "power-failure"


def case(part: Part) -> Iterator[Mutant]:
    value: Case = part.value
    facts = ", ".join(f"{name}={said}" for name, said in value.when.items())
    name = f"{value.irregularity} ({facts})" if facts else value.irregularity
    other = Remedy.PLAY_ON if Remedy.VOID_ROUND in value.remedies else Remedy.VOID_ROUND
    yield Mutant(f"{name}: {other} instead", lambda: put(value, "remedies", (other,)))
    for remedy in value.remedies:
        if CARRIES.get(remedy, nothing) is not nothing:
            broken = partial(not_carried_out, remedy, value)
            yield Mutant(f"{name}: {remedy} not carried out", broken)
    if value.by is not Role.DEALER:
        yield Mutant(f"{name}: the dealer decides", lambda: put(value, "by", Role.DEALER))
    if value.offered_to is not OfferedTo.ALL:
        offered = OfferedTo.ALL
        yield Mutant(f"{name}: offered to all", lambda: put(value, "offered_to", offered))
    if value.withdrawal_by:
        yield Mutant(f"{name}: nobody is let out", lambda: put(value, "withdrawal_by", None))


def not_carried_out(remedy: Remedy, of: Case) -> None:
    """As long as the case is the one that decides."""
    carry_out = CARRIES[remedy]

    def unless(asked: Any, made: Any) -> Any:
        decided = made.ruling.report.irregularity == of.irregularity
        is_this = decided and set(of.cite.numbers) <= set(made.ruling.clauses)
        return [] if is_this else carry_out(asked, made)

    CARRIES[remedy] = unless
    if of.irregularity == POWER:
        exchange(RESUME, goes_on)


RESUME = interruption.resume


def goes_on(asked: Any, command: Any) -> Any:
    """After the power is back, whatever is established."""
    events = RESUME(asked, command)
    return events[:1] if isinstance(events, list) else events


def last_word(part: Part) -> Iterator[Mutant]:
    if part.field == "above":

        def nobody_acts(self: Role, needed: Role) -> bool:
            return self is needed

        def no_substitute() -> None:
            patch(Role, "may_act_as", nobody_acts)
            put(part.value, "acting", nobody_acts)

        yield Mutant("a higher position does not act for a lower", no_substitute)
        return
    ruling = rulings.ruling

    def by_dealer(game: Any, irregularity: str, facts: Any) -> Any:
        found = ruling(game, irregularity, facts)
        if found.clauses != part.value.cite.numbers:
            return found
        return replace(found, remedies=(Remedy.PLAY_ON,), decided_by=Role.DEALER)

    yield Mutant("what is not covered: the dealer plays on", lambda: exchange(ruling, by_dealer))


def term(part: Part) -> Iterator[Mutant]:
    if part.value.word == "automated shoe":
        procedure = part.inside[0][0].procedure
        deals = {Device.MANUAL: procedure.deals[Device.MANUAL]}
        yield Mutant("there is no shuffler", lambda: put(procedure, "deals", deals))
    if part.value.word == "standing player":
        yield standing_players(part.inside[0][0])
    if part.value.word in WORDS:
        yield WORDS[part.value.word]


def no_bets() -> None:
    exchange(placing.place, constant([]))


def endless_shoe() -> None:
    exchange(dealing.in_the_shoe, constant(None))


def anyone_deals() -> None:
    for kind in (asks.Deal, asks.DealFaceDown):
        carried_out, _, meant = decide.CHECKED[kind]
        decide.CHECKED[kind] = carried_out, constant(None), meant


def two_cards() -> None:
    old = state.deal_order

    def shorter(table: Table) -> Any:
        return old(table)[:-1] if not table.game.drawn_by_tableau else old(table)

    exchange(old, shorter)
    place = state.next_place

    def no_third(table: Table) -> int | None:
        found = place(table)
        full = found is not None and len(table.cards_of(found)) >= INITIAL_EACH
        return None if table.game.drawn_by_tableau and full else found

    exchange(place, no_third)


def nobody_pays() -> None:
    settled = postings.settled

    def without_house(line: Any, sign: int) -> Any:
        return [one for one in settled(line, sign) if one.account != postings.HOUSE]

    exchange(settled, without_house)


def not_rebuilt() -> None:
    CARRIES[Remedy.RECONSTRUCT] = nothing
    exchange(hands.reconstruct, constant([]))


def standing_players(game: Game) -> Mutant:
    """Where a standing player may bet on a seated player's box, none may; else everybody may."""
    may_share = placing.may_share

    def only_the_seated(asked: Any, command: Any) -> Any:
        if asked.table.seats.get(command.box, command.player) == command.player:
            return may_share(asked, command)
        return asked.no(Refusal.BOX_TAKEN, placing.BOX_IS_THE_SEATED_PLAYERS(box=command.box))

    if game.sharing.players_a_box:
        return Mutant(
            "standing players bet on any box", lambda: exchange(may_share, constant(None))
        )
    return Mutant(
        "standing players bet on no seated player's box",
        lambda: exchange(may_share, only_the_seated),
    )


def has_a_result() -> None:
    CARRIES[Remedy.VOID_ROUND] = nothing
    exchange(RESUME, goes_on)


def not_burnt() -> None:
    old = state.deal_order

    def dealt(table: Table) -> Any:
        return tuple(place for place in old(table) if place != BURNT)

    exchange(old, dealt)


def nothing_to_enter() -> None:
    exchange(console.entry, constant(None))


def bets_of_others() -> None:
    patch(Showing, "public", lambda self: view(self.table, STRANGER))


def no_meaning() -> None:
    patch(Game, "meanings", constant(()))


WORDS = {
    "words": Mutant("words have no meaning", no_meaning),
    "bet": Mutant("no wager is taken", no_bets),
    "shoe": Mutant("cards come from anywhere", endless_shoe),
    "dealer": Mutant("anyone deals", anyone_deals),
    "hand": Mutant("a hand is a card short", two_cards),
    "house": Mutant("the house pays nothing", nobody_pays),
    "reconstruct": Mutant("cards are not put back in order", not_rebuilt),
    "void": Mutant("a void round has a result", has_a_result),
    "burnt card": Mutant("no card is burnt", not_burnt),
    "console": Mutant("the console takes no cards", nothing_to_enter),
    "terminal": Mutant("a terminal shows the bets of others", bets_of_others),
}

OF_RULINGS: dict[type, Callable[[Part], Iterator[Mutant]]] = {
    Case: case,
    LastWord: last_word,
    Term: term,
}
