"""The settler of the three pictures games: hands, bets, how much of each wager plays, a round."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from tests.support.reference.cards import Hand, point_total, read_cards
from tests.support.reference.lines import Line, cents, played_line, returned_line, totals

NUMBER_WORDS = ("Nine", "Eight", "Seven", "Six", "Five", "Four", "Three", "Two", "One", "Zero")
WORD_OF_POINTS = {9 - place: word for place, word in enumerate(NUMBER_WORDS)}
MAIN_BET = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
}


def ranking_list(game: str) -> list[str]:
    """Appendix C, Appendix G or royal 3.22, from the highest hand to the lowest."""
    names = ["Three Pictures"]
    for word in NUMBER_WORDS:
        if game == "royal-three-pictures":
            names += [f"Double Picture {word}", f"Single Picture {word}", word]
        else:
            names += [f"Double Pictures {word}", f"Single Picture {word}", f"Plain {word}"]
    return names


RANKING_LISTS = {game: ranking_list(game) for game in MAIN_BET}


def pictures(hand: Hand) -> int:
    return len([card for card in hand if card[0] in "JQK"])


def pictures_name(game: str, hand: Hand) -> str:
    assert len(hand) == 3, hand
    word = WORD_OF_POINTS[point_total(hand)]
    royal = game == "royal-three-pictures"
    if pictures(hand) == 3:
        return "Three Pictures"
    if pictures(hand) == 2:
        return f"Double Picture {word}" if royal else f"Double Pictures {word}"
    if pictures(hand) == 1:
        return f"Single Picture {word}"
    return word if royal else f"Plain {word}"


def points_shown(hand: Hand, readings: dict[str, str]) -> int | None:
    if pictures(hand) == 3 and readings.get("three-pictures-points", "zero") == "none":
        return None
    return point_total(hand)


def hand_shown(game: str, hand: Hand | None, readings: dict[str, str]) -> dict[str, Any]:
    if hand is None:
        return {"hand": None, "cards": None, "points": None}
    return {
        "hand": pictures_name(game, hand),
        "cards": " ".join(hand),
        "points": points_shown(hand, readings),
    }


# --- bets -------------------------------------------------------------------------------------


def pictures_verdict(
    game: str, bet: str, hand: Hand, dealer: Hand, readings: dict[str, str]
) -> str:
    ranking = RANKING_LISTS[game]
    place = ranking.index(pictures_name(game, hand))
    dealer_place = ranking.index(pictures_name(game, dealer))
    hand_wins = place < dealer_place  # nearer to the top of the list
    dealer_wins = dealer_place < place
    same_points = points_shown(hand, readings) == points_shown(dealer, readings)

    if bet in {"initial", "main"}:
        return main_verdict(hand, hand_wins=hand_wins, dealer_wins=dealer_wins)
    if bet == "tie":
        return "8:1" if same_points else "lose"
    if bet == "three-pictures":
        return "16:1" if pictures(hand) == 3 else "lose"
    if bet == "lucky-tie":
        return lucky_tie_verdict(hand, dealer, same_points=same_points)
    if bet == "lucky-pictures":
        pays = {6: "1000:1", 5: "100:1", 4: "10:1", 3: "4:1"}
        return pays.get(pictures(hand) + pictures(dealer), "lose")
    if bet == "player-lucky-6":
        return lucky_6_verdict(hand) if hand_wins else "lose"
    if bet == "dealer-lucky-6":
        return lucky_6_verdict(dealer) if dealer_wins else "lose"
    assert bet == "royal-pictures", bet
    return royal_pictures_verdict(hand)


def main_verdict(hand: Hand, *, hand_wins: bool, dealer_wins: bool) -> str:
    if hand_wins and point_total(hand) == 6:
        return "1:2"
    if hand_wins:
        return "1:1"
    if dealer_wins:
        return "lose"
    return "push"


def lucky_tie_verdict(hand: Hand, dealer: Hand, *, same_points: bool) -> str:
    if pictures(hand) == 3 and pictures(dealer) == 3:
        return "600:1"
    if same_points and point_total(hand) in {8, 9}:
        return "10:1"
    return "8:1" if same_points else "lose"


def lucky_6_verdict(winner: Hand) -> str:
    if point_total(winner) == 6:
        return {2: "25:1", 1: "15:1", 0: "10:1"}[pictures(winner)]
    return "lose"


def royal_pictures_verdict(hand: Hand) -> str:
    """Royal 1.1.4 and 4.2, on the picture cards alone, sorted: "JKK"."""
    shown = "".join(sorted(card[0] for card in hand if card[0] in "JQK"))
    if shown == "KKK":
        return "188:1"
    if shown == "QQQ":
        return "128:1"
    if shown == "JJJ":
        return "88:1"
    if len(shown) == 3:
        return "18:1"
    if shown in {"KK", "QQ", "JJ"}:
        return "8:1"
    if shown in {"K", "KQ", "JK"}:
        return "1:1"
    return "lose"


# --- how much of each wager plays -------------------------------------------------------------


def counted_on_area(
    game: str, bet: str, stakes: list[int], limits: dict[str, Any], readings: dict[str, str]
) -> list[int]:
    """The counted part of each wager of one bet on one box, in the order placed."""
    if bet not in limits:
        return stakes
    low, high = cents(limits[bet][0]), cents(limits[bet][1])
    if game == "royal-three-pictures":
        if readings.get("limits-apply-to", "each-wager") == "each-wager":
            return [min(stake, high) for stake in stakes]
        if readings.get("over-maximum-shares", "pro-rata") == "first-placed-first":
            return first_placed_first(stakes, high)
        # Open: royal knows no exemption and no floor (its rows of the table are the others'),
        # so a wager under the minimum is cut like any other when the area is over its maximum.
        total = sum(stakes)
        return [stake * high // total if total > high else stake for stake in stakes]
    if readings.get("limits-apply-to", "area-total") == "each-wager":
        return [min(stake, high) for stake in stakes]
    return pro_rata(stakes, low, high, readings)


def first_placed_first(stakes: list[int], high: int) -> list[int]:
    left = high
    counted = []
    for stake in stakes:
        # A wager for which nothing is left did not play, and so is answered as returned.
        counted.append(min(stake, left))
        left -= counted[-1]
    return counted


def pro_rata(stakes: list[int], low: int, high: int, readings: dict[str, str]) -> list[int]:
    """5.1.1 and 5.1.2 of three-pictures and lucky."""
    total = sum(stakes)
    if total <= high:
        return stakes
    sharing = [i for i, stake in enumerate(stakes) if stake >= low]  # the others are exempt, 5.1.2
    exempt_total = sum(stake for stake in stakes if stake < low)
    sharing_total = total - exempt_total

    share = {i: Fraction(stakes[i]) for i in range(len(stakes))}
    for i in sharing:
        if readings.get("pro-rata-basis", "all") == "all":
            share[i] = Fraction(stakes[i] * high, total)
        else:
            share[i] = Fraction(stakes[i] * (high - exempt_total), sharing_total)

    if readings.get("pro-rata-floor", "clamp") == "clamp":
        # Open: "where exempt stakes reach the maximum, every other share is the minimum" belongs to
        # `redistribute`; with `clamp` it follows by itself from basis all-but-under-minimum, and
        # with basis all the stated share (stake x maximum / total) stands.
        for i in sharing:
            share[i] = max(share[i], Fraction(low))
    elif exempt_total >= high:
        for i in sharing:
            share[i] = Fraction(low)
    else:
        lift_to_minimum(share, stakes, sharing, low=low, high=high - exempt_total)
    # Open: shares stay exact until here; only the final one is rounded down to the cent.
    return [math.floor(share[i]) for i in range(len(stakes))]


def lift_to_minimum(
    share: dict[int, Fraction], stakes: list[int], sharing: list[int], *, low: int, high: int
) -> None:
    """`redistribute`, with as much of the maximum as the exempt wagers leave."""
    # Open: "the others are scaled down again" follows a share that was lifted; when none falls
    # below the minimum, the basis' own shares stand, also if basis all then totals more.
    # Open: "the area totals the maximum" counts the exempt wagers, as its next sentence does.
    lifted = {i for i in sharing if share[i] < low}
    newly_lifted = set(lifted)
    while newly_lifted:
        others = [i for i in sharing if i not in lifted]
        room = high - low * len(lifted)
        others_total = sum(stakes[i] for i in others)
        for i in others:
            share[i] = Fraction(stakes[i] * room, others_total)
        newly_lifted = {i for i in others if share[i] < low}
        lifted |= newly_lifted
    for i in lifted:
        share[i] = Fraction(low)


# --- a round ----------------------------------------------------------------------------------


def settle_pictures(round_: dict[str, Any]) -> dict[str, Any]:
    game: str = round_["game"]
    readings: dict[str, str] = round_.get("interpretations", {})
    dealer = read_cards(round_["dealer"]) if round_.get("dealer") else None

    boxes = []
    all_lines: list[Line] = []
    for box in round_["boxes"]:
        hand = read_cards(box["cards"]) if box.get("cards") else None
        lines = pictures_box_lines(round_, box["wagers"], hand, dealer)
        shown = hand_shown(game, hand, readings)
        boxes.append({"box": box["box"], **shown, "wagers": lines})
        all_lines += lines

    players, house = totals(all_lines)
    return {
        "game": game,
        "void": round_.get("void") is not None,
        "dealer": None if dealer is None else hand_shown(game, dealer, readings),
        "boxes": boxes,
        "players": players,
        "house": house,
    }


def pictures_box_lines(
    round_: dict[str, Any], wagers: list[dict[str, str]], hand: Hand | None, dealer: Hand | None
) -> list[Line]:
    game: str = round_["game"]
    readings: dict[str, str] = round_.get("interpretations", {})
    bets_here = {wager["bet"] for wager in wagers}
    orphaned = MAIN_BET[game] not in bets_here
    if orphaned or round_.get("void") is not None:
        return [returned_line(wager) for wager in wagers]

    counted: dict[int, int] = {}
    for bet in bets_here:
        places = [i for i, wager in enumerate(wagers) if wager["bet"] == bet]
        stakes = [cents(wagers[i]["stake"]) for i in places]
        parts = counted_on_area(game, bet, stakes, round_.get("limits", {}), readings)
        counted |= dict(zip(places, parts, strict=True))

    assert hand is not None
    assert dealer is not None
    lines = []
    for i, wager in enumerate(wagers):
        verdict = pictures_verdict(game, wager["bet"], hand, dealer, readings)
        lines.append(played_line(wager, counted[i], verdict, readings))
    return lines
