"""Random hands, bent so that what is rare at a table is common here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

PACK = tuple(rank + suit for rank in "A23456789TJQK" for suit in "shdc")
POINTS = {rank: place + 1 if place < 9 else 0 for place, rank in enumerate("A23456789TJQK")}
STRAIGHTS = ("32A", "432", "543", "654", "765", "876", "987", "T98", "JT9", "QJT", "KQJ", "AKQ")


def chance(rng: random.Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def written(hand: list[str], rng: random.Random) -> str:
    """Mostly `Kh 9s Td`, now and then the other spellings that are read too."""
    cards = list(hand)
    if chance(rng, 8):
        cards = [card.replace("T", "10") for card in cards]
    if chance(rng, 8):
        symbols = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
        cards = [card[:-1] + symbols[card[-1]] for card in cards]
    return " ".join(cards)


def draw(deck: list[str], wanted: list[str], rng: random.Random) -> list[str]:
    """Take these cards out of the deck, in any order."""
    for card in wanted:
        deck.remove(card)
    rng.shuffle(wanted)
    return wanted


def of_ranks(deck: list[str], ranks: str, suit: str | None, rng: random.Random) -> list[str] | None:
    """One card of each rank (all of a suit, if one is given), or None when the deck lacks one."""
    found: list[str] = []
    for rank in ranks:
        fitting = [
            card
            for card in deck
            if card[0] == rank and suit in (None, card[1]) and card not in found
        ]
        if not fitting:
            return None
        found.append(rng.choice(fitting))
    return found


def pictures_hand(deck: list[str], dealer: list[str] | None, rng: random.Random) -> list[str]:
    kind = rng.randrange(12)
    wanted: list[str] | None = None
    if kind <= 1:
        wanted = of_ranks(deck, "".join(rng.choice("JQK") for _ in range(3)), None, rng)
    elif kind == 2:
        wanted = of_ranks(deck, rng.choice("JQKK") * 3, None, rng)
    elif kind == 3:
        wanted = of_ranks(
            deck, rng.choice("JQK") + rng.choice("JQK") + rng.choice("A23456789T6"), None, rng
        )
    elif kind == 4:
        wanted = of_ranks(deck, rng.choice("JQK") * 2 + rng.choice("A23456789T"), None, rng)
    elif kind <= 6:
        wanted = with_points(deck, 6, rng)
    elif kind == 7:
        wanted = with_points(deck, rng.choice((0, 0, 8, 9)), rng)
    elif kind == 8 and dealer is not None:
        wanted = of_ranks(deck, "".join(card[0] for card in dealer), None, rng)
    elif kind == 9 and dealer is not None:
        wanted = with_points(deck, sum(POINTS[card[0]] for card in dealer) % 10, rng)
    if wanted is None:
        wanted = rng.sample(deck, 3)
    return draw(deck, wanted, rng)


def with_points(deck: list[str], points: int, rng: random.Random) -> list[str]:
    for _ in range(30):
        wanted = rng.sample(deck, 3)
        if sum(POINTS[card[0]] for card in wanted) % 10 == points:
            break
    return wanted


def poker_hand(deck: list[str], dealer: list[str] | None, rng: random.Random) -> list[str]:
    kind = rng.randrange(15)
    suit = rng.choice("shdc")
    wanted: list[str] | None = None
    if kind == 0 and dealer is not None:
        wanted = of_ranks(deck, "AKQ", "s", rng)
    elif kind in {1, 12} and dealer is not None:
        wanted = of_ranks(deck, "AKQ", suit, rng)
    elif kind == 2:
        wanted = of_ranks(deck, rng.choice(STRAIGHTS), suit, rng)
    elif kind == 3:
        wanted = of_ranks(deck, "32A", rng.choice((suit, None)), rng)
    elif kind == 4:
        wanted = of_ranks(deck, rng.choice("A23456789TJQK") * 3, None, rng)
    elif kind == 5:
        wanted = of_ranks(deck, rng.choice(STRAIGHTS), None, rng)
    elif kind == 6:
        wanted = of_ranks(deck, "".join(rng.sample("A23456789TJQK", 3)), suit, rng)
    elif kind == 7:
        paired, other = rng.sample("A23456789TJQK", 2)
        wanted = of_ranks(deck, paired + paired + other, None, rng)
    elif kind == 8:  # just over and just under a qualifying hand
        wanted = of_ranks(deck, rng.choice("QJ") + "".join(rng.sample("23456789T", 2)), None, rng)
    elif kind == 9 and dealer is not None:
        wanted = of_ranks(deck, "".join(card[0] for card in dealer), None, rng)
    elif kind == 10 and dealer is not None:  # the dealer's two best cards and another kicker
        best = sorted((card[0] for card in dealer), key="23456789TJQKA".index)[1:]
        wanted = of_ranks(deck, "".join(best) + rng.choice("A23456789TJQK"), None, rng)
    elif kind == 11:
        wanted = of_ranks(deck, rng.choice(("AK2", "A2K", "QA2", "KA3")), None, rng)
    if wanted is None:
        wanted = rng.sample(deck, 3)
    return draw(deck, wanted, rng)
