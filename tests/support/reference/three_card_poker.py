"""The settler of three card poker: hands, bets, envy bonuses, a round."""

from __future__ import annotations

from typing import Any

from tests.support.reference.cards import Hand, read_cards
from tests.support.reference.lines import (
    Line,
    cents,
    make_line,
    money,
    pay,
    played_line,
    returned_line,
    totals,
)

POKER_RANKS = "23456789TJQKA"
POKER_STRAIGHTS = (  # from the lowest, cards within each from the lowest rank
    "23A",  # the Ace counts 1 here, 3.1.1
    "234",
    "345",
    "456",
    "567",
    "678",
    "789",
    "89T",
    "9TJ",
    "TJQ",
    "JQK",
    "QKA",
)
POKER_NAMES = (  # from the lowest
    "Three Odd Cards",
    "One Pair",
    "Flush",
    "Straight",
    "Three of a Kind",
    "Straight Flush",
)
PAIR_PLUS = {
    "Straight Flush": "40:1",
    "Three of a Kind": "30:1",
    "Straight": "5:1",
    "Flush": "4:1",
    "One Pair": "1:1",
}
ANTE_BONUS = {"Straight Flush": "5:1", "Three of a Kind": "4:1", "Straight": "1:1"}


def sorted_ranks(hand: Hand) -> str:
    return "".join(sorted((card[0] for card in hand), key=POKER_RANKS.index))


def poker_name(hand: Hand) -> str:
    assert len(hand) == 3, hand
    ranks = sorted_ranks(hand)
    one_suit = len({card[1] for card in hand}) == 1
    if ranks in POKER_STRAIGHTS and one_suit:
        return "Straight Flush"
    if len(set(ranks)) == 1:
        return "Three of a Kind"
    if ranks in POKER_STRAIGHTS:
        return "Straight"
    if one_suit:
        return "Flush"
    if len(set(ranks)) == 2:
        return "One Pair"
    return "Three Odd Cards"


def poker_strength(hand: Hand) -> list[int]:
    """The name's place first, then what decides between hands of that name, 3.1.3."""
    name = poker_name(hand)
    ranks = sorted_ranks(hand)
    strength = [POKER_NAMES.index(name)]
    if name in {"Straight", "Straight Flush"}:
        return [*strength, POKER_STRAIGHTS.index(ranks)]
    if name == "One Pair":
        paired = ranks[1]  # the middle one of three sorted cards is always of the pair
        (kicker,) = (rank for rank in ranks if rank != paired)
        return [*strength, POKER_RANKS.index(paired), POKER_RANKS.index(kicker)]
    return strength + [POKER_RANKS.index(rank) for rank in reversed(ranks)]


def qualifies(dealer: Hand) -> bool:
    if poker_name(dealer) != "Three Odd Cards":
        return True
    return any(card[0] in "QKA" for card in dealer)


def is_royal_spades(hand: Hand) -> bool:
    return set(hand) == {"As", "Ks", "Qs"}


def is_royal_other(hand: Hand) -> bool:
    return any(set(hand) == {f"A{suit}", f"K{suit}", f"Q{suit}"} for suit in "hdc")


def progressive_award(hand: Hand, round_: dict[str, Any]) -> int | None:
    if is_royal_spades(hand):
        return cents(round_["jackpot"]["meter"])
    if is_royal_other(hand):
        return cents("1250.00")
    name = poker_name(hand)
    if name == "Straight Flush":
        return cents("175.00")
    if name == "Three of a Kind":
        return cents("150.00")
    if name == "Straight":
        return cents("15.00")
    return None


def envy_award(hand: Hand) -> int | None:
    if is_royal_spades(hand):
        return cents("250.00")
    if is_royal_other(hand):
        return cents("50.00")
    return None


# --- a round ----------------------------------------------------------------------------------


def stakes_of(box: dict[str, Any]) -> dict[str, int]:
    return {wager["bet"]: cents(wager["stake"]) for wager in box["wagers"]}


def up_to_maximum(bet: str, stake: int, limits: dict[str, Any]) -> int:
    return min(stake, cents(limits[bet][1])) if bet in limits else stake


def counted_in_poker(
    bet: str, stakes: dict[str, int], limits: dict[str, Any], readings: dict[str, str]
) -> int:
    counted = up_to_maximum(bet, stakes[bet], limits)
    if bet == "play":
        counted = min(counted, up_to_maximum("ante", stakes["ante"], limits))
    if bet == "ante" and "play" in stakes and stakes["play"] < stakes["ante"]:
        reading = readings.get("short-play-bet", "settle-on-play-amount")
        if reading == "ante-and-play-on-play-amount":
            # Open: "the amount of the Play Bet" (5.3.2) is what was placed, whatever its maximum.
            counted = min(counted, stakes["play"])
    return counted


def ante_verdict(hand: Hand, dealer: Hand, *, folded: bool) -> str:
    if folded:
        return "lose"
    if not qualifies(dealer):
        return "1:1"
    return compared(hand, dealer)


def play_verdict(hand: Hand, dealer: Hand) -> str:
    if not qualifies(dealer):
        return "push"
    return compared(hand, dealer)


def compared(hand: Hand, dealer: Hand) -> str:
    if poker_strength(hand) > poker_strength(dealer):
        return "1:1"
    if poker_strength(hand) < poker_strength(dealer):
        return "lose"
    return "push"


