"""What is left in a shoe: by ranks, or by the cards that were seen."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from croupier.cards import RANKS, parse_cards
from croupier.lab import tableau
from croupier.lab.figures import GameOdds
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.lab.tableau import Shoe

ENTRY = re.compile(r"\s*(10|[2-9TJQKA])\s*=\s*([0-9]{1,6})\s*", re.IGNORECASE)


def parse_left(text: str) -> Shoe:
    """`A=31,2=32,…`; a rank left out is gone."""
    shoe = dict.fromkeys(RANKS, 0)
    named = set()
    for part in text.split(","):
        entry = ENTRY.fullmatch(part)
        if entry is None:
            raise BadInput(f"{part.strip()[:20]!r} is not like A=31", "left")
        rank = entry[1].upper().replace("10", "T")
        if rank in named:
            raise BadInput(f"rank {rank} is given twice", "left")
        named.add(rank)
        shoe[rank] = int(entry[2])
    return shoe


def whole(decks: int) -> Shoe:
    if decks < 1:
        raise BadInput("a shoe has at least one deck", "decks")
    return tableau.full_shoe(decks)


def without(seen: str, decks: int) -> Shoe:
    shoe = whole(decks)
    try:
        cards = parse_cards(seen)
    except BadInput as wrong:
        raise wrong.at("seen") from None
    for card, times in Counter(cards).items():
        if times > decks:
            raise BadInput(f"{card} was seen {times} times, and there are {decks}", "seen")
        shoe[card.rank] -= times
    return shoe


def odds_of_shoe(game: Game, shoe: Shoe) -> GameOdds:
    total, bets = tableau.odds(game, shoe)
    return GameOdds(game, None, total, bets)
