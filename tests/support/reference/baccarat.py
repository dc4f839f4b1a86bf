"""The settler of baccarat: the Table of Play, bets, a round."""

from __future__ import annotations

from typing import Any

from tests.support.reference.cards import POINT_VALUE, Hand, point_total, read_cards
from tests.support.reference.lines import cents, played_line, returned_line, totals

BANKER_DRAWS_ON = {  # 3.10: Banker's two-card points: points of Player's third card
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}


def deal_baccarat(cards: Hand) -> tuple[Hand, Hand]:
    """The two hands; the cards must be exactly those that the Table of Play draws."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    undealt = cards[4:]
    natural = point_total(player) in {8, 9} or point_total(banker) in {8, 9}
    if not natural:
        banker_two = point_total(banker)
        if point_total(player) <= 5:
            third = undealt.pop(0)
            player.append(third)
            banker_draws = POINT_VALUE[third[0]] in BANKER_DRAWS_ON[banker_two]
        else:
            banker_draws = banker_two <= 5
        if banker_draws:
            banker.append(undealt.pop(0))
    assert not undealt, cards
    return player, banker


def baccarat_verdict(bet: str, player: Hand, banker: Hand) -> str:
    player_points, banker_points = point_total(player), point_total(banker)
    if bet == "player":
        if player_points > banker_points:
            return "1:1"
        return "push" if player_points == banker_points else "lose"
    if bet == "banker":
        if banker_points > player_points:
            return "1:2" if banker_points == 6 else "1:1"
        return "push" if player_points == banker_points else "lose"
    if bet == "tie":
        return "8:1" if player_points == banker_points else "lose"
    if bet == "player-pair":
        return "11:1" if player[0][0] == player[1][0] else "lose"
    assert bet == "banker-pair", bet
    return "11:1" if banker[0][0] == banker[1][0] else "lose"


def settle_baccarat(round_: dict[str, Any]) -> dict[str, Any]:
    readings: dict[str, str] = round_.get("interpretations", {})
    void = round_.get("void") is not None
    hands = deal_baccarat(read_cards(round_["cards"])) if round_.get("cards") else None

    lines = []
    for wager in round_["wagers"]:
        if void:
            lines.append(returned_line(wager))
        else:
            assert hands is not None
            verdict = baccarat_verdict(wager["bet"], *hands)
            lines.append(played_line(wager, cents(wager["stake"]), verdict, readings))

    shown: list[dict[str, Any] | None] = [None, None]
    if hands is not None:
        shown = [{"cards": " ".join(hand), "points": point_total(hand)} for hand in hands]
    players, house = totals(lines)
    return {
        "game": "baccarat",
        "void": void,
        "player": shown[0],
        "banker": shown[1],
        "wagers": lines,
        "players": players,
        "house": house,
    }
