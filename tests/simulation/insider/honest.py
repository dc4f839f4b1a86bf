"""Rounds as honest people play them: their bets, the cards that are truly drawn, what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.games import game
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, CLOCK, DEALER, AnyCommand, Who
from croupier.table.dealing import UNREAD
from croupier.table.evolve import new_table
from croupier.table.state import Step, next_place, set_size

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from croupier.table.commands import Setup
    from croupier.table.state import Table

PLAYERS = tuple(Who(f"p{number}", Role.PLAYER) for number in range(1, 5))
INSIDER = Who("dealer", Role.DEALER)
"""The one who lies."""
COLLEAGUE = Who("dealer2", Role.DEALER)
"""Who deals where the one who lies does not, so that he has entered none of the cards."""
SECOND = Who("shift", Role.SHIFT_MANAGER)
"""The second person, who was there and knows that nothing happened."""
CARDS_A_ROUND = 40

Ask = tuple[Who, AnyCommand]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round as it truly is."""

    bets: tuple[Ask, ...]
    cards: tuple[str, ...]
    """In the order in which they leave the shoe."""
    looks: dict[str, int]
    """The box that a player looks at; others play theirs blind."""
    choices: dict[int, Choice | None]
    """By box; none: the player lets his time run out."""
    returns: frozenset[int]
    """Boxes whose player lays the hand open himself."""
    before: tuple[Ask, ...] = ()
    """Who was given a seat before betting opened."""
    unread: bool = False
    """Cards are read when hands are laid open, and not before."""


class Plan(msgspec.Struct, frozen=True):
    setup: Setup
    deals: Who
    rounds: tuple[Round, ...]


TO_STAFF = {"staff-withdraws-for-player", "shoe-replaced-by"}
"""Readings by which one of the staff may do more: then it is no lie."""
READ_OTHERWISE, SOME = 0.3, 0.3


def read_otherwise(rng: Random, setup: Setup) -> Setup:
    """Now and then a house that reads some open points in other ways."""
    if rng.random() > READ_OTHERWISE:
        return setup
    points = [one for one in game(setup.game).interpretations if one.name not in TO_STAFF]
    chosen = {one.name: rng.choice(one.values) for one in points if rng.random() < SOME}
    return replace(setup, interpretations=setup.interpretations | chosen)


def planned(rng: Random, setup: Setup, rounds: int) -> Plan:
    setup = read_otherwise(rng, setup)
    table = new_table("t1", setup)
    shoe = [str(card) for card in DECK] * setup.decks
    rng.shuffle(shoe)
    found = []
    for number in range(rounds):
        if setup.decks == 1:
            rng.shuffle(shoe)
        start = 0 if setup.decks == 1 else number * CARDS_A_ROUND
        found.append(a_round(rng, table, tuple(shoe[start : start + CARDS_A_ROUND])))
    deals = rng.choice((INSIDER, INSIDER, COLLEAGUE, AUTOMATIC))
    if deals == AUTOMATIC:  # then the record says so, and whatever he does is refused
        setup = replace(setup, dealer="automatic", shoe=False)
    return Plan(setup, deals, tuple(found))


def a_round(rng: Random, table: Table, cards: tuple[str, ...]) -> Round:
    boxes = table.boxes[:4]
    bets = tuple(wagers(rng, table, list(boxes)))
    mains = {one.box: who.name for who, one in reversed(bets) if isinstance(one, asks.Place)}
    looks = {player: box for box, player in mains.items() if rng.random() < LOOKS}
    return Round(
        bets=bets,
        cards=cards,
        looks=looks,
        choices={box: rng.choice(CHOICES) for box in mains},
        returns=frozenset(box for box in looks.values() if rng.random() < LOOKS),
        unread=not table.game.drawn_by_tableau and rng.random() < LEFT_UNREAD,
    )


LOOKS, LEFT_UNREAD, SITS, ALSO = 0.6, 0.1, 0.7, 0.4
CHOICES = (Choice.PLAY, Choice.PLAY, Choice.PLAY, Choice.FOLD, None)
STAKES = (1, 1, 2, 3, 10, 10_000)
"""Of the minimum; the last is more than any maximum."""


def wagers(rng: Random, table: Table, boxes: list[int]) -> Iterator[Ask]:
    """Each player on a box or two, now and then beside another, seldom outside the limits."""
    for who in PLAYERS[: rng.randrange(1, len(PLAYERS) + 1)]:
        own = rng.choice(boxes)
        if table.setup.boxes is not None and rng.random() < SITS:
            yield who, asks.Sit(who.name, own)
        for box in sorted({own, rng.choice(boxes)}) if rng.random() < ALSO else [own]:
            for bet in table.game.bets:
                if bet.name == table.main_bet or rng.random() < ALSO:
                    yield who, asks.Place(who.name, bet.name, stake(rng, table, bet.name), box)


def stake(rng: Random, table: Table, bet: str) -> int:
    jackpot = table.game.jackpot
    if jackpot is not None and bet == jackpot.bet and table.setup.jackpot:
        return table.setup.jackpot[0]
    least = table.setup.limits.get(bet, (500, 0))[0]
    return least * rng.choice(STAKES) if rng.random() < SITS else least - 100


def hand_at(table: Table, round_: Round, place: int) -> str:
    """The cards that truly lie there, whatever anybody says."""
    to = table.round.drawn_to
    return " ".join(card for card, at in zip(round_.cards, to, strict=False) if at == place)


def unread_at(table: Table, round_: Round, place: int) -> str:
    """What has to be named when a hand is laid open: nothing where it was read already."""
    return hand_at(table, round_, place) if None in table.cards_of(place) else ""


def dealt_next(table: Table, round_: Round) -> asks.Deal:
    place = next_place(table)
    drawn = len(table.round.drawn)
    size = 1 if place is None else set_size(table, place)
    cards = round_.cards[drawn : drawn + size]
    return asks.Deal(" ".join(UNREAD for _ in cards) if round_.unread else " ".join(cards))


def players_turn(table: Table, round_: Round) -> Iterator[Ask]:
    """What players do with their hands, each thing once."""
    for player, box in round_.looks.items():
        yield Who(player, Role.PLAYER), asks.Look(player, box)
    for box in table.undecided:
        choice, whose = round_.choices.get(box), table.player_of(box)
        if choice is not None and whose is not None:
            yield Who(whose, Role.PLAYER), asks.Decide(whose, box, choice)
    for player, box in round_.looks.items():
        if box in round_.returns:
            cards = unread_at(table, round_, box)
            yield Who(player, Role.PLAYER), asks.ReturnHand(box, cards)


def dealers_turn(table: Table, round_: Round, deals: Who) -> Iterator[Ask]:
    """What brings the round on when the players have done their part, the likeliest first."""
    if table.step is Step.DEALING:
        yield deals, dealt_next(table, round_)
    if table.step is Step.PLAYING:
        yield deals, asks.ExposeDealer(unread_at(table, round_, DEALER))
    for box in table.boxes_in_play():
        if box not in table.round.face_up or None in table.cards_of(box):
            yield deals, asks.ReturnHand(box, unread_at(table, round_, box))
    if table.step is Step.EXPOSED:
        yield deals, asks.Settle()
    yield CLOCK, asks.TimeUp()