def progressive_line(
    wager: dict[str, str], counted: int, hand: Hand, round_: dict[str, Any], *, folded: bool
) -> Line:
    stake = cents(wager["stake"])
    award = None if folded else progressive_award(hand, round_)
    if award is None:
        return make_line(wager, counted, "lose", stake - counted)
    back = stake - counted + award
    if round_.get("interpretations", {}).get("jackpot-bet-returned", "no") == "yes":
        back += counted
    return {**make_line(wager, counted, "win", back), "award": money(award)}


def poker_box_lines(
    box: dict[str, Any], hand: Hand, dealer: Hand, round_: dict[str, Any]
) -> list[Line]:
    """The box's own lines; envy bonuses come after them."""
    readings: dict[str, str] = round_.get("interpretations", {})
    limits: dict[str, Any] = round_.get("limits", {})
    stakes = stakes_of(box)
    folded = box.get("decision") == "fold"
    lines = []
    for wager in box["wagers"]:
        bet = wager["bet"]
        if bet == "progressive" and "ante" not in stakes:
            lines.append(returned_line(wager))
            continue
        counted = counted_in_poker(bet, stakes, limits, readings)
        if bet == "ante":
            verdict = ante_verdict(hand, dealer, folded=folded)
            lines.append(played_line(wager, counted, verdict, readings))
            bonus_odds = ANTE_BONUS.get(poker_name(hand))
            if bonus_odds is not None and not folded:
                paid, rounded_off = pay(counted, bonus_odds, readings)
                bonus = {"player": wager["player"], "bet": "ante-bonus", "stake": "0.00"}
                lines.append(
                    make_line(bonus, 0, "win", paid, odds=bonus_odds, rounded_off=rounded_off)
                )
        elif bet == "play":
            lines.append(played_line(wager, counted, play_verdict(hand, dealer), readings))
        elif bet == "pair-plus":
            verdict = "lose" if folded else PAIR_PLUS.get(poker_name(hand), "lose")
            lines.append(played_line(wager, counted, verdict, readings))
        else:
            assert bet == "progressive", bet
            lines.append(progressive_line(wager, counted, hand, round_, folded=folded))
    return lines


def envy_lines(box: dict[str, Any], round_: dict[str, Any]) -> list[Line]:
    """4.7, for one box that may receive, from every box that may have achieved."""
    readings: dict[str, str] = round_.get("interpretations", {})
    stakes = stakes_of(box)
    if "progressive" not in stakes or "ante" not in stakes:
        return []  # without an ante the jackpot bet was returned and did not play
    if box["decision"] == "fold" and readings.get("envy-after-fold", "forfeited") == "forfeited":
        return []
    player = box["wagers"][0]["player"]

    lines = []
    for other in sorted(round_["boxes"], key=lambda each: int(each["box"])):
        if "ante" not in stakes_of(other):
            continue  # 4.8
        if other["box"] == box["box"]:
            continue
        if (
            other["wagers"][0]["player"] == player
            and readings.get("envy-own-hands", "none-from-any-own-hand") == "none-from-any-own-hand"
        ):
            continue
        if (
            other["decision"] == "fold"
            and readings.get("envy-from-folded-hand", "not-achieved") == "not-achieved"
        ):
            continue
        award = envy_award(read_cards(other["cards"]))
        if award is None:
            continue
        wager = {"player": player, "bet": "envy-bonus", "stake": "0.00"}
        line = make_line(wager, 0, "win", award)
        lines.append({**line, "award": money(award), "from": other["box"]})

    if lines and readings.get("envy-several-hands", "one-per-achieving-hand") == "highest-only":
        # Open: of equally high hands the one on the lowest box number is named.
        highest = max(cents(line["award"]) for line in lines)
        return [line for line in lines if cents(line["award"]) == highest][:1]
    return lines


def settle_poker(round_: dict[str, Any]) -> dict[str, Any]:
    void = round_.get("void") is not None
    dealer = read_cards(round_["dealer"]) if round_.get("dealer") else None

    boxes = []
    all_lines: list[Line] = []
    for box in round_["boxes"]:
        hand = read_cards(box["cards"]) if box.get("cards") else None
        if void:
            lines = [returned_line(wager) for wager in box["wagers"]]
        elif hand is None:
            assert {wager["bet"] for wager in box["wagers"]} == {"progressive"}, box
            lines = [returned_line(wager) for wager in box["wagers"]]
        else:
            assert dealer is not None
            lines = poker_box_lines(box, hand, dealer, round_) + envy_lines(box, round_)
        boxes.append(
            {
                "box": box["box"],
                "hand": None if hand is None else poker_name(hand),
                "cards": None if hand is None else " ".join(hand),
                "wagers": lines,
            }
        )
        all_lines += lines

    players, house = totals(all_lines)
    return {
        "game": round_["game"],
        "void": void,
        "dealer": None if dealer is None else dealer_shown(dealer),
        "boxes": boxes,
        "players": players,
        "house": house,
    }


def dealer_shown(dealer: Hand) -> dict[str, Any]:
    return {
        "hand": poker_name(dealer),
        "cards": " ".join(dealer),
        "qualifies": qualifies(dealer),
    }
