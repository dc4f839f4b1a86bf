"""Interrupted rounds, and how their bets can end when plain loops deal the unseen cards.

It shares no code with the product: a bet ends as the settler of this folder says, way by way.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from tests.support.reference import (
    baccarat,
    random_rounds,
    random_terms,
    three_card_poker,
    three_pictures_games,
)
from tests.support.reference.cards import read_cards
from tests.support.reference.random_hands import PACK, chance

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

Round = dict[str, Any]
Hand = list[str]
Place = tuple[int | None, str]
"""A box and a bet."""
Ends = dict[Place, set[str]]

MAIN = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
}
BOXED = (*MAIN, "three-card-poker")


# --- which bets there are, and how one ends ---------------------------------------------------


def offered(game: str, box: Round) -> list[str]:
    placed = {wager["bet"] for wager in box["wagers"]}
    if game == "baccarat":
        return list(random_terms.BETS[game])
    if game != "three-card-poker":
        return list(random_terms.BETS[game]) if MAIN[game] in placed else []
    if "ante" in placed:
        played = ["play"] if box.get("decision") == "play" else []
        return ["ante", *played, "pair-plus", "progressive"]
    return ["pair-plus"] if "pair-plus" in placed else []


def available(round_: Round, box: Round) -> list[str]:
    placed = {wager["bet"] for wager in box["wagers"]}
    reading = round_.get("interpretations", {}).get("outcome-established", "any-offered-bet")
    bets = offered(round_["game"], box)
    return bets if reading == "any-offered-bet" else [bet for bet in bets if bet in placed]


def decisions(box: Round) -> list[str]:
    """Those that were made, or that can still be made."""
    if "decision" in box:
        return [box["decision"]]
    return ["play", "fold"] if any(one["bet"] == "ante" for one in box["wagers"]) else ["play"]


def ended(verdict: str) -> str:
    return verdict if verdict in {"push", "lose"} else "win"


def end(round_: Round, bet: str, hand: Hand, dealer: Hand, decision: str) -> str:
    game, readings = round_["game"], round_.get("interpretations", {})
    if game == "baccarat":
        return ended(baccarat.baccarat_verdict(bet, hand, dealer))
    if game != "three-card-poker":
        return ended(three_pictures_games.pictures_verdict(game, bet, hand, dealer, readings))
    folded = decision == "fold"
    if bet == "ante":
        return ended(three_card_poker.ante_verdict(hand, dealer, folded=folded))
    if bet == "play":
        return ended(three_card_poker.play_verdict(hand, dealer))
    if bet == "pair-plus":
        return (
            "win"
            if three_card_poker.poker_name(hand) in three_card_poker.PAIR_PLUS and not folded
            else "lose"
        )
    award = three_card_poker.progressive_award(hand, {"jackpot": {"meter": "1.00"}})
    return "lose" if award is None or folded else "win"


def conclusive(ends: Ends) -> dict[Place, str]:
    return {place: "".join(ways) for place, ways in ends.items() if ways in ({"win"}, {"lose"})}


# --- hands with gaps --------------------------------------------------------------------------


def hand_of(text: str | None) -> Hand:
    words = "?? ?? ??" if text is None else text
    return [word if word == "??" else read_cards(word)[0] for word in words.split()]


def filled(hand: Hand, cards: Iterator[str]) -> Hand:
    return [next(cards) if card == "??" else card for card in hand]


class Dealt:
    """The hands of a round with boxes, and the cards that are seen nowhere."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.boxes = [box for box in round_["boxes"] if offered(round_["game"], box)]
        self.dealer = hand_of(round_.get("dealer"))
        self.hands = [hand_of(box.get("cards")) for box in self.boxes]
        shown = set(self.dealer)
        for box in round_["boxes"]:
            shown |= set(hand_of(box.get("cards")))
        self.rest = [card for card in PACK if card not in shown]
        self.gaps = sum(hand.count("??") for hand in (self.dealer, *self.hands))

    def gaps_of(self, box: Round) -> tuple[int, int]:
        return self.dealer.count("??"), hand_of(box.get("cards")).count("??")

    def settle(self, cards: Iterable[str], ends: Ends) -> None:
        """Put cards into the gaps, the dealer's first, and note how every bet ends."""
        cards = iter(cards)
        dealer = filled(self.dealer, cards)
        for box, gapped in zip(self.boxes, self.hands, strict=True):
            hand = filled(gapped, cards)
            for bet in available(self.round, box):
                for decision in decisions(box):
                    way = end(self.round, bet, hand, dealer, decision)
                    ends.setdefault((box["box"], bet), set()).add(way)

    def at_random(self, rng: random.Random, times: int, ends: Ends) -> None:
        for _ in range(times):
            self.settle(rng.sample(self.rest, self.gaps), ends)

    def in_every_way(self) -> Ends:
        ends: Ends = {}
        for cards in permutations(self.rest, self.gaps):
            self.settle(cards, ends)
        return ends

    def box_in_every_way(self, box: Round) -> Ends:
        """One box and the dealer; the order of cards within a hand changes nothing."""
        alone = Dealt(self.round | {"boxes": [box]})
        ends: Ends = {}
        to_dealer, to_box = self.gaps_of(box)
        for dealer in combinations(self.rest, to_dealer):
            left = [card for card in self.rest if card not in dealer]
            for own in combinations(left, to_box):
                alone.settle((*dealer, *own), ends)
        return ends


class Drawn:
    """A baccarat round: six places, those left off the end as good as not seen."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        seen = hand_of(round_.get("cards", ""))
        self.cards = seen + ["??"] * (6 - len(seen))
        self.shoe = list(PACK) * round_.get("decks", 8)
        for card in seen:
            if card != "??":
                self.shoe.remove(card)
        self.gaps = self.cards.count("??")

    def settle(self, cards: Iterable[str], ends: Ends) -> None:
        """Put cards into the gaps; a deal that leaves undrawn what was seen is not this one."""
        six = filled(self.cards, iter(cards))
        drawn = random_rounds.cards_drawn(six)
        if any(card != "??" for card in self.cards[len(drawn) :]):
            return
        player, banker = baccarat.deal_baccarat(list(drawn))
        for bet in available(self.round, self.round):
            ends.setdefault((None, bet), set()).add(end(self.round, bet, player, banker, ""))

    def at_random(self, rng: random.Random, times: int, ends: Ends) -> None:
        for _ in range(times):
            self.settle(rng.sample(self.shoe, self.gaps), ends)

    def in_every_way(self) -> Ends:
        """As many of a rank as six cards need are in every shoe, and suits change nothing."""
        ends: Ends = {}
        places = [range(13) for _ in range(self.gaps)]
        for ranks in product_of(places):
            self.settle(["A23456789TJQK"[rank] + "s" for rank in ranks], ends)
        return ends


def product_of(places: list[range]) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for one in places[0]:
        for others in product_of(places[1:]):
            yield (one, *others)


# --- rounds that stop somewhere ---------------------------------------------------------------


def interrupted_round(game: str, rng: random.Random, most_hidden: int | None = None) -> Round:
    """A random round with cards turned face down and decisions not made."""
    round_ = random_rounds.random_round(game, rng)
    while "void" in round_:
        round_ = random_rounds.random_round(game, rng)
    readings = round_.setdefault("interpretations", {})
    readings["outcome-established"] = rng.choice(("any-offered-bet", "any-placed-bet"))
    if game == "baccarat":
        hide_drawn(round_, rng, most_hidden)
        return round_
    for box in round_["boxes"]:
        if "decision" in box and chance(rng, 40):
            del box["decision"]
            box["wagers"] = [wager for wager in box["wagers"] if wager["bet"] != "play"]
    hide_dealt(round_, rng, most_hidden)
    return round_


def hide_dealt(round_: Round, rng: random.Random, most: int | None) -> None:
    holders = [(round_, "dealer"), *[(box, "cards") for box in round_["boxes"] if "cards" in box]]
    hands = [holder[key].split() for holder, key in holders]
    places = [(hand, place) for hand in range(len(hands)) for place in range(3)]
    number = rng.randint(0, len(places) if most is None else min(most, len(places)))
    for hand, place in rng.sample(places, number):
        hands[hand][place] = "??"
    for (holder, key), cards in zip(holders, hands, strict=True):
        holder[key] = " ".join(cards)
        if cards == ["??"] * 3 and chance(rng, 50):
            del holder[key]


def hide_drawn(round_: Round, rng: random.Random, most: int | None) -> None:
    drawn = round_["cards"].split()
    number = rng.randint(0, len(drawn) if most is None else min(most, len(drawn)))
    for place in rng.sample(range(len(drawn)), number):
        drawn[place] = "??"
    drawn += ["??"] * rng.randint(0, 6 - len(drawn))
    while drawn and drawn[-1] == "??" and chance(rng, 50):
        drawn.pop()
    round_["cards"] = " ".join(drawn)
